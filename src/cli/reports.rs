//! Reports of a check: their options, and writing them with progress on stderr.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, ArgMatches};

use super::case::now;
use super::error::{CliError, Completion};
use super::options::{flag, path_option, value_option};
use super::output::{LinePrinter, Stdout, print_stderr, print_stdout};
use super::progress::{SharedProgress, Work};
use super::table::printable;
use chachong_check::in_pool;
use chachong_import::Importer;
use chachong_messages::{Language, day};
use chachong_report::{
    Blinded, Content, FormLength, FormOptions, FormProfile, Inputs, Originals, Output, OutputError,
    OutputKind, OutputWatch, Report, ReportError, ReportFormat, ReportOptions, ReportScope, Target,
    Unreadable, write_check, write_reports,
};

/// Name of standard output among the files.
const STDOUT: &str = "-";
/// Maximum number of messages about files that cannot be written in one folder.
const MOST_MESSAGES: usize = 5;

/// Reason why outputs cannot be written to the places that the arguments name.
#[derive(Debug, thiserror::Error)]
pub(super) enum OutputConflict {
    /// Reports of this format on single documents need a folder, not standard output.
    #[error("--{} names a folder, which standard output is not", .0.name())]
    FolderToStdout(ReportFormat),
    /// A terminal cannot show a workbook.
    #[error("a workbook cannot be shown on a terminal")]
    XlsxToTerminal,
    /// A terminal cannot show a PDF.
    #[error("a PDF cannot be shown on a terminal")]
    PdfToTerminal,
    /// Two reports cannot both be written to standard output.
    #[error("standard output takes one report")]
    TwoToStdout,
}

impl OutputConflict {
    /// Returns cause and remedy as text for a person.
    pub(super) fn text(&self, language: Language) -> String {
        match self {
            Self::FolderToStdout(format) => {
                let option = format!("--{}", format.name());
                language.fill("cli.reports.folder-to-stdout", &[("option", &option)])
            }
            Self::XlsxToTerminal => language.text("cli.reports.xlsx-to-terminal"),
            Self::PdfToTerminal => language.text("cli.reports.pdf-to-terminal"),
            Self::TwoToStdout => language.text("cli.reports.two-to-stdout"),
        }
    }
}

/// Reports that the arguments ask for.
#[derive(Clone, Debug, Default)]
pub(super) struct Arguments {
    /// Formats with their files and folders; `-` is standard output.
    targets: Vec<Target>,
    /// Date that the reports show; `None` without one.
    date: Option<String>,
    /// Name of the check for the titles of the reports; `None` without one.
    name: Option<String>,
    /// Length of the forms.
    form_length: FormLength,
    /// Data of the school for its forms; `None` without any.
    form_profile: Option<ProfileFile>,
    /// Whether numbers replace the names of documents and persons.
    blind: bool,
}

/// School's profile with its file, which no output may replace.
#[derive(Clone, Debug, PartialEq)]
struct ProfileFile {
    file: PathBuf,
    profile: FormProfile,
}

/// Makes the options about the school's form.
fn form_options(language: Language) -> [Arg; 2] {
    let length = value_option("form-length", "LENGTH")
        .requires("form")
        .value_parser(FormLength::ALL.map(FormLength::name))
        .default_value(FormLength::default().name())
        .help(language.text("cli.help.form-length"));
    let read = move |file: &str| {
        let file = PathBuf::from(file);
        match FormProfile::read(&file) {
            Ok(profile) => Ok(ProfileFile { file, profile }),
            Err(error) => Err(error.text(language)),
        }
    };
    let profile = value_option("form-profile", "FILE")
        .requires("form")
        .value_parser(read)
        .help(language.text("cli.help.form-profile"));
    [length, profile]
}

/// Makes the options that request reports.
pub(super) fn options(language: Language) -> Vec<Arg> {
    let output = |format: ReportFormat| {
        let name = format.name();
        let place = if format.is_of_documents() {
            "DIR"
        } else {
            "FILE"
        };
        path_option(name, place).help(language.text(&format!("cli.help.{name}")))
    };
    let date = value_option("date", "DATE")
        .num_args(0..=1)
        .default_missing_value("today")
        .value_parser(move |text: &str| date(text, language))
        .help(language.text("cli.help.date"));
    let name = value_option("name", "NAME")
        .value_parser(NonEmptyStringValueParser::new())
        .help(language.text("cli.help.name"));
    (ReportFormat::ALL.into_iter().map(output))
        .chain([
            date,
            name,
            flag("blind").help(language.text("cli.help.blind")),
        ])
        .chain(form_options(language))
        .collect()
}

