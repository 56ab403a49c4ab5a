//! Steps of a search for leads, and the reasons why a search gives none.

use std::io;

use crate::copies::library_error;
use chachong_library::LibraryError;
use chachong_semantics::ModelError;

/// Step of a search for leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeadStep {
    /// Loads the model of sentences.
    Loading,
    /// Computes the vectors of each document that has none.
    Encoding,
    /// Computes the vectors of members of the library that have none.
    EncodingLibrary,
    /// Compares vectors.
    Comparing,
    /// Weighs what was found.
    Weighing,
}

/// Reason why a search for leads failed.
#[derive(Debug, thiserror::Error)]
pub enum LeadError {
    /// The search was cancelled; the vectors computed until then are kept.
    #[error("the search for rewritten passages was cancelled")]
    Cancelled,
    /// There is no model of sentences.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A text could not be read again from its temporary file.
    #[error(
        "the temporary file with the texts failed ({0}); make room on the disk of the temporary folder and search again"
    )]
    TemporaryFile(#[source] io::Error),
    /// The library failed.
    #[error(transparent)]
    Library(#[from] LibraryError),
}

impl From<io::Error> for LeadError {
    /// Tells a text that the library could not give from a temporary file that failed.
    fn from(error: io::Error) -> Self {
        match library_error(&error) {
            Some(of_library) => Self::Library(of_library.clone()),
            None => Self::TemporaryFile(error),
        }
    }
}
