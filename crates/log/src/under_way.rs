//! Work that is under way, for a note on a crash: its kind, its size and the saved check, never a name.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

/// Saved check, identified across libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckMark {
    /// Number of the check in its library.
    pub id: i64,
    /// Time of the check's start, in seconds since 1970.
    pub started: i64,
}

/// What the program is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnderWay {
    /// Kind of work, in English, such as `reading`.
    pub activity: Cow<'static, str>,
    /// Number of documents in the check.
    pub documents: usize,
    /// Check that is saved in the library; `None` if none is.
    pub check: Option<CheckMark>,
}

impl UnderWay {
    /// No work at all.
    pub const NOTHING: Self = Self {
        activity: Cow::Borrowed("nothing"),
        documents: 0,
        check: None,
    };
}

static PRESENT: Mutex<UnderWay> = Mutex::new(UnderWay::NOTHING);

/// Records what the program is doing from now on.
pub fn set_under_way(now: UnderWay) {
    *PRESENT.lock().unwrap_or_else(PoisonError::into_inner) = now;
}

/// Returns what is under way. A panic may come while another thread says so; it then reads nothing.
pub(super) fn present() -> UnderWay {
    PRESENT
        .try_lock()
        .map_or(UnderWay::NOTHING, |present| present.clone())
}
