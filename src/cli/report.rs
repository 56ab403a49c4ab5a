//! `chachong report`: writes reports of a check that a library has saved, with the decisions made since.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Arg, ArgAction, ArgMatches, Command as Parser, value_parser};

use super::copying_options::{strength, strength_option};
use super::error::{CliError, Completion};
use super::options::{distinct, flag, path_option, paths, quiet_option, threads, threads_option};
use super::output::print_stdout;
use super::reopening::Reopening;
use super::saved_checks::{SavedCheckError, find};
use super::table::{printable, table};
use super::{declared_files, reports};
use chachong_compare::Strength;
use chachong_import::{Importer, Isolation, Limits};
use chachong_library::{Library, SavedCheck};
use chachong_messages::{Language, minute};
use chachong_report::Report;

#[derive(Debug)]
pub(super) struct Arguments {
    /// Library in which the check was saved.
    pub(super) library: PathBuf,
    /// Further libraries whose documents are sources if the texts must be compared again.
    pub(super) sources: Vec<PathBuf>,
    work: Work,
    pub(super) reports: reports::Arguments,
    /// Whether passages that are only possible are listed too.
    possible: bool,
    all_pairs: bool,
    threads: Option<usize>,
    quiet: bool,
}

/// Work to do on the saved checks.
#[derive(Debug)]
enum Work {
    /// List the saved checks.
    List,
    /// Write reports of the check with this number or JSON report; `None` if none was named.
    Write(Option<OsString>),
}

pub(super) fn parser(language: Language) -> Parser {
    let text = |key: &str| language.text(key);
    let check = Arg::new("check")
        .value_name("NUMBER|CHECK.json")
        .value_parser(value_parser!(OsString))
        .help(text("cli.help.report-check"));
    let library = path_option("library", "LIBRARY")
        .required(true)
        .action(ArgAction::Append)
        .help(text("cli.help.report-library"));
    Parser::new("report")
        .about(text("cli.help.report"))
        .arg(check)
        .arg(library)
        .arg(flag("list").help(text("cli.help.report-list")))
        .args(reports::options(language))
        .arg(flag("all-pairs").help(text("cli.help.all-pairs")))
        .arg(strength_option(language))
        .arg(threads_option(language))
        .arg(quiet_option(language))
}

impl Arguments {
    /// Reads the arguments that clap has parsed.
    pub(super) fn of(matches: &ArgMatches) -> Self {
        // Required: there is a first one.
        let mut libraries = distinct(paths(matches, "library")).into_iter();
        Self {
            library: libraries.next().unwrap_or_default(),
            sources: libraries.collect(),
            work: if matches.get_flag("list") {
                Work::List
            } else {
                Work::Write(matches.get_one::<OsString>("check").cloned())
            },
            reports: reports::Arguments::of(matches),
            possible: strength(matches) == Strength::Possible,
            all_pairs: matches.get_flag("all-pairs"),
            threads: threads(matches),
            quiet: matches.get_flag("quiet"),
        }
    }
}

impl Arguments {
    /// Returns the JSON report that identifies the check; `None` if a number does, or if no check was named.
    pub(super) fn json_of_check(&self) -> Option<&Path> {
        match &self.work {
            Work::Write(Some(check)) => Some(Path::new(check)).filter(|file| file.is_file()),
            _ => None,
        }
    }
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, language: Language) -> Result<Completion, CliError> {
    match &arguments.work {
        Work::List => list(&arguments.library, language),
        Work::Write(check) => write(arguments, check.as_ref(), language),
    }
}

/// Prints the saved checks, the latest first.
fn list(file: &Path, language: Language) -> Result<Completion, CliError> {
    let library = Library::open_existing(file)?;
    let checks = library.store().checks()?;
    if checks.is_empty() {
        print_stdout(&language.text("cli.report.none"));
        return Ok(Completion::Complete);
    }
    let headings = [
        "column.number",
        "cli.report.changed",
        "cli.report.documents",
        "cli.report.state",
        "cli.report.title",
    ]
    .map(|key| language.text(key));
    let row = |check: &SavedCheck| {
        vec![
            check.id.0.to_string(),
            minute(check.changed),
            check.documents.to_string(),
            language.text(&format!("cli.report.state-{}", check.state.name())),
            printable(&check.title),
        ]
    };
    let rows: Vec<Vec<String>> = checks.iter().map(row).collect();
    print_stdout(&table(&headings, &rows, &[0, 2]));
    Ok(Completion::Complete)
}

/// Writes the reports of a saved check.
fn write(
    arguments: &Arguments,
    wanted: Option<&OsString>,
    language: Language,
) -> Result<Completion, CliError> {
    let reports = &arguments.reports;
    let wanted = wanted.ok_or(SavedCheckError::NotNamed)?;
    if reports.is_empty() {
        return Err(SavedCheckError::NothingToWrite.into());
    }
    reports.validate()?;
    let library = Arc::new(Library::open_existing(&arguments.library)?);
    let saved = find(&library, wanted)?;
    let (id, title) = (saved.about.id.0, printable(&saved.about.title));
    let started = saved.about.started;
    let reopening = Reopening {
        sources: &arguments.sources,
        possible: arguments.possible,
        all_pairs: arguments.all_pairs,
        threads: arguments.threads,
        quiet: arguments.quiet,
    };
    let result = reopening.reopen(library, saved, language)?;
    let pictures = Importer::new(Isolation::of_this_program(), Limits::default());
    let mut options = reports.report_options(&pictures);
    options.form.checked_at = Some(started);
    let check = Report {
        result: &result,
        language,
        options,
    };
    let inputs = declared_files::of_report(arguments).inputs;
    let written = reports.write(check, &inputs, arguments.threads, arguments.quiet)?;
    let read = result.count_read();
    reports.line_printer()(&language.fill(
        "cli.report.done",
        &[("number", &id), ("title", &title), ("documents", &read)],
    ));
    let is_whole = read > 0 && result.missing().is_empty();
    Ok(written.and(Completion::complete_if(is_whole)))
}
