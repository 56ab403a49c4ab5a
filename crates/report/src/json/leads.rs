//! Leads to rewritten and translated passages in the JSON report.

use serde::Serialize;

use super::utc;
use crate::Report;
use crate::leads::Lead;
use chachong_compare::{DocumentIndex, Span};

/// Lead to possible rewriting or translation; in no share and no verdict.
#[derive(Serialize)]
pub(super) struct LeadRow<'a> {
    a: &'a str,
    b: &'a str,
    kind: &'static str,
    strength: &'static str,
    /// Expected number of leads as strong that chance gives a document of this length in a search of this size.
    expected_by_chance: f64,
    /// Passage in the first document.
    from: Span,
    /// Passage in the second document.
    to: Span,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided: Option<WordRow<'a>>,
}

/// Word of a person on a lead.
#[derive(Serialize)]
struct WordRow<'a> {
    word: &'static str,
    /// Time by RFC 3339 in UTC; `null` for an impossible one.
    at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

/// Returns the rows of all leads; `None` where leads were not sought.
pub(super) fn lead_rows(check: Report<'_>) -> Option<Vec<LeadRow<'_>>> {
    let leads = check.result.leads.as_deref()?;
    let path = |position: DocumentIndex| {
        let document = leads.document(&check.result.documents, position);
        document.map_or("", |document| document.name.as_str())
    };
    let row = |placed| {
        let lead = Lead::of(placed);
        let found = lead.found;
        LeadRow {
            a: path(lead.documents[0]),
            b: path(lead.documents[1]),
            kind: found.kind.name(),
            strength: found.strength().name(),
            expected_by_chance: lead.expected_by_chance(),
            from: found.in_a,
            to: found.in_b,
            decided: found.word.as_ref().map(|word| WordRow {
                word: word.name(),
                at: utc(word.at),
                note: word.note.as_deref(),
            }),
        }
    };
    Some(leads.list.iter().map(row).collect())
}
