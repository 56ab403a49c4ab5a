//! Limits of an import: time, memory, length of the text and stack size, and panics that end only this import.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::time::{Duration, Instant};

use chachong_text::LARGEST_TEXT;

use super::ImportCause;

/// Interval at which a cancel is checked.
pub(super) const POLL: Duration = Duration::from_millis(40);
/// Time that counts at most between two looks at the clock: longer gaps are those of a machine that slept.
const LONGEST_GAP: Duration = Duration::from_secs(5);
/// Stack size of an import thread, in bytes: deeply nested files recurse deeply, and unused stack takes no memory.
pub(super) const STACK_BYTES: usize = 128 << 20;
/// Name of the threads whose panics are caught and reported instead of being printed to stderr.
pub(super) const THREAD_NAME: &str = "import";
/// Limits for reading one file. The default is one minute, 1 GiB of memory and 10 MiB of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum time for reading a file and for the analysis of its text that follows ([`TimeLeft`]). Text recognition has limits of its
    /// own.
    pub time: Duration,
    /// Maximum address space of a worker process, in bytes.
    pub memory: u64,
    /// Maximum size of the text in bytes, as [`chachong_text::text_size_above`] counts them.
    pub text: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_mins(1),
            memory: 1 << 30,
            text: LARGEST_TEXT,
        }
    }
}

/// Time that a wait has taken, looked at every [`POLL`]. Time between two looks counts up to [`LONGEST_GAP`]: on Windows the
/// clock goes on while the machine sleeps, which must not count against the file being read.
#[derive(Debug)]
pub(super) struct Waited {
    last: Instant,
    time: Duration,
}

impl Waited {
    /// Begins a wait.
    pub(super) fn begin() -> Self {
        Self {
            last: Instant::now(),
            time: Duration::ZERO,
        }
    }

    /// Looks at the clock; returns the time of the wait so far.
    pub(super) fn look(&mut self) -> Duration {
        self.look_at(Instant::now())
    }

    fn look_at(&mut self, now: Instant) -> Duration {
        self.time += now.saturating_duration_since(self.last).min(LONGEST_GAP);
        self.last = now;
        self.time
    }
}

/// Remaining time for work on one file. Reading the file and the analysis of its text share one limit ([`Limits::time`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    limit: Duration,
    spent: Duration,
}

impl TimeLeft {
    /// Creates the time for work that may take `limit` in total. Only the time of work counts, not the time between.
    #[must_use]
    pub const fn of(limit: Duration) -> Self {
        Self {
            limit,
            spent: Duration::ZERO,
        }
    }

    /// Counts the time of a wait that has ended.
    pub(super) fn spend(&mut self, waited: &mut Waited) {
        self.spent += waited.look();
    }

    /// Returns the failure of work that has exceeded its time; `None` while it may continue.
    pub(super) fn over(&self, waited: &mut Waited) -> Option<ImportCause> {
        (self.spent + waited.look() > self.limit).then_some(ImportCause::TimedOut {
            seconds: self.limit.as_secs(),
        })
    }
}

/// Returns the first line of a panic message, at most 200 characters.
pub(super) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let message = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    message
        .and_then(|m| m.lines().next())
        .unwrap_or("panic")
        .chars()
        .take(200)
        .collect()
}

/// Runs `read` and returns its result; a panic in it becomes an error.
pub(super) fn caught<T>(read: impl FnOnce() -> Result<T, ImportCause>) -> Result<T, ImportCause> {
    // A panic leaves only half-made values, which are dropped.
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|panic| {
        Err(ImportCause::Crashed {
            detail: panic_message(&*panic),
        })
    })
}

/// Keeps panics of import threads from being printed; they are caught and reported.
pub(super) fn silence_import_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if std::thread::current().name() != Some(THREAD_NAME) {
                before(info);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_the_work_on_a_file_share_one_limit() {
        let mut left = TimeLeft::of(Duration::from_secs(3));
        let wait = |seconds: u64| Waited {
            last: Instant::now(),
            time: Duration::from_secs(seconds),
        };
        assert_eq!(left.over(&mut wait(2)), None);
        left.spend(&mut wait(2));
        assert_eq!(left.over(&mut wait(0)), None);
        let seconds = 3;
        let over = Some(ImportCause::TimedOut { seconds });
        assert_eq!(left.over(&mut wait(2)), over);
        left.spend(&mut wait(2));
        assert_eq!(left.over(&mut wait(0)), over);
    }

    #[test]
    fn a_night_of_sleep_counts_no_more_than_a_gap() {
        let mut waited = Waited::begin();
        let start = waited.last;
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(waited.look_at(at(1)), Duration::from_secs(1));
        assert_eq!(waited.look_at(at(3)), Duration::from_secs(3));
        let slept = waited.look_at(at(30_000));
        assert_eq!(slept, Duration::from_secs(3) + LONGEST_GAP);
        assert_eq!(waited.look_at(at(30_002)), slept + Duration::from_secs(2));
        assert_eq!(waited.look_at(at(29_000)), slept + Duration::from_secs(2));
    }
}
