//! Parts of a passage between text that was given to all: one answer each.

use std::ops::Range;

use super::{Equal, Given, SOLID};
use crate::passages::tile::{Tile, number};

/// Part of a passage between text that was given to all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::passages) struct Part {
    pub a: Range<usize>,
    pub b: Range<usize>,
    /// Weight of the part's longest run of equal tokens that is evidence.
    pub longest: u32,
}

/// Returns the parts of a passage between runs of given text that stand in one order in both texts.
pub(super) fn parts(in_a: &Range<usize>, in_b: &Range<usize>, equals: &[Equal]) -> Vec<Part> {
    let mut given_runs: Vec<Tile> = (equals.iter())
        .filter(|equal| equal.given != Given::Neither && equal.heavy >= SOLID)
        .map(|equal| equal.tile)
        .collect();
    given_runs.sort_unstable();
    let anchors = in_one_order(&given_runs);
    if anchors.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::with_capacity(anchors.len() + 1);
    let (mut from_a, mut from_b) = (in_a.start, in_b.start);
    let ends = anchors
        .iter()
        .map(|tile| {
            let (a, b) = (tile.a as usize, tile.b as usize);
            (a, b, tile.length as usize)
        })
        .chain([(in_a.end, in_b.end, 0)]);
    for (to_a, to_b, length) in ends {
        if from_a < to_a && from_b < to_b {
            let (a, b) = (from_a..to_a, from_b..to_b);
            let inside = equals.iter().filter(|equal| {
                !equal.widespread
                    && equal.given == Given::Neither
                    && a.contains(&(equal.tile.a as usize))
                    && b.contains(&(equal.tile.b as usize))
            });
            let longest = inside.map(|equal| equal.heavy).max().unwrap_or(0);
            found.push(Part { a, b, longest });
        }
        (from_a, from_b) = (to_a + length, to_b + length);
    }
    found
}

/// Divides a run of equal tokens where it changes from given text to other text; each piece says to whom it is given.
pub(super) fn divided(tile: Tile, given: impl Fn((usize, usize)) -> Given) -> Vec<(Tile, Given)> {
    let pairs: Vec<(usize, usize)> = tile.pairs().collect();
    let alike = |x: &(usize, usize), y: &(usize, usize)| given(*x) == given(*y);
    (pairs.chunk_by(alike))
        .map(|piece| {
            let (a, b) = piece[0];
            let tile = Tile {
                a: number(a),
                b: number(b),
                length: number(piece.len()),
            };
            (tile, given(piece[0]))
        })
        .collect()
}

/// Returns a longest choice of runs that follow each other in both texts (a longest increasing subsequence, by patience
/// sorting). `runs` are sorted by position in the first text.
pub(super) fn in_one_order(runs: &[Tile]) -> Vec<Tile> {
    // Index of the run that ends the best chain of each length, and the run before each in its chain.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(runs.len());
    for (at, run) in runs.iter().enumerate() {
        let length = ends.partition_point(|&end| runs[end].b < run.b);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut chain = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(at) = next {
        chain.push(runs[at]);
        next = before[at];
    }
    chain.reverse();
    chain
}
