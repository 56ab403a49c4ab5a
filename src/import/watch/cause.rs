//! Why a folder cannot be watched, and what the person can do about it. Knows nothing of languages: the interface
//! translates by [`WatchCause::key`].

use std::path::PathBuf;

/// One folder that cannot be watched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {cause}; {}", folder.display(), cause.remedy())]
pub struct WatchError {
    /// The folder, as it was given.
    pub folder: PathBuf,
    /// Why.
    pub cause: WatchCause,
}

/// The causes. Each has an English message, a remedy, and a key for its translation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WatchCause {
    /// Nothing is there: deleted, moved, or its drive is not connected.
    #[error("the folder is not there")]
    Missing,
    /// A file.
    #[error("this is not a folder")]
    NotAFolder,
    /// Another folder or drive is there now.
    #[error("another folder is in its place")]
    Replaced,
    /// The operating system does not let us look into it.
    #[error("the folder cannot be opened ({detail})")]
    Unreadable {
        /// The system's words.
        detail: String,
    },
    /// The operating system does not watch it.
    #[error("the system refuses to watch it ({detail})")]
    Refused {
        /// The system's words.
        detail: String,
    },
}

impl WatchCause {
    /// The key of its translation, `watch.<key>.reason` and `watch.<key>.remedy`.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::NotAFolder => "not-a-folder",
            Self::Replaced => "replaced",
            Self::Unreadable { .. } => "unreadable",
            Self::Refused { .. } => "refused",
        }
    }

    /// What the person can do, in English.
    #[must_use]
    pub const fn remedy(&self) -> &'static str {
        match self {
            Self::Missing => "connect its drive, or choose the folder again",
            Self::NotAFolder => "choose the folder that the file is in",
            Self::Replaced => "choose the folder again",
            Self::Unreadable { .. } => "ask for permission to read the folder, or choose another",
            Self::Refused { .. } => "close other programs and choose the folder again",
        }
    }

    /// What an error in looking at a folder says.
    pub(super) fn of(error: &std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::NotFound => Self::Missing,
            std::io::ErrorKind::NotADirectory => Self::NotAFolder,
            _ => Self::Unreadable {
                detail: error.to_string(),
            },
        }
    }
}
