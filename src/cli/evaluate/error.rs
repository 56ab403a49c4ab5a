//! Errors that end an evaluation.

use std::io;
use std::path::{Path, PathBuf};

use crate::cli::table::printable;
use chachong_lab::evaluate::{LEAST_SENTENCES, MakeError};
use chachong_messages::Language;
use chachong_report::not_written;

/// Reason why an evaluation failed.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum EvaluationError {
    /// The cases cannot be opened.
    #[error("{} cannot be opened ({source})", file.display())]
    Unreadable { file: PathBuf, source: io::Error },
    /// The file has no usable case.
    #[error("there is no case")]
    NoCases,
    /// Rewritten passages were requested, but the cases are not passages.
    #[error("leads are measured with cases of passages only")]
    PassagesOnly,
    /// Methods or a curve were requested, but the cases are not pairs.
    #[error("methods are measured with pairs only")]
    PairsOnly,
    /// A text that was read before cannot be read again.
    #[error("a text cannot be read again ({0})")]
    TextLost(io::Error),
    /// The folder of pairs cannot be made.
    #[error(transparent)]
    Make(#[from] MakeError),
}

impl EvaluationError {
    /// Returns file, cause and remedy as text for a person.
    pub(in crate::cli) fn text(&self, language: Language) -> String {
        match self {
            Self::Unreadable { file, source } => unreadable(file, source, language),
            Self::NoCases => language.text("evaluate.nothing-read"),
            Self::PassagesOnly => language.text("evaluate.passages-only"),
            Self::PairsOnly => language.text("evaluate.pairs-only"),
            Self::TextLost(cause) | Self::Make(MakeError::TextLost(cause)) => {
                language.fill("evaluate.text-lost", &[("detail", cause)])
            }
            Self::Make(MakeError::NotEmpty(folder)) => {
                let folder = printable(&folder.to_string_lossy());
                language.fill("evaluate.make-not-empty", &[("folder", &folder)])
            }
            Self::Make(MakeError::TooFew) => {
                language.fill("evaluate.make-too-few", &[("least", &LEAST_SENTENCES)])
            }
            Self::Make(MakeError::NotWritten { file, cause }) => {
                not_written(&printable(&file.to_string_lossy()), cause, language)
            }
        }
    }
}

/// Returns the message about a file that cannot be opened, with the remedy.
pub(super) fn unreadable(file: &Path, source: &io::Error, language: Language) -> String {
    let reason = language.fill("import.unreadable.reason", &[("detail", source)]);
    let semicolon = language.text("punctuation.semicolon");
    let remedy = language.text("import.unreadable.remedy");
    let file = printable(&file.to_string_lossy());
    format!("{file}: {reason}{semicolon}{remedy}")
}