/// Returns the length of the forms that the arguments name.
fn form_length(matches: &ArgMatches) -> FormLength {
    let name = matches.get_one::<String>("form-length");
    let named = FormLength::ALL
        .into_iter()
        .find(|length| name.is_some_and(|name| name == length.name()));
    named.unwrap_or_default()
}

/// Reads a date: `2026-11-22`, or `today`.
fn date(text: &str, language: Language) -> Result<String, String> {
    if text == "today" {
        return Ok(today());
    }
    let date: Result<jiff::civil::Date, _> = text.parse();
    match date {
        Ok(date) if date.to_string() == text => Ok(text.to_owned()),
        _ => Err(language.text("cli.reports.not-a-date")),
    }
}

/// Returns the current date in the system's time zone.
pub(super) fn today() -> String {
    day(now())
}

impl Arguments {
    /// Reads the options that clap has parsed.
    pub(super) fn of(matches: &ArgMatches) -> Self {
        let target = |format: ReportFormat| {
            let place = matches.get_one::<PathBuf>(format.name())?.clone();
            Some(Target { format, place })
        };
        Self {
            targets: ReportFormat::ALL.into_iter().filter_map(target).collect(),
            date: matches.get_one::<String>("date").cloned(),
            name: matches.get_one::<String>("name").cloned(),
            form_length: form_length(matches),
            form_profile: matches.get_one::<ProfileFile>("form-profile").cloned(),
            blind: matches.get_flag("blind"),
        }
    }

    /// Returns the options of the reports. They use `importer` to read pictures and files again.
    pub(super) fn report_options<'a>(&'a self, importer: &'a Importer) -> ReportOptions<'a> {
        ReportOptions {
            date: self.date.as_deref(),
            name: self.name.as_deref(),
            pictures: Some(importer),
            originals: Some(Originals::of(importer)),
            form: FormOptions {
                length: self.form_length,
                profile: self.form_profile.as_ref().map(|file| &file.profile),
                checked_at: None,
                is_blind: false,
            },
            blind: self.blind,
            ..ReportOptions::default()
        }
    }

    /// Removes the names from a check for blind reports and tables; `None` if names are shown. Fails if a text can no longer be
    /// read, because its names could not be removed.
    pub(super) fn blinded(&self, check: Report<'_>) -> Result<Option<Blinded>, Unreadable> {
        self.blind.then(|| Blinded::of(check)).transpose()
    }

    /// Returns the name of the check that the arguments give; `None` without one.
    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns whether no report is wanted.
    pub(super) fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Returns whether a report goes to standard output, so that nothing else may.
    pub(super) fn takes_stdout(&self) -> bool {
        self.targets.iter().any(is_stdout)
    }

    /// Returns the printer for other messages of the command, which uses stderr if a report is written to stdout.
    pub(super) fn line_printer(&self) -> LinePrinter {
        if self.takes_stdout() {
            print_stderr
        } else {
            print_stdout
        }
    }

    /// Fails if more than one report is written to standard output, or a report that standard output cannot take.
    pub(super) fn validate(&self) -> Result<(), OutputConflict> {
        let (folders, files): (Vec<&Target>, Vec<&Target>) =
            (self.targets.iter()).partition(|target| target.format.is_of_documents());
        if let Some(target) = folders.iter().find(|target| is_stdout(target)) {
            return Err(OutputConflict::FolderToStdout(target.format));
        }
        let to_stdout: Vec<&&Target> = files.iter().filter(|target| is_stdout(target)).collect();
        match to_stdout[..] {
            [target] if target.format == ReportFormat::Xlsx && io::stdout().is_terminal() => {
                Err(OutputConflict::XlsxToTerminal)
            }
            [target] if target.format == ReportFormat::ClassPdf && io::stdout().is_terminal() => {
                Err(OutputConflict::PdfToTerminal)
            }
            [] | [_] => Ok(()),
            _ => Err(OutputConflict::TwoToStdout),
        }
    }

