//! Progress on stderr: a bar on a terminal, plain lines otherwise. Knows nothing of what is done.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::complain;
use crate::i18n::Language;

/// Between two plain lines.
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

/// What is done, which decides the words.
#[derive(Clone, Copy)]
pub(super) enum Work {
    Reading,
    Aligning,
}

impl Work {
    const fn start(self) -> &'static str {
        match self {
            Self::Reading => "cli.progress.start",
            Self::Aligning => "cli.progress.align-start",
        }
    }

    const fn line(self) -> &'static str {
        match self {
            Self::Reading => "cli.progress.line",
            Self::Aligning => "cli.progress.align-line",
        }
    }
}

impl Progress {
    pub(super) fn start(work: Work, total: usize, quiet: bool, language: Language) -> Self {
        if quiet {
            return Self::Quiet;
        }
        let first = language.fill(work.start(), &[("total", &total)]);
        if std::io::stderr().is_terminal() {
            let bar = ProgressBar::new(total as u64);
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} {wide_msg}")
            {
                bar.set_style(style);
            }
            return Self::Bar(bar);
        }
        complain(&first);
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
                    complain(&language.fill(work.line(), &[("done", done), ("total", total)]));
                    *last = Instant::now();
                }
            }
            Self::Quiet => {}
        }
    }

    pub(super) fn finish(self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}
