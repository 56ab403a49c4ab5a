//! Watch of a folder, being started or running.

use crate::app::one_shot::OneShot;
use crate::import::{Watch, WatchError};

/// Watch of a folder, being started or running.
pub(crate) enum Watching {
    Starting(OneShot<Result<Watch, WatchError>>),
    On(Watch),
}
