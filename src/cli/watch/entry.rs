//! Record of one watched file in the state of `chachong watch`: its content, when it was checked, its reports.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use chachong_library::FileStamp;

/// Everything that is known about the files, by their names below the watched folder.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct State {
    /// Version number of the file format.
    pub(super) form: u32,
    pub(super) files: BTreeMap<String, Entry>,
}

/// Record of a watched file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Entry {
    /// Size in bytes.
    pub(super) bytes: u64,
    /// Time of the last change, in nanoseconds since 1970.
    pub(super) modified: i64,
    /// SHA-256 of the content in hexadecimal digits; empty if it could not be read at all, so that it is tried again,
    /// or if the file was moved to another name.
    pub(super) sha256: String,
    /// Time when the file was checked or could not be read, as RFC 3339 in UTC, to the second.
    pub(super) at: String,
    /// Report files below the folder of the reports, with `/`.
    pub(super) reports: Vec<String>,
    /// Paths of the reports on each document, below the folder of the reports and without an ending, by the document's
    /// name.
    pub(super) names: BTreeMap<String, String>,
    /// Documents that could not be read: the file itself, or documents in an archive.
    pub(super) failures: Vec<Failure>,
    /// Contents that the file had before, or under another name, the latest last.
    pub(super) earlier: Vec<Earlier>,
    /// Whether the file was gone when the folder was last looked through.
    pub(super) gone: bool,
}

/// Document that could not be read, in words for a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Failure {
    /// Name below the watched folder.
    pub(super) file: String,
    /// Name of the cause, the same in every language.
    pub(super) cause: String,
    pub(super) reason: String,
    pub(super) remedy: String,
}

/// Content that a file had before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Earlier {
    /// Name of the file then, below the watched folder.
    pub(super) file: String,
    pub(super) sha256: String,
}

impl Entry {
    /// Returns whether the file was read and had this size and time of change then.
    pub(super) fn has(&self, stamp: FileStamp) -> bool {
        !self.sha256.is_empty() && (self.bytes, self.modified) == (stamp.bytes, stamp.modified)
    }
}
