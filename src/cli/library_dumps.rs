//! Prints the content of a dump before it is added to a library, and the result of adding it.

use std::path::{Path, PathBuf};

use super::error::{CliError, Completion};
use super::output::{print_stderr, print_stdout};
use super::progress::{Progress, Work};
use super::reading::print_unread_files;
use super::table::{printable, table};
use chachong_check::Settings;
use chachong_jobs::library::{
    DumpEvent, DumpPreview, DumpSummary, Expected, dumps_in, preview_dump, room_for,
};
use chachong_messages::{DumpFigures, ExpectedFigures, Language, grouped};

/// Minimum size, in bytes, of a dump that is previewed before it is added; a preview takes a second or two.
const WORTH_A_LOOK: u64 = 4 << 20;

/// Printer of messages about dumps.
#[derive(Clone, Copy)]
pub(super) struct DumpPrinter {
    pub(super) quiet: bool,
    pub(super) language: Language,
}

impl DumpPrinter {
    /// Prints an event of the work on a dump.
    pub(super) fn print_event(self, event: DumpEvent, progress: &mut Progress) {
        match event {
            DumpEvent::Opened(header) => {
                let name = printable(&header.site);
                print_stdout(&self.language.dump_header(&name, &header));
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

    /// Prints the result of adding a dump.
    pub(super) fn print_end(self, file: &Path, summary: &DumpSummary) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let name = printable(&name);
        print_stdout(&self.language.dump_summary(&name, figures(summary)));
    }
}

/// Prints the content of dumps and the expected cost of adding them to the library, without adding anything. Fails without dumps.
pub(super) fn preview(
    library: &Path,
    paths: &[PathBuf],
    language: Language,
) -> Result<Completion, CliError> {
    let dumps = dumps_in(paths);
    if dumps.is_empty() {
        return Err(CliError::NoDumps);
    }
    let settings = Settings::default();
    let (mut expected, mut not_read) = (None, Vec::new());
    for dump in dumps {
        match preview_dump(&dump, &settings, &|| true) {
            Ok(preview) => {
                show(&preview, language);
                expected = Expected::sum(expected, preview.expected);
            }
            Err(document) => not_read.push(*document),
        }
    }
    print_unread_files(&not_read, language);
    print_room(library, expected, language);
    Ok(Completion::complete_if(not_read.is_empty()))
}

/// Prints the expected cost of adding large dumps to the library, before they are added.
pub(super) fn print_expected(
    library: &Path,
    paths: &[PathBuf],
    settings: &Settings,
    language: Language,
) {
    let is_large = |file: &PathBuf| {
        let bytes = std::fs::metadata(file).map(|file| file.len());
        bytes.is_ok_and(|bytes| bytes >= WORTH_A_LOOK)
    };
    let previews = (dumps_in(paths).into_iter().filter(is_large))
        .filter_map(|dump| preview_dump(&dump, settings, &|| true).ok());
    let expected = previews.fold(None, |all, preview| Expected::sum(all, preview.expected));
    if let Some(expected) = expected {
        print_stdout(&language.dump_expected(expected_figures(expected)));
        print_room(library, Some(expected), language);
    }
}

fn show(preview: &DumpPreview, language: Language) {
    let name = printable(&preview.header.site);
    print_stdout(&language.dump_header(&name, &preview.unestimated()));
    if preview.first.is_empty() {
        print_stdout(&language.text("dump.no-articles"));
    } else {
        print_stdout(&language.text("dump.first"));
        let headings = ["column.document", "column.characters", "dump.beginning"];
        let rows: Vec<Vec<String>> = (preview.first.iter())
            .map(|article| {
                let characters = grouped(article.characters as u64);
                vec![
                    printable(&article.name),
                    characters,
                    printable(&article.beginning),
                ]
            })
            .collect();
        print_stdout(&table(&headings.map(|key| language.text(key)), &rows, &[1]));
    }
    if let Some(expected) = preview.expected {
        print_stdout(&language.dump_expected(expected_figures(expected)));
    }
}

/// Prints the free space on the library's disk, if it is known.
fn print_room(library: &Path, expected: Option<Expected>, language: Language) {
    let needed = expected.map_or(0, |expected| expected.bytes);
    if let Some(room) = room_for(library) {
        let (text, lacks) = language.disk_room(room, needed);
        if lacks {
            print_stderr(&text);
        } else {
            print_stdout(&text);
        }
    }
}

/// Returns the expected cost of adding a dump as figures for a message.
fn expected_figures(expected: Expected) -> ExpectedFigures {
    ExpectedFigures {
        sources: expected.sources,
        characters: expected.characters,
        bytes: expected.bytes,
        time: expected.time,
        is_counted: expected.is_counted,
    }
}

/// Returns the result of adding a dump as figures for a message.
pub(crate) fn figures(summary: &DumpSummary) -> DumpFigures<'_> {
    DumpFigures {
        added: summary.added,
        replaced: summary.replaced,
        unchanged: summary.unchanged,
        passed_over: &summary.passed_over,
        broken: summary.broken,
        first_broken: summary.first_broken.as_deref(),
        is_given_up: summary.is_given_up,
    }
}
