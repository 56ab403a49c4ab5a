//! Recognised pages in the library, for the files of a session.

use std::sync::Arc;

use chachong_import::{Format, KeptPages, PageHash, PageRecogniser};
use chachong_library::{CORRECTED, Content, DocumentStore, LibraryError, Store};
use chachong_recognition::Recognised;

/// Recognised pages of one file in a library. Where the library fails, pages are recognised again.
#[derive(Debug)]
struct LibraryPages {
    library: Arc<dyn DocumentStore>,
    /// SHA-256 of the file.
    file: [u8; 32],
}

impl LibraryPages {
    fn put(&self, hash: &PageHash, version: &str, page: Option<&Recognised>) {
        let kept = (self.library).keep_recognised_page(hash, &self.file, version, page);
        match kept {
            Ok(()) | Err(LibraryError::ReadOnly { .. }) => {}
            Err(error) => tracing::warn!(cause = error.key(), "a recognised page is not kept"),
        }
    }
}

/// Returns the store for the recognised pages of a file with this SHA-256 (64 hex digits): the library, or else memory
/// for this run.
#[must_use]
pub fn kept_pages(
    library: Option<&Arc<dyn Store>>,
    sha256: &str,
    recogniser: &PageRecogniser,
) -> Arc<dyn KeptPages> {
    let file = Content::new(sha256, Format::Pdf, None);
    let kept = library.cloned().zip(file).map(|(library, content)| {
        Arc::new(LibraryPages {
            library,
            file: content.sha256,
        }) as Arc<dyn KeptPages>
    });
    recogniser.kept_pages(kept)
}

impl KeptPages for LibraryPages {
    fn page(&self, hash: &PageHash, version: &str) -> Option<Recognised> {
        self.library.recognised_page(hash, version).ok().flatten()
    }

    fn as_read(&self, hash: &PageHash, version: &str) -> Option<Recognised> {
        let read = self.library.page_as_read(hash, version);
        read.ok().flatten()
    }

    fn keep(&self, hash: &PageHash, page: &Recognised) {
        self.put(hash, &page.version, Some(page));
    }

    fn correct(&self, hash: &PageHash, page: Option<&Recognised>) {
        self.put(hash, CORRECTED, page);
    }
}
