//! Texts of the reasons why a passage may not count.

use crate::widgets::labels::mark_text;
use chachong_compare::{DocumentIndex, Span};
use chachong_text::MarkReason;
use chachong_window_model::state::State;

pub(crate) fn marks_of(state: &State, document: DocumentIndex, span: Span) -> Vec<String> {
    let counted = state
        .copied()
        .and_then(|copied| copied.copies.counted.get(document.0));
    let mut reasons: Vec<MarkReason> = counted
        .into_iter()
        .flat_map(|counted| &counted.marks)
        .filter(|mark| mark.start < span.end && span.start < mark.end)
        .map(|mark| mark.reason)
        .collect();
    reasons.sort_unstable();
    reasons.dedup();
    reasons
        .into_iter()
        .map(|reason| mark_text(reason, state.language))
        .collect()
}
