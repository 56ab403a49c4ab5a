//! Reasons why a report was not written, with messages.

use std::io;
use std::path::{Path, PathBuf};

use crate::ReportError;
use chachong_messages::Language;

/// Reason why a report was not written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The file could not be written.
    #[error(transparent)]
    NotWritten(#[from] ReportError),
    /// The stored text of a document can no longer be read.
    #[error(
        "no report of {document}: its text can no longer be read ({source}); check the file again"
    )]
    NoText {
        /// Name of the document.
        document: String,
        /// Folder or file to which the report was to be written.
        place: PathBuf,
        /// Error of the store that contains the text.
        source: io::Error,
    },
    /// The report could not be made.
    #[error("{} could not be made: {source}", file.display())]
    NotMade {
        /// File to which the report was to be written.
        file: PathBuf,
        /// Error that occurred while the report was made.
        source: io::Error,
    },
}

impl OutputError {
    /// Describes the file, the cause and the remedy.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::NotWritten(error) => error.text(language),
            Self::NoText {
                document, source, ..
            } => language.fill("report.no-text", &[("name", document), ("detail", source)]),
            Self::NotMade { file, source } => language.fill(
                "report.not-made",
                &[("file", &file.display()), ("detail", source)],
            ),
        }
    }

    /// Returns the file that was to be written, or the folder for the reports.
    #[must_use]
    pub fn place(&self) -> &Path {
        match self {
            Self::NotWritten(error) => &error.file,
            Self::NoText { place: file, .. } | Self::NotMade { file, .. } => file,
        }
    }
}
