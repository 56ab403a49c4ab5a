//! Passages of which too little counts because their text is left out of the shares.

use crate::Copies;
use chachong_compare::{DocumentIndex, LEAST_CHARACTERS, Reason, Shares, Span, overlapping};

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
    let within = overlapping(runs, span, |run| run.span);
    let reason = within.first()?.reason;
    let characters: u32 = (within.iter())
        .map(|run| counted.within(run.span.common(span)))
        .sum();
    let counting = counted.within(span).saturating_sub(characters);
    (counting < LEAST_CHARACTERS).then_some(reason)
}
