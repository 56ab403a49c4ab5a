//! Table of the 4-block index: the fingerprints sorted by one block's 16 bits, stored without those bits.

use std::hint::black_box;

use super::plane::for_each_within;
use super::radii::VALUES;
use crate::Fingerprint;

/// Size, in multiples of the average bucket, beyond which a bucket is crowded and queries try to avoid it.
const CROWDED: usize = 16;
/// Minimum size, in fingerprints, of a crowded bucket, however small the average is.
const CROWDED_FROM: usize = 1_024;

/// Number of values of the upper plane in one cache line.
const LINE: usize = 16;
/// Number of values prefetched at the start of a bucket; beyond them the processor prefetches by itself.
const TOUCHED: usize = 16 * LINE;

/// Fingerprints sorted by block `block`, as an array of 32-bit and one of 16-bit parts, so that a search reads as
/// little memory as possible.
#[derive(Clone, Debug)]
pub(super) struct Table {
    block: usize,
    /// Bucket bounds: the fingerprints with block value v are at `offsets[v]..offsets[v + 1]`.
    offsets: Vec<u32>,
    /// Upper 32 of the other 48 bits of each fingerprint.
    upper: Box<[u32]>,
    /// Lower 16 of the other 48 bits of each fingerprint.
    lower: Box<[u16]>,
    /// Block values of crowded buckets with their number of fingerprints.
    crowded: Vec<(u16, u32)>,
}

impl Table {
    /// Builds the table by a counting sort on block `block`: linear, and stable, so that equal input gives equal
    /// tables. `fingerprints` is iterated twice and has at most 2^32 - 1 items.
    pub(super) fn build(
        fingerprints: impl ExactSizeIterator<Item = Fingerprint> + Clone,
        block: usize,
    ) -> Self {
        let length = fingerprints.len();
        // One extra offset: while the buckets fill, `offsets[v + 1]` is the index of the next fingerprint with value
        // v.
        let mut offsets = vec![0_u32; VALUES + 2];
        for fingerprint in fingerprints.clone() {
            offsets[usize::from(fingerprint.block(block)) + 2] += 1;
        }
        let mut sum = 0;
        for offset in &mut offsets {
            sum += *offset;
            *offset = sum;
        }
        let (mut upper, mut lower) = (vec![0; length], vec![0; length]);
        for fingerprint in fingerprints {
            let slot = &mut offsets[usize::from(fingerprint.block(block)) + 1];
            let at = *slot as usize;
            *slot += 1;
            (upper[at], lower[at]) = split(fingerprint, block);
        }
        offsets.truncate(VALUES + 1);
        let from = (CROWDED * (length / VALUES + 1)).max(CROWDED_FROM);
        let crowded = if length > from {
            (0..=u16::MAX)
                .zip(offsets.windows(2))
                .map(|(value, bounds)| (value, bounds[1] - bounds[0]))
                .filter(|&(_, held)| held as usize > from)
                .collect()
        } else {
            Vec::new()
        };
        Self {
            block,
            offsets,
            upper: upper.into(),
            lower: lower.into(),
            crowded,
        }
    }

    /// Range of indices of the fingerprints with this block value.
    pub(super) fn bucket(&self, value: u16) -> std::ops::Range<usize> {
        let (start, end) = self.bounds(value);
        start as usize..end as usize
    }

    /// Start and end of the range of `bucket`.
    pub(super) fn bounds(&self, value: u16) -> (u32, u32) {
        let value = usize::from(value);
        (self.offsets[value], self.offsets[value + 1])
    }

    /// Prefetches the first cache lines of a search over these bounds, so that all are requested before any is waited
    /// for.
    pub(super) fn touch(&self, (start, end): (u32, u32)) -> u32 {
        let (start, end) = (start as usize, end as usize);
        let upper = &self.upper[start..end.min(start + TOUCHED)];
        let lower = if end - start <= LINE {
            &self.lower[start..end]
        } else {
            &[]
        };
        let read = upper.iter().step_by(LINE).fold(0, |all, one| all ^ one);
        lower.first().map_or(read, |&lower| read ^ u32::from(lower))
    }

    /// Number of fingerprints in crowded buckets within `radius` bits of `value`.
    pub(super) fn crowd_within(&self, value: u16, radius: u32) -> u64 {
        (self.crowded.iter())
            .filter(|(crowded, _)| (crowded ^ value).count_ones() <= radius)
            .map(|&(_, held)| u64::from(held))
            .sum()
    }

    /// Fingerprint at an index in the bucket of `value`.
    pub(super) fn fingerprint(&self, value: u16, at: usize) -> Fingerprint {
        joined(value, self.upper[at], self.lower[at], self.block)
    }

