//! Reading of a check's documents with progress on stderr, and the names of the files that cannot be read.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::ArgMatches;

use super::against::Checked;
use super::options::{archive_passwords, recipe, threads};
use super::output::{Tell, complain};
use super::progress::{Progress, Work};
use super::recognition;
use super::table::printable;
use chachong_check::{Document, Settings, Status};
use chachong_import::{Limits, PassedOver, Passwords};
use chachong_jobs::{Session, SessionStep};
use chachong_library::Library;
use chachong_messages::Language;
use chachong_simhash::{DocumentFrequencies, Recipe};

/// Maximum number of files of one kind that are named on the terminal among those that were not read.
const MOST_NAMES: usize = 20;

/// Manner of reading documents, from the arguments of a command.
#[derive(Debug)]
pub(super) struct Manner {
    pub(super) recipe: Recipe,
    /// Passwords to try on encrypted archives.
    pub(super) passwords: Passwords,
    /// Whether pages that are only pictures are read.
    pub(super) recognition: recognition::Arguments,
    pub(super) threads: Option<usize>,
    pub(super) time_limit: Option<Duration>,
}

impl Manner {
    /// Reads the options that clap has parsed.
    pub(super) fn of(matches: &ArgMatches) -> Self {
        Self {
            recipe: recipe(matches),
            passwords: archive_passwords(matches),
            recognition: recognition::Arguments::of(matches),
            threads: threads(matches),
            time_limit: (matches.get_one::<u64>("time-limit").copied()).map(Duration::from_secs),
        }
    }

    /// Returns the settings for reading the documents; `None` where the models of recognition are wanting, which is said.
    pub(super) fn settings(
        &self,
        documents: Option<Arc<DocumentFrequencies>>,
        library: Option<&Library>,
        language: Language,
    ) -> Option<Settings> {
        let settings = Settings {
            recipe: self.recipe,
            documents,
            library: library.map(|library| Arc::clone(library.store())),
            threads: self.threads,
            passwords: self.passwords.clone(),
            limits: Limits {
                time: self.time_limit.unwrap_or(Limits::default().time),
                ..Limits::default()
            },
            ..Settings::default()
        };
        self.recognition.applied(settings, language).ok()
    }
}

/// Observer of a session that reads documents.
pub(super) struct Follow<'f> {
    /// Library in which the check is saved; `None` if it is not saved.
    pub(super) checked: Option<&'f Checked>,
    pub(super) quiet: bool,
    pub(super) language: Language,
}

impl Follow<'_> {
    /// Reads all documents, sorted by name; also returns which files were not read.
    pub(super) fn read(
        &self,
        paths: Vec<PathBuf>,
        settings: Settings,
    ) -> (Vec<Document>, PassedOver) {
        let (mut documents, passed_over) = self.follow(&Session::start(paths, &[], settings));
        documents.sort_by(|a, b| a.name.cmp(&b.name));
        (documents, passed_over)
    }

    /// Follows a session to its end; returns its documents in its order, and which files were not read.
    pub(super) fn follow(&self, session: &Session) -> (Vec<Document>, PassedOver) {
        let language = self.language;
        let mut progress = Progress::Quiet;
        let collected = session.collect(|documents, step| match step {
            SessionStep::Found => {
                progress = Progress::start(Work::Reading, documents.len(), self.quiet, language);
                let known = documents
                    .iter()
                    .filter(|document| document.outcome.is_some());
                known.for_each(|_| progress.advance());
                if let Some(checked) = self.checked {
                    checked.found(documents);
                }
            }
            SessionStep::Reading(document) => progress.reading(&documents[document].name),
            SessionStep::Recognising { document, done, of } => {
                let name = &documents[document].name;
                progress.reading(&format!("{name} {done}/{of}"));
            }
            SessionStep::Read(document) => {
                if let Some(checked) = self.checked {
                    checked.outcome(&documents[document]);
                }
                progress.advance();
            }
            SessionStep::NotKept(error) => complain(&language.library_error(error.log())),
            SessionStep::Done { .. } => {}
        });
        progress.finish();
        (collected.documents, collected.passed_over)
    }
}

/// Names the files that could not be read, on stderr.
pub(super) fn complain_of_unread(documents: &[Document], language: Language) {
    for failed in documents.iter().filter_map(|d| failure(d, language)) {
        complain(&failed);
    }
}

/// Prints how many files were passed over, and names those that may be a person's work.
pub(super) fn tell_passed_over(files: &PassedOver, tell: Tell, language: Language) {
    if files.is_empty() {
        return;
    }
    let kinds = language.passed_over_files(files);
    tell(&language.fill("notice.passed-over", &[("kinds", &kinds)]));
    for line in language.not_read_lines(files, MOST_NAMES) {
        tell(&printable(&line));
    }
    let named = (files.kinds().into_iter()).filter(|(kind, _)| kind.may_be_work());
    if named
        .map(|(_, count)| count)
        .any(|count| count > MOST_NAMES)
    {
        tell(&language.text("passed-over.all-in-json"));
    }
}

/// Returns the line about a file that could not be read; `None` if it was read.
pub(super) fn failure(document: &Document, language: Language) -> Option<String> {
    let cause = document.failure()?;
    let (reason, remedy) = (language.reason(cause), language.remedy(cause));
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
