//! Errors of a search for passages.

use std::io;

use chachong_compare::CandidateError;
use chachong_library::LibraryError;

/// Reason why a search for passages failed.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The search was cancelled.
    #[error("the comparison was cancelled")]
    Cancelled,
    /// A temporary file could not be written or read.
    #[error(
        "the temporary file of the comparison failed ({0}); make room on the disk of the temporary folder and compare again"
    )]
    TemporaryFile(#[source] io::Error),
    /// A library reported an error.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The index over the fingerprints cannot be built.
    #[error(transparent)]
    Index(Box<dyn std::error::Error + Send + Sync>),
}

impl From<io::Error> for CopyError {
    /// Tells a text that the library could not give from a temporary file that failed.
    fn from(error: io::Error) -> Self {
        match library_error(&error) {
            Some(of_library) => Self::Library(of_library.clone()),
            None => Self::TemporaryFile(error),
        }
    }
}

impl From<CandidateError> for CopyError {
    fn from(error: CandidateError) -> Self {
        match error {
            CandidateError::Cancelled => Self::Cancelled,
            CandidateError::TemporaryFile(error) => Self::TemporaryFile(error),
        }
    }
}

/// Returns the library's error behind that of a kept text; `None` if the text is not in a library.
pub(super) fn library_error(error: &io::Error) -> Option<&LibraryError> {
    error.get_ref()?.downcast_ref()
}

/// Returns whether an error means that a text is permanently lost. Such a text can be skipped. A text whose library does not
/// answer at the moment must not be skipped: passages copied from it would be missed.
#[must_use]
pub fn is_lost(error: &io::Error) -> bool {
    match library_error(error) {
        Some(LibraryError::Damaged { .. } | LibraryError::NoSuchDocument { .. }) => true,
        Some(_) => false,
        None => error.kind() == io::ErrorKind::Other,
    }
}

/// Returns what was read of a kept text, or `None` if the text is lost. Fails if its library does not answer, for then
/// the text must not be skipped.
pub(super) fn unless_lost<T>(read: io::Result<T>) -> io::Result<Option<T>> {
    match read {
        Ok(found) => Ok(Some(found)),
        Err(error) if library_error(&error).is_none() || is_lost(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_a_library_that_does_not_answer_is_not_skipped() {
        let file = || std::path::PathBuf::from("a.chachong");
        let read = |error: LibraryError| unless_lost::<()>(Err(io::Error::other(error)));
        let away = LibraryError::ServerAway {
            file: file(),
            detail: "refused".to_owned(),
        };
        assert!(read(away).is_err());
        let gone = LibraryError::NoSuchDocument { file: file() };
        assert!(matches!(read(gone), Ok(None)));
        let of_store = io::Error::from(io::ErrorKind::UnexpectedEof);
        assert!(matches!(unless_lost::<()>(Err(of_store)), Ok(None)));
    }
}
