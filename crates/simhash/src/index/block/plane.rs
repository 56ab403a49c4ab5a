//! Inner loop of every search in the 4-block index: finds the 32-bit values of a list that are near a given one.

use std::ops::Range;

/// Number of values tested before a branch: a multiple of what a vector register holds.
const STEP: usize = 16;

/// Calls `visit` with the index of every value of `plane[range]` within `k` bits of `query`, in ascending order.
///
/// Nearly all values are farther than a small k, so a whole step is tested before any single value. Up to 3 bits the
/// test clears the lowest set bit k times: without branches and without the POPCNT instruction, which plain x86-64
/// lacks, so that it vectorises on every machine. Called through `dispatch!` it is compiled for the widest registers
/// of the processor.
#[expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor at hand"
)]
#[inline(always)]
pub(super) fn for_each_within(
    plane: &[u32],
    range: Range<usize>,
    query: u32,
    k: u32,
    visit: impl FnMut(usize),
) {
    match k {
        0 => scan(plane, range, |value| value == query, visit),
        1 => scan(plane, range, |value| drop_lowest(value ^ query) == 0, visit),
        2 => {
            let is_near = |value| drop_lowest(drop_lowest(value ^ query)) == 0;
            scan(plane, range, is_near, visit);
        }
        3 => {
            let is_near = |value| drop_lowest(drop_lowest(drop_lowest(value ^ query))) == 0;
            scan(plane, range, is_near, visit);
        }
        _ => scan(
            plane,
            range,
            |value| (value ^ query).count_ones() <= k,
            visit,
        ),
    }
}

#[expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor at hand"
)]
#[inline(always)]
const fn drop_lowest(bits: u32) -> u32 {
    bits & bits.wrapping_sub(1)
}

#[expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor at hand"
)]
#[inline(always)]
fn scan(
    plane: &[u32],
    range: Range<usize>,
    is_near: impl Fn(u32) -> bool,
    mut visit: impl FnMut(usize),
) {
    // The last step may reach beyond the range: cheaper than single values; matches beyond the range are skipped.
    let whole = range.len().div_ceil(STEP) * STEP;
    let end = (range.start + whole).min(plane.len());
    let (steps, rest) = plane[range.start..end].as_chunks::<STEP>();
    let mut at = range.start;
    for values in steps {
        let near = (values.iter()).fold(0, |near, &value| near | u32::from(is_near(value)));
        if near != 0 {
            for (i, &value) in (at..range.end).zip(values) {
                if is_near(value) {
                    visit(i);
                }
            }
        }
        at += STEP;
    }
    for (i, &value) in (at..range.end).zip(rest) {
        if is_near(value) {
            visit(i);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equals_counting_one_by_one(
            mut plane in prop::collection::vec(any::<u32>(), 0..70),
            flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u32>()), 0..20),
            query: u32,
            k in 0_u32..=32,
            ends in any::<(prop::sample::Index, prop::sample::Index)>(),
        ) {
            let mut ends = [ends.0, ends.1].map(|end| end.index(plane.len() + 1));
            ends.sort_unstable();
            let range = ends[0]..ends[1];
            for (at, flip) in flips {
                if !plane.is_empty() {
                    // Few differing bits: a bit differs only where three random ones are all set.
                    *at.get_mut::<u32>(&mut plane) = query ^ (flip & flip.rotate_left(7) & flip.rotate_left(15));
                }
            }
            let mut found = Vec::new();
            for_each_within(&plane, range.clone(), query, k, |at| found.push(at));
            let expected: Vec<usize> = range
                .filter(|&at| (plane[at] ^ query).count_ones() <= k)
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
