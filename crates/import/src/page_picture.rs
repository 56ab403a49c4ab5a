//! Picture of a page of a file: renders a page of a pdf, decodes an image file, or unpacks a picture of a docx.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Format, docx, picture_bundle};
use chachong_fonts::CHINESE_FONT;
use chachong_recognition::{Raster, RecognitionError, page_count, picture, render};

/// Name of a page that can be shown and recognised.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageName {
    /// Page of a pdf or image document, by its number from 1.
    Numbered(u32),
    /// Picture in a docx, by the name of its part (`word/media/image1.png`).
    Picture(String),
}

/// Picture of a page.
pub(super) struct PagePicture {
    /// Picture of the page.
    pub picture: Raster,
    /// True if the file contains all fonts of the page except common Latin ones; `true` for an image file or a picture in a docx.
    pub has_own_fonts: bool,
}

/// Returns the picture of a page of a file; a page of a pdf is drawn at `dots_per_inch`. `format` is the format of the
/// file's ending.
pub(super) fn page_picture(
    format: Format,
    bytes: &Arc<Vec<u8>>,
    page: &PageName,
    dots_per_inch: f32,
) -> Result<PagePicture, RecognitionError> {
    let mut has_own_fonts = true;
    let picture = match (format.of_content(bytes), page) {
        (Format::Pdf, PageName::Numbered(page)) => {
            let font = Some(CHINESE_FONT);
            let rendered = render(bytes, *page, dots_per_inch, font)?;
            has_own_fonts = rendered.has_own_fonts;
            rendered.picture
        }
        (Format::Image, PageName::Numbered(page)) => nth(bytes, *page)?,
        (format @ (Format::Docx | Format::WordXml), PageName::Picture(place)) => {
            let stored = if format == Format::Docx {
                docx::stored_picture(bytes, place)
            } else {
                docx::package_of(bytes).and_then(|package| docx::stored_picture(&package, place))
            };
            let stored = stored.map_err(|cause| {
                let detail = cause.to_string();
                RecognitionError::Damaged { detail }
            })?;
            picture(&stored, 1)?
        }
        _ => return Err(RecognitionError::UnknownFormat),
    };
    Ok(PagePicture {
        picture,
        has_own_fonts,
    })
}

/// Returns the page of this number, from 1, of one or several image files.
fn nth(bytes: &[u8], page: u32) -> Result<Raster, RecognitionError> {
    let mut before = 0;
    for file in picture_bundle::files(bytes) {
        // A damaged file has one page, whose picture is missing.
        let pages = page_count(file).unwrap_or(1);
        if (before + 1..=before + pages).contains(&page) {
            return picture(file, page - before);
        }
        before += pages;
    }
    let pages = before;
    Err(RecognitionError::NoSuchPage { page, pages })
}
