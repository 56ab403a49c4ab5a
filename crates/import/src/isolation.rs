//! Where imports run, and why one gave no text.

use std::path::PathBuf;

use super::ImportError;
use super::sandbox::learn_of_threads;

/// Place where imports run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// Threads of this process: panics and timeouts are caught, stack overflows are not.
    Thread,
    /// Child processes: this program (a `chachong` binary), started as [`super::WORKER_COMMAND`].
    Process(PathBuf),
}

/// Reason why an import gave no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The file could not be read.
    Failed(ImportError),
    /// The person cancelled.
    Cancelled,
}

impl Isolation {
    /// Returns isolation in child processes of the running program; in threads if its path is unknown.
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
