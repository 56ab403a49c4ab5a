//! Plain data types for the documents and members of a library.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use chachong_import::{Extracted, Format, TextEncoding, Warning, folder_stamp};
use chachong_simhash::{DocumentFrequencies, Fingerprint};
use chachong_text::Mark;

/// Number of a document in its library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DocumentId(pub i64);

/// Identity of a document: the hash of its file, and how the file was read. The same content in two places is one
/// document.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Content {
    /// SHA-256 of the file.
    pub sha256: [u8; 32],
    /// Format, with the encoding if a person chose it (`txt`, `txt:gb18030`), because the encoding affects the text; and the version of
    /// the text recognition, if it was used.
    pub read_as: String,
}

impl Content {
    /// Builds the identity of a file from its hash (64 hex digits, [`chachong_import::Metadata::sha256`]), its format
    /// and the encoding that a person chose, if any. `None` if the hash is malformed.
    #[must_use]
    pub fn new(sha256: &str, format: Format, encoding: Option<TextEncoding>) -> Option<Self> {
        let mut bytes = [0; 32];
        if sha256.len() != 64 || !sha256.is_ascii() {
            return None;
        }
        for (byte, digits) in bytes.iter_mut().zip(sha256.as_bytes().chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        }
        Some(Self {
            sha256: bytes,
            read_as: Self::read_as(format, encoding),
        })
    }

    /// Returns this identity, marked as read with text recognition by `version` of models and rules.
    #[must_use]
    pub fn recognised(self, version: &str) -> Self {
        Self {
            read_as: Self::read_as_recognised(&self.read_as, version),
            ..self
        }
    }

    /// Returns the short name for how a file was read with text recognition: `read_as` with the version of models and
    /// rules.
    #[must_use]
    pub fn read_as_recognised(read_as: &str, version: &str) -> String {
        format!("{read_as}:{version}")
    }

    /// Returns whether the file was read with text recognition.
    #[must_use]
    pub fn is_recognised(&self) -> bool {
        let last = self.read_as.rsplit_once(':').map(|(_, last)| last);
        last.is_some_and(|last| TextEncoding::named(last).is_none())
    }

    /// Returns the short name for how a file was read: its format, and the encoding if chosen.
    #[must_use]
    pub fn read_as(format: Format, encoding: Option<TextEncoding>) -> String {
        encoding.map_or_else(
            || format.name().to_owned(),
            |encoding| format!("{}:{}", format.name(), encoding.name()),
        )
    }
}

/// Size and modification time of a file, or of the pictures in a folder. If both are unchanged, the file counts as unchanged. The
/// default value matches no file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileStamp {
    /// Size of the file in bytes; for a folder, the total size of its pictures.
    pub bytes: u64,
    /// Time of the last change, in nanoseconds since 1970; for a folder, the latest of its pictures.
    pub modified: i64,
}

impl FileStamp {
    /// Reads the size and time of a file, or of the pictures in a folder; `None` if they cannot be read.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        let (bytes, modified) = if metadata.is_dir() {
            folder_stamp(path)?
        } else {
            (metadata.len(), metadata.modified().ok()?)
        };
        let since = modified.duration_since(UNIX_EPOCH).ok()?;
        Some(Self {
            bytes,
            modified: i64::try_from(since.as_nanos()).ok()?,
        })
    }
}

/// Path at which a document was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPath {
    /// Path of the file.
    pub path: PathBuf,
    /// Name shown for the file.
    pub name: String,
    /// Size and time of the file when it was read.
    pub stamp: FileStamp,
}

/// Data derived from a text under one recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// Version of the processing that derived the data ([`chachong_text::PROCESSING_VERSION`]).
    pub version: u32,
    /// Recipe of the fingerprint in its text form: its name and all its settings.
    pub recipe: String,
    /// Fingerprint of the text; `None` if the text has too few terms for one.
    pub fingerprint: Option<Fingerprint>,
    /// Length of the text in Unicode scalar values.
    pub characters: u64,
    /// Number of countable characters: those that a reader sees, without white space and without excluded text such as page headers.
    pub countable: u64,
    /// Warnings for the person: from the readers and from the text itself.
    pub warnings: Vec<Warning>,
    /// Stretches of the text that may be left out, such as certain sections and quotations, each with the reason.
    pub marks: Vec<Mark>,
}

