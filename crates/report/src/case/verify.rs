//! Verification of a case file: its seal, its kind, and whether given files are the originals that it names.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use chachong_case::CaseFile;
use chachong_import::hex;
use chachong_messages::Language;
use sha2::{Digest, Sha256};

use super::seal::{Seal, SealError, seal_of};

/// Maximum size of a case file in bytes. A passage has at most some thousand characters, so a larger file is something
/// else.
pub(super) const LARGEST: u64 = 64 << 20;
/// Bytes of an original that are read at a time.
const BLOCK: usize = 64 << 10;
/// Number of bytes at the beginning of a file that contain its kind.
const HEAD: usize = 400;

/// Case file whose seal matches its content.
#[derive(Clone, Debug)]
pub struct VerifiedFile {
    /// Kind of the file; `None` for a sealed file of an unknown kind, such as a kind added in a later version.
    pub kind: Option<CaseFile>,
    /// Seal of the file.
    pub seal: Seal,
    bytes: Vec<u8>,
}

/// Reason why a file cannot be verified.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The file cannot be read.
    #[error("it cannot be read ({0})")]
    Unread(#[from] io::Error),
    /// The file is larger than any case file can be: 64 MiB.
    #[error("it is larger than a case file can be")]
    TooLarge,
    /// The seal is missing, or the file was changed after it was sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
}

impl VerifyError {
    /// Describes the file, the cause and the remedy. `file` is the displayed name.
    #[must_use]
    pub fn text(&self, file: &str, language: Language) -> String {
        match self {
            Self::Unread(source) => {
                let values: [(&str, &dyn Display); 2] = [("file", &file), ("detail", source)];
                language.fill("verify.unread", &values)
            }
            Self::TooLarge => language.fill("verify.too-large", &[("file", &file)]),
            Self::Seal(error) => error.text(file, language),
        }
    }
}

impl VerifiedFile {
    /// Reads a file and verifies its seal. Fails if the file cannot be read or is too large, or if its seal is missing or does not match.
    pub fn open(path: &Path) -> Result<Self, VerifyError> {
        Self::of(read_bounded(path)?.ok_or(VerifyError::TooLarge)?).map_err(VerifyError::from)
    }

    /// Verifies the seal of a file, given as bytes. Fails if the seal is missing or does not match.
    pub fn of(bytes: Vec<u8>) -> Result<Self, SealError> {
        Ok(Self {
            seal: seal_of(&bytes)?,
            kind: kind_of(&bytes),
            bytes,
        })
    }

    /// Returns whether the case file names an original with this SHA-256, given as 64 lower-case hexadecimal digits.
    #[must_use]
    pub fn names_original(&self, sha256: &str) -> bool {
        // Texts that are quoted cannot contain either: HTML and JSON write their quotation marks otherwise.
        let named = [
            format!("original-sha256=\"{sha256}\""),
            format!("\"original_sha256\":\"{sha256}\""),
        ];
        let contains =
            |text: &String| (self.bytes.windows(text.len())).any(|at| at == text.as_bytes());
        named.iter().any(contains)
    }
}

/// Returns the SHA-256 of a file's bytes as 64 lower-case hexadecimal digits. Fails if the file cannot be read.
pub fn original_hash(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut block = vec![0; BLOCK];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(hex(&hash.finalize())),
            length => hash.update(&block[..length]),
        }
    }
}

/// Reads a file; `None` if it is too large. The bytes read count, not the size that the system states.
pub(super) fn read_bounded(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= LARGEST).then_some(bytes))
}

/// Returns the kind of a file, recognised by its first bytes; `None` for an unknown kind.
pub(crate) fn kind_of(bytes: &[u8]) -> Option<CaseFile> {
    let head = &bytes[..bytes.len().min(HEAD)];
    CaseFile::ALL.into_iter().find(|kind| {
        let marks = [page_mark(*kind), archive_mark(*kind)];
        let is_there = |mark: &String| head.windows(mark.len()).any(|at| at == mark.as_bytes());
        marks.iter().any(is_there)
    })
}

/// Returns the mark of a page of this kind.
pub(super) fn page_mark(kind: CaseFile) -> String {
    format!("<meta name=\"chachong-case\" content=\"{}\">", kind.name())
}

/// Returns the first names of a JSON file of this kind.
fn archive_mark(kind: CaseFile) -> String {
    format!("{{\"chachong_case\":\"{}\"", kind.name())
}
