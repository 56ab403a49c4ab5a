//! Further libraries that checks are compared with, as the library page lists them. Plain data.

use std::path::PathBuf;

use chachong_library::{About, LibraryError};

/// Further library with which checks are compared but in which nothing is saved.
#[derive(Clone, Debug)]
pub struct SourceLibrary {
    /// File of the library, or its address on a server.
    pub file: PathBuf,
    /// Whether checks are compared with it.
    pub is_on: bool,
    /// State of the library: being opened, open, or failed.
    pub state: SourceState,
}

/// State of a further library: being opened, open, or failed.
#[derive(Clone, Debug)]
pub enum SourceState {
    /// The library is being opened.
    Opening,
    /// The library is open.
    Open {
        /// Name of the library in reports and results.
        name: String,
        /// Facts about the library.
        about: About,
    },
    /// The library cannot be used now.
    Failed(SourceFault),
}

/// Reason why a further library cannot be added or used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceFault {
    /// The library is already in use as the main library.
    IsInUse,
    /// The library is already in the list of further libraries.
    IsListed,
    /// The library cannot be opened, or failed during a comparison.
    Library(LibraryError),
}

impl SourceLibrary {
    /// Creates an entry for a library that is being opened.
    pub const fn opening(file: PathBuf, is_on: bool) -> Self {
        Self {
            file,
            is_on,
            state: SourceState::Opening,
        }
    }

    /// Returns whether the library is still being opened.
    pub const fn is_opening(&self) -> bool {
        matches!(self.state, SourceState::Opening)
    }
}
