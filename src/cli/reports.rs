//! Reports of a check: the options that ask for them, one table of their formats, and the writing of all of them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Arg, ArgMatches, value_parser};
use rayon::prelude::*;

use super::output::complain;
use super::progress::{Progress, Work};
use super::table::printable;
use crate::check::in_pool;
use crate::i18n::{Language, day};
use crate::report::{self, Check, HtmlError, PairsOfDocuments, ReportError};

/// Name of standard output among the files.
const STDOUT: &str = "-";
/// Maximum number of messages about files of one folder that cannot be written.
const MOST_MESSAGES: usize = 5;

/// Format of a report of the whole check in one file; its option has the format's name.
struct OfCheck {
    option: &'static str,
    write: fn(&mut dyn Write, Check<'_>) -> io::Result<()>,
}

/// Format of a report of one document; option and ending have the format's name.
struct OfDocument {
    option: &'static str,
    write: fn(&mut dyn Write, Check<'_>, usize, &PairsOfDocuments) -> io::Result<()>,
}

/// Formats of one file.
const OF_CHECK: [OfCheck; 4] = [
    OfCheck {
        option: "csv",
        write: report::pairs_csv,
    },
    OfCheck {
        option: "documents-csv",
        write: report::documents_csv,
    },
    OfCheck {
        option: "json",
        write: report::check_json,
    },
    OfCheck {
        option: "xlsx",
        write: report::check_xlsx,
    },
];

/// Formats of one file a document.
const OF_DOCUMENT: [OfDocument; 2] = [
    OfDocument {
        option: "pdf",
        write: report::document_pdf,
    },
    OfDocument {
        option: "docx",
        write: report::document_docx,
    },
];

/// Option of the folder of web pages.
const HTML: &str = "html";

/// Reports that the arguments ask for.
#[derive(Clone, Debug, Default)]
pub(super) struct Arguments {
    /// Files of the formats in [`OF_CHECK`].
    files: [Option<PathBuf>; OF_CHECK.len()],
    /// Folders of the formats in [`OF_DOCUMENT`].
    folders: [Option<PathBuf>; OF_DOCUMENT.len()],
    /// Folder of the web pages.
    html: Option<PathBuf>,
    /// Date to state; `None` for none.
    pub(super) date: Option<String>,
}

/// Makes the options that ask for reports.
pub(super) fn options(language: Language) -> Vec<Arg> {
    let output = |name: &'static str, value: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name(value)
            .value_parser(value_parser!(PathBuf))
            .help(language.text(&format!("cli.help.{name}")))
    };
    let date = Arg::new("date")
        .long("date")
        .value_name("DATE")
        .num_args(0..=1)
        .default_missing_value("today")
        .value_parser(move |text: &str| date(text, language))
        .help(language.text("cli.help.date"));
    let folders = OF_DOCUMENT.iter().map(|format| format.option);
    let folders = std::iter::once(HTML).chain(folders);
    let files = OF_CHECK.iter().map(|format| format.option);
    (folders.map(|name| output(name, "DIR")))
        .chain(files.map(|name| output(name, "FILE")))
        .chain([date])
        .collect()
}

/// Reads a date: `2026-11-22`, or `today`.
fn date(text: &str, language: Language) -> Result<String, String> {
    if text == "today" {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = since.map_or(0, |since| since.as_secs());
        return Ok(day(i64::try_from(seconds).unwrap_or_default()));
    }
    let date: Result<jiff::civil::Date, _> = text.parse();
    match date {
        Ok(date) if date.to_string() == text => Ok(text.to_owned()),
        _ => Err(language.text("cli.reports.not-a-date")),
    }
}

impl Arguments {
    /// Reads the options that clap has parsed.
    pub(super) fn of(matches: &ArgMatches) -> Self {
        let path = |name: &str| matches.get_one::<PathBuf>(name).cloned();
        Self {
            files: OF_CHECK.map(|format| path(format.option)),
            folders: OF_DOCUMENT.map(|format| path(format.option)),
            html: path(HTML),
            date: matches.get_one::<String>("date").cloned(),
        }
    }

