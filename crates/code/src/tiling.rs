//! Greedy string tiling (Wise, "String similarity via greedy string tiling and running Karp-Rabin matching", 1993): the
//! longest equal runs of tokens, in any order, each token once; runs that a few changed tokens interrupt are one, as in
//! `JPlag` (Prechelt, Malpohl, Philippsen 2002, and its match merging of version 6).

use std::collections::BinaryHeap;

/// Kind of a token; tokens of one kind are equal.
pub(crate) type Kind = u32;
/// Separator between two listings of a document; equal to nothing, not even to itself.
pub(crate) const BREAK: Kind = 0;

/// Maximum number of positions in the second sequence that one run of tokens is compared with: tables of numbers
/// repeat thousands of times.
const PLACES: usize = 24;

/// Maximum number of tokens that are examined for a pair, a hundred times as many as two long programs take. The same
/// statement ten thousand times in both would take hours. The tiles found until then are the result.
const EFFORT: usize = 10_000_000;

/// Two equal runs of tokens, one in each sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Run {
    /// Number of tokens. It is the first field, so that the heap returns the longest run.
    pub length: usize,
    /// Index of the first token in the first sequence.
    pub a: usize,
    /// Index of the first token in the second sequence.
    pub b: usize,
}

/// Sequence of tokens with its shortest runs in the order of their hashes, prepared once for all comparisons.
#[derive(Debug, Default)]
pub(crate) struct Sequence {
    pub kinds: Vec<Kind>,
    least: usize,
    /// Hash and position of each run without a break, ascending.
    seeds: Vec<(u64, usize)>,
    /// Whether the run at each position is among the first [`PLACES`] equal ones.
    kept: Vec<bool>,
}

impl Sequence {
    /// Prepares tokens for tiles of at least `least` tokens.
    pub(crate) fn of(kinds: Vec<Kind>, least: usize) -> Self {
        let least = least.max(1);
        let runs = kinds.windows(least).enumerate();
        let runs = runs.filter(|(_, run)| !run.contains(&BREAK));
        let mut seeds: Vec<(u64, usize)> = runs.map(|(at, run)| (hash(run), at)).collect();
        seeds.sort_unstable();
        let mut kept = vec![false; kinds.len()];
        for equal in seeds.chunk_by(|x, y| x.0 == y.0) {
            for (_, at) in equal.iter().take(PLACES) {
                kept[*at] = true;
            }
        }
        Self {
            kinds,
            least,
            seeds,
            kept,
        }
    }
}

/// Returns a hash of a run. A weak hash is enough, because runs with equal hashes are compared token by token.
fn hash(run: &[Kind]) -> u64 {
    run.iter().fold(0xCBF2_9CE4_8422_2325, |hash: u64, kind| {
        (hash.rotate_left(5) ^ u64::from(*kind)).wrapping_mul(0x517C_C1B7_2722_0A95)
    })
}

/// Returns the equal runs that cannot be extended to the left, within the limits [`PLACES`] and [`EFFORT`].
fn equal_runs(first: &Sequence, second: &Sequence) -> BinaryHeap<Run> {
    let (a, b) = (&first.kinds, &second.kinds);
    let mut heap = BinaryHeap::new();
    let mut effort = 0;
    let mut rest = second.seeds.as_slice();
    for equal in first.seeds.chunk_by(|x, y| x.0 == y.0) {
        let seed = equal.first().map_or(0, |seed| seed.0);
        rest = &rest[rest.partition_point(|other| other.0 < seed)..];
        let others = &rest[..rest.partition_point(|other| other.0 == seed)];
        for &(_, at) in equal {
            for &(_, other) in others.iter().take(PLACES) {
                let goes_left = at > 0 && other > 0 && a[at - 1] == b[other - 1];
                // A run that goes on to the left is found there.
                if goes_left && a[at - 1] != BREAK && second.kept[other - 1] {
                    continue;
                }
                let both = a[at..].iter().zip(&b[other..]);
                let length = both.take_while(|(x, y)| x == y && **x != BREAK).count();
                effort += length;
                if effort > EFFORT {
                    return heap;
                }
                if length >= first.least {
                    heap.push(Run {
                        length,
                        a: at,
                        b: other,
                    });
                }
            }
        }
    }
    heap
}

