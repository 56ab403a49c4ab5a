//! Data of the dialog for adding dumps to the library.

use std::path::PathBuf;

use chachong_check::Document;
use chachong_jobs::library::{DumpPreview, Expected};

/// Dialog for adding dumps to the library.
#[derive(Clone, Debug)]
pub struct DumpDialog {
    /// Files and folders that the person chose.
    pub paths: Vec<PathBuf>,
    /// Previews of the dumps; `None` until they are ready.
    pub seen: Option<DumpPreviews>,
}

/// Previews of the dumps in the dialog, and what could not be read.
#[derive(Clone, Debug, Default)]
pub struct DumpPreviews {
    /// Dumps that can be read, with samples of their articles.
    pub dumps: Vec<DumpPreview>,
    /// Files that cannot be read as a dump, each with its failure.
    pub not_read: Vec<Document>,
    /// Free space on the library's disk in bytes; `None` if it is not known.
    pub room: Option<u64>,
}

impl DumpPreviews {
    /// Returns what adding all dumps together is expected to take: articles, space and time. `None` if no article was found.
    pub fn expected(&self) -> Option<Expected> {
        (self.dumps.iter()).fold(None, |all, dump| Expected::sum(all, dump.expected))
    }
}