    /// Returns whether no report is asked for.
    pub(super) fn is_empty(&self) -> bool {
        let mut all = self.files.iter().chain(&self.folders).chain([&self.html]);
        all.all(Option::is_none)
    }

    /// Returns whether a report goes to standard output, so that nothing else may.
    pub(super) fn takes_stdout(&self) -> bool {
        self.files.iter().flatten().any(|file| is_stdout(file))
    }

    /// Says on stderr what is wrong with the outputs; returns whether they are right.
    pub(super) fn are_right(&self, language: Language) -> bool {
        let folders = (OF_DOCUMENT.iter().zip(&self.folders))
            .map(|(format, folder)| (format.option, folder))
            .chain([(HTML, &self.html)]);
        for (option, folder) in folders {
            if folder.as_deref().is_some_and(is_stdout) {
                let option = format!("--{option}");
                let values: [(&str, &dyn std::fmt::Display); 1] = [("option", &option)];
                complain(&language.fill("cli.reports.folder-to-stdout", &values));
                return false;
            }
        }
        let files: Vec<&PathBuf> = self.files.iter().flatten().collect();
        let twice = (files.iter().enumerate()).find(|(index, file)| files[..*index].contains(file));
        if let Some((_, file)) = twice {
            complain(&language.text(if is_stdout(file) {
                "cli.reports.two-to-stdout"
            } else {
                "cli.same-output"
            }));
            return false;
        }
        true
    }

    /// Writes all reports; returns false, with messages on stderr, if one could not be written. The others are.
    pub(super) fn write(&self, check: Check<'_>, threads: Option<usize>, quiet: bool) -> bool {
        if self.is_empty() {
            return true;
        }
        in_pool(threads, || self.write_in_pool(check, quiet))
    }

    fn write_in_pool(&self, check: Check<'_>, quiet: bool) -> bool {
        let language = check.language;
        let mut well = true;
        for (format, file) in OF_CHECK.iter().zip(&self.files) {
            let Some(file) = file else { continue };
            well &= if is_stdout(file) {
                to_stdout(|out| (format.write)(out, check), language)
            } else {
                write_report(file, |out| (format.write)(out, check), language)
            };
        }
        if let Some(folder) = &self.html {
            well &= write_html(folder, check, quiet);
        }
        let folders: Vec<(&OfDocument, &PathBuf)> = (OF_DOCUMENT.iter().zip(&self.folders))
            .filter_map(|(format, folder)| Some((format, folder.as_ref()?)))
            .collect();
        if folders.is_empty() {
            return well;
        }
        let names = report::document_file_names(check);
        let pairs = PairsOfDocuments::of_check(check);
        let total = names.len() * folders.len();
        let progress = Progress::start(Work::Writing, total, quiet, language);
        let of_documents = Documents {
            check,
            names: &names,
            pairs: &pairs,
            progress: Mutex::new(progress),
        };
        for (format, folder) in folders {
            well &= of_documents.write(format, folder);
        }
        (of_documents.progress.into_inner())
            .unwrap_or_else(PoisonError::into_inner)
            .finish();
        well
    }
}

/// Documents whose reports are written.
struct Documents<'d> {
    check: Check<'d>,
    /// Positions with names of files.
    names: &'d [(usize, String)],
    pairs: &'d PairsOfDocuments,
    progress: Mutex<Progress>,
}

