//! Search for the nearest neighbours of windows: compares the distances of signatures first, and computes dot products
//! only for the few windows that may be near enough.
//!
//! The loops are plain on purpose: the compiler turns them into vector instructions for the processor at hand.

use fearless_simd::{Level, dispatch};
use rayon::prelude::*;

use super::code::{NUMBERS, WORDS, dot};
use super::nearest::{BACKGROUND, Nearest};
use super::rows::Rows;

/// Number of windows that are scanned for one query after the other: their signatures are 32 KiB, which the nearest cache holds.
const BLOCK: usize = 1024;
/// Number of queries that a thread takes at once.
const QUERIES: usize = 32;
/// Number of distances computed before any is looked at.
const LANES: usize = 32;

/// Callbacks of a scan.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    /// Returns whether two documents are compared.
    pub comparable: &'a (dyn Fn(u32, u32) -> bool + Sync),
    /// Returns whether to stop. After that, the lists must not be used.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
}

/// Inserts the rows of `collection` that are near a query into the query's list in `nearest`, on all cores. `nearest`
/// has one list for each row of `queries`. Windows of a query's own document are skipped. With `keeps_numbers`, the
/// lists store the numbers of their windows.
pub(super) fn scan(
    queries: &Rows,
    nearest: &mut [Nearest],
    collection: &Rows,
    keeps_numbers: bool,
    asked: Asked<'_>,
) {
    let chunks = nearest.par_chunks_mut(QUERIES).enumerate();
    chunks.for_each(|(chunk, lists)| {
        let mut near = Vec::with_capacity(BLOCK);
        let mut start = 0;
        while start < collection.len() && !(asked.cancelled)() {
            let end = collection.len().min(start + BLOCK);
            for (query, list) in (chunk * QUERIES..).zip(&mut *lists) {
                near.clear();
                let signature = queries.signature(query);
                let numbers = &queries.numbers[query];
                let block = collection
                    .signatures
                    .each_ref()
                    .map(|words| &words[start..end]);
                let others = &collection.numbers[start..end];
                within(signature, block, list.radius(), &mut near);
                products(numbers, others, &mut near);
                for &(at, product) in &near {
                    let row = start + at;
                    let scale = queries.scales[query] * collection.scales[row];
                    let cosine = product as f32 * scale;
                    let (document, other) = (queries.documents[query], collection.documents[row]);
                    if list.may_take(cosine)
                        && other != document
                        && (other == BACKGROUND || (asked.comparable)(document, other))
                    {
                        list.put(collection.neighbour(row, cosine, keeps_numbers));
                    }
                }
            }
            start = end;
        }
    });
}

/// Computes the dot product of `numbers` and those at each place of `near`.
fn products(numbers: &[i8; NUMBERS], others: &[[i8; NUMBERS]], near: &mut [(usize, i32)]) {
    dispatch!(Level::new(), _simd => {
        for (at, product) in near {
            *product = dot(numbers, &others[*at]);
        }
    });
}

/// Appends the places of the signatures in `block` that are at most `radius` bits from `query`, each with a 0.
fn within(query: [u64; WORDS], block: [&[u64]; WORDS], radius: u64, near: &mut Vec<(usize, i32)>) {
    dispatch!(Level::new(), _simd => within_block(query, block, radius, near));
}

#[expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor at hand"
)]
#[inline(always)]
fn within_block(
    query: [u64; WORDS],
    block: [&[u64]; WORDS],
    radius: u64,
    near: &mut Vec<(usize, i32)>,
) {
    let [(a, rest_a), (b, rest_b), (c, rest_c), (d, rest_d)] =
        block.map(|words| words.as_chunks::<LANES>());
    let distance = |a: u64, b: u64, c: u64, d: u64| -> u64 {
        let ones = |word: u64, of: u64| u64::from((word ^ of).count_ones());
        ones(a, query[0]) + ones(b, query[1]) + ones(c, query[2]) + ones(d, query[3])
    };
    for (at, (((a, b), c), d)) in a.iter().zip(b).zip(c).zip(d).enumerate() {
        let mut distances = [0; LANES];
        for i in 0..LANES {
            distances[i] = distance(a[i], b[i], c[i], d[i]);
        }
        let least = distances
            .iter()
            .fold(u64::MAX, |least, &distance| least.min(distance));
        if least <= radius {
            let found = distances
                .iter()
                .enumerate()
                .filter(|&(_, &distance)| distance <= radius);
            near.extend(found.map(|(lane, _)| (at * LANES + lane, 0)));
        }
    }
    let done = a.len() * LANES;
    for (at, (((&a, &b), &c), &d)) in rest_a
        .iter()
        .zip(rest_b)
        .zip(rest_c)
        .zip(rest_d)
        .enumerate()
    {
        if distance(a, b, c, d) <= radius {
            near.push((done + at, 0));
        }
    }
}
