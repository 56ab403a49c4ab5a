//! Steps of a search for leads, and the reasons why a search fails.

use std::io;

use crate::copy_error::library_error;
use chachong_library::LibraryError;
use chachong_semantics::ModelError;

/// Step of a search for leads. Each step reports its progress in units of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeadStep {
    /// Loads the model that computes sentence vectors. The model is the only unit.
    Loading,
    /// Computes the sentence vectors of documents that have none. Units are documents.
    Encoding,
    /// Computes the sentence vectors of library documents that have none. Units are library documents.
    EncodingLibrary,
    /// Compares sentence vectors to find pairs of passages. Units are comparisons of two batches of documents.
    Comparing,
    /// Sets the sentences of each candidate side by side, and drops the candidates that the passage search found already. Units
    /// are candidates.
    Weighing,
}

/// Reason why a search for leads failed.
#[derive(Debug, thiserror::Error)]
pub enum LeadError {
    /// The search was cancelled; the vectors computed until then are kept.
    #[error("the search for rewritten passages was cancelled")]
    Cancelled,
    /// The model that computes sentence vectors is not available.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A text could not be read again from its temporary file.
    #[error(
        "the temporary file with the texts failed ({0}); make room on the disk of the temporary folder and search again"
    )]
    TemporaryFile(#[source] io::Error),
    /// A library reported an error.
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
