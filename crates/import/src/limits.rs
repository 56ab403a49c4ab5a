//! Limits of one import: time, memory, length of the text, the stack of its thread, and panics that end only that.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::time::Duration;

use super::ImportCause;

/// Interval at which a cancel is checked.
pub(super) const POLL: Duration = Duration::from_millis(40);
/// Stack size of an import thread, in bytes: deeply nested files recurse deeply, and unused stack takes no memory.
pub(super) const STACK_BYTES: usize = 128 << 20;
/// Name of the threads whose panics are caught and reported instead of being printed to stderr.
pub(super) const THREAD_NAME: &str = "import";
/// Limits for reading one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum time.
    pub time: Duration,
    /// Maximum address space of a worker process, in bytes.
    pub memory: u64,
    /// Maximum length of the text, in bytes of UTF-8 (four times as much for a txt).
    pub text: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_mins(1),
            memory: 1 << 30,
            text: 64 << 20,
        }
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
