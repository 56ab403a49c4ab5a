//! Evidence beyond text in reports: kinds of a pair in one cell, the other documents of one document in words.

use std::cmp::Reverse;

use super::Report;
use chachong_check::{Document, EvidenceItem};
use chachong_messages::Language;

/// Other document that has something telling in common with the document of a report.
pub(crate) struct OtherDocument<'a> {
    /// Position of the other document.
    pub(crate) position: usize,
    pub(crate) document: &'a Document,
    /// Evidence in words, the most telling first: the report's document is called A, the other one B.
    pub(crate) items: Vec<String>,
}

/// Returns the documents with which the one at `position` has evidence in common, those with the most telling kind first,
/// and of these those with the most.
pub(crate) fn others_of(check: Report<'_>, position: usize) -> Vec<OtherDocument<'_>> {
    let found =
        (check.result.evidence.iter()).filter(|pair| pair.a == position || pair.b == position);
    let mut others: Vec<(_, OtherDocument<'_>)> = found
        .filter_map(|pair| {
            // Items name their sides by the order of the pair.
            let (other, names) = if pair.a == position {
                (pair.b, ["A", "B"])
            } else {
                (pair.a, ["B", "A"])
            };
            let items = pair.items.iter();
            let other = OtherDocument {
                position: other,
                document: check.result.documents.get(other)?,
                items: items
                    .map(|item| check.language.evidence(item, names))
                    .collect(),
            };
            let order = (rank(&pair.items), Reverse(pair.amount()));
            Some((order, other))
        })
        .collect();
    others.sort_by_key(|(order, other)| (*order, other.position));
    others.into_iter().map(|(_, other)| other).collect()
}

/// Returns the place of the first item's kind in the order of all kinds, from 0; their number without items.
fn rank(items: &[EvidenceItem]) -> usize {
    let first = items.first().map(EvidenceItem::name);
    (EvidenceItem::NAMES.iter())
        .position(|name| Some(*name) == first)
        .unwrap_or(EvidenceItem::NAMES.len())
}

/// Returns the names, in kebab-case, of the kinds of evidence about a pair, each once and in order.
pub(crate) fn kind_names(check: Report<'_>, a: usize, b: usize) -> Vec<&'static str> {
    let mut names: Vec<&str> = (check.result.pair_evidence(a, b).iter())
        .map(EvidenceItem::name)
        .collect();
    // Two items of one kind stand beside each other.
    names.dedup();
    names
}

/// Returns a kind of evidence in words.
pub(crate) fn kind(name: &str, language: Language) -> String {
    language.text(&format!("evidence.kind-{name}"))
}

/// Returns the kinds of evidence about a pair in single words, for a narrow column; empty without any.
pub(crate) fn short_kinds(check: Report<'_>, a: usize, b: usize) -> String {
    let language = check.language;
    let short = |name| language.text(&format!("report-evidence.short-{name}"));
    let mut kinds: Vec<String> = kind_names(check, a, b).into_iter().map(short).collect();
    // Two kinds of last editors have one word.
    kinds.dedup();
    kinds.join(&language.text("punctuation.comma"))
}

/// Returns the kinds of evidence about a pair in words; empty without any.
pub(crate) fn kinds(check: Report<'_>, a: usize, b: usize) -> String {
    let language = check.language;
    let kinds: Vec<String> = (kind_names(check, a, b).into_iter())
        .map(|name| kind(name, language))
        .collect();
    kinds.join(&language.text("punctuation.semicolon"))
}
