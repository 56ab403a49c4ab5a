//! What a library keeps of a document, as plain data. Knows nothing of where it is kept.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use crate::import::{Extracted, Format, TextEncoding, Warning};
use crate::simhash::{DocumentFrequencies, Fingerprint};
use crate::text::Mark;

/// A document's number in its library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DocumentId(pub i64);

/// What a document is: its bytes, and how they were read. The same content in two places is one document.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Content {
    /// SHA-256 of the file.
    pub sha256: [u8; 32],
    /// The format, and the encoding if a person chose it: other text comes of the same bytes (`txt`, `txt:gb18030`).
    pub read_as: String,
}

impl Content {
    /// The content of that hash (64 hex digits, [`crate::import::Metadata::sha256`]); `None` if it is no such hash.
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

    /// How a file is read, in a word.
    #[must_use]
    pub fn read_as(format: Format, encoding: Option<TextEncoding>) -> String {
        encoding.map_or_else(
            || format.name().to_owned(),
            |encoding| format!("{}:{}", format.name(), encoding.name()),
        )
    }
}

/// Size and time of a file: where both are as they were, so is the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp {
    /// Its length in bytes.
    pub bytes: u64,
    /// When it was changed last, in nanoseconds since 1970.
    pub modified: i64,
}

impl FileStamp {
    /// That of a file now; `None` if the system does not say.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        let since = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(Self {
            bytes: metadata.len(),
            modified: i64::try_from(since.as_nanos()).ok()?,
        })
    }
}

/// A place where a document was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPath {
    /// Where.
    pub path: PathBuf,
    /// How it was shown there.
    pub name: String,
    /// The file as it was then.
    pub stamp: FileStamp,
}

/// What follows from a text, under one recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The version of what made it ([`crate::text::PROCESSING_VERSION`]).
    pub version: u32,
    /// The recipe's text form.
    pub recipe: String,
    /// Its fingerprint; `None` with too few terms.
    pub fingerprint: Option<Fingerprint>,
    /// Length of the text in Unicode scalar values.
    pub characters: u64,
    /// Those that count.
    pub countable: u64,
    /// What a person should know: the readers' words and what the text itself shows.
    pub warnings: Vec<Warning>,
    /// Its sections and quotations.
    pub marks: Vec<Mark>,
}

/// A document that was read and is to be kept.
#[derive(Clone, Copy, Debug)]
pub struct Imported<'a> {
    /// What it is.
    pub content: &'a Content,
    /// Its kind.
    pub format: Format,
    /// The version of the reader ([`crate::import::READER_VERSION`]); 0 for a text that this program did not read from the
    /// file itself, which is never taken for that of a file with the same hash.
    pub reader: u32,
    /// Where it was found.
    pub path: &'a StoredPath,
    /// Its text and all that its reader found.
    pub extracted: &'a Extracted,
    /// What follows from it.
    pub derived: &'a Derived,
}

/// The passage fingerprints of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passages {
    /// The version of their selection.
    pub version: u32,
    /// In the order of their places.
    pub fingerprints: Vec<Fingerprint>,
}

/// A document that becomes one to compare new ones with.
#[derive(Clone, Debug)]
pub struct NewMember {
    /// Which.
    pub document: DocumentId,
    /// How it is shown.
    pub name: String,
    /// The file that was added: it is not compared with itself when a check meets it again.
    pub path: PathBuf,
    /// Its passage fingerprints.
    pub passages: Passages,
    /// Its words for the search, separated by spaces.
    pub search_terms: String,
}

/// A document to compare new ones with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Which.
    pub document: DocumentId,
    /// How it is shown.
    pub name: String,
    /// The file that was added.
    pub path: PathBuf,
    /// Its kind.
    pub format: Format,
    /// When it was added, in seconds since 1970.
    pub added: i64,
    /// Length of its text in Unicode scalar values.
    pub characters: u64,
    /// Those that count.
    pub countable: u64,
    /// Its fingerprint under the recipe that was asked for; `None` with too few terms.
    pub fingerprint: Option<Fingerprint>,
    /// Whether that is known and of this version: else it is to be computed from the stored text.
    pub current: bool,
    /// The number of its first passage fingerprint.
    pub first_passage: u32,
    /// How many it has.
    pub passages: u32,
    /// The version of their selection; 0 if it has none.
    pub selection: u32,
}

/// In how many of a library's members each term stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frequencies {
    /// The version of what cut the texts into terms.
    pub version: u32,
    /// The table.
    pub table: DocumentFrequencies,
    /// The members that it counts.
    pub counted: Vec<DocumentId>,
    /// What many members write.
    #[serde(default)]
    pub grams: LibraryGrams,
}

/// Runs of tokens that many of a library's members have, as tables of [`crate::compare::CommonGrams`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryGrams {
    /// Version of what cut the texts into tokens; 0 if nothing was counted.
    pub version: u32,
    /// Number of members that the library had then.
    pub members: usize,
    /// Table of Chinese runs.
    pub chinese: Vec<u8>,
    /// Table of runs of words.
    pub words: Vec<u8>,
}

/// What a library is, at a glance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Random, made with the library; an index names the library that it belongs to.
    pub identity: [u8; 16],
    /// Counts what changed among the members.
    pub changes: u64,
    /// Documents to compare with.
    pub members: u64,
    /// Documents kept in all, those of checks included.
    pub documents: u64,
    /// Saved checks.
    pub checks: u64,
    /// The number that the next passage fingerprint gets: so many were given out.
    pub next_passage: u64,
    /// Whether it may only be read.
    pub read_only: bool,
}

/// What a verification found, in the order in which it looked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// Documents looked at.
    pub documents: u64,
    /// Documents whose text is damaged, with the name they are shown by: they must be read again from their files.
    pub lost: Vec<(DocumentId, String)>,
    /// What was wrong and has been made again, in words: `fingerprints of …`.
    pub rebuilt: Vec<String>,
    /// What is wrong and could not be mended.
    pub wrong: Vec<String>,
}

impl VerifyReport {
    /// Whether nothing was wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.lost.is_empty() && self.rebuilt.is_empty() && self.wrong.is_empty()
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
        for no_hash in ["", "00", &"é".repeat(32), &"0g".repeat(32)] {
            assert_eq!(Content::new(no_hash, Format::Txt, None), None);
        }
    }
}