    /// Calls `visit` with index, fingerprint and distance of every fingerprint in the bucket of `value` within `k`
    /// bits of the query in all 64. `ahead` first gets every candidate as soon as its upper bits match: its index and
    /// its fingerprint, the lowest 16 of the other bits still unknown.
    #[expect(
        clippy::inline_always,
        reason = "only what is inlined is compiled for the processor at hand"
    )]
    #[inline(always)]
    pub(super) fn search(
        &self,
        query: Fingerprint,
        value: u16,
        bucket: std::ops::Range<usize>,
        k: u32,
        ahead: impl Fn(usize, Fingerprint),
        mut visit: impl FnMut(usize, Fingerprint, u32),
    ) {
        let Some(left) = k.checked_sub((query.block(self.block) ^ value).count_ones()) else {
            return;
        };
        let (upper, lower) = split(query, self.block);
        for_each_within(&self.upper, bucket, upper, left, |at| {
            ahead(at, joined(value, self.upper[at], lower, self.block));
            let rest =
                (self.upper[at] ^ upper).count_ones() + (self.lower[at] ^ lower).count_ones();
            if rest <= left {
                visit(at, self.fingerprint(value, at), k - left + rest);
            }
        });
    }

    /// Prefetches what [`Self::equal_in_sorted`] will read, and the value of `beside` at the same index; the lowest
    /// 16 bits of `fingerprint` may be wrong.
    pub(super) fn touch_in_sorted(&self, fingerprint: Fingerprint, beside: &[u32]) {
        let bucket = self.bucket(fingerprint.block(self.block));
        let at = guess(&bucket, split(fingerprint, self.block).0);
        if let (Some(upper), Some(lower), Some(other)) =
            (self.upper.get(at), self.lower.get(at), beside.get(at))
        {
            black_box(upper ^ u32::from(*lower) ^ other);
        }
    }

    /// Range of indices of a fingerprint in a table whose buckets are sorted by the other bits.
    pub(super) fn equal_in_sorted(&self, fingerprint: Fingerprint) -> std::ops::Range<usize> {
        let bucket = self.bucket(fingerprint.block(self.block));
        let wanted = split(fingerprint, self.block);
        let at = |i: usize| (self.upper[i], self.lower[i]);
        let guess = guess(&bucket, wanted.0);
        let first = partition_point_near(bucket.clone(), guess, |i| at(i) < wanted);
        let end = partition_point_near(first..bucket.end, first, |i| at(i) <= wanted);
        first..end
    }

    /// Iterates over all fingerprints in the table's order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Fingerprint> {
        (0..=u16::MAX).flat_map(move |value| {
            self.bucket(value)
                .map(move |at| self.fingerprint(value, at))
        })
    }

    /// Bytes of memory that the table takes.
    pub(super) fn bytes(&self) -> usize {
        self.offsets.capacity() * size_of::<u32>()
            + size_of_val(&*self.upper)
            + size_of_val(&*self.lower)
    }
}

/// Guesses the index of a value in a sorted bucket, assuming evenly spread fingerprints: they nearly are, so few
/// cache lines are read.
fn guess(bucket: &std::ops::Range<usize>, upper: u32) -> usize {
    bucket.start + usize::try_from((bucket.len() as u64 * u64::from(upper)) >> 32).unwrap_or(0)
}

/// Finds the same index as [`partition_point`], in a number of steps logarithmic in its distance from `guess`.
fn partition_point_near(
    range: std::ops::Range<usize>,
    guess: usize,
    is_before: impl Fn(usize) -> bool,
) -> usize {
    let (mut low, mut high) = (range.start, range.end);
    let mut step = 4;
    if guess < high && is_before(guess) {
        low = guess + 1;
        while low + step < high && is_before(low + step) {
            low += step + 1;
            step *= 2;
        }
        high = high.min(low + step);
    } else {
        high = high.min(guess);
        while high >= low + step && !is_before(high - step) {
            high -= step;
            step *= 2;
        }
        low = low.max(high.saturating_sub(step));
    }
    partition_point(low..high, is_before)
}

/// Returns the first index in `range` for which `is_before` is false; `is_before` must be true for a prefix of the
/// range only.
fn partition_point(range: std::ops::Range<usize>, is_before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (range.start, range.end);
    while low < high {
        let middle = low + (high - low) / 2;
        if is_before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Splits off one block: the upper 32 and the lower 16 of the other 48 bits.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the wanted bits are what remains"
)]
const fn split(fingerprint: Fingerprint, block: usize) -> (u32, u16) {
    let below = bits_below(block);
    let rest = (fingerprint.0 >> below >> 16) << below | fingerprint.0 & ((1 << below) - 1);
    ((rest >> 16) as u32, rest as u16)
}

const fn joined(value: u16, upper: u32, lower: u16, block: usize) -> Fingerprint {
    let below = bits_below(block);
    let rest = (upper as u64) << 16 | lower as u64;
    Fingerprint(
        (rest >> below) << below << 16 | (value as u64) << below | rest & ((1 << below) - 1),
    )
}

const fn bits_below(block: usize) -> usize {
    16 * (Fingerprint::BLOCKS - 1 - block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_fingerprint_is_its_block_and_its_rest(bits: u64, block in 0_usize..4) {
            let fingerprint = Fingerprint(bits);
            let (upper, lower) = split(fingerprint, block);
            prop_assert_eq!(joined(fingerprint.block(block), upper, lower, block), fingerprint);
        }

        #[test]
        fn the_first_that_is_not_before_is_found_from_any_guess(start in 0_usize..30, length in 0_usize..200, point in 0_usize..200, guess in 0_usize..200) {
            let (range, point) = (start..start + length, start + point.min(length));
            let found = partition_point_near(range.clone(), range.start + guess.min(length), |i| {
                assert!(range.contains(&i));
                i < point
            });
            prop_assert_eq!(found, point);
        }

        #[test]
        fn holds_what_it_was_built_of(mut all in prop::collection::vec(any::<u64>(), 0..60), block in 0_usize..4) {
            let table = Table::build(all.iter().map(|&bits| Fingerprint(bits)), block);
            let mut held: Vec<u64> = table.iter().map(|f| f.0).collect();
            prop_assert!(table.iter().is_sorted_by_key(|f| f.block(block)));
            held.sort_unstable();
            all.sort_unstable();
            prop_assert_eq!(held, all);
        }
    }
}
