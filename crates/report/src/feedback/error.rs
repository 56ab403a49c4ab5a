//! Reasons why no feedback was written, with messages.

use std::path::PathBuf;

use chachong_messages::Language;

use crate::OutputError;

/// Reason why no feedback was written.
#[derive(Debug, thiserror::Error)]
pub enum FeedbackError {
    /// A report could not be made, or the file could not be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The texts of the check were not compared.
    #[error("{} was not written, because the texts have not been compared; let the check finish first", file.display())]
    NotCompared {
        /// File to which the feedback was to be written.
        file: PathBuf,
    },
    /// A person cancelled the writing.
    #[error("{} was not written, because it was cancelled; write it again to get it", file.display())]
    Cancelled {
        /// File to which the feedback was to be written.
        file: PathBuf,
    },
}

impl FeedbackError {
    /// Describes the file, the cause and the remedy.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let (key, file) = match self {
            Self::Output(error) => return error.text(language),
            Self::NotCompared { file } => ("feedback.not-compared", file),
            Self::Cancelled { file } => ("feedback.cancelled", file),
        };
        language.fill(key, &[("file", &file.display())])
    }
}
