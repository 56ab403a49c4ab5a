//! Pictures of a file for display: the requested pictures, by place and hash, and the reduced pictures in reply.

use serde::{Deserialize, Serialize};

use super::page_picture::PageName;
use chachong_recognition::Turn;

/// Maximum width and height of a reduced picture of [`WantedPicture`], in pixels.
pub const LARGEST_THUMBNAIL: u32 = 1024;
/// Maximum width and height of a rendered page of [`WantedPage`], in pixels.
pub const LARGEST_PAGE: u32 = 2_000;

/// Picture to display, identified in the same way as [`super::Picture`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WantedPicture {
    /// Place of the picture, as in [`super::Picture::place`].
    pub place: String,
    /// SHA-256 of the stored bytes, as 64 lower-case hex digits: a place may contain several pictures, and the file may
    /// have changed.
    pub sha256: String,
}

/// Reduced picture on a white background, for display.
#[derive(Clone, PartialEq, Eq)]
pub struct Thumbnail {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Pixels in rows from the top, each with four bytes: red, green, blue and alpha (always 255).
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

/// Page of a file to display.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WantedPage {
    /// Page to display.
    pub page: PageName,
    /// Turn that makes the page upright.
    pub turn: Turn,
    /// Maximum width and height of the result, in pixels: 1 to [`LARGEST_PAGE`].
    pub side: u32,
}

impl Wanted {
    /// Returns the number of pictures in the answer.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Pictures(wanted) => wanted.pictures.len(),
            Self::Page(_) => 1,
        }
    }

    /// Returns the maximum width and height of each picture, in pixels.
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
