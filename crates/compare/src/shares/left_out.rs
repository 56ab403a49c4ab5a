//! Left-out stretches of a document, computed from its marks and a person's choices. Each has one reason, and the characters
//! that count before any offset can be counted.

use super::overlay::{merged, without};
use super::{Choices, Counted, Reason};
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
fn attributed(counted: &Counted, choices: &Choices) -> impl Iterator<Item = (u32, u32, Reason)> {
    counted.attributed.iter().filter_map(move |one| {
        let reason = Reason::of_attribution(one.attribution)?;
        let is_left_out = choices.leaves_out_reason(reason);
        is_left_out.then_some((one.span.start, one.span.end, reason))
    })
}

impl LeftOut {
    pub(super) fn of(document: DocumentIndex, counted: &Counted, choices: &Choices) -> Self {
        let counts = merged(choices.counted_texts_in(document));
        let marks = (counted.marks.iter())
            .filter(|mark| choices.leaves_out_reason(mark.reason.into()))
            .flat_map(|mark| {
                let (start, end) = (mark.start, mark.end);
                let reason = Reason::from(mark.reason);
                let counts = if reason.is_given() {
                    counts.as_slice()
                } else {
                    &[]
                };
                without(Span { start, end }, counts).map(move |part| (part.start, part.end, reason))
            });
        let templates =
            (choices.templates_in(document)).map(|span| (span.start, span.end, Reason::Templates));
        let mut edges: Vec<(u32, Reason, bool)> = marks
            .chain(templates)
            .chain(attributed(counted, choices))
            .map(|(start, end, reason)| (start, end.min(counted.characters()), reason))
            .filter(|(start, end, _)| start < end)
            .flat_map(|(start, end, reason)| [(start, reason, true), (end, reason, false)])
            .collect();
        edges.sort_unstable();
        let mut runs: Vec<LeftOutRun> = Vec::new();
        let mut open = [0_u32; Reason::ALL.len()];
        let (mut from, mut left_out) = (0, 0);
        for (at, reason, opens) in edges {
            let first = Reason::ALL.into_iter().find(|&r| open[r as usize] > 0);
            if let Some(first) = first.filter(|_| at > from) {
                match runs.last_mut() {
                    Some(run) if run.span.end == from && run.reason == first => run.span.end = at,
                    _ => runs.push(LeftOutRun {
                        span: Span::new(from, at),
                        reason: first,
                        before: left_out,
                    }),
                }
                left_out += counted.within(Span::new(from, at));
            }
            from = at;
            // A closing edge has opened at an earlier offset, because no mark here is empty.
            if opens {
                open[reason as usize] += 1;
            } else {
                open[reason as usize] -= 1;
            }
        }
        Self { runs }
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
