//! Events of a watch: documents that appeared, and folders that can no longer be watched.

use std::path::PathBuf;
use std::time::Duration;

use super::WatchCause;

/// Event in the watched folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchEvent {
    /// Paths of documents that are new, were renamed into a watched folder, or changed. They are sorted and begin with
    /// the folder as the caller gave it. Each is a document by [`crate::Format::of_file`] and has not changed for
    /// [`QUIET`], or the time that the caller chose; hidden files, lock files, empty files, image files, files that
    /// tools made and reports of this program are omitted. A document may vanish before it is read.
    Appeared(Vec<PathBuf>),
    /// Folder that can no longer be watched (deleted, moved, unmounted), and the cause. The other folders are still
    /// watched.
    Lost(PathBuf, WatchCause),
}

/// Default time for which a file must not change before it is reported, so that no half-copied file is read.
pub const QUIET: Duration = Duration::from_millis(1500);
