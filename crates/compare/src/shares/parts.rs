//! Copied shares of the parts of a document, such as its chapters. Parts that cover the document add up to its figures.

use super::{Copied, Counted, PairPassages, Shares};
use crate::overlay::overlapping;
use crate::{DocumentIndex, Span};

/// Copied shares of a part of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PartShares {
    /// All copied text of the part, even what a person leaves out, over all countable characters of the part.
    pub gross: Copied,
    /// Copied text of the part that a person's choices let count, over all text of the part that counts.
    pub net: Copied,
}

impl Shares {
    /// Returns the copied shares of parts of a document. `parts` are ascending and do not overlap; `documents` and `pairs` must
    /// be those that the shares were computed from. If the parts cover the document, their figures add up to those of the
    /// document ([`super::DocumentShares`]). All zeros if there is no such document.
    #[must_use]
    pub fn of_parts(
        &self,
        document: DocumentIndex,
        documents: &[Counted],
        pairs: &[PairPassages],
        parts: &[Span],
    ) -> Vec<PartShares> {
        let Some(counted) = documents.get(document.0) else {
            return vec![PartShares::default(); parts.len()];
        };
        let found = self.spans_of(document, counted, pairs, |partner| !partner.is_own);
        let counting = |span| self.counting_in(document, counted, span);
        let countable = |span| counted.within(span);
        let of = |part: Span, copied: &[Span], within: &dyn Fn(Span) -> u32| Copied {
            characters: (overlapping(copied, part, |span| *span).iter())
                .map(|span| within(span.common(part)))
                .sum(),
            countable: within(part),
        };
        let shares = parts.iter().map(|&part| PartShares {
            gross: of(part, &found.gross, &countable),
            net: of(part, &found.net, &counting),
        });
        shares.collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::worlds::{switches, world};
    use super::*;

    proptest! {
        #[test]
        fn parts_have_the_figures_of_the_oracle_and_add_up_to_those_of_the_document(
            world in world(),
            switches in switches(),
            cuts in prop::collection::btree_set(0_u32..130, 0..6),
        ) {
            let choices = world.choices(&switches);
            let documents = world.counted();
            let shares = Shares::of(&documents, &world.pairs, choices.clone());
            for (document, counted) in documents.iter().enumerate() {
                let end = counted.characters();
                let mut edges: Vec<u32> = cuts.iter().copied().filter(|&cut| cut < end).collect();
                edges.insert(0, 0);
                edges.push(end);
                let parts: Vec<Span> = (edges.windows(2))
                    .map(|two| Span { start: two[0], end: two[1] })
                    .collect();
                let document = DocumentIndex(document);
                let found = shares.of_parts(document, &documents, &world.pairs, &parts);
                let total = &shares.documents()[document];
                let mut sum = PartShares::default();
                for (one, part) in found.iter().zip(&parts) {
                    prop_assert_eq!(*one, world.part(document.0, &choices, *part));
                    for (sum, one) in [(&mut sum.gross, one.gross), (&mut sum.net, one.net)] {
                        sum.characters += one.characters;
                        sum.countable += one.countable;
                    }
                }
                prop_assert_eq!((sum.gross, sum.net), (total.gross, total.net));
            }
        }
    }
}
