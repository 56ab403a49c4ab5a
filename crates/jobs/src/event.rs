//! Events of a running session.

use std::path::PathBuf;

use chachong_check::{Document, DocumentContent};
use chachong_import::{ImportCause, PassedOver};
use chachong_library::LibraryError;

/// Event of a running session. First comes one `Found`; then, for each source, `Reading`, perhaps some `Recognising`, and `Read`; last
/// one `Done`. The events of different sources mix in any order. Sources that were not reached before a cancellation have no events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The files were found; nothing is read yet.
    Found {
        /// One document for each source, sorted by name. Sources that cannot be opened follow at the end; only their `outcome` is not
        /// `None`. In a reopened check, the documents are in the order of its rows.
        documents: Vec<Document>,
        /// Files that were found but are not read, by kind.
        passed_over: PassedOver,
        /// Number of files that the check already has.
        already_there: usize,
        /// Paths of documents that the check already has and whose files have changed since they were read.
        changed: Vec<PathBuf>,
    },
    /// Work on a document began.
    Reading {
        /// Position of the document in the list of `Found`.
        document: usize,
    },
    /// The text of pages that are only pictures is being recognised.
    Recognising {
        /// Position of the document in the list of `Found`.
        document: usize,
        /// Number of pages that are done.
        done: usize,
        /// Total number of pages to recognise.
        of: usize,
    },
    /// A document was read, or could not be.
    Read {
        /// Position of the document in the list of `Found`.
        document: usize,
        /// Result of reading.
        outcome: Result<DocumentContent, ImportCause>,
    },
    /// The library cannot store the texts, for example because its disk is full. Sent at most once; reading goes on
    /// without storing them.
    NotKept {
        /// Error of the library.
        error: LibraryError,
    },
    /// All documents are read, or the session was cancelled. The last event.
    Done {
        /// Whether the session was cancelled.
        cancelled: bool,
    },
}
