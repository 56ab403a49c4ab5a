//! `chachong report`: writes reports later, of a check that a library has saved, with what was decided about it since.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Arg, ArgAction, ArgMatches, Command as Parser, value_parser};

use super::check_recorder::frequencies;
use super::copying_options::{strength, strength_option};
use super::error::{CliError, Completion};
use super::options::{flag, paths, quiet_option, threads, threads_option};
use super::output::{print_stderr, print_stdout};
use super::progress::CopyProgress;
use super::reading::ProgressObserver;
use super::saved_checks::{SavedCheckError, find};
use super::table::{printable, table};
use super::{declared_files, reports};
use chachong_check::{
    CopyError, CopySettings, Document, Findings, Fingerprinting, Origin, Settings, find_evidence,
};
use chachong_compare::{Fingerprinted, Strength, Thresholds};
use chachong_import::{Importer, Isolation, Limits};
use chachong_jobs::{
    AgainstLibrary, Comparing, CopyEvent, FoundCopies, FoundIn, Libraries, Session, reopened_copies,
};
use chachong_library::{
    CheckContent, CheckRow, DocumentId, Library, LibraryError, SavedCheck, Store,
};
use chachong_messages::{Language, minute};
use chachong_record::Corrections;
use chachong_report::Check;

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
    let (about, recipe, max_distance) = (saved.about, saved.recipe, saved.max_distance);
    let store = Arc::clone(library.store());
    let settings = Settings {
        recipe,
        documents: frequencies(store.as_ref(), recipe, arguments.quiet, language)?,
        threads: arguments.threads,
        library: Some(Arc::clone(&store)),
        ..Settings::default()
    };
    let thresholds = Thresholds {
        max_distance,
        width: recipe.width(),
    };
    let by = settings.fingerprinting();
    let libraries = against_all(library, &arguments.sources, (&by, thresholds))?;
    let (corrections, leads, passed_over) = (saved.corrections, saved.leads, saved.passed_over);
    let kept = Reopened {
        content: saved.content,
        found_in: saved.found_in,
        compared_with: saved.compared_with,
        kept_in: Arc::clone(&store),
        libraries,
        thresholds,
    };
    let (mut documents, found) = kept.open(arguments, settings, language)?;
    correct(&mut documents, &corrections);
    let prints: Vec<Fingerprinted> = documents.iter().map(Document::fingerprinted).collect();
    let findings = Findings::of(&prints, thresholds, arguments.all_pairs).with_copies(
        &prints,
        &found.copies,
        &found.shares,
        arguments.possible,
    );
    let leads = match leads {
        Some(leads) => Some(leads.restored(&store, &by)?.placed(&documents)),
        None => None,
    };
    let evidence = find_evidence(&documents, found.copies.compared);
    let pictures = Importer::new(Isolation::of_this_program(), Limits::default());
    let check = Check {
        documents: &documents,
        findings: &findings,
        copied: Some((&found.copies, &found.shares)),
        evidence: &evidence,
        leads: leads.as_ref(),
        passed_over: &passed_over,
        recipe,
        thresholds,
        language,
        options: reports.report_options(arguments.possible, &pictures),
    };
    let inputs = declared_files::of_report(arguments).inputs;
    reports.write(check, &inputs, arguments.threads, arguments.quiet)?;
    let read = (documents.iter())
        .filter(|document| document.origin == Origin::Checked && document.reading().is_some());
    let read = read.count();
    reports.line_printer()(&language.fill(
        "cli.report.done",
        &[
            ("number", &about.id.0),
            ("title", &printable(&about.title)),
            ("documents", &read),
        ],
    ));
    let is_whole = read > 0 && found.copies.missing.is_empty();
    Ok(Completion::complete_if(is_whole))
}

/// Puts a person's corrections on the records of the documents.
fn correct(documents: &mut [Document], corrections: &Corrections) {
    for reading in
        (documents.iter_mut()).filter_map(|document| document.outcome.as_mut()?.as_mut().ok())
    {
        corrections.apply(&reading.metadata.sha256, &mut reading.record);
    }
}

