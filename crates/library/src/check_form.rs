//! Stored form of what became of one file of a check, alike in every kind of store.

use super::DocumentId;
use chachong_import::ImportCause;

/// Returns the columns `document` and `failure` of a row; both are empty while the file waits.
pub(super) fn outcome_values(
    outcome: Option<&Result<DocumentId, ImportCause>>,
) -> std::io::Result<(Option<i64>, Option<String>)> {
    Ok(match outcome {
        None => (None, None),
        Some(Ok(document)) => (Some(document.0), None),
        Some(Err(cause)) => (None, Some(serde_json::to_string(cause)?)),
    })
}

/// Returns the outcome that [`outcome_values`] put into columns; `None` while the file waits, and for a failure that
/// this program cannot read: the file is read again.
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
