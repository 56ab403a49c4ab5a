//! Stored form of the outcome of reading one file of a check, equal in every kind of store.

use super::DocumentId;
use chachong_import::ImportCause;

/// Returns the columns `document` and `failure` of a row; both are `None` while the file has not been read.
pub(super) fn outcome_values(
    outcome: Option<&Result<DocumentId, ImportCause>>,
) -> std::io::Result<(Option<i64>, Option<String>)> {
    Ok(match outcome {
        None => (None, None),
        Some(Ok(document)) => (Some(document.0), None),
        Some(Err(cause)) => (None, Some(serde_json::to_string(cause)?)),
    })
}

/// Returns the outcome that [`outcome_values`] stored. `None` while the file has not been read, and for a failure
/// that this program does not know: the file is read again.
pub(super) fn outcome_of(
    document: Option<i64>,
    failure: Option<&str>,
) -> Option<Result<DocumentId, ImportCause>> {
    match (document, failure) {
        (Some(document), _) => Some(Ok(DocumentId(document))),
        (None, Some(failure)) => serde_json::from_str(failure).ok().map(Err),
        (None, None) => None,
    }
}
