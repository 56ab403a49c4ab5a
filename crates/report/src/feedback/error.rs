//! Reasons why no feedback was written, in words.

use std::path::PathBuf;

use chachong_messages::Language;

use crate::OutputError;

/// Reason why no feedback was written.
#[derive(Debug, thiserror::Error)]
pub enum FeedbackError {
    /// A report could not be made, or the file could not be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The texts were not compared.
    #[error("{} was not written, because the texts have not been compared; let the check finish first", file.display())]
    NotCompared {
        /// File of the feedback.
        file: PathBuf,
    },
    /// A person cancelled.
    #[error("{} was not written, because it was cancelled; write it again to get it", file.display())]
    Cancelled {
        /// File of the feedback.
        file: PathBuf,
    },
}

impl FeedbackError {
    /// Describes file, cause and remedy.
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
