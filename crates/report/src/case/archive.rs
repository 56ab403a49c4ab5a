//! Sealed archive of a case: contains the whole case, so that another library can import it.

use std::fmt::Display;
use std::io;
use std::path::Path;

use chachong_case::{Case, CaseFile};
use chachong_messages::Language;
use serde::{Deserialize, Serialize};

use super::seal::{SealError, seal_of, sealed, unsealed};
use super::verify::{kind_of, read_bounded};
use crate::facts::program;

/// Version of the archive format.
const VERSION: u32 = 1;

/// Content of an archive. The seal is last, so that no text of a user follows it.
#[derive(Serialize, Deserialize)]
struct Archive<C> {
    chachong_case: CaseFile,
    version: u32,
    program: String,
    case: C,
    seal: String,
}

/// Version of an archive, read without the rest of its content.
#[derive(Deserialize)]
struct AnyVersion {
    version: u32,
}

/// Reason why a case cannot be read from an archive.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The file cannot be read.
    #[error("it cannot be read ({0})")]
    Unread(#[from] io::Error),
    /// The file is larger than any archive of a case can be: 64 MiB.
    #[error("it is larger than a case can be")]
    TooLarge,
    /// The seal is missing, or the file was changed after it was sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The file is a page for people, of this kind, and does not contain the whole case.
    #[error("it is the {} file, which does not have the whole case", .0.name())]
    NotArchive(CaseFile),
    /// The file was written by a later version of the program; contains the file's format version.
    #[error("it has version {0}, which a later version of the program wrote")]
    Newer(u32),
    /// The file contains no case, or one whose parts do not fit together; contains the reason.
    #[error("it holds no case ({0})")]
    NoCase(String),
}

impl ArchiveError {
    /// Describes the file, the cause and the remedy. `file` is the displayed name.
    #[must_use]
    pub fn text(&self, file: &str, language: Language) -> String {
        let of_file: (&str, &dyn Display) = ("file", &file);
        match self {
            Self::Unread(source) => language.fill("verify.unread", &[of_file, ("detail", source)]),
            Self::TooLarge => language.fill("verify.too-large", &[of_file]),
            Self::Seal(error) => error.text(file, language),
            Self::NotArchive(kind) => {
                let kind = language.text(&format!("case.file.{}", kind.name()));
                language.fill("case-archive.not-archive", &[of_file, ("kind", &kind)])
            }
            Self::Newer(_) => language.fill("case-archive.newer", &[of_file]),
            Self::NoCase(detail) => {
                language.fill("case-archive.no-case", &[of_file, ("detail", detail)])
            }
        }
    }
}

/// Returns the archive of a case, with all names and notes, in JSON.
///
/// # Errors
/// Fails if the case cannot be written as JSON, which no case of this program does.
pub fn archive(case: &Case) -> io::Result<Vec<u8>> {
    let archive = Archive {
        chachong_case: CaseFile::Archive,
        version: VERSION,
        program: program(),
        case,
        seal: unsealed(),
    };
    let mut file = serde_json::to_vec(&archive)?;
    file.push(b'\n');
    Ok(sealed(file))
}

/// Reads a case from an archive file. Fails unless the file can be read, its seal matches and it holds a consistent case in a known
/// version.
pub fn open_archive(file: &Path) -> Result<Case, ArchiveError> {
    case_in(&read_bounded(file)?.ok_or(ArchiveError::TooLarge)?)
}

/// Reads a case from the bytes of its archive. Fails unless the seal matches and the archive holds a consistent case in a known version.
pub fn case_in(archive: &[u8]) -> Result<Case, ArchiveError> {
    seal_of(archive)?;
    match kind_of(archive) {
        Some(CaseFile::Archive) => {}
        Some(other) => return Err(ArchiveError::NotArchive(other)),
        None => return Err(ArchiveError::NoCase("another kind of file".to_owned())),
    }
    let none = |error: serde_json::Error| ArchiveError::NoCase(error.to_string());
    let AnyVersion { version } = serde_json::from_slice(archive).map_err(none)?;
    if version > VERSION {
        return Err(ArchiveError::Newer(version));
    }
    let Archive::<Case> { case, .. } = serde_json::from_slice(archive).map_err(none)?;
    if !case.is_consistent() {
        return Err(ArchiveError::NoCase(
            "its parts do not belong together".to_owned(),
        ));
    }
    Ok(case)
}