impl Documents<'_> {
    /// Writes a report of each document into a folder; returns false, with messages on stderr, if one could not be
    /// written.
    fn write(&self, format: &OfDocument, folder: &Path) -> bool {
        let language = self.check.language;
        if let Err(source) = std::fs::create_dir_all(folder) {
            let file = folder.to_owned();
            complain(&not_written(&ReportError { file, source }, language));
            return false;
        }
        let mut messages: Vec<String> = (self.names.par_iter().with_max_len(1))
            .filter_map(|(position, name)| {
                let file = folder.join(format!("{name}.{}", format.option));
                let written = self.write_one(format, *position, &file);
                let mut progress = (self.progress.lock()).unwrap_or_else(PoisonError::into_inner);
                progress.advance();
                written.err()
            })
            .collect();
        let more = messages.len().saturating_sub(MOST_MESSAGES);
        if more > 0 {
            messages.truncate(MOST_MESSAGES);
            messages.push(language.fill(
                "cli.reports.more-failed",
                &[("count", &more), ("folder", &folder.display())],
            ));
        }
        for message in &messages {
            complain(message);
        }
        messages.is_empty()
    }

    /// Writes the report of one document; fails with a message.
    fn write_one(&self, format: &OfDocument, position: usize, file: &Path) -> Result<(), String> {
        let language = self.check.language;
        let mut bytes = Vec::new();
        (format.write)(&mut bytes, self.check, position, self.pairs).map_err(|error| {
            let document = &self.check.documents[position];
            let reading = document.reading();
            if reading.is_some_and(|reading| reading.text.text().is_err()) {
                let name = printable(&document.name);
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("name", &name), ("detail", &error)];
                return language.fill("cli.reports.no-text", &values);
            }
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("file", &file.display()), ("detail", &error)];
            language.fill("cli.reports.not-made", &values)
        })?;
        let written = report::write_file(file, |out| {
            *out = bytes;
            Ok(())
        });
        written.map_err(|error| not_written(&error, language))
    }
}

/// Writes the web pages; returns false, with a message on stderr, if that fails.
fn write_html(folder: &Path, check: Check<'_>, quiet: bool) -> bool {
    let language = check.language;
    let shown: Mutex<Option<Progress>> = Mutex::new(None);
    let progress = |_: usize, total: usize| {
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        let start = || Progress::start(Work::Writing, total, quiet, language);
        shown.get_or_insert_with(start).advance();
    };
    let written = report::html_report(folder, check, &progress, &|| false);
    let shown = shown.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(progress) = shown {
        progress.finish();
    }
    match written {
        Ok(()) => true,
        Err(HtmlError::NotWritten(error)) => {
            complain(&not_written(&error, language));
            false
        }
        // Nothing cancels the pages but the end of the program.
        Err(HtmlError::Cancelled) => false,
    }
}

fn is_stdout(file: &Path) -> bool {
    file.as_os_str() == STDOUT
}

/// Writes a report to standard output. A closed reader (`| head`) is not an error.
fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>, language: Language) -> bool {
    let mut bytes = Vec::new();
    let written = write(&mut bytes).and_then(|()| {
        let mut out = io::stdout().lock();
        out.write_all(&bytes)?;
        out.flush()
    });
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let file = PathBuf::from(STDOUT);
            let error = ReportError {
                file,
                source: error,
            };
            complain(&not_written(&error, language));
            false
        }
        _ => true,
    }
}

/// Writes a file whole; returns false, with a message on stderr, if it cannot be written.
pub(super) fn write_report(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    language: Language,
) -> bool {
    match report::write_file(file, |out| write(out)) {
        Ok(()) => true,
        Err(error) => {
            complain(&not_written(&error, language));
            false
        }
    }
}

fn not_written(error: &ReportError, language: Language) -> String {
    language.fill(
        "report.not-written",
        &[("file", &error.file.display()), ("detail", &error.source)],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_a_day_that_there_is() {
        let read = |text| date(text, Language::English);
        assert_eq!(read("2026-11-22").as_deref(), Ok("2026-11-22"));
        for wrong in ["2026-02-30", "20261122", "2026-11-22T10:00", "tomorrow", ""] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        let today = read("today").unwrap();
        assert!(
            today.len() == 10 && today.as_str() > "2026-01-01",
            "{today}"
        );
    }

    #[test]
    fn only_one_report_of_one_file_goes_to_standard_output() {
        let files = |files: [Option<&str>; 4]| Arguments {
            files: files.map(|file| file.map(PathBuf::from)),
            ..Arguments::default()
        };
        let language = Language::English;
        assert!(files([None, None, Some("-"), Some("a.xlsx")]).are_right(language));
        assert!(files([None, None, Some("-"), None]).takes_stdout());
        assert!(!files([Some("-"), None, Some("-"), None]).are_right(language));
        assert!(!files([Some("a"), None, Some("a"), None]).are_right(language));
        let html = Arguments {
            html: Some("-".into()),
            ..Arguments::default()
        };
        assert!(!html.are_right(language) && !html.takes_stdout() && !html.is_empty());
    }
}
