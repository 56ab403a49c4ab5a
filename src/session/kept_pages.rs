//! Recognised pages in the library, for the files of a session.

use std::sync::Arc;

use crate::import::{KeptPages, PageHash};
use crate::library::{CORRECTED, LibraryError, Store};
use crate::recognition::Recognised;

/// Recognised pages of one file in a library. Where the library fails, pages are recognised again.
#[derive(Debug)]
pub(super) struct LibraryPages {
    library: Arc<dyn Store>,
    /// SHA-256 of the file.
    file: [u8; 32],
}

impl LibraryPages {
    /// Keeper of the pages of the file with this hash.
    pub(super) fn of(library: &Arc<dyn Store>, file: [u8; 32]) -> Self {
        Self {
            library: Arc::clone(library),
            file,
        }
    }

    fn put(&self, hash: &PageHash, version: &str, page: Option<&Recognised>) {
        let kept = (self.library).keep_recognised_page(hash, &self.file, version, page);
        match kept {
            Ok(()) | Err(LibraryError::ReadOnly { .. }) => {}
            Err(error) => tracing::warn!(cause = error.key(), "a recognised page is not kept"),
        }
    }
}

impl KeptPages for LibraryPages {
    fn page(&self, hash: &PageHash, version: &str) -> Option<Recognised> {
        self.library.recognised_page(hash, version).ok().flatten()
    }

    fn keep(&self, hash: &PageHash, page: &Recognised) {
        self.put(hash, &page.version, Some(page));
    }

    fn correct(&self, hash: &PageHash, page: Option<&Recognised>) {
        self.put(hash, CORRECTED, page);
    }
}