/// Document that was read and will be stored.
#[derive(Clone, Copy, Debug)]
pub struct Imported<'a> {
    /// Identity of the document.
    pub content: &'a Content,
    /// File format.
    pub format: Format,
    /// Version of the reader ([`chachong_import::READER_VERSION`]). 0 for a text that this program did not read from
    /// the file itself; such a text is never used for a file with the same hash.
    pub reader: u32,
    /// Path at which it was found.
    pub path: &'a StoredPath,
    /// Text and everything else its reader found.
    pub extracted: &'a Extracted,
    /// Data derived from the text.
    pub derived: &'a Derived,
}

/// Hashes of a text's stored shingles (short runs of tokens) and of its code and measured values, by which new documents find this one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passages {
    /// Version of the rules that select what is stored ([`SELECTION`](crate::SELECTION)).
    pub version: u32,
    /// Hashes of the stored shingles in text order, then those of the code and the measured values.
    pub fingerprints: Vec<Fingerprint>,
}

/// Document to be added as a member.
#[derive(Clone, Debug)]
pub struct NewMember {
    /// Number of the document.
    pub document: DocumentId,
    /// Shown name.
    pub name: String,
    /// Path of the file; a check that finds this file again does not compare it with itself.
    pub path: PathBuf,
    /// Passage fingerprints: hashes of the text's stored shingles, code and measured values.
    pub passages: Passages,
    /// Offset in the text, in Unicode scalar values, at which the shingle, code or value of each passage fingerprint begins; empty if not
    /// needed.
    pub starts: Vec<u32>,
    /// Terms for the full-text search, separated by spaces.
    pub search_terms: String,
}

/// Document of a library with which new documents are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Number of the document.
    pub document: DocumentId,
    /// Shown name.
    pub name: String,
    /// Path of the added file.
    pub path: PathBuf,
    /// File format.
    pub format: Format,
    /// Time of adding, in seconds since 1970.
    pub added: i64,
    /// Length of the text in Unicode scalar values.
    pub characters: u64,
    /// Number of countable characters: those that a reader sees, without white space and without excluded text such as page headers.
    pub countable: u64,
    /// Fingerprint under the requested recipe; `None` if the text has too few terms, or if the fingerprint is not
    /// `current`.
    pub fingerprint: Option<Fingerprint>,
    /// Whether the fingerprint is known and up to date; otherwise it must be computed from the stored text.
    pub current: bool,
    /// Id of the first of the member's passage fingerprints (hashes of stored shingles), whose ids are consecutive. 0 for a member of a
    /// library on a server.
    pub first_passage: u32,
    /// Number of passage fingerprints.
    pub passages: u32,
    /// Version of the rules that selected the stored shingles; 0 if the member has no passage fingerprints.
    pub selection: u32,
}

/// Data about a member that the indexes need; without names, so that a million members fit in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberKey {
    /// Number of the document.
    pub document: DocumentId,
    /// Fingerprint for the requested recipe; `None` with too few terms, or if it is missing or outdated.
    pub fingerprint: Option<Fingerprint>,
    /// Whether the fingerprint is known and up to date; otherwise it must be computed from the stored text.
    pub current: bool,
    /// Id of the first of the member's passage fingerprints (hashes of stored shingles), whose ids are consecutive.
    pub first_passage: u32,
    /// Number of passage fingerprints.
    pub passages: u32,
    /// Version of the rules that selected the stored shingles; 0 if the member has no passage fingerprints.
    pub selection: u32,
}

impl From<&Member> for MemberKey {
    fn from(member: &Member) -> Self {
        Self {
            document: member.document,
            fingerprint: member.fingerprint,
            current: member.current,
            first_passage: member.first_passage,
            passages: member.passages,
            selection: member.selection,
        }
    }
}

/// Document frequencies of terms among a library's members.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frequencies {
    /// Version of the processing that cut the texts into terms ([`chachong_text::PROCESSING_VERSION`]); 0 if nothing was counted.
    pub version: u32,
    /// Number of members that have each term, added to the built-in table.
    pub table: DocumentFrequencies,
    /// Members that are counted in the table.
    pub counted: Vec<DocumentId>,
    /// Runs of tokens (grams) that many members have.
    #[serde(default)]
    pub grams: LibraryGrams,
}

