//! Source of pictures: reports read no file themselves, so whoever asks for one hands over what reads pictures again.

use std::fmt;
use std::path::Path;

use chachong_import::{Importer, Stop, Thumbnail, WantedPicture};

/// Source of the pictures in documents, for reports that show them.
pub trait PictureSource: fmt::Debug + Sync {
    /// Returns pictures of a file, reduced to at most `side` pixels in width and height, in the order of `wanted`; `None` for each that
    /// has disappeared or cannot be decoded. `cancelled` is asked whether to stop.
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
