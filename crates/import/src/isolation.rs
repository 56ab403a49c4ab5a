//! Where imports run, and why an import ended without a result.

use std::path::{Path, PathBuf};

use super::sandbox::learn_of_threads;
use super::{ImportCause, ImportError};

/// Where files are parsed: in worker processes or in threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// Threads of this process: panics and timeouts are caught, stack overflows are not.
    Thread,
    /// Child processes of this program. The path is that of the `chachong` binary, which is started with
    /// [`super::WORKER_COMMAND`].
    Process(PathBuf),
}

/// Reason why reading a file ended without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The file could not be read.
    Failed(ImportError),
    /// The person cancelled.
    Cancelled,
}

impl Stop {
    /// Returns the failure to read the file at a path.
    pub(super) fn failed(file: &Path, cause: ImportCause) -> Self {
        let file = file.to_owned();
        Self::Failed(ImportError { file, cause })
    }

    /// Returns the failure of the reader of the file at a path.
    pub(super) fn crashed(file: &Path, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self::failed(file, ImportCause::Crashed { detail })
    }
}

impl Isolation {
    /// Returns isolation in child processes of this program, or in threads if the path of the program is unknown.
    #[must_use]
    pub fn of_this_program() -> Self {
        std::env::current_exe().map_or_else(
            |_| {
                learn_of_threads();
                Self::Thread
            },
            Self::Process,
        )
    }
}
