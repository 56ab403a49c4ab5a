//! Breakdown of the characters of a passage: those that count, and the others by the reason why they do not.

use super::{Counted, PairPassages, Reason, Shares};
use crate::{Degree, DocumentIndex, Passage, runs_within};

/// Numbers of countable characters of one side of a passage; each character is in one of the groups. Whether the passage, its pair or its
/// source is ticked makes no difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassageFigures {
    /// All countable characters of this side; the sum of the other fields.
    pub characters: u32,
    /// Identical and edited characters that are not left out.
    pub counting: u32,
    /// Reworded characters that are not left out. They are no part of the copied share.
    pub reworded: u32,
    /// Characters that are not left out and neither copied nor reworded: the author's own.
    pub own: u32,
    /// Left-out characters: each reason with its number of characters, in the order of [`Reason::ALL`]; only reasons that
    /// occur.
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
            left_out[run.reason as usize] += counted.within(run.span.common(span));
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