/// Runs of tokens that many of a library's members have, as tables of [`chachong_compare::CommonGrams`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryGrams {
    /// Version of the processing that cut the texts into tokens ([`chachong_text::PROCESSING_VERSION`]); 0 if nothing was counted.
    pub version: u32,
    /// Number of members when the tables were made.
    pub members: usize,
    /// Table of the common runs of Chinese characters, in the form that [`chachong_compare::CommonGrams::read`] takes.
    pub chinese: Vec<u8>,
    /// Table of the common runs of words, in the form that [`chachong_compare::CommonGrams::read`] takes.
    pub words: Vec<u8>,
}

/// Summary of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Random number of the library, by which an index file identifies it.
    pub identity: [u8; 16],
    /// Counter that grows with every change to the members or their derived data.
    pub changes: u64,
    /// Number of members.
    pub members: u64,
    /// Number of all stored documents, including those of checks.
    pub documents: u64,
    /// Number of saved checks.
    pub checks: u64,
    /// Lower bound of the id of the next passage fingerprint. All ids assigned so far are below it. 0 for a library on a server.
    pub next_passage: u64,
    /// Whether the library is open read-only.
    pub read_only: bool,
}

/// Compact state of a library. It changes with every change to the library's members, so that a change is detected
/// without counting them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibraryState {
    /// Random number of the library.
    pub identity: [u8; 16],
    /// Counter that grows with every change to the members or their derived data.
    pub changes: u64,
    /// Lower bound of the id of the next passage fingerprint; 0 for a library on a server.
    pub next_passage: u64,
    /// Whether the library is open read-only.
    pub read_only: bool,
}

impl From<&About> for LibraryState {
    fn from(about: &About) -> Self {
        Self {
            identity: about.identity,
            changes: about.changes,
            next_passage: about.next_passage,
            read_only: about.read_only,
        }
    }
}

/// Description of the loss of the last changes to a library.
const LAST_CHANGES: &str = "what was added last";

/// Result of verifying a library. The lists are in the order in which the problems were found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyReport {
    /// Number of documents that were verified.
    pub documents: u64,
    /// Documents whose text or whole entry is lost, so that their files must be read again: their numbers and displayed names.
    pub lost: Vec<(DocumentId, String)>,
    /// Descriptions of what was damaged and has been rebuilt: `fingerprints of …`.
    pub rebuilt: Vec<String>,
    /// Descriptions of damage that was not repaired, because that is impossible or no repair was asked for.
    pub wrong: Vec<String>,
}

impl VerifyReport {
    /// Returns whether no damage was found.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.lost.is_empty() && self.rebuilt.is_empty() && self.wrong.is_empty()
    }

    /// Adds that the last changes to the library may be lost.
    pub fn add_last_changes(&mut self) {
        self.merge(Self {
            wrong: vec![LAST_CHANGES.to_owned()],
            ..Self::default()
        });
    }

    /// Returns whether the report says that the last changes to the library may be lost.
    pub(crate) fn has_last_changes(&self) -> bool {
        self.wrong.iter().any(|wrong| wrong == LAST_CHANGES)
    }

    /// Adds the problems of another report that this one does not have.
    pub fn merge(&mut self, other: Self) {
        fn add<T: PartialEq>(to: &mut Vec<T>, from: Vec<T>) {
            for one in from {
                if !to.contains(&one) {
                    to.push(one);
                }
            }
        }
        add(&mut self.lost, other.lost);
        add(&mut self.rebuilt, other.rebuilt);
        add(&mut self.wrong, other.wrong);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_named_by_hash_and_reading() {
        let hash = "00ff".repeat(16);
        let content = Content::new(&hash, Format::Txt, Some(TextEncoding::Gb18030)).unwrap();
        assert_eq!(content.sha256[..4], [0, 255, 0, 255]);
        assert_eq!(content.read_as, "txt:gb18030");
        assert!(!content.is_recognised());
        assert!(content.clone().recognised("models-1").is_recognised());
        let plain = Content::new(&hash, Format::Pdf, None).unwrap();
        assert!(!plain.is_recognised());
        assert!(plain.recognised("models-1").is_recognised());
        for no_hash in ["", "00", &"é".repeat(32), &"0g".repeat(32)] {
            assert_eq!(Content::new(no_hash, Format::Txt, None), None);
        }
    }
}
