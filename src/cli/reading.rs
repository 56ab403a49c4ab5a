//! Reads a check's documents with progress on stderr, and prints the files that cannot be read.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::ArgMatches;

use super::check_recorder::CheckRecorder;
use super::options::{archive_passwords, recipe, threads};
use super::output::{LinePrinter, print_stderr};
use super::progress::{Progress, Work};
use super::recognition;
use super::table::printable;
use chachong_check::{Document, Fingerprinting, Settings, Status};
use chachong_import::{ImportCause, Limits, PassedOver, Passwords};
use chachong_jobs::{Session, SessionStep};
use chachong_library::Library;
use chachong_messages::Language;
use chachong_recognition::ModelsError;

/// Maximum number of unread files of one kind that are named on the terminal.
const MOST_NAMES: usize = 20;

/// Options for reading documents, from the arguments of a command.
#[derive(Debug)]
pub(super) struct ReadOptions {
    /// Method of fingerprinting, without the document frequencies of a library.
    pub(super) by: Fingerprinting,
    /// Passwords to try on encrypted archives.
    pub(super) passwords: Passwords,
    /// Whether pages that are only pictures are read.
    pub(super) recognition: recognition::Arguments,
    pub(super) threads: Option<usize>,
    pub(super) time_limit: Option<Duration>,
}

impl ReadOptions {
    /// Reads the options that clap has parsed.
    pub(super) fn of(matches: &ArgMatches) -> Self {
        Self {
            by: recipe(matches).into(),
            passwords: archive_passwords(matches),
            recognition: recognition::Arguments::of(matches),
            threads: threads(matches),
            time_limit: (matches.get_one::<u64>("time-limit").copied()).map(Duration::from_secs),
        }
    }

    /// Returns the settings for reading the documents.
    pub(super) fn settings(
        &self,
        by: Fingerprinting,
        library: Option<&Library>,
    ) -> Result<Settings, ModelsError> {
        let settings = Settings {
            by,
            library: library.map(|library| Arc::clone(library.store())),
            threads: self.threads,
            passwords: self.passwords.clone(),
            limits: Limits {
                time: self.time_limit.unwrap_or(Limits::default().time),
                ..Limits::default()
            },
            ..Settings::default()
        };
        self.recognition.apply(settings)
    }
}

/// Observer of a session that reads documents: shows progress and records the outcomes.
pub(super) struct ProgressObserver<'f> {
    /// Library in which the check is saved; `None` if it is not saved.
    pub(super) recorder: Option<&'f CheckRecorder>,
    pub(super) quiet: bool,
    pub(super) language: Language,
}

impl ProgressObserver<'_> {
    /// Reads all documents. Returns them sorted by name, and the files that were not read.
    pub(super) fn read(
        &self,
        paths: Vec<PathBuf>,
        settings: Settings,
    ) -> (Vec<Document>, PassedOver) {
        let (mut documents, passed_over) = self.observe(&Session::start(paths, &[], settings));
        documents.sort_by(|a, b| a.name.cmp(&b.name));
        (documents, passed_over)
    }

    /// Follows a session to its end. Returns its documents in its order, and the files that were not read.
    pub(super) fn observe(&self, session: &Session) -> (Vec<Document>, PassedOver) {
        let language = self.language;
        let mut progress = Progress::Quiet;
        let collected = session.collect(|documents, step| match step {
            SessionStep::Found => {
                progress = Progress::start(Work::Reading, documents.len(), self.quiet, language);
                let known = documents
                    .iter()
                    .filter(|document| document.outcome.is_some());
                known.for_each(|_| progress.advance());
                if let Some(recorder) = self.recorder {
                    recorder.found(documents);
                }
            }
            SessionStep::Reading(document) => progress.reading(&documents[document].name),
            SessionStep::Recognising { document, done, of } => {
                let name = &documents[document].name;
                progress.reading(&format!("{name} {done}/{of}"));
            }
            SessionStep::Read(document) => {
                if let Some(recorder) = self.recorder {
                    recorder.outcome(&documents[document]);
                }
                progress.advance();
            }
            SessionStep::NotKept(error) => print_stderr(&language.library_error(error.log())),
            SessionStep::Done { .. } => {}
        });
        progress.finish();
        (collected.documents, collected.passed_over)
    }
}

/// Prints on stderr the files that could not be read.
pub(super) fn print_unread_files(documents: &[Document], language: Language) {
    for failed in documents.iter().filter_map(|d| failure_line(d, language)) {
        print_stderr(&failed);
    }
}

/// Prints the number of files that were passed over, and the names of those that may be a student's work.
pub(super) fn print_passed_over(files: &PassedOver, print: LinePrinter, language: Language) {
    if files.is_empty() {
        return;
    }
    let kinds = language.passed_over_files(files);
    print(&language.fill("notice.passed-over", &[("kinds", &kinds)]));
    for line in language.not_read_lines(files, MOST_NAMES) {
        print(&printable(&line));
    }
    let named = (files.kinds().into_iter()).filter(|(kind, _)| kind.may_be_work());
    if named
        .map(|(_, count)| count)
        .any(|count| count > MOST_NAMES)
    {
        print(&language.text("passed-over.all-in-json"));
    }
}

/// Adds the helpful command line option to a remedy whose text the window uses too; `None` adds nothing.
pub(super) fn with_option(text: String, option: Option<&str>) -> String {
    match option {
        Some(option) => format!("{text} ({option})"),
        None => text,
    }
}

/// Returns the line about a file that could not be read; `None` if it was read.
pub(super) fn failure_line(document: &Document, language: Language) -> Option<String> {
    let cause = document.failure()?;
    let (reason, remedy) = (language.reason(cause), language.remedy(cause));
    let option =
        matches!(cause, ImportCause::ArchiveEncrypted { .. }).then_some("--archive-password");
    let remedy = with_option(remedy, option);
    let (reason, status) = (printable(&reason), language.status(Status::Failed));
    Some(language.fill(
        "cli.failed",
        &[
            ("status", &status),
            ("name", &printable(&document.name)),
            ("reason", &reason),
            ("remedy", &remedy),
        ],
    ))
}
