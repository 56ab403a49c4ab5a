//! Pictures of a file, read again to be shown: found by place and hash, decoded and reduced where the file is read.

use std::sync::Arc;

use image::RgbImage;
use serde::{Deserialize, Serialize};

use super::page_picture::{PageName, page_picture};
use super::picture::on_paper;
use super::{Format, ImportCause, docx, pdf};
use crate::recognition::Turn;

/// Maximum width and height of a reduced picture, in pixels.
pub const LARGEST_THUMBNAIL: u32 = 1024;
/// Maximum width and height of the picture of a page, in pixels.
pub const LARGEST_PAGE: u32 = 2_000;
/// Resolution at which pages of a pdf are shown: A4 has 1,870 pixels in height.
const PAGE_DOTS_PER_INCH: f32 = 160.0;

/// Picture to show, as [`super::Picture`] names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WantedPicture {
    /// Place of the picture.
    pub place: String,
    /// SHA-256 of the stored bytes: a place may have several pictures, and the file may have changed.
    pub sha256: String,
}

/// Picture on white paper, reduced to be shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Thumbnail {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Red, green, blue and full alpha of each pixel, rows from the top.
    pub rgba: Vec<u8>,
}

impl std::fmt::Debug for Thumbnail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Thumbnail({} x {})", self.width, self.height)
    }
}

/// Pictures or a page of a file that are to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Wanted {
    Pictures(WantedPictures),
    Page(WantedPage),
}

/// Page of one file to show.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WantedPage {
    /// Page.
    pub page: PageName,
    /// Turn that makes the page upright.
    pub turn: Turn,
    /// Maximum width and height, in pixels, at most [`LARGEST_PAGE`].
    pub side: u32,
}

impl Wanted {
    /// Returns the number of pictures that answer.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Pictures(wanted) => wanted.pictures.len(),
            Self::Page(_) => 1,
        }
    }

    /// Returns the maximum width and height of each, in pixels.
    pub(super) const fn side(&self) -> u32 {
        match self {
            Self::Pictures(wanted) => wanted.side,
            Self::Page(wanted) => wanted.side,
        }
    }
}

/// Pictures of one file to show, and the maximum width and height to reduce them to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WantedPictures {
    pub(super) pictures: Vec<WantedPicture>,
    pub(super) side: u32,
}

/// Reduced pictures in the order in which they were wanted; `None` for one that is not there or cannot be decoded.
pub(super) type Thumbnails = Vec<Option<Thumbnail>>;

/// Finds and reduces what is wanted of the content of a file. `format` is the format of its ending.
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
    let picture = picture.map_err(|error| ImportCause::Damaged {
        detail: error.to_string(),
    })?;
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
        Format::Pdf => pdf::thumbnails(bytes, wanted),
        // No other reader lists pictures.
        _ => Ok(vec![None; wanted.pictures.len()]),
    }
}