/// Returns the equal runs of at least the length for which both sequences were prepared, without overlap in either
/// sequence, the longest first.
pub(crate) fn tile(first: &Sequence, second: &Sequence) -> Vec<Run> {
    let least = first.least;
    let mut heap = equal_runs(first, second);
    let (a, b) = (&first.kinds, &second.kinds);
    let mut used_a = vec![false; a.len()];
    let mut used_b = vec![false; b.len()];
    let mut tiles = Vec::new();
    let mut effort = 0;
    while let Some(run) = heap.pop() {
        effort += run.length;
        if effort > EFFORT {
            break;
        }
        let is_used = |at: usize| used_a[run.a + at] || used_b[run.b + at];
        if (0..run.length).any(is_used) {
            let mut from = 0;
            for at in 0..=run.length {
                if at == run.length || is_used(at) {
                    if at - from >= least {
                        heap.push(Run {
                            length: at - from,
                            a: run.a + from,
                            b: run.b + from,
                        });
                    }
                    from = at + 1;
                }
            }
            continue;
        }
        used_a[run.a..run.a + run.length].fill(true);
        used_b[run.b..run.b + run.length].fill(true);
        tiles.push(run);
    }
    tiles
}

/// Returns the numbers of tokens that are skipped on both sides, up to `gap` each, the fewest first.
pub(crate) fn skips(gap: usize) -> Vec<(usize, usize)> {
    let mut skips: Vec<(usize, usize)> = (0..=gap)
        .flat_map(|x| (0..=gap).map(move |y| (x, y)))
        .collect();
    skips.sort_unstable_by_key(|(x, y)| x + y);
    skips
}

/// Adds shorter equal runs of at least `least` tokens that are next to tiles, with at most `gap` other tokens in
/// between: the rest of the code around a changed statement.
pub(crate) fn extend(
    first: &Sequence,
    second: &Sequence,
    tiles: &[Run],
    gap: usize,
    least: usize,
) -> Vec<Run> {
    let (a, b) = (&first.kinds, &second.kinds);
    let (mut used_a, mut used_b) = (vec![false; a.len()], vec![false; b.len()]);
    for run in tiles {
        used_a[run.a..run.a + run.length].fill(true);
        used_b[run.b..run.b + run.length].fill(true);
    }
    let skips = skips(gap);
    let mut all = tiles.to_vec();
    let mut at = 0;
    // What was added is extended in turn.
    while let Some(&run) = all.get(at) {
        at += 1;
        let is_free = |i: usize, j: usize| {
            let equal = a
                .get(i)
                .is_some_and(|kind| *kind != BREAK && b.get(j) == Some(kind));
            equal && !used_a[i] && !used_b[j]
        };
        let after = skips.iter().find_map(|(x, y)| {
            let (i, j) = (run.a + run.length + x, run.b + run.length + y);
            let length = (0..a.len()).take_while(|k| is_free(i + k, j + k)).count();
            (length >= least).then_some(Run { length, a: i, b: j })
        });
        let before = skips.iter().find_map(|(x, y)| {
            let (i, j) = (run.a.checked_sub(*x)?, run.b.checked_sub(*y)?);
            let length = (1..=i.min(j)).take_while(|k| is_free(i - k, j - k)).count();
            (length >= least).then_some(Run {
                length,
                a: i - length,
                b: j - length,
            })
        });
        // Both may lie on each other if they are far from the same tile.
        let apart = |x: &Run, y: &Run| {
            (x.a + x.length <= y.a || y.a + y.length <= x.a)
                && (x.b + x.length <= y.b || y.b + y.length <= x.b)
        };
        let before = before.filter(|before| after.is_none_or(|after| apart(before, &after)));
        for run in after.into_iter().chain(before) {
            used_a[run.a..run.a + run.length].fill(true);
            used_b[run.b..run.b + run.length].fill(true);
            all.push(run);
        }
    }
    all
}

