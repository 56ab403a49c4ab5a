//! Source of pictures. This crate reads no file, so the caller of a report provides a [`PictureSource`] that reads them
//! again.

use std::fmt;
use std::path::Path;

use chachong_import::{Importer, Stop, Thumbnail, WantedPicture};

/// Source of the pictures in documents, for reports that show them.
pub trait PictureSource: fmt::Debug + Sync {
    /// Returns pictures of a file in the order of `wanted`, reduced to at most `side` pixels in width and height; an entry is `None` if
    /// its picture no longer exists or cannot be decoded. `cancelled` returns whether to stop. Fails with [`Stop::Cancelled`] after that,
    /// and with [`Stop::Failed`] if the file cannot be read.
    fn pictures(
        &self,
        file: &Path,
        wanted: Vec<WantedPicture>,
        side: u32,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<Option<Thumbnail>>, Stop>;
}

impl PictureSource for Importer {
    fn pictures(
        &self,
        file: &Path,
        wanted: Vec<WantedPicture>,
        side: u32,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<Option<Thumbnail>>, Stop> {
        Self::pictures(self, file, wanted, side, cancelled)
    }
}
