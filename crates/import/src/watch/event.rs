//! Events of a watch: documents that appeared, folders that are lost.

use std::path::PathBuf;
use std::time::Duration;

use super::WatchCause;

/// Event in the watched folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchEvent {
    /// Documents that are new, were renamed into place or changed: their paths, sorted, below the folder as it was
    /// given. All have an ending that [`crate::Format::of`] knows, none is hidden, a lock file, empty or
    /// a report of this program, and none has changed for [`QUIET`]. They may vanish before they are read.
    Appeared(Vec<PathBuf>),
    /// Folder that cannot be watched any more (deleted, moved, unmounted), and the cause. The other folders still are.
    Lost(PathBuf, WatchCause),
}

/// Time for which a file must not change before it is reported, so that no half-copied file is read.
pub const QUIET: Duration = Duration::from_millis(1500);
