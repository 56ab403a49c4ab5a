//! Left-out stretches of a document, computed from its marks and a person's choices. Each has one reason, and the characters
//! that count before any offset can be counted.

use super::{Choices, Counted, Reason};
use crate::overlay::{merged, without, without_overlap};
use crate::{DocumentIndex, Span};

/// Stretch of a document that is left out of the shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOutRun {
    /// Span of the stretch; within the text, never empty.
    pub span: Span,
    /// Reason for leaving out. Where several reasons apply, it is the first in the order of [`Reason`].
    pub reason: Reason,
    /// Number of countable characters that are left out before the stretch.
    before: u32,
}

/// All stretches that are left out of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LeftOut {
    /// Stretches sorted by position; adjacent ones have different reasons.
    pub runs: Vec<LeftOutRun>,
}

/// Returns the stretches that are left out as cited or quoted.
fn attributed(counted: &Counted, choices: &Choices) -> impl Iterator<Item = (Span, Reason)> {
    counted.attributed.iter().filter_map(move |one| {
        let reason = Reason::of_attribution(one.attribution)?;
        let is_left_out = choices.leaves_out_reason(reason);
        is_left_out.then_some((one.span, reason))
    })
}

impl LeftOut {
    pub(super) fn of(document: DocumentIndex, counted: &Counted, choices: &Choices) -> Self {
        let counts = merged(choices.counted_texts_in(document));
        let marks = (counted.marks.iter())
            .filter(|mark| choices.leaves_out_reason(mark.reason.into()))
            .flat_map(|mark| {
                let reason = Reason::from(mark.reason);
                let counts = if reason.is_given() {
                    counts.as_slice()
                } else {
                    &[]
                };
                without(Span::new(mark.start, mark.end), counts).map(move |part| (part, reason))
            });
        let templates = choices
            .templates_in(document)
            .map(|span| (span, Reason::Templates));
        let whole = Span::new(0, counted.characters());
        let all = marks
            .chain(templates)
            .chain(attributed(counted, choices))
            .map(|(span, reason)| (span.common(whole), reason));
        let mut left_out = 0;
        let runs = without_overlap(all).into_iter().map(|(span, reason)| {
            let before = left_out;
            left_out += counted.within(span);
            LeftOutRun {
                span,
                reason,
                before,
            }
        });
        Self {
            runs: runs.collect(),
        }
    }

    /// Returns the number of characters before `offset` that count: countable and not left out.
    pub(super) fn rank(&self, counted: &Counted, offset: u32) -> u32 {
        let after = self.runs.partition_point(|run| run.span.start < offset);
        let left_out = after.checked_sub(1).map_or(0, |last| {
            let LeftOutRun { span, before, .. } = self.runs[last];
            let end = span.end.min(offset);
            before + counted.within(Span { end, ..span })
        });
        counted.rank(offset) - left_out
    }

    /// Returns the number of characters of a span that count.
    pub(super) fn within(&self, counted: &Counted, span: Span) -> u32 {
        self.rank(counted, span.end)
            .saturating_sub(self.rank(counted, span.start.min(span.end)))
    }
}
