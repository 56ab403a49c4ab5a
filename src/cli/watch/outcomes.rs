//! Records, logs and counts the outcome of each check.

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use super::journal::{Event, Line, now_utc};
use super::report_folder::{Entry, Failure};
use super::task::Outcome;
use super::watch_loop::WatchLoop;
use chachong_compare::{EvidenceKind, Verdict};
use chachong_import::{ImportCause, shown_path};
use chachong_library::FileStamp;
use chachong_report::OutputError;

impl WatchLoop<'_> {
    /// Records the outcome of a check in the state, the log and the metrics.
    pub(super) fn record_outcome(
        &mut self,
        path: PathBuf,
        tries: u32,
        name: &str,
        entry: Entry,
        outcome: Outcome,
        begun: Instant,
    ) {
        let folder = self.report_folder.path();
        let below = |file: &PathBuf| shown_path(file.strip_prefix(folder).unwrap_or(file));
        let reports: Vec<String> = outcome.reports.iter().map(below).collect();
        let mut failures = outcome.failures;
        if reports.is_empty() && failures.is_empty() {
            failures.push(Failure {
                file: name.to_owned(),
                cause: "nothing-inside".to_owned(),
                reason: self.language.text("cli.watch.nothing-inside"),
                remedy: self.language.text("cli.watch.nothing-inside-remedy"),
            });
        }
        let entry = Entry {
            reports: reports.clone(),
            names: outcome.names,
            failures: failures.clone(),
            ..entry
        };
        if let Err(error) = self.report_folder.record(name, entry) {
            let message = OutputError::from(error).text(self.language);
            return self.postpone(path, tries, name, "not-written", message);
        }
        for failure in &failures {
            self.failed = true;
            self.journal.write(&Line {
                cause: Some(failure.cause.clone()),
                // The reason may quote what a parser found, so it stands only in the table.
                message: Some(failure.remedy.clone()),
                ..Line::about(Event::Failed, &failure.file)
            });
        }
        let mut figures = self.metrics.lock();
        if reports.is_empty() {
            figures.failed += 1;
            return;
        }
        self.failed |= !outcome.missing.is_empty();
        let spent = begun.elapsed();
        figures.checked += 1;
        figures.spent += spent;
        figures.last_success = jiff::Timestamp::now().as_second();
        drop(figures);
        self.journal.write(&Line {
            seconds: Some(rounded(spent.as_secs_f64(), 1000.0)),
            total_copied_share: outcome.share.map(|share| rounded(share, 10_000.0)),
            verdict: outcome.verdict.map(Verdict::name),
            strongest: outcome.strongest.map(EvidenceKind::name),
            reports: Some(reports),
            message: (!outcome.missing.is_empty()).then(|| outcome.missing.join(" ")),
            ..Line::about(Event::Checked, name)
        });
    }

    /// Records a file that the system does not allow to be read as a failure, and postpones it.
    pub(super) fn record_unreadable(
        &mut self,
        path: PathBuf,
        tries: u32,
        name: &str,
        stamp: FileStamp,
        error: &io::Error,
    ) {
        let cause = ImportCause::Unreadable {
            detail: error.to_string(),
        };
        let failure = Failure {
            file: name.to_owned(),
            cause: cause.key().to_owned(),
            reason: self.language.reason(&cause),
            remedy: self.language.remedy(&cause),
        };
        let reason = failure.reason.clone();
        if tries == 0 && !self.report_folder.is_failed(name) {
            let entry = Entry {
                bytes: stamp.bytes,
                modified: stamp.modified,
                at: now_utc(),
                failures: vec![failure],
                earlier: self.earlier(name, ""),
                ..Entry::default()
            };
            if let Err(error) = self.report_folder.record(name, entry) {
                tracing::warn!(%error, "the state of the watch was not written");
            }
        }
        self.postpone(path, tries, name, cause.key(), reason);
    }

    /// Postpones a file that cannot be checked now for a reason outside the file. Only the first failed try is logged.
    pub(super) fn postpone(
        &mut self,
        path: PathBuf,
        tries: u32,
        name: &str,
        cause: &'static str,
        message: String,
    ) {
        self.failed = true;
        if tries == 0 {
            self.metrics.lock().failed += 1;
            self.journal.write(&Line {
                cause: Some(cause.to_owned()),
                message: Some(message),
                again: Some(!self.arguments.once),
                ..Line::about(Event::Failed, name)
            });
        }
        self.queue.postpone(path, tries, Instant::now());
    }
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
