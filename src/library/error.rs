//! Why the library could not do what it was asked, and what the person can do. Knows nothing of languages: the interface
//! translates by [`LibraryError::key`].

use std::path::PathBuf;

/// What went wrong with a library.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    /// The file or its folder cannot be opened or made.
    #[error("the library {} cannot be opened ({detail}); check that the folder exists and that you may write there", file.display())]
    CannotOpen {
        /// The library.
        file: PathBuf,
        /// The system's words.
        detail: String,
    },
    /// The file is something else.
    #[error("{} is no library of Chachong; choose another file", file.display())]
    NotALibrary {
        /// The file.
        file: PathBuf,
    },
    /// A later program made it.
    #[error("the library {} was made by a newer Chachong (form {found}, this program knows {known}); install the newer program", file.display())]
    TooNew {
        /// The library.
        file: PathBuf,
        /// The form it has.
        found: i64,
        /// The latest that this program knows.
        known: i64,
    },
    /// It may only be read: another program holds it, or the disk may not be written.
    #[error("the library {} may only be read now: another program uses it, or the disk may not be written; close the other program and try again", file.display())]
    ReadOnly {
        /// The library.
        file: PathBuf,
    },
    /// No room.
    #[error("there is no room left for the library {}; free some space on its disk and try again: nothing that was kept is lost", file.display())]
    DiskFull {
        /// The library.
        file: PathBuf,
    },
    /// What is in it cannot be right.
    #[error("the library {} is damaged ({detail}); run `chachong library verify` on it, or take its latest copy", file.display())]
    Damaged {
        /// The library.
        file: PathBuf,
        /// What is wrong where.
        detail: String,
    },
    /// A document that is asked for is not there.
    #[error("the library {} has no such document any more; read the list again", file.display())]
    NoSuchDocument {
        /// The library.
        file: PathBuf,
    },
    /// Anything else that the system or `SQLite` says.
    #[error("the library {} cannot be used ({detail}); check its disk and try again", file.display())]
    Failed {
        /// The library.
        file: PathBuf,
        /// Its words.
        detail: String,
    },
}

impl LibraryError {
    /// The key of its translation, `library.error.<key>`.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Self::CannotOpen { .. } => "cannot-open",
            Self::NotALibrary { .. } => "not-a-library",
            Self::TooNew { .. } => "too-new",
            Self::ReadOnly { .. } => "read-only",
            Self::DiskFull { .. } => "disk-full",
            Self::Damaged { .. } => "damaged",
            Self::NoSuchDocument { .. } => "no-such-document",
            Self::Failed { .. } => "failed",
        }
    }

    /// The library.
    #[must_use]
    pub const fn file(&self) -> &PathBuf {
        match self {
            Self::CannotOpen { file, .. }
            | Self::NotALibrary { file }
            | Self::TooNew { file, .. }
            | Self::ReadOnly { file }
            | Self::DiskFull { file }
            | Self::Damaged { file, .. }
            | Self::NoSuchDocument { file }
            | Self::Failed { file, .. } => file,
        }
    }

    /// The system's words that the translated message quotes.
    #[must_use]
    pub fn detail(&self) -> String {
        match self {
            Self::CannotOpen { detail, .. }
            | Self::Damaged { detail, .. }
            | Self::Failed { detail, .. } => detail.clone(),
            Self::TooNew { found, .. } => found.to_string(),
            _ => String::new(),
        }
    }
}
