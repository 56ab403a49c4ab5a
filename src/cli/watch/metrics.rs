//! Figures of a watch for Prometheus: counters and gauges in its text format, version 0.0.4.

use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Figures that the watch updates and the endpoint shows.
#[derive(Debug, Default)]
pub(super) struct Metrics(Mutex<Figures>);

/// Figures since the program began.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    /// Number of files whose reports were written.
    pub(super) checked: u64,
    /// Number of times a file could not be read or reported on.
    pub(super) failed: u64,
    /// Number of files that wait.
    pub(super) waiting: usize,
    /// Time that all checks took together.
    pub(super) spent: Duration,
    /// Whether the last use of the library went well.
    pub(super) library_up: bool,
    /// Whether the watched folder can be read.
    pub(super) folder_up: bool,
    /// Time of the last checked file in seconds since 1970; 0 before the first.
    pub(super) last_success: i64,
}

impl Metrics {
    /// Gives access to the figures.
    pub(super) fn lock(&self) -> MutexGuard<'_, Figures> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns all figures in the text format of Prometheus.
    pub(super) fn text(&self) -> String {
        self.lock().text()
    }
}

impl Figures {
    fn text(&self) -> String {
        let mut text = String::new();
        let mut put = |name: &str, kind: &str, help: &str, values: &[(&str, String)]| {
            let name = format!("chachong_watch_{name}");
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
            for (ending, value) in values {
                let _ = writeln!(text, "{name}{ending} {value}");
            }
        };
        let one = |value: String| [("", value)];
        put(
            "files_checked_total",
            "counter",
            "Files whose reports were written.",
            &one(self.checked.to_string()),
        );
        put(
            "files_failed_total",
            "counter",
            "Files that could not be read or reported on.",
            &one(self.failed.to_string()),
        );
        put(
            "files_waiting",
            "gauge",
            "Files that wait for their check.",
            &one(self.waiting.to_string()),
        );
        put(
            "check_seconds",
            "summary",
            "Time that checks of files took.",
            &[
                ("_sum", self.spent.as_secs_f64().to_string()),
                ("_count", self.checked.to_string()),
            ],
        );
        put(
            "library_up",
            "gauge",
            "Whether the last use of the library went well.",
            &one(u8::from(self.library_up).to_string()),
        );
        put(
            "folder_up",
            "gauge",
            "Whether the watched folder can be read.",
            &one(u8::from(self.folder_up).to_string()),
        );
        put(
            "last_success_timestamp_seconds",
            "gauge",
            "Time of the last checked file; 0 before the first.",
            &one(self.last_success.to_string()),
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_in_the_text_format() {
        let metrics = Metrics::default();
        *metrics.lock() = Figures {
            checked: 3,
            failed: 1,
            waiting: 2,
            spent: Duration::from_millis(4500),
            library_up: true,
            folder_up: false,
            last_success: 1_700_000_000,
        };
        let text = metrics.text();
        for line in [
            "# TYPE chachong_watch_files_checked_total counter",
            "chachong_watch_files_checked_total 3",
            "chachong_watch_files_failed_total 1",
            "chachong_watch_files_waiting 2",
            "# TYPE chachong_watch_check_seconds summary",
            "chachong_watch_check_seconds_sum 4.5",
            "chachong_watch_check_seconds_count 3",
            "chachong_watch_library_up 1",
            "chachong_watch_folder_up 0",
            "chachong_watch_last_success_timestamp_seconds 1700000000",
        ] {
            assert!(text.lines().any(|one| one == line), "{line}\n{text}");
        }
        // Every line is a comment, or a name and a number.
        for line in text.lines().filter(|line| !line.starts_with("# ")) {
            let (name, value) = line.split_once(' ').unwrap();
            assert!(name.starts_with("chachong_watch_") && value.parse::<f64>().is_ok());
        }
        assert!(text.ends_with('\n'));
    }
}
