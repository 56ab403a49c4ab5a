//! One of the four tables: the fingerprints sorted by one block's 16 bits, without those bits. Knows nothing of the other
//! tables or of ids.

use super::plane::for_each_within;
use super::radii::VALUES;
use crate::simhash::Fingerprint;

/// A bucket this many times the average is crowded: a query looks for a way round it.
const CROWDED: usize = 16;
/// However small the average, no bucket below this is crowded.
const CROWDED_FROM: usize = 1_024;

/// The fingerprints sorted by block `block`, as a plane of 32 bits and one of 16: what a search reads is as small as can be.
#[derive(Clone, Debug)]
pub(super) struct Table {
    block: usize,
    /// `offsets[v]..offsets[v + 1]` is where the fingerprints with block value v stand.
    offsets: Vec<u32>,
    /// The upper 32 of the other 48 bits.
    upper: Box<[u32]>,
    /// The lower 16 of them.
    lower: Box<[u16]>,
    /// Values of crowded buckets and how many they hold.
    crowded: Vec<(u16, u32)>,
}

impl Table {
    /// A counting sort by block `block`: linear, and stable, so that equal input gives equal tables. `fingerprints` is
    /// iterated twice; at most 2^32 - 1 of them.
    pub(super) fn build(
        fingerprints: impl ExactSizeIterator<Item = Fingerprint> + Clone,
        block: usize,
    ) -> Self {
        let length = fingerprints.len();
        // One more than there are values: while the buckets fill, `offsets[v + 1]` is where the next of value v goes.
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

    /// Where the fingerprints with this block value stand.
    pub(super) fn bucket(&self, value: u16) -> std::ops::Range<usize> {
        let (start, end) = self.bounds(value);
        start as usize..end as usize
    }

    /// The same as two numbers.
    pub(super) fn bounds(&self, value: u16) -> (u32, u32) {
        let value = usize::from(value);
        (self.offsets[value], self.offsets[value + 1])
    }

    /// What stands at a position, so that its line is on its way from memory before it is searched.
    pub(super) fn touch(&self, at: u32) -> u32 {
        self.upper.get(at as usize).copied().unwrap_or_default()
    }

    /// Fingerprints in crowded buckets within `radius` of `value`.
    pub(super) fn crowd_within(&self, value: u16, radius: u32) -> u64 {
        (self.crowded.iter())
            .filter(|(crowded, _)| (crowded ^ value).count_ones() <= radius)
            .map(|&(_, held)| u64::from(held))
            .sum()
    }

    pub(super) fn is_crowded(&self) -> bool {
        !self.crowded.is_empty()
    }

    /// The fingerprint at a position of the bucket of `value`.
    pub(super) fn fingerprint(&self, value: u16, at: usize) -> Fingerprint {
        joined(value, self.upper[at], self.lower[at], self.block)
    }

    /// Calls `visit` with position, fingerprint and distance of every one in the bucket of `value` within `k` bits of the
    /// query in all 64.
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
        mut visit: impl FnMut(usize, Fingerprint, u32),
    ) {
        let Some(left) = k.checked_sub((query.block(self.block) ^ value).count_ones()) else {
            return;
        };
        let (upper, lower) = split(query, self.block);
        for_each_within(&self.upper, bucket, upper, left, |at| {
            let rest =
                (self.upper[at] ^ upper).count_ones() + (self.lower[at] ^ lower).count_ones();
            if rest <= left {
                visit(at, self.fingerprint(value, at), k - left + rest);
            }
        });
    }

    /// Positions of this very fingerprint in a table whose buckets are sorted by the other bits.
    pub(super) fn equal_in_sorted(&self, fingerprint: Fingerprint) -> std::ops::Range<usize> {
        let bucket = self.bucket(fingerprint.block(self.block));
        let wanted = split(fingerprint, self.block);
        let at = |i: usize| (self.upper[i], self.lower[i]);
        let first = partition_point(bucket.clone(), |i| at(i) < wanted);
        let end = partition_point(first..bucket.end, |i| at(i) <= wanted);
        first..end
    }

    /// All fingerprints in the table's order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Fingerprint> {
        (0..=u16::MAX).flat_map(move |value| {
            self.bucket(value)
                .map(move |at| self.fingerprint(value, at))
        })
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> usize {
        self.offsets.capacity() * size_of::<u32>()
            + size_of_val(&*self.upper)
            + size_of_val(&*self.lower)
    }
}

/// The first position in `range` for which `is_before` does not hold; it holds for a first part of the range.
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

/// The other 48 bits: the upper 32 and the lower 16 of them.
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
