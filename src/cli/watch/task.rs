//! One check of a file: what it needs, what it gives, and why it may not come to its end.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::report_folder::Failure;
use chachong_compare::{EvidenceKind, Verdict};
use chachong_library::{FileStamp, LibraryError};

/// Reason why a check did not come to its end. The file stays pending.
#[derive(Debug)]
pub(super) enum Interruption {
    /// A stop was requested.
    Stopped,
    /// The file changed while it was read.
    Changing,
    /// The library failed.
    Away(LibraryError),
    /// Something else on this machine failed, which may pass: name of the cause, and words for a person.
    Later(&'static str, String),
}

impl From<LibraryError> for Interruption {
    fn from(error: LibraryError) -> Self {
        Self::Away(error)
    }
}

/// File to check.
pub(super) struct Task<'t> {
    pub(super) path: &'t Path,
    /// Name below the watched folder.
    pub(super) name: &'t str,
    pub(super) stamp: FileStamp,
    /// SHA-256 of its content, in hexadecimal digits.
    pub(super) sha256: &'t str,
    /// Files in the library that are earlier contents of this one: (path, SHA-256 in hexadecimal digits).
    pub(super) earlier: &'t [(PathBuf, String)],
    /// Returns the paths of the reports on each of these documents, below the folder of the reports and without an
    /// ending, by the document's name.
    pub(super) names: &'t dyn Fn(&[String]) -> BTreeMap<String, String>,
    /// Folder of the reports.
    pub(super) reports: &'t Path,
}

/// Result of a check.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// Paths of the reports on each document, below the folder of the reports and without an ending, by the document's
    /// name.
    pub(super) names: BTreeMap<String, String>,
    /// Report files; none where nothing could be read.
    pub(super) reports: Vec<PathBuf>,
    pub(super) failures: Vec<Failure>,
    /// Notes on the parts of the library that could not be compared.
    pub(super) missing: Vec<String>,
    /// Total copied share, 0..=1, the largest of an archive's documents; `None` if there is none.
    pub(super) share: Option<f64>,
    /// Gravest verdict on prose that is a finding; `None` without a finding.
    pub(super) verdict: Option<Verdict>,
    /// Kind of the strongest finding; `None` without a finding.
    pub(super) strongest: Option<EvidenceKind>,
}
