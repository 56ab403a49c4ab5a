//! Pictures of a file, read again to be shown: found by place and hash, decoded and reduced where the file is read.

use serde::{Deserialize, Serialize};

use super::{Format, ImportCause, docx, pdf};

/// Maximum width and height of a reduced picture, in pixels.
pub const LARGEST_THUMBNAIL: u32 = 1024;

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

/// Pictures of one file to show, and the maximum width and height to reduce them to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WantedPictures {
    pub(super) pictures: Vec<WantedPicture>,
    pub(super) side: u32,
}

/// Reduced pictures in the order in which they were wanted; `None` for one that is not there or cannot be decoded.
pub(super) type Thumbnails = Vec<Option<Thumbnail>>;

/// Finds and reduces the wanted pictures in the content of a file. `format` is the format of its ending.
pub(super) fn read(
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
