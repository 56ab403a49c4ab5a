//! Evidence of each pair, computed from its hits.

use super::best::Candidate;
use super::evidence::{Hit, LONG};

/// Divisor of the worth of all long hits of a pair together, wherever they are; the quotient is the pair's minimum
/// evidence. Two copies of one file in a folder full of such copies have nothing rare in any square, but much of it.
const SPREAD_OUT: u32 = 4;

/// Returns the pairs of documents whose hits give evidence of at least `least` 64ths of a nat. Sorts the hits.
pub(super) fn scores(hits: &mut [Hit], least: u32) -> Vec<Candidate> {
    hits.sort_unstable();
    let mut cells = Vec::new();
    hits.chunk_by(|x, y| (x.a, x.b) == (y.a, y.b))
        .filter_map(|hits| {
            if sum(hits.iter()) < least {
                return None;
            }
            let long = sum(hits.iter().filter(|hit| hit.worth & LONG != 0));
            let evidence = best_square(hits, &mut cells).max(long / SPREAD_OUT);
            let (a, b) = (hits[0].a, hits[0].b);
            (evidence >= least).then_some(Candidate { a, b, evidence })
        })
        .collect()
}

fn sum<'a>(hits: impl Iterator<Item = &'a Hit>) -> u32 {
    hits.fold(0, |sum: u32, hit| {
        sum.saturating_add(u32::from(hit.worth & !LONG))
    })
}

/// Hit within one square: the square (the last stretch of each text that belongs to it), the shingle's tag, its
/// worth.
type Cell = ((u32, u32), u16, u16);

/// Returns the largest worth of the different shingles in a square of 2 x 2 stretches.
fn best_square(hits: &[Hit], cells: &mut Vec<Cell>) -> u32 {
    cells.clear();
    for hit in hits {
        let (a, b) = (u32::from(hit.place_a), u32::from(hit.place_b));
        for square in [(a, b), (a, b + 1), (a + 1, b), (a + 1, b + 1)] {
            cells.push((square, hit.tag, hit.worth & !LONG));
        }
    }
    cells.sort_unstable();
    cells
        .chunk_by(|x, y| x.0 == y.0)
        .map(|square| {
            square
                .chunk_by(|x, y| x.1 == y.1)
                .filter_map(|same| same.last().map(|hit| u32::from(hit.2)))
                .sum()
        })
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(b: u32, place_a: u16, place_b: u16, tag: u16, worth: u16) -> Hit {
        Hit {
            a: 0,
            b,
            place_a,
            place_b,
            tag,
            worth,
        }
    }

    #[test]
    fn hits_count_together_only_where_they_are_near_in_both_texts() {
        let mut hits = vec![
            // Document 1: three neighbours, one of them the same shingle twice.
            hit(1, 5, 9, 1, 100),
            hit(1, 6, 9, 1, 100),
            hit(1, 6, 10, 2, 70),
            // Document 2: far apart in one of the texts.
            hit(2, 5, 9, 1, 100),
            hit(2, 5, 20, 2, 70),
            // Document 3: long shingles everywhere.
            hit(3, 1, 1, 1, LONG + 300),
            hit(3, 10, 10, 2, LONG + 300),
            hit(3, 20, 20, 3, LONG + 300),
            hit(3, 30, 30, 4, LONG + 300),
            hit(3, 40, 40, 5, LONG + 300),
        ];
        let evidence: Vec<(u32, u32)> = scores(&mut hits, 1)
            .into_iter()
            .map(|pair| (pair.b, pair.evidence))
            .collect();
        assert_eq!(evidence, [(1, 170), (2, 100), (3, 375)]);
        assert_eq!(scores(&mut hits, 171).len(), 1);
    }
}
