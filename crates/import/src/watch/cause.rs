//! Reasons why a folder cannot be watched. The interface says each, and what to do, by [`WatchCause::key`].

use std::path::PathBuf;

/// Error about a folder that cannot be watched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {cause}", folder.display())]
pub struct WatchError {
    /// Path of the folder, as the caller gave it; empty if the watch as a whole failed.
    pub folder: PathBuf,
    /// Reason why the folder cannot be watched.
    pub cause: WatchCause,
}

/// Reasons why a folder cannot be watched. Each has an English message for the log, and a key for the texts of the interface.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WatchCause {
    /// Nothing exists at the path: the folder was deleted or moved, or its drive is not connected.
    #[error("the folder is not there")]
    Missing,
    /// The path leads to a file instead of a folder.
    #[error("this is not a folder")]
    NotAFolder,
    /// Another folder or drive is now at the path of the watched folder.
    #[error("another folder has taken its place")]
    Replaced,
    /// The operating system does not allow reading the folder.
    #[error("the folder cannot be opened ({detail})")]
    Unreadable {
        /// Message of the operating system.
        detail: String,
    },
    /// The operating system refuses to watch the folder.
    #[error("the system refuses to watch it ({detail})")]
    Refused {
        /// Message of the operating system.
        detail: String,
    },
}

impl WatchCause {
    /// Returns the translation key, used in `watch.<key>.reason` and `watch.<key>.remedy`.
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

    /// Returns the cause for an error that occurred while looking at a folder.
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
