//! Progress on stderr: a bar on a terminal, plain lines otherwise.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::output::print_stderr;
use chachong_messages::Language;

/// Minimum time between two plain lines.
const LINE_EVERY: Duration = Duration::from_secs(2);

pub(super) enum Progress {
    Bar(ProgressBar),
    Lines {
        language: Language,
        work: Work,
        total: usize,
        done: usize,
        last: Instant,
    },
    Quiet,
}

/// Kind of work, which selects the words.
#[derive(Clone, Copy)]
pub(super) enum Work {
    Reading,
    Preparing,
    Aligning,
    Making,
    Verifying,
    Copying,
    Adding,
    Counting,
    Writing,
    Recognising,
    Titles,
}

impl Work {
    const fn start(self) -> &'static str {
        match self {
            Self::Reading => "cli.progress.start",
            Self::Preparing => "cli.progress.prepare-start",
            Self::Aligning => "cli.progress.align-start",
            Self::Making => "cli.progress.make-start",
            Self::Verifying => "cli.progress.verify-start",
            Self::Copying => "cli.progress.copy-start",
            Self::Adding => "cli.progress.add-start",
            Self::Counting => "cli.progress.count-start",
            Self::Writing => "cli.progress.write-start",
            Self::Recognising => "cli.progress.recognise-start",
            Self::Titles => "cli.progress.titles-start",
        }
    }

    const fn line(self) -> &'static str {
        match self {
            Self::Reading => "cli.progress.line",
            Self::Preparing => "cli.progress.prepare-line",
            Self::Aligning => "cli.progress.align-line",
            Self::Making => "cli.progress.make-line",
            Self::Verifying => "cli.progress.verify-line",
            Self::Copying => "cli.progress.copy-line",
            Self::Adding => "cli.progress.add-line",
            Self::Counting => "cli.progress.count-line",
            Self::Writing => "cli.progress.write-line",
            Self::Recognising => "cli.progress.recognise-line",
            Self::Titles => "cli.progress.titles-line",
        }
    }
}

fn bar(total: usize) -> ProgressBar {
    let bar = ProgressBar::new(total as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} {wide_msg}") {
        bar.set_style(style);
    }
    bar
}

impl Progress {
    pub(super) fn start(work: Work, total: usize, quiet: bool, language: Language) -> Self {
        if quiet {
            return Self::Quiet;
        }
        let first = language.fill(work.start(), &[("total", &total)]);
        if std::io::stderr().is_terminal() {
            return Self::Bar(bar(total));
        }
        print_stderr(&first);
        Self::Lines {
            language,
            work,
            total,
            done: 0,
            last: Instant::now(),
        }
    }

    pub(super) fn reading(&self, name: &str) {
        if let Self::Bar(bar) = self {
            bar.set_message(super::table::printable(name));
        }
    }

    pub(super) fn advance(&mut self) {
        match self {
            Self::Bar(bar) => bar.inc(1),
            Self::Lines {
                language,
                work,
                total,
                done,
                last,
            } => {
                *done += 1;
                if last.elapsed() >= LINE_EVERY || done == total {
                    print_stderr(&language.fill(work.line(), &[("done", done), ("total", total)]));
                    *last = Instant::now();
                }
            }
            Self::Quiet => {}
        }
    }

    /// Shows that this number of units is done.
    pub(super) fn reach(&mut self, units: usize) {
        match self {
            Self::Bar(bar) => bar.set_position(units as u64),
            Self::Lines { done, .. } if *done < units => {
                *done = units - 1;
                self.advance();
            }
            Self::Lines { .. } | Self::Quiet => {}
        }
    }

    pub(super) fn finish(self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

/// Progress of work that several threads may do, and that begins when its total is known.
pub(super) struct SharedProgress {
    work: Work,
    quiet: bool,
    language: Language,
    /// Progress that is shown; `None` until the work begins.
    shown: Mutex<Option<Progress>>,
}

impl SharedProgress {
    pub(super) const fn new(work: Work, quiet: bool, language: Language) -> Self {
        Self {
            work,
            quiet,
            language,
            shown: Mutex::new(None),
        }
    }

    /// Returns the progress of work that begins now.
    pub(super) fn start(work: Work, total: usize, quiet: bool, language: Language) -> Self {
        let progress = Self::new(work, quiet, language);
        progress.change(total, |_| ());
        progress
    }

    /// Shows that one more of `total` units is done.
    pub(super) fn advance(&self, total: usize) {
        self.change(total, Progress::advance);
    }

    /// Shows that `done` of `total` units are done.
    pub(super) fn reach(&self, done: usize, total: usize) {
        self.change(total, |progress| progress.reach(done));
    }

    fn change(&self, total: usize, change: impl FnOnce(&mut Progress)) {
        // A panic leaves the lock's content whole: it is only what is displayed.
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let start = || Progress::start(self.work, total, self.quiet, self.language);
        change(shown.get_or_insert_with(start));
    }

    pub(super) fn finish(self) {
        let shown = self.shown.into_inner();
        if let Some(progress) = shown.unwrap_or_else(PoisonError::into_inner) {
            progress.finish();
        }
    }
}

/// Progress of a search with named steps, reported from several threads.
pub(super) struct StepProgress(Option<Mutex<ShownStep>>);

struct ShownStep {
    bar: Option<ProgressBar>,
    last: Instant,
}

impl StepProgress {
    pub(super) fn start(quiet: bool) -> Self {
        Self((!quiet).then(|| {
            Mutex::new(ShownStep {
                bar: std::io::stderr().is_terminal().then(|| bar(0)),
                last: Instant::now(),
            })
        }))
    }

    /// Shows how many items of the named step are done.
    pub(super) fn show(&self, step: &str, done: usize, total: usize) {
        let Some(shown) = &self.0 else { return };
        // A panic leaves the lock's content whole: it is only what is displayed.
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bar) = &shown.bar {
            bar.set_message(step.to_owned());
            bar.set_length(total as u64);
            bar.set_position(done as u64);
        } else if shown.last.elapsed() >= LINE_EVERY {
            print_stderr(&format!("{step} {done} / {total}"));
            shown.last = Instant::now();
        }
    }

    pub(super) fn finish(&self) {
        if let Some(shown) = &self.0
            && let Some(bar) = &shown.lock().unwrap_or_else(PoisonError::into_inner).bar
        {
            bar.finish_and_clear();
        }
    }
}
