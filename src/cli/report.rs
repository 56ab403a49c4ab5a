//! `chachong report`: writes reports later, of a check that a library has saved, with what was decided about it since.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Arg, ArgAction, ArgMatches, Command as Parser, value_parser};

use super::check_recorder::with_frequencies;
use super::copying_options::{strength, strength_option};
use super::error::{CliError, Completion};
use super::options::{flag, paths, quiet_option, threads, threads_option};
use super::output::{print_stderr, print_stdout};
use super::reading::ProgressObserver;
use super::saved_checks::{Saved, SavedCheckError, find};
use super::table::{printable, table};
use super::{copying, declared_files, reports};
use chachong_check::{CheckResult, CopySettings, Document, Origin, Settings};
use chachong_compare::Strength;
use chachong_import::{Importer, Isolation, Limits};
use chachong_jobs::{
    AgainstLibrary, CheckRequest, NearSearch, Session, renumbered_choices, reopened_copies,
};
use chachong_library::{CheckContent, CheckRow, DocumentId, Library, SavedCheck};
use chachong_messages::{Language, minute};
use chachong_record::Corrections;
use chachong_report::Report;

#[derive(Debug)]
pub(super) struct Arguments {
    /// Library in which the check was saved.
    pub(super) library: PathBuf,
    /// Further libraries, which give sources where the texts must be compared again.
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
    /// List of the checks.
    List,
    /// Reports of the check with this number or JSON file; `None` if none was named.
    Write(Option<OsString>),
}

pub(super) fn parser(language: Language) -> Parser {
    let text = |key: &str| language.text(key);
    let check = Arg::new("check")
        .value_name("NUMBER|CHECK.json")
        .value_parser(value_parser!(OsString))
        .help(text("cli.help.report-check"));
    let library = Arg::new("library")
        .long("library")
        .value_name("LIBRARY")
        .required(true)
        .action(ArgAction::Append)
        .value_parser(value_parser!(PathBuf))
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
        let mut libraries = paths(matches, "library").into_iter();
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
    /// Returns the JSON file that names the check; `None` where its number or nothing does.
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
    let result = reopen(arguments, library, saved, language)?;
    let pictures = Importer::new(Isolation::of_this_program(), Limits::default());
    let check = Report {
        result: &result,
        language,
        options: reports.report_options(&pictures),
    };
    let inputs = declared_files::of_report(arguments).inputs;
    reports.write(check, &inputs, arguments.threads, arguments.quiet)?;
    let read = (result.documents.iter())
        .filter(|document| document.origin == Origin::Checked && document.content().is_some());
    let read = read.count();
    reports.line_printer()(&language.fill(
        "cli.report.done",
        &[("number", &id), ("title", &title), ("documents", &read)],
    ));
    let is_whole = read > 0 && result.missing().is_empty();
    Ok(Completion::complete_if(is_whole))
}

/// Makes the result of a saved check again, with what was decided since.
fn reopen(
    arguments: &Arguments,
    library: Arc<Library>,
    mut saved: Saved,
    language: Language,
) -> Result<CheckResult, CliError> {
    let store = Arc::clone(library.store());
    let by = with_frequencies(saved.by.clone(), store.as_ref(), arguments.quiet, language)?;
    let settings = Settings {
        by: by.clone(),
        threads: arguments.threads,
        library: Some(Arc::clone(&store)),
        ..Settings::default()
    };
    let mut libraries = copying::open_sources(&arguments.sources)?;
    let own = AgainstLibrary {
        library,
        is_own: true,
    };
    libraries.against.insert(0, own);
    libraries.kept_in = Some(Arc::clone(&store));
    let leads = saved.leads.take();
    let request = request(arguments, saved, settings, &libraries.against, language);
    let mut result =
        copying::compare_with_progress(request, &libraries, arguments.quiet, language)?;
    if let Some(leads) = leads {
        let leads = leads.restored(&store, &by)?;
        result.leads = Some(Arc::new(leads.placed(&result.documents)));
    }
    Ok(result)
}

/// Puts a person's corrections on the records of the documents.
fn correct(documents: &mut [Document], corrections: &Corrections) {
    for reading in
        (documents.iter_mut()).filter_map(|document| document.outcome.as_mut()?.as_mut().ok())
    {
        corrections.apply(&reading.metadata.sha256, &mut reading.record);
    }
}

/// Returns the request for a saved check: its documents, passages and choices as saved. Where the saved results no longer fit,
/// the documents are compared again with the given libraries, with a warning.
fn request(
    arguments: &Arguments,
    saved: Saved,
    settings: Settings,
    given: &[AgainstLibrary],
    language: Language,
) -> CheckRequest<'static> {
    let CheckContent {
        rows,
        choices,
        results,
        ..
    } = saved.content;
    let kept: Vec<Option<DocumentId>> = rows.iter().map(kept_in).collect();
    let observer = ProgressObserver {
        recorder: None,
        quiet: arguments.quiet,
        language,
    };
    let by = settings.by.clone();
    let (mut documents, _) = observer.observe(&Session::reopen(rows, &saved.found_in, settings));
    for (document, _) in documents.iter().zip(&kept).filter(|(_, id)| id.is_some()) {
        if let Some(cause) = document.failure() {
            let reason = printable(&language.reason(cause));
            print_stderr(&language.fill(
                "cli.report.text-missing",
                &[("name", &printable(&document.name)), ("reason", &reason)],
            ));
        }
    }
    correct(&mut documents, &saved.corrections);
    // A file that had to be read again may have another text now.
    let same = (documents.iter().zip(&kept))
        .all(|(document, kept)| document.content().and_then(|content| content.kept) == *kept);
    let results = results.filter(|_| same);
    let results = results.and_then(|results| reopened_copies(&documents, &results));
    if results.is_none() {
        print_stderr(&language.text("cli.report.compared-again"));
        print_missing_libraries(&saved.compared_with, given, language);
    }
    CheckRequest {
        passed_over: saved.passed_over,
        submissions: saved.submissions,
        thresholds: by.thresholds(saved.max_distance),
        by,
        near: if arguments.all_pairs {
            NearSearch::EveryPair
        } else {
            NearSearch::Index
        },
        possible: arguments.possible,
        choices: renumbered_choices(choices, &documents),
        copying: CopySettings {
            threads: arguments.threads,
            ..CopySettings::default()
        },
        saved: results,
        ..CheckRequest::of(documents)
    }
}

/// Names the libraries that a check was compared with and that are not given now: what they had is no source any more.
fn print_missing_libraries(compared_with: &[String], given: &[AgainstLibrary], language: Language) {
    let is_given = |name: &&String| given.iter().any(|given| given.library.name() == **name);
    let missing: Vec<String> = (compared_with.iter())
        .filter(|name| !is_given(name))
        .map(|name| printable(name))
        .collect();
    if !missing.is_empty() {
        let names = missing.join(&language.text("punctuation.comma"));
        print_stderr(&language.fill("cli.report.without-libraries", &[("names", &names)]));
    }
}

/// Kept document of a row; `None` for a file that was not read.
fn kept_in(row: &CheckRow) -> Option<DocumentId> {
    row.outcome.as_ref()?.as_ref().ok().copied()
}
