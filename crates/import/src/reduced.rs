//! Reads pictures of a file again for display: finds them by place and hash, and decodes and reduces them where the
//! file is read.

use std::sync::Arc;

use image::RgbImage;

use super::page_picture::page_picture;
use super::picture::on_paper;
use super::thumbnail::{Thumbnail, Thumbnails, Wanted, WantedPage, WantedPictures};
use super::{Format, ImportCause, docx, pdf};

/// Resolution at which pages of a pdf are shown: A4 has 1,870 pixels in height.
const PAGE_DOTS_PER_INCH: f32 = 160.0;

/// Finds and reduces the wanted pictures or page of a file. `format` is the format of its extension.
pub(super) fn read(
    format: Format,
    bytes: Vec<u8>,
    wanted: &Wanted,
) -> Result<Thumbnails, ImportCause> {
    match wanted {
        Wanted::Pictures(wanted) => pictures(format, bytes, wanted),
        Wanted::Page(wanted) => page(format, bytes, wanted).map(|page| vec![Some(page)]),
    }
}

fn page(format: Format, bytes: Vec<u8>, wanted: &WantedPage) -> Result<Thumbnail, ImportCause> {
    let picture = page_picture(format, &Arc::new(bytes), &wanted.page, PAGE_DOTS_PER_INCH);
    let picture = picture.map_err(|error| ImportCause::damaged(&error))?;
    let upright = picture.picture.turned(wanted.turn);
    let (width, height) = (upright.width(), upright.height());
    let rgb = RgbImage::from_raw(width, height, upright.rgb().to_vec());
    let rgb = rgb.unwrap_or_default();
    Ok(on_paper(rgb.into(), wanted.side))
}

fn pictures(
    format: Format,
    bytes: Vec<u8>,
    wanted: &WantedPictures,
) -> Result<Thumbnails, ImportCause> {
    match format.of_content(&bytes) {
        Format::Docx => docx::thumbnails(&bytes, wanted),
        Format::WordXml => docx::thumbnails(&docx::package_of(&bytes)?, wanted),
        Format::Pdf => pdf::thumbnails(bytes, wanted),
        // No other reader lists pictures.
        _ => Ok(vec![None; wanted.pictures.len()]),
    }
}