/// Groups runs. The runs of a group follow each other in both sequences, at most `gap` tokens apart. Groups with
/// fewer than `least` tokens in total are dropped.
pub(crate) fn join(mut tiles: Vec<Run>, gap: usize, least: usize) -> Vec<Vec<Run>> {
    tiles.sort_unstable_by_key(|run| run.a);
    let mut groups: Vec<Vec<Run>> = Vec::new();
    for run in tiles {
        let follows = |last: &Run| {
            let (end_a, end_b) = (last.a + last.length, last.b + last.length);
            run.a >= end_a && run.a - end_a <= gap && run.b >= end_b && run.b - end_b <= gap
        };
        match groups
            .last_mut()
            .filter(|group| group.last().is_some_and(follows))
        {
            Some(group) => group.push(run),
            None => groups.push(vec![run]),
        }
    }
    groups.retain(|group| group.iter().map(|run| run.length).sum::<usize>() >= least);
    groups
}

#[cfg(test)]
mod tests {
    use super::{Run, Sequence, join};
    use proptest::prelude::*;

    fn tile(a: &[u32], b: &[u32], least: usize) -> Vec<Run> {
        super::tile(
            &Sequence::of(a.to_vec(), least),
            &Sequence::of(b.to_vec(), least),
        )
    }

    /// The longest run that is not used, found by looking everywhere.
    fn longest(a: &[u32], b: &[u32], used_a: &[bool], used_b: &[bool]) -> usize {
        let mut best = 0;
        for i in 0..a.len() {
            for j in 0..b.len() {
                let more = (0..a.len()).take_while(|k| {
                    let (x, y) = (i + k, j + k);
                    x < a.len()
                        && y < b.len()
                        && a[x] == b[y]
                        && a[x] != 0
                        && !used_a[x]
                        && !used_b[y]
                });
                best = best.max(more.count());
            }
        }
        best
    }

    proptest! {
        #[test]
        fn each_tile_is_the_longest_left(a in prop::collection::vec(0_u32..4, 0..40), b in prop::collection::vec(0_u32..4, 0..40)) {
            let (mut used_a, mut used_b) = (vec![false; a.len()], vec![false; b.len()]);
            for Run { length, a: i, b: j } in tile(&a, &b, 3) {
                prop_assert_eq!(length, longest(&a, &b, &used_a, &used_b));
                for k in 0..length {
                    prop_assert!(a[i + k] == b[j + k] && a[i + k] != 0 && !used_a[i + k] && !used_b[j + k]);
                    used_a[i + k] = true;
                    used_b[j + k] = true;
                }
            }
            prop_assert!(longest(&a, &b, &used_a, &used_b) < 3);
        }

        #[test]
        fn what_is_added_is_equal_and_free(a in prop::collection::vec(0_u32..4, 0..40), b in prop::collection::vec(0_u32..4, 0..40)) {
            let (first, second) = (Sequence::of(a.clone(), 4), Sequence::of(b.clone(), 4));
            let (mut used_a, mut used_b) = (vec![false; a.len()], vec![false; b.len()]);
            let tiles = super::tile(&first, &second);
            for Run { length, a: i, b: j } in super::extend(&first, &second, &tiles, 3, 2) {
                for k in 0..length {
                    prop_assert!(a[i + k] == b[j + k] && a[i + k] != 0 && !used_a[i + k] && !used_b[j + k]);
                    used_a[i + k] = true;
                    used_b[j + k] = true;
                }
            }
        }
    }

    #[test]
    fn runs_that_a_change_interrupts_are_one() {
        let a = [1, 2, 3, 4, 9, 5, 6, 7, 8];
        let b = [1, 2, 3, 4, 5, 6, 7, 8];
        let groups = join(tile(&a, &b, 3), 2, 8);
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].len(), 2);
        assert!(join(tile(&a, &b, 3), 0, 8).is_empty());
    }
}
