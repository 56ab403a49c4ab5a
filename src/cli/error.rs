//! Errors that end a command, each with file, cause, remedy and exit code; and how completely a command did its work otherwise.

use std::io;
use std::path::PathBuf;

use super::case::CaseCommandError;
use super::evaluate::EvaluationError;
use super::output::print_stderr;
use super::reports::{OutputConflict, failed_reports_text};
use super::saved_checks::SavedCheckError;
use super::table::printable;
use super::usage;
use super::watch::WatchError;
use chachong_check::{CopyError, LeadError};
use chachong_import::ImportCause;
use chachong_lab::systems::IndexError;
use chachong_library::LibraryError;
use chachong_messages::Language;
use chachong_recognition::ModelsError;
use chachong_report::case::VerifyError;
use chachong_report::{FeedbackError, OutputError, Refusal, ReportError, Unreadable, not_written};
use chachong_submission::ClassListError;

/// Exit code for all errors except [`USAGE_ERROR`], and for commands that did only a part of their work.
const FAILED: u8 = 1;
/// Exit code for arguments that cannot be parsed.
const USAGE_ERROR: u8 = 2;

/// Error that ends a command.
#[derive(Debug, thiserror::Error)]
pub(super) enum CliError {
    /// The arguments cannot be parsed.
    #[error(transparent)]
    Usage(clap::Error),
    /// This build has no window.
    #[error("this build has no window")]
    NoWindow,
    /// An output would overwrite something that is read or kept.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Outputs cannot be written to the places that the arguments name.
    #[error(transparent)]
    Conflict(#[from] OutputConflict),
    /// A document cannot be read.
    #[error("{}: {cause}", file.display())]
    Document { file: PathBuf, cause: ImportCause },
    /// Standard input cannot be decoded.
    #[error(transparent)]
    StandardInput(ImportCause),
    /// None of the documents can be read.
    #[error("no document can be read")]
    NothingRead,
    /// A text has too few terms for a fingerprint.
    #[error("a text has too few terms")]
    TooFewTerms,
    /// The class list cannot be opened.
    #[error("{}: {source}", file.display())]
    ListUnread { file: PathBuf, source: io::Error },
    /// A file is no class list.
    #[error("{}: {source}", file.display())]
    NoList {
        file: PathBuf,
        source: ClassListError,
    },
    /// A library cannot be used.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The disk of a library was full before all documents were added.
    #[error(transparent)]
    LibraryFull(LibraryError),
    /// A case file is changed, or a file cannot be verified.
    #[error("{}: {source}", file.display())]
    Unverified { file: PathBuf, source: VerifyError },
    /// The text to search for in a library is empty.
    #[error("there is nothing to search for")]
    NothingToFind,
    /// There is no dump among the files.
    #[error("there is no dump")]
    NoDumps,
    /// A saved check cannot be found.
    #[error(transparent)]
    SavedCheck(#[from] SavedCheckError),
    /// The search for passages failed.
    #[error(transparent)]
    Copies(#[from] CopyError),
    /// The search for rewritten passages failed.
    #[error(transparent)]
    Leads(#[from] LeadError),
    /// The models of recognition are missing or damaged.
    #[error(transparent)]
    Models(#[from] ModelsError),
    /// A text that a blind report needs can no longer be read.
    #[error(transparent)]
    Blind(#[from] Unreadable),
    /// Some reports cannot be written; the others were.
    #[error("{} reports were not written", .0.len())]
    Reports(Vec<OutputError>),
    /// Feedback for the students cannot be written.
    #[error(transparent)]
    Feedback(#[from] FeedbackError),
    /// Standard output cannot be written.
    #[error(transparent)]
    Stdout(io::Error),
    /// The system failed, or a value cannot be converted to JSON.
    #[error(transparent)]
    System(#[from] io::Error),
    /// An evaluation cannot be made.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// A case cannot be opened or changed.
    #[error(transparent)]
    Case(#[from] CaseCommandError),
    /// A watch cannot begin.
    #[error(transparent)]
    Watch(#[from] WatchError),
    /// Several errors, in the order in which they occurred.
    #[error("{} errors", .0.len())]
    Several(Vec<CliError>),
}

impl From<OutputError> for CliError {
    fn from(error: OutputError) -> Self {
        Self::Reports(vec![error])
    }
}

impl From<ReportError> for CliError {
    fn from(error: ReportError) -> Self {
        OutputError::from(error).into()
    }
}

impl CliError {
    /// Prints the error on stderr and returns its exit code.
    pub(super) fn report(&self, language: Language) -> u8 {
        print_stderr(&self.text(language));
        self.exit_code()
    }

    const fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => USAGE_ERROR,
            _ => FAILED,
        }
    }

    /// Returns file, cause and remedy as text for a person.
    fn text(&self, language: Language) -> String {
        match self {
            Self::Usage(error) => usage::error_text(error, language),
            Self::NoWindow => language.text("cli.no-window"),
            Self::Refused(refusal) => printable(&refusal.text(language)),
            Self::Conflict(conflict) => conflict.text(language),
            Self::Document { file, .. } if file.is_dir() => {
                let file = printable(&file.to_string_lossy());
                language.fill("cli.is-a-folder", &[("file", &file)])
            }
            Self::Document { file, cause } => format!(
                "{}: {}",
                printable(&file.to_string_lossy()),
                cause_and_remedy(cause, language)
            ),
            Self::StandardInput(cause) => cause_and_remedy(cause, language),
            Self::NothingRead => language.text("cli.nothing-read"),
            Self::TooFewTerms => language.text("warning.too-few-terms"),
            Self::ListUnread { file, source } => language.fill(
                "cli.list-unread",
                &[
                    ("file", &printable(&file.to_string_lossy())),
                    ("detail", source),
                ],
            ),
            Self::NoList { file, source } => language.fill(
                match source {
                    ClassListError::NoTable(_) => "cli.list-no-table",
                    ClassListError::NobodyFound => "cli.list-nobody",
                },
                &[("file", &printable(&file.to_string_lossy()))],
            ),
            Self::Library(error) => language.library_error(error.log()),
            Self::LibraryFull(error) => format!(
                "{}\n{}",
                language.library_error(error.log()),
                language.text("library.add-again")
            ),
            Self::Unverified { file, source } => {
                source.text(&printable(&file.to_string_lossy()), language)
            }
            Self::NothingToFind => language.text("cli.library.nothing-to-find"),
            Self::NoDumps => language.text("dump.none"),
            Self::SavedCheck(error) => error.text(language),
            Self::Copies(CopyError::Index(error)) => match error.downcast_ref() {
                Some(error) => index_text(error, language),
                None => error.to_string(),
            },
            Self::Copies(error) => language.copy_error(error),
            Self::Leads(error) => language.lead_error(error),
            Self::Models(error) => language.models_error(error),
            Self::Blind(lost) => language.fill(
                "report.no-text",
                &[("name", &lost.document), ("detail", &lost.source)],
            ),
            Self::Reports(failed) => failed_reports_text(failed, language),
            Self::Feedback(error) => error.text(language),
            Self::Stdout(error) => not_written(&language.text("cli.stdout"), error, language),
            Self::System(error) => error.to_string(),
            Self::Evaluation(error) => error.text(language),
            Self::Case(error) => error.text(language),
            Self::Watch(error) => error.text(language),
            Self::Several(errors) => {
                let texts: Vec<String> = errors.iter().map(|error| error.text(language)).collect();
                texts.join("\n")
            }
        }
    }
}

fn cause_and_remedy(cause: &ImportCause, language: Language) -> String {
    let semicolon = language.text("punctuation.semicolon");
    format!(
        "{}{semicolon}{}",
        language.reason(cause),
        language.remedy(cause)
    )
}

fn index_text(error: &IndexError, language: Language) -> String {
    match error {
        IndexError::TooMuchMemory {
            needed,
            limit,
            entries,
            k,
        } => language.fill(
            "index.too-much-memory",
            &[
                ("needed", needed),
                ("limit", limit),
                ("entries", entries),
                ("distance", k),
            ],
        ),
    }
}

/// How completely a command did its work. Missing parts were reported as results or warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(super) enum Completion {
    Complete,
    Incomplete,
}

impl Completion {
    pub(super) const fn complete_if(is_complete: bool) -> Self {
        if is_complete {
            Self::Complete
        } else {
            Self::Incomplete
        }
    }

    /// Prints an error as a warning, and continues the command without the failed part.
    pub(super) fn or_warn(done: Result<(), impl Into<CliError>>, language: Language) -> Self {
        match done.map_err(Into::into) {
            Ok(()) => Self::Complete,
            // Standard output is reported once, at the end.
            Err(CliError::Stdout(_)) => Self::Incomplete,
            Err(error) => {
                error.report(language);
                Self::Incomplete
            }
        }
    }

    /// Returns whether this and another part of the work are complete.
    pub(super) const fn and(self, other: Self) -> Self {
        match self {
            Self::Complete => other,
            Self::Incomplete => self,
        }
    }

    pub(super) const fn exit_code(self) -> u8 {
        match self {
            Self::Complete => 0,
            Self::Incomplete => FAILED,
        }
    }
}
