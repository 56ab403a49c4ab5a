//! What a person is told on the command line while a dump is added to a library.

use std::path::Path;

use super::output::say;
use super::progress::{Progress, Work};
use super::table::printable;
use chachong_i18n::{DumpFigures, Language};
use chachong_session::library::{DumpEvent, DumpSummary};

/// Words about dumps.
#[derive(Clone, Copy)]
pub(super) struct DumpWords {
    pub(super) quiet: bool,
    pub(super) language: Language,
}

impl DumpWords {
    /// Tells of work on a dump.
    pub(super) fn take(self, event: DumpEvent, progress: &mut Progress) {
        match event {
            DumpEvent::Opened(header) => {
                let name = printable(&header.site);
                say(&self.language.dump_header(&name, &header));
                let articles = usize::try_from(header.articles.unwrap_or(0)).unwrap_or(usize::MAX);
                *progress = Progress::start(Work::Reading, articles, self.quiet, self.language);
            }
            DumpEvent::Read(count, title) => {
                progress.reading(&printable(&title));
                for _ in 0..count {
                    progress.advance();
                }
            }
            DumpEvent::Kept(_) => {}
        }
    }

    /// Tells what became of a dump.
    pub(super) fn tell_end(self, file: &Path, summary: &DumpSummary) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let name = printable(&name);
        say(&self.language.dump_summary(&name, figures(summary)));
    }
}

/// Returns what became of a dump as figures to be put into words.
pub(crate) fn figures(summary: &DumpSummary) -> DumpFigures<'_> {
    DumpFigures {
        added: summary.added,
        replaced: summary.replaced,
        unchanged: summary.unchanged,
        passed_over: &summary.passed_over,
        broken: summary.broken,
        first_broken: summary.first_broken.as_deref(),
    }
}
