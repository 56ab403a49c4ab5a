//! What the characters of a passage are: those that count, and why the others do not. They add up.

use super::{Counted, PairPassages, Reason, Shares};
use crate::{Degree, DocumentIndex, Passage, Span, runs_within};

/// Numbers of characters of one side of a passage, without white space, each character in one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassageFigures {
    /// All characters of the passage; the sum of the others.
    pub characters: u32,
    /// Identical and edited characters that count. Those of all passages that count are the copied characters of the pair.
    pub counting: u32,
    /// Reworded characters, which are no part of the copied share.
    pub reworded: u32,
    /// Characters between copied ones that the other document does not have.
    pub own: u32,
    /// Characters that are left out, by reason, in the order of [`Reason::ALL`].
    pub left_out: Vec<(Reason, u32)>,
}

impl Shares {
    /// Returns the numbers of characters of a passage on the side of `document`, one of the two documents of `pair`. `counted` must belong
    /// to `document`; `counted` and `pair` must be those that the shares were computed from.
    #[must_use]
    pub fn passage(
        &self,
        document: DocumentIndex,
        counted: &Counted,
        pair: &PairPassages,
        passage: &Passage,
    ) -> PassageFigures {
        let span = pair.span_in(document, passage);
        let of = |is_wanted: fn(Degree) -> bool| -> u32 {
            runs_within(pair.degrees_in(document), span)
                .filter(|run| is_wanted(run.degree))
                .map(|run| self.counting_in(document, counted, run.span))
                .sum()
        };
        let mut left_out = [0_u32; Reason::ALL.len()];
        for run in self.left_out(document) {
            let both = Span {
                start: run.span.start.max(span.start),
                end: run.span.end.min(span.end),
            };
            left_out[run.reason as usize] += counted.within(both);
        }
        let left_out = (Reason::ALL.into_iter())
            .map(|reason| (reason, left_out[reason as usize]))
            .filter(|&(_, characters)| characters > 0);
        let (counting, reworded) = (of(Degree::is_copied), of(|degree| !degree.is_copied()));
        PassageFigures {
            characters: counted.within(span),
            counting,
            reworded,
            own: self.counting_in(document, counted, span) - counting - reworded,
            left_out: left_out.collect(),
        }
    }
}
