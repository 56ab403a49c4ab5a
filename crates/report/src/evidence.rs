//! Evidence beyond text in reports: the kinds of evidence of a pair in one cell, and the other documents of a document
//! in words.

use super::Report;
use chachong_check::{Document, EvidenceItem};
use chachong_compare::{DocumentIndex, Strongest};
use chachong_messages::Language;

/// Other document that has distinctive features in common with the document of a report.
pub(crate) struct OtherDocument<'a> {
    /// Position of the other document.
    pub(crate) position: DocumentIndex,
    pub(crate) document: &'a Document,
    /// Strongest kind of evidence about the pair; `None` if it is prose or there is none.
    pub(crate) beyond_text: Option<Strongest>,
    /// Evidence in words, the strongest first, after the verdict on the pair if that names another kind than prose. The
    /// report's document is called A, the other one B.
    pub(crate) items: Vec<String>,
}

/// Maximum number of other documents that the report on a document lists.
pub(crate) const MOST_OTHERS: usize = 50;
/// Keys of the notes above this list.
pub(crate) const OTHERS_NOTES: [&str; 2] = ["evidence.between-note", "report-evidence.a-and-b"];

/// Returns the note below this list that says how many documents it lacks; `None` if it has all of `others`.
pub(crate) fn more_others(others: &[OtherDocument<'_>], language: Language) -> Option<String> {
    let more = others.len().saturating_sub(MOST_OTHERS);
    (more > 0).then(|| language.fill("report-evidence.more", &[("count", &more)]))
}

/// Returns the documents that have evidence in common with the document at `position`, the strongest evidence for
/// copying first.
pub(crate) fn others_of(check: Report<'_>, position: DocumentIndex) -> Vec<OtherDocument<'_>> {
    let found = (check.result.evidence.pairs.iter())
        .filter(|pair| pair.a == position || pair.b == position);
    let name_of = |other: &OtherDocument<'_>| (other.document.origin, other.document.name.clone());
    let mut others: Vec<(Option<Strongest>, OtherDocument<'_>)> = found
        .filter_map(|pair| {
            // Items name their sides by the order of the pair.
            let (other, names) = if pair.a == position {
                (pair.b, ["A", "B"])
            } else {
                (pair.a, ["B", "A"])
            };
            let finding = check.result.pair(pair.a, pair.b)?;
            let beyond_text = finding.beyond_text();
            let verdict = beyond_text.map(|_| check.language.finding(&finding));
            let items = pair
                .items
                .iter()
                .map(|item| check.language.evidence(item, names));
            let other = OtherDocument {
                position: other,
                document: check.result.document(other)?,
                beyond_text,
                items: verdict.into_iter().chain(items).collect(),
            };
            Some((finding.strongest, other))
        })
        .collect();
    let rank = |strongest: &Option<Strongest>| {
        strongest.map_or((None, 0.0), |one| (Some(one.strength), one.share()))
    };
    others.sort_by(|(x, one), (y, other)| {
        let ((x, x_share), (y, y_share)) = (rank(x), rank(y));
        (y.cmp(&x))
            .then(y_share.total_cmp(&x_share))
            // The order of positions, which is that of names; a student's report has other names.
            .then_with(|| name_of(one).cmp(&name_of(other)))
    });
    others.into_iter().map(|(_, other)| other).collect()
}

/// Returns the strongest kind of evidence for copying in a document, with a sentence that names the other document;
/// `None` if the strongest kind is prose or there is no evidence. `others` come from [`others_of`]; `name` returns a
/// document's name.
pub(crate) fn strongest_of(
    others: &[OtherDocument<'_>],
    language: Language,
    name: impl FnOnce(&OtherDocument<'_>) -> String,
) -> Option<(Strongest, String)> {
    let other = others.first()?;
    let strongest = other.beyond_text?;
    let (strength, _) = language.evidence_strength(strongest.strength);
    let values: [(&str, &dyn std::fmt::Display); 3] = [
        ("finding", other.items.first()?),
        ("strength", &strength),
        ("name", &name(other)),
    ];
    Some((strongest, language.fill("report.strongest", &values)))
}

/// Returns the names, in kebab-case, of the kinds of evidence about a pair, each once and in order.
pub(crate) fn kind_names(
    check: Report<'_>,
    a: DocumentIndex,
    b: DocumentIndex,
) -> Vec<&'static str> {
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

/// Returns the kinds of evidence about a pair in words; empty without any.
pub(crate) fn kinds(check: Report<'_>, a: DocumentIndex, b: DocumentIndex) -> String {
    let language = check.language;
    let kinds: Vec<String> = (kind_names(check, a, b).into_iter())
        .map(|name| kind(name, language))
        .collect();
    kinds.join(&language.text("punctuation.semicolon"))
}