/// Returns the library of a check and, opened, the further ones, as texts are compared with them.
fn against_all(
    own: Arc<Library>,
    sources: &[PathBuf],
    (by, thresholds): (&Fingerprinting, Thresholds),
) -> Result<Vec<AgainstLibrary>, LibraryError> {
    let against = |library, is_own| AgainstLibrary {
        library,
        by: by.clone(),
        thresholds,
        is_own,
    };
    let sources = (sources.iter())
        .map(|file| Ok(against(Arc::new(Library::open_existing(file)?), false)))
        .collect::<Result<Vec<_>, LibraryError>>()?;
    Ok(std::iter::once(against(own, true)).chain(sources).collect())
}

/// Saved check that is opened, with what its texts are compared with if they must be compared again.
struct Reopened {
    content: CheckContent,
    found_in: FoundIn,
    compared_with: Vec<String>,
    /// Store in which the check is saved.
    kept_in: Arc<dyn Store>,
    /// Libraries to compare with, that of the check first.
    libraries: Vec<AgainstLibrary>,
    thresholds: Thresholds,
}

impl Reopened {
    /// Opens the check: its documents, passages and choices as saved. Where the saved results no longer fit, compares again
    /// with a warning.
    fn open(
        self,
        arguments: &Arguments,
        settings: Settings,
        language: Language,
    ) -> Result<(Vec<Document>, Box<FoundCopies>), CopyError> {
        let CheckContent {
            rows,
            choices,
            results,
            ..
        } = self.content;
        let saved: Vec<Option<DocumentId>> = rows.iter().map(kept_in).collect();
        let observer = ProgressObserver {
            recorder: None,
            quiet: arguments.quiet,
            language,
        };
        let threads = settings.threads;
        let (documents, _) = observer.observe(&Session::reopen(rows, &self.found_in, settings));
        for (document, _) in documents.iter().zip(&saved).filter(|(_, id)| id.is_some()) {
            if let Some(cause) = document.failure() {
                let reason = printable(&language.reason(cause));
                print_stderr(&language.fill(
                    "cli.report.text-missing",
                    &[("name", &printable(&document.name)), ("reason", &reason)],
                ));
            }
        }
        // A file that had to be read again may have another text now.
        let same = (documents.iter().zip(&saved))
            .all(|(document, saved)| document.reading().and_then(|reading| reading.kept) == *saved);
        let copies = results.filter(|_| same);
        let copies = copies.and_then(|results| reopened_copies(&documents, &results));
        let all = copies.is_some().then(|| documents.clone());
        let (checked, of_library): (Vec<Document>, Vec<Document>) =
            (documents.into_iter()).partition(|document| document.origin == Origin::Checked);
        let comparing = if let Some((copies, all)) = copies.zip(all) {
            Comparing::recount(all, copies, choices)
        } else {
            print_stderr(&language.text("cli.report.compared-again"));
            print_missing_libraries(&self.compared_with, &self.libraries, language);
            let libraries = Libraries {
                kept_in: Some(self.kept_in),
                against: self.libraries,
            };
            let prints: Vec<Fingerprinted> = checked.iter().map(Document::fingerprinted).collect();
            let near = Findings::of(&prints, self.thresholds, false).near();
            let documents: Vec<Document> = checked.iter().cloned().chain(of_library).collect();
            let settings = CopySettings {
                threads,
                ..CopySettings::default()
            };
            Comparing::start(&documents, near, settings, choices, libraries)
        };
        let mut found = wait_for(&comparing, arguments.quiet, language)?;
        let mut documents = checked;
        documents.append(&mut found.library);
        Ok((documents, found))
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

/// Waits for a comparison, with progress on stderr.
fn wait_for(
    comparing: &Comparing,
    quiet: bool,
    language: Language,
) -> Result<Box<FoundCopies>, CopyError> {
    let progress = CopyProgress::start(quiet, language);
    let mut found = Err(CopyError::Cancelled);
    for event in &comparing.events {
        match event {
            CopyEvent::Progress { step, done, total } => progress.show(step, done, total),
            CopyEvent::Done(done) => {
                found = done;
                break;
            }
        }
    }
    progress.finish();
    found
}
