//! Dialog about dumps that may be added to the library, as data.

use std::path::PathBuf;

use chachong_check::Document;
use chachong_jobs::library::{DumpPreview, Expected};

/// Dialog about dumps that a person chose to add to the library.
#[derive(Clone, Debug)]
pub struct DumpDialog {
    /// Files and folders that were chosen.
    pub paths: Vec<PathBuf>,
    /// What is in the dumps; `None` until they are previewed.
    pub seen: Option<DumpPreviews>,
}

/// Previews of dumps.
#[derive(Clone, Debug, Default)]
pub struct DumpPreviews {
    /// Dumps that can be read, with samples of their articles.
    pub dumps: Vec<DumpPreview>,
    /// Dumps that cannot be read.
    pub not_read: Vec<Document>,
    /// Bytes that are free on the library's disk; `None` where that is not known.
    pub room: Option<u64>,
}

impl DumpPreviews {
    /// Sum of what adding the dumps will take; `None` where no article was found.
    pub fn expected(&self) -> Option<Expected> {
        (self.dumps.iter()).fold(None, |all, dump| Expected::sum(all, dump.expected))
    }
}
