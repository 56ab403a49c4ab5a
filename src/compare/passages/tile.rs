//! Two ranges of tokens -> tiles: runs that stand in both, no token in more than one (greedy string tiling after Wise 1993,
//! by levels of length). Knows nothing of where a passage begins.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::weighed::Weighed;

/// Equal runs of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tile {
    pub a: u32,
    pub b: u32,
    pub length: u32,
}

/// At each level runs of at least so many tokens are matched.
const LEVELS: [usize; 6] = [24, 12, 6, 4, 3, 2];
/// Of a run that stands more often, only so many places are tried.
const TRIED: usize = 12;

/// The tiles of two ranges, in order of `a`.
pub(super) fn tiles(
    a: &Weighed<'_>,
    in_a: Range<usize>,
    b: &Weighed<'_>,
    in_b: Range<usize>,
    single: bool,
) -> Vec<Tile> {
    let x: Vec<u32> = a.text.tokens[in_a.clone()].iter().map(|t| t.hash).collect();
    let y: Vec<u32> = b.text.tokens[in_b.clone()].iter().map(|t| t.hash).collect();
    let mut free_x = vec![true; x.len()];
    let mut free_y = vec![true; y.len()];
    let mut tiles = Vec::new();
    let mut places: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
    for level in LEVELS.into_iter().chain(single.then_some(1)) {
        if x.len() < level || y.len() < level {
            continue;
        }
        places.clear();
        for j in 0..=y.len() - level {
            if free_y[j..j + level].iter().all(|free| *free) {
                places
                    .entry(hash(&y[j..j + level]))
                    .or_default()
                    .push(j as u32);
            }
        }
        let mut i = 0;
        // Where the tile before ends in `y`: of equal places the one that goes on there is the likeliest.
        let mut expected = 0_usize;
        while i + level <= x.len() {
            if !free_x[i..i + level].iter().all(|free| *free) {
                i += 1;
                continue;
            }
            if level == 1
                && (a.text.tokens[in_a.start + i].is_han || a.worth[in_a.start + i] <= 0.0)
            {
                i += 1;
                continue;
            }
            let Some(candidates) = places.get(&hash(&x[i..i + level])) else {
                i += 1;
                continue;
            };
            let nearest = candidates.partition_point(|&j| (j as usize) < expected);
            let from = nearest.saturating_sub(TRIED / 2);
            let best = candidates[from..]
                .iter()
                .take(TRIED)
                .map(|&j| j as usize)
                .map(|j| {
                    let length = (0..(x.len() - i).min(y.len() - j))
                        .take_while(|&k| free_x[i + k] && free_y[j + k] && x[i + k] == y[j + k])
                        .count();
                    (
                        length,
                        std::cmp::Reverse(j.abs_diff(expected)),
                        std::cmp::Reverse(j),
                    )
                })
                .max();
            match best {
                Some((length, _, std::cmp::Reverse(j))) if length >= level => {
                    free_x[i..i + length].fill(false);
                    free_y[j..j + length].fill(false);
                    tiles.push(Tile {
                        a: (in_a.start + i) as u32,
                        b: (in_b.start + j) as u32,
                        length: length as u32,
                    });
                    i += length;
                    expected = j + length;
                }
                _ => i += 1,
            }
        }
    }
    tiles.sort_unstable_by_key(|tile| tile.a);
    tiles
}

fn hash(run: &[u32]) -> u64 {
    run.iter().fold(run.len() as u64, |h, &token| {
        (h ^ u64::from(token))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29)
    })
}
