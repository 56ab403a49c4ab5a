//! Errors of `chachong case`.

use std::io;
use std::path::PathBuf;

use chachong_case::CaseId;
use chachong_check::CaseError;
use chachong_messages::Language;
use chachong_report::case::ArchiveError;

use crate::cli::table::printable;

/// Reason why a case cannot be opened or changed.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum CaseCommandError {
    /// The check has no document of this name.
    #[error("check {check} has no document {name}")]
    NoDocument { check: i64, name: String },
    /// The pair has no passage of this number.
    #[error("there are only {count} passages")]
    NoPassage { count: usize },
    /// No case can be opened.
    #[error(transparent)]
    NoCase(#[from] CaseError),
    /// The newest entry cannot be taken back.
    #[error("nothing of case {} can be taken back", .0.0)]
    NothingToTakeBack(CaseId),
    /// The text to record is empty.
    #[error("there are no words")]
    NoWords,
    /// A file is no archive of a case.
    #[error("{}: {error}", file.display())]
    Archive { file: PathBuf, error: ArchiveError },
    /// The words on standard input cannot be read.
    #[error("standard input cannot be read ({0})")]
    StandardInput(io::Error),
}

impl CaseCommandError {
    /// Returns cause and remedy as text for a person.
    pub(in crate::cli) fn text(&self, language: Language) -> String {
        match self {
            Self::NoDocument { check, name } => language.fill(
                "cli.case.no-document",
                &[("number", check), ("name", &printable(name))],
            ),
            Self::NoPassage { count } => language.fill("cli.case.no-passage", &[("count", count)]),
            Self::NoCase(error) => language.case_error(error),
            Self::NothingToTakeBack(case) => {
                language.fill("cli.case.nothing-to-take-back", &[("number", &case.0)])
            }
            Self::Archive { file, error } => {
                let file = printable(&file.to_string_lossy());
                error.text(&file, language)
            }
            Self::NoWords => language.text("cli.case.no-words"),
            Self::StandardInput(error) => {
                language.fill("cli.case.no-standard-input", &[("detail", error)])
            }
        }
    }
}
