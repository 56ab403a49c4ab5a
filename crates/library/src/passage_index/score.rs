//! Scores of documents: adds up the evidence of the hits of a new text, and picks the best documents.
//!
//! As within a folder (`chachong_compare::candidates`): a copy differs from a shared subject in that rare shingles lie
//! close together in both texts.

use crate::selection::SELECTION_SPACING;

/// Length of a stretch of the new text, in tokens. A square of 2 x 2 stretches holds any hits within 256 tokens.
const STRETCH: u32 = 256;
/// Length of a stretch of a library document, in stored shingles.
const STRETCH_STORED: u32 = STRETCH.div_ceil(SELECTION_SPACING);

/// Minimum evidence that excludes chance, in 64ths of a nat. Documents with more are candidates beyond the budget.
pub(super) const CERTAIN: u32 = 80 * 64;
/// Minimum evidence, in 64ths of a nat, where there are more documents than the budget. Less is chance: one shingle
/// that several of a thousand documents have. A shingle that only one of a thousand has is worth an alignment. If two
/// such shingles were required, 0.89 of the planted copies would be found instead of 0.96, as a passage of 150
/// characters has only five stored shingles.
pub(super) const LEAST: u32 = 5 * 64;
/// Maximum number of candidates for a new text, without certain ones. Aligning takes 3 to 5 ms for each.
pub(super) const BUDGET: usize = 60;
/// Maximum number of candidates including certain ones.
pub(super) const MOST: usize = 1_000;

/// Shingle of the new text that a document of the library has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hit {
    /// Position of the document's range of ids in the index.
    pub document: u32,
    /// Index of the stretch of the new text that contains the shingle ([`query_stretch`]).
    pub query_stretch: u32,
    /// Index of the stretch of the document that contains the shingle ([`stored_stretch`]).
    pub stored_stretch: u32,
    /// Number of the shingle among the distinct shingles of the new text. A shingle has one number at all its places, so
    /// that a square counts it once.
    pub shingle: u32,
    /// Evidence of the shingle, in 64ths of a nat.
    pub worth: u32,
}

/// Returns the stretch that contains a token of the new text.
pub(super) const fn query_stretch(token: u32) -> u32 {
    token / STRETCH
}

/// Returns the stretch that contains a stored shingle, given the shingle's index in the document.
pub(super) const fn stored_stretch(ordinal: u32) -> u32 {
    ordinal / STRETCH_STORED
}

/// Returns the evidence of a shingle that `holding` of all documents contain, in 64ths of a nat: the logarithm of its
/// inverse document frequency.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at most 64 ln(2^32), and not negative by the max"
)]
pub(super) fn worth(holding: u32, documents: usize) -> u32 {
    let nats = ((documents + 1) as f64 / f64::from(holding.max(1))).ln();
    (64.0 * nats.max(0.0)).round() as u32
}

/// Returns the best documents as (position, evidence), sorted by decreasing evidence, then by position. Sorts the
/// hits.
pub(super) fn best(hits: &mut [Hit], documents: usize) -> Vec<(u32, u32)> {
    hits.sort_unstable();
    let least = if documents <= BUDGET { 1 } else { LEAST };
    let mut cells = Vec::new();
    let mut all: Vec<(u32, u32)> = hits
        .chunk_by(|x, y| x.document == y.document)
        .map(|hits| (hits[0].document, best_square(hits, &mut cells)))
        .filter(|&(_, evidence)| evidence >= least)
        .collect();
    all.sort_unstable_by_key(|&(document, evidence)| (std::cmp::Reverse(evidence), document));
    let certain = all.partition_point(|&(_, evidence)| evidence >= CERTAIN);
    all.truncate(certain.clamp(BUDGET, MOST));
    all
}

/// Hit in a square: (last stretch of the new text, last stretch of the document, shingle, worth).
type Cell = (u32, u32, u32, u32);

/// Returns the maximum evidence in any square of 2 x 2 stretches: the sum over its different shingles.
fn best_square(hits: &[Hit], cells: &mut Vec<Cell>) -> u32 {
    cells.clear();
    for hit in hits {
        let (a, b) = (hit.query_stretch, hit.stored_stretch);
        for (a, b) in [(a, b), (a, b + 1), (a + 1, b), (a + 1, b + 1)] {
            cells.push((a, b, hit.shingle, hit.worth));
        }
    }
    cells.sort_unstable();
    cells
        .chunk_by(|x, y| (x.0, x.1) == (y.0, y.1))
        .map(|square| {
            square
                .chunk_by(|x, y| x.2 == y.2)
                .filter_map(|same| same.last().map(|cell| cell.3))
                .fold(0, u32::saturating_add)
        })
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_count_together_only_where_they_are_near_in_both_texts() {
        let hit = |document, query_stretch, stored_stretch, shingle, worth| Hit {
            document,
            query_stretch,
            stored_stretch,
            shingle,
            worth,
        };
        let mut hits = vec![
            hit(1, 5, 9, 1, 100),
            hit(1, 6, 9, 1, 100),
            hit(1, 6, 10, 2, 70),
            hit(2, 5, 9, 1, 100),
            hit(2, 5, 20, 2, 70),
        ];
        assert_eq!(best(&mut hits, 10), [(1, 170), (2, 100)]);
        assert!(best(&mut hits, 100).is_empty());
    }

    #[test]
    fn the_budget_holds_but_for_what_is_certain_and_that_is_bounded() {
        let of = |count: u32, worth: u32| -> Vec<(u32, u32)> {
            let mut hits: Vec<Hit> = (0..count)
                .map(|document| Hit {
                    document,
                    query_stretch: 0,
                    stored_stretch: 0,
                    shingle: 1,
                    worth: worth + document % 7,
                })
                .collect();
            best(&mut hits, 100_000)
        };
        assert_eq!(of(500, LEAST).len(), BUDGET);
        assert_eq!(of(500, CERTAIN).len(), 500);
        assert_eq!(of(5_000, CERTAIN).len(), MOST);
        assert!(
            of(500, LEAST)
                .iter()
                .all(|candidate| candidate.1 == LEAST + 6)
        );
    }

    #[test]
    fn what_all_hold_is_worth_nothing() {
        assert_eq!(worth(1, 99_999), 737);
        assert_eq!(worth(100_000, 99_999), 0);
        assert_eq!(worth(1, 0), 0);
    }
}