    /// Returns the files and folders that will be written.
    pub(super) fn outputs(&self) -> impl Iterator<Item = Output> {
        let files = self.targets.iter().filter(|target| !is_stdout(target));
        files.map(|target| Output {
            place: target.place.clone(),
            kind: match target.format {
                ReportFormat::Html => OutputKind::Pages,
                ReportFormat::Marked => OutputKind::Copies,
                format if format.is_of_documents() => OutputKind::Folder,
                format => OutputKind::File(Content::Report(format)),
            },
        })
    }

    /// Returns the files that the reports are made from, which no output may replace.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &Path> {
        self.form_profile
            .iter()
            .map(|profile| profile.file.as_path())
    }

    /// Writes all reports, never over an input. If a report fails, the others are still written. The work is incomplete if a file of
    /// which a marked copy was to be made is gone or has changed.
    pub(super) fn write(
        &self,
        check: Report<'_>,
        inputs: &Inputs,
        threads: Option<usize>,
        quiet: bool,
    ) -> Result<Completion, CliError> {
        let (to_stdout, targets): (Vec<Target>, Vec<Target>) =
            self.targets.iter().cloned().partition(is_stdout);
        let to_stdout =
            (to_stdout.iter()).try_for_each(|target| write_to_stdout(target.format, check));
        if targets.is_empty() {
            return to_stdout.map(|()| Completion::Complete);
        }
        let progress = SharedProgress::new(Work::Writing, quiet, check.language);
        let watch = OutputWatch {
            progress: &|_, total| progress.advance(total),
            // Nothing cancels the reports but the end of the program.
            cancelled: &|| false,
        };
        let written = in_pool(threads, || {
            write_reports(check, &targets, ReportScope::Check, inputs, &watch)
        });
        progress.finish();
        for note in &written.notes {
            print_stderr(note);
        }
        let mut failed = written.failed;
        if let Err(CliError::Reports(first)) = to_stdout {
            failed.splice(0..0, first);
        } else if failed.is_empty() {
            return to_stdout.map(|()| Completion::complete_if(!written.lacks_originals));
        }
        Err(CliError::Reports(failed))
    }
}

/// Returns a line for each report that was not written; only their number if there are many in one folder.
pub(super) fn failed_reports_text(failed: &[OutputError], language: Language) -> String {
    let mut lines = Vec::new();
    let folder = |error: &OutputError| error.place().parent().map(Path::to_owned);
    for of_folder in failed.chunk_by(|one, next| folder(one) == folder(next)) {
        let mut texts: Vec<String> = of_folder.iter().map(|error| error.text(language)).collect();
        // A folder that cannot be made is an error of each format that was to go there.
        texts.dedup();
        lines.extend(texts.iter().take(MOST_MESSAGES).map(|text| printable(text)));
        let more = texts.len().saturating_sub(MOST_MESSAGES);
        if let (1.., Some(folder)) = (more, folder(&of_folder[0])) {
            lines.push(language.fill(
                "cli.reports.more-failed",
                &[("count", &more), ("folder", &folder.display())],
            ));
        }
    }
    lines.join("\n")
}

fn is_stdout(target: &Target) -> bool {
    target.place.as_os_str() == STDOUT
}

/// Writes a report to standard output.
fn write_to_stdout(format: ReportFormat, check: Report<'_>) -> Result<(), CliError> {
    let mut bytes = Vec::new();
    write_check(format, &mut bytes, check).map_err(|source| ReportError {
        file: PathBuf::from(STDOUT),
        source,
    })?;
    Stdout.write_all(&bytes).map_err(CliError::Stdout)
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
        let arguments = |targets: &[(ReportFormat, &str)]| Arguments {
            targets: (targets.iter())
                .map(|&(format, place)| Target {
                    format,
                    place: place.into(),
                })
                .collect(),
            ..Arguments::default()
        };
        let (csv, json, xlsx) = (ReportFormat::Csv, ReportFormat::Json, ReportFormat::Xlsx);
        assert!(
            arguments(&[(json, "-"), (xlsx, "a.xlsx")])
                .validate()
                .is_ok()
        );
        assert!(arguments(&[(json, "-")]).takes_stdout());
        assert!(arguments(&[(csv, "-"), (json, "-")]).validate().is_err());
        // Reports of documents may share a folder.
        let shared = [(ReportFormat::Pdf, "a"), (ReportFormat::Docx, "a")];
        assert!(arguments(&shared).validate().is_ok());
        let html = arguments(&[(ReportFormat::Html, "-")]);
        assert!(html.validate().is_err() && !html.is_empty());
    }
}
