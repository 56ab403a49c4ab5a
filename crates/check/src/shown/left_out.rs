//! Passages of which too little counts because their text is left out of the shares.

use crate::Copies;
use chachong_compare::{DocumentIndex, LEAST_CHARACTERS, Reason, Shares, Span};

/// Returns the reason why too little of a span of a document counts: fewer than [`LEAST_CHARACTERS`] characters. It is the reason
/// of the first stretch in the span that is left out. `None` if enough characters count or nothing is left out.
#[must_use]
pub fn left_out_reason(
    copies: &Copies,
    shares: &Shares,
    position: DocumentIndex,
    span: Span,
) -> Option<Reason> {
    let counted = copies.counted.get(position.0)?;
    let runs = shares.left_out(position);
    let first = runs.partition_point(|run| run.span.end <= span.start);
    let within = runs[first..]
        .iter()
        .take_while(|run| run.span.start < span.end);
    let characters: u32 = within
        .map(|run| counted.within(run.span.common(span)))
        .sum();
    let reason = runs
        .get(first)
        .filter(|run| run.span.overlaps(span))?
        .reason;
    let counting = counted.within(span).saturating_sub(characters);
    (counting < LEAST_CHARACTERS).then_some(reason)
}
