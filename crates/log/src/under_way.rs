//! Work that is under way, for a crash note: its kind, its size and the saved check, but no names.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

/// Reference to a saved check. The number alone is not enough, because another library may have a check with the same
/// number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckMark {
    /// Number of the check in its library.
    pub id: i64,
    /// Time at which the check started, in seconds since 1970 (UTC).
    pub started: i64,
}

/// Work that the program is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnderWay {
    /// Kind of work, in English, such as `reading`.
    pub activity: Cow<'static, str>,
    /// Number of documents in the check.
    pub documents: usize,
    /// Saved check that is open; `None` if no saved check is open.
    pub check: Option<CheckMark>,
}

impl UnderWay {
    /// Value for a program that is doing nothing.
    pub const NOTHING: Self = Self {
        activity: Cow::Borrowed("nothing"),
        documents: 0,
        check: None,
    };
}

static PRESENT: Mutex<UnderWay> = Mutex::new(UnderWay::NOTHING);

/// Records the work that the program is doing from now on.
pub fn set_under_way(now: UnderWay) {
    *PRESENT.lock().unwrap_or_else(PoisonError::into_inner) = now;
}

/// Returns the work that is under way. Returns [`UnderWay::NOTHING`] if another thread is just recording it.
pub(super) fn present() -> UnderWay {
    PRESENT
        .try_lock()
        .map_or(UnderWay::NOTHING, |present| present.clone())
}
