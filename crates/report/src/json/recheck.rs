//! Comparison with an earlier check in the JSON report.

use serde::Serialize;

use super::utc;
use crate::Report;
use chachong_check::{CheckResult, Recheck, RecheckedDocument, RecheckedPassage};
use chachong_compare::{Copied, DocumentIndex, Span};

/// Comparison with an earlier check.
#[derive(Serialize)]
pub(super) struct RecheckRow<'a> {
    title: &'a str,
    /// Time at which the earlier check was last saved, by RFC 3339 in UTC.
    saved: Option<String>,
    documents: Vec<DocumentRow<'a>>,
    /// Documents of the new check that were not compared, because they or their earlier versions could not be read.
    unread: Vec<&'a str>,
    /// Documents of the earlier check that have no new version.
    without_new_version: Vec<&'a str>,
}

#[derive(Serialize)]
struct DocumentRow<'a> {
    path: &'a str,
    /// Earlier version; `null` if there is none.
    earlier: Option<&'a str>,
    copied_then: Option<Copied>,
    copied_now: Option<Copied>,
    passages: Vec<PassageRow<'a>>,
}

#[derive(Serialize)]
struct PassageRow<'a> {
    state: &'static str,
    /// Place in the earlier text; `null` for a passage that the earlier check did not have.
    then: Option<Span>,
    /// Places in the new text.
    now: &'a [Span],
    /// Whether the passage is cited or quoted, in the earlier text and in the new one.
    attribution_then: &'static str,
    attribution_now: &'static str,
    characters: u32,
    kept: u32,
    reworded: u32,
    gone: u32,
    inserted: u32,
    /// Documents that have the passage, in the earlier check or, of a new passage, in the new one.
    sources: Vec<&'a str>,
}

/// Returns the comparison with an earlier check; `None` where there is none.
pub(super) fn recheck_row(check: Report<'_>) -> Option<RecheckRow<'_>> {
    let recheck = check.result.recheck.as_deref()?;
    let documents = recheck.documents.iter();
    let without = recheck.without_successor.iter();
    Some(RecheckRow {
        title: &recheck.earlier.title,
        saved: utc(recheck.earlier.saved_at),
        documents: documents
            .map(|document| document_row(check.result, recheck, document))
            .collect(),
        unread: (recheck.unread.iter())
            .map(|&position| path(check.result, position))
            .collect(),
        without_new_version: without
            .map(|&position| path(&recheck.earlier.result, position))
            .collect(),
    })
}

fn document_row<'a>(
    now: &'a CheckResult,
    recheck: &'a Recheck,
    document: &'a RecheckedDocument,
) -> DocumentRow<'a> {
    let earlier = &*recheck.earlier.result;
    let row = |passage: &'a RecheckedPassage| PassageRow {
        state: passage.state.name(),
        then: passage.then,
        now: &passage.now,
        attribution_then: passage.attribution_then.name(),
        attribution_now: passage.attribution_now.name(),
        characters: passage.characters,
        kept: passage.kept,
        reworded: passage.reworded,
        gone: passage.gone,
        inserted: passage.inserted,
        sources: {
            let of = if passage.then.is_some() { earlier } else { now };
            (passage.sources.iter())
                .map(|&source| path(of, source))
                .collect()
        },
    };
    DocumentRow {
        path: path(now, document.now),
        earlier: document.then.map(|then| path(earlier, then)),
        copied_then: document.share_then,
        copied_now: document.share_now,
        passages: document.passages.iter().map(row).collect(),
    }
}

fn path(result: &CheckResult, position: DocumentIndex) -> &str {
    result
        .document(position)
        .map_or("", |document| document.name.as_str())
}
