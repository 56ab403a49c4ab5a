//! Stored forms of checks, decisions and cases, equal in every kind of store.

use serde::de::DeserializeOwned;

use super::packed::unpack_json;
use super::{CheckContent, CheckRow, DocumentId, KeptDecision, Origin};
use chachong_case::Case;
use chachong_import::ImportCause;

/// Puts together the content of a check from its rows and the packed columns `settings`, `choices` and `results`. A person's choices and
/// settings cannot be computed again, so the name of one that is damaged is an error; damaged results are dropped.
pub(super) fn content_of(
    rows: Vec<CheckRow>,
    [settings, choices, results]: [Option<&[u8]>; 3],
) -> Result<CheckContent, &'static str> {
    Ok(CheckContent {
        rows,
        choices: unpacked_or_default(choices).ok_or("choices")?,
        settings: unpacked_or_default(settings).ok_or("settings")?,
        results: results.and_then(unpack_json),
    })
}

fn unpacked_or_default<T: DeserializeOwned + Default>(packed: Option<&[u8]>) -> Option<T> {
    packed.map_or_else(|| Some(T::default()), unpack_json)
}

/// Returns the origin that is stored as this number.
pub(super) fn origin_of(number: i64) -> Origin {
    if number == Origin::Checked as i64 {
        Origin::Checked
    } else {
        Origin::Library
    }
}

/// Returns the stored name for whether a decision is about a lead.
pub(super) const fn subject(decision: &KeptDecision) -> &'static str {
    if decision.is_lead { "lead" } else { "" }
}

/// Returns the case with this packed history and evidence; `None` if it is damaged.
pub(super) fn case_of(history: &[u8], evidence: &[u8]) -> Option<Case> {
    let (history, evidence) = (unpack_json(history)?, unpack_json(evidence)?);
    Some(Case { evidence, history }).filter(Case::is_consistent)
}

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
