//! Passages of a document that count as copied: each stretch of its text once, with all documents that have it.

use chachong_compare::{DocumentIndex, Span, without};

use crate::shown::{DocumentSources, NumberedSource};
use crate::{CheckResult, Document};

/// Stretch of a document that counts as copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) span: Span,
    /// Documents that have it, the largest source first.
    pub(super) sources: Vec<DocumentIndex>,
}

/// Returns the stretches of a document that count, by position; none where texts were not compared. A passage of which the stretches
/// of larger sources have at least half is the same stretch. The document's own earlier version in an earlier check, which the
/// library may have, is no source.
pub(super) fn stretches(
    result: &CheckResult,
    document: DocumentIndex,
    earlier: Option<(&CheckResult, DocumentIndex)>,
) -> Vec<Stretch> {
    let Some((copies, shares)) = result.copies() else {
        return Vec::new();
    };
    let sources = DocumentSources::of(copies, shares, document);
    // Sorted by position; none overlaps another.
    let mut found: Vec<Stretch> = Vec::new();
    let kept = |result: &CheckResult, document| {
        let content = result.document(document).and_then(Document::content);
        content.and_then(|content| content.kept)
    };
    let own = earlier.and_then(|(earlier, then)| kept(earlier, then));
    let is_own =
        |source: &NumberedSource| own.is_some() && kept(result, source.source.document) == own;
    let counting = sources.sources.iter().filter(|source| source.counts);
    for source in counting.filter(|source| !is_own(source)) {
        let counted = source
            .passages
            .iter()
            .filter(|passage| passage.is_counted());
        for span in counted.map(|passage| passage.span) {
            let first = found.partition_point(|one| one.span.end <= span.start);
            let end = found.partition_point(|one| one.span.start < span.end);
            let overlapping = &mut found[first..end];
            let largest = overlapping
                .iter_mut()
                .max_by_key(|one| one.span.common(span).len());
            if let Some(same) = largest.filter(|one| 2 * one.span.common(span).len() >= span.len())
            {
                if !same.sources.contains(&source.source.document) {
                    same.sources.push(source.source.document);
                }
                continue;
            }
            let taken: Vec<Span> = overlapping.iter().map(|one| one.span).collect();
            found.extend(without(span, &taken).map(|span| Stretch {
                span,
                sources: vec![source.source.document],
            }));
            found.sort_by_key(|one| one.span);
        }
    }
    found
}
