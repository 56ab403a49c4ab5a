//! Watch of a folder, being started or running.

use crate::import::{Watch, WatchError};

/// Watch of a folder, being started or running.
pub(crate) enum Watching {
    Starting(std::sync::mpsc::Receiver<Result<Watch, WatchError>>),
    On(Watch),
}
