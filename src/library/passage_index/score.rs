//! The hits of one new text -> how much evidence speaks for each document, and the best of them. Knows nothing of keys or
//! texts.
//!
//! As within a folder (`compare::candidates`): what tells a copy from a shared subject is that rare shingles lie close
//! together in both texts.

use crate::library::selection::SELECTION_SPACING;

/// Tokens of a stretch of the new text. A square of 2 x 2 stretches holds whatever lies within 256 tokens.
const STRETCH: u32 = 256;
/// Stored shingles of a stretch of the library's document.
const STRETCH_STORED: u32 = STRETCH.div_ceil(SELECTION_SPACING);

/// Evidence that is no chance: such documents are named beyond the budget.
pub(super) const CERTAIN: u32 = 80 * 64;
/// Less evidence than this, where there are more documents than the budget, is chance: one shingle that several of a
/// thousand hold. One that a single document of them holds is worth its alignment: asking for two such finds 0.89 of the
/// planted copies beside 0.96, as a passage of 150 characters has only five.
pub(super) const LEAST: u32 = 5 * 64;
/// The budget of candidates for a new text: aligning takes 3 to 5 ms each.
pub(super) const BUDGET: usize = 60;
/// With what is certain, never more than this.
pub(super) const MOST: usize = 1_000;

/// A shingle of the new text that a document holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hit {
    /// The document's place among the ranges.
    pub document: u32,
    /// In stretches of the new text, and of the document.
    pub query_stretch: u32,
    pub stored_stretch: u32,
    /// Tells different shingles apart.
    pub shingle: u32,
    /// In 64ths of a nat.
    pub worth: u32,
}

/// The stretch of a token of the new text.
pub(super) const fn query_stretch(token: u32) -> u32 {
    token / STRETCH
}

/// The stretch of a stored shingle, by its number in the document.
pub(super) const fn stored_stretch(ordinal: u32) -> u32 {
    ordinal / STRETCH_STORED
}

/// What a shingle is worth that so many of all documents hold: the logarithm of its inverse document frequency.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at most 64 ln(2^32), and not negative by the max"
)]
pub(super) fn worth(holding: u32, documents: usize) -> u32 {
    let nats = ((documents + 1) as f64 / f64::from(holding.max(1))).ln();
    (64.0 * nats.max(0.0)).round() as u32
}

/// The places of documents with their evidence, best first, at equal evidence in order of places. Sorts the hits.
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

/// A square, by its last stretches, with a shingle in it and its worth.
type Cell = (u32, u32, u32, u32);

/// The largest worth of the different shingles in a square of 2 x 2 stretches.
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
