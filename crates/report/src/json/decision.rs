//! Decisions of a person about pairs and documents in the JSON report.

use serde::Serialize;

use super::utc;
use crate::Report;
use crate::decided::Decided;
use chachong_compare::{Decision, DocumentIndex};

/// What a person decided on and noted about a pair or a document.
#[derive(Serialize)]
pub(super) struct DecisionFields<'a> {
    decision: Option<&'static str>,
    decision_note: Option<&'a str>,
    /// Time of the decision, or of the note without one, by RFC 3339 in UTC; `null` without either, or if unknown.
    decided_at: Option<String>,
}

impl<'a> DecisionFields<'a> {
    /// Returns the fields of a pair, or of a document (`a` twice).
    pub(super) fn of(check: Report<'a>, a: DocumentIndex, b: DocumentIndex) -> Self {
        let decided = Decided::of(check, a, b);
        Self {
            decision: decided.decision.map(Decision::name),
            decision_note: decided.note,
            decided_at: decided.at.and_then(utc),
        }
    }
}
