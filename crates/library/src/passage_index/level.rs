//! Immutable sorted table of (key, id) entries, 8 bytes each.

use chachong_simhash::Fingerprint;

/// Returns the key of a fingerprint: its upper 48 bits. If 30,000 shingles are looked up among 100 million stored
/// ones, one text in a hundred has a hit by chance.
pub(crate) const fn key(fingerprint: Fingerprint) -> u64 {
    fingerprint.0 >> 16
}

/// Number of buckets: one for each value of the upper 16 bits of a key.
pub(super) const BUCKETS: usize = 1 << 16;

/// Immutable, sorted set of (key, id) entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Level {
    /// Bucket bounds: the keys of bucket b are at `offsets[b]..offsets[b + 1]`.
    offsets: Box<[u32]>,
    /// Lower 32 bits of the keys.
    low: Vec<u32>,
    ids: Vec<u32>,
}

/// Splits a key into its bucket and its lower 32 bits.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the wanted 32 bits are what remains"
)]
const fn split(key: u64) -> (usize, u32) {
    ((key >> 32) as usize & (BUCKETS - 1), key as u32)
}

impl Level {
    /// Builds a level from the entries (`keys[i]`, `ids[i]`), at most 2^32 - 1 of them, which must be sorted by key, then id.
    pub fn of_sorted(keys: &[u64], ids: &[u32]) -> Self {
        let mut counts = vec![0_u32; BUCKETS];
        for &key in keys {
            counts[split(key).0] += 1;
        }
        Self {
            offsets: offsets(&counts),
            low: keys.iter().map(|&key| split(key).1).collect(),
            ids: ids.to_vec(),
        }
    }

    /// Builds a level from the parts that [`Self::parts`] returned; `None` if they are inconsistent.
    pub fn of_parts(counts: &[u32], low: Vec<u32>, ids: Vec<u32>) -> Option<Self> {
        let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        if counts.len() != BUCKETS || total != low.len() as u64 || low.len() != ids.len() {
            return None;
        }
        u32::try_from(total).ok()?;
        let offsets = offsets(counts);
        let sorted = offsets.windows(2).all(|bounds| {
            let bucket = bounds[0] as usize..bounds[1] as usize;
            let (low, ids) = (&low[bucket.clone()], &ids[bucket]);
            low.windows(2)
                .zip(ids.windows(2))
                .all(|(low, ids)| (low[0], ids[0]) < (low[1], ids[1]))
        });
        sorted.then_some(Self { offsets, low, ids })
    }

    /// Returns the parts to write to a file: the number of entries of each bucket, the lower 32 bits of each key, and each id.
    pub fn parts(&self) -> (impl Iterator<Item = u32> + '_, &[u32], &[u32]) {
        let counts = self.offsets.windows(2).map(|bounds| bounds[1] - bounds[0]);
        (counts, &self.low, &self.ids)
    }

    /// Merges two levels and keeps only the ids for which `stays` returns true.
    pub fn merged(&self, other: &Self, stays: impl Fn(u32) -> bool) -> Self {
        let length = self.len() + other.len();
        let mut merged = Self {
            offsets: Box::default(),
            low: Vec::with_capacity(length),
            ids: Vec::with_capacity(length),
        };
        let mut counts = vec![0_u32; BUCKETS];
        for (bucket, count) in counts.iter_mut().enumerate() {
            let (mine, theirs) = (self.bucket(bucket), other.bucket(bucket));
            let (mut i, mut j) = (mine.start, theirs.start);
            while i < mine.end || j < theirs.end {
                let from_mine = j == theirs.end
                    || (i < mine.end && (self.low[i], self.ids[i]) <= (other.low[j], other.ids[j]));
                let (low, id) = if from_mine {
                    i += 1;
                    (self.low[i - 1], self.ids[i - 1])
                } else {
                    j += 1;
                    (other.low[j - 1], other.ids[j - 1])
                };
                if stays(id) {
                    merged.low.push(low);
                    merged.ids.push(id);
                    *count += 1;
                }
            }
        }
        merged.offsets = offsets(&counts);
        merged.low.shrink_to_fit();
        merged.ids.shrink_to_fit();
        merged
    }

    /// Returns the ids of a key, ascending; empty if the level does not have the key.
    pub fn ids_of(&self, key: u64) -> &[u32] {
        let (bucket, wanted) = split(key);
        let bucket = self.bucket(bucket);
        let low = &self.low[bucket.clone()];
        let from = low.partition_point(|&low| low < wanted);
        if low.get(from) != Some(&wanted) {
            return &[];
        }
        let rest = &low[from..];
        // Most keys have one id: galloping finds their end in the same cache line.
        let mut reach = 1;
        while rest.get(reach).is_some_and(|&low| low == wanted) {
            reach *= 2;
        }
        let within = &rest[reach / 2..reach.min(rest.len())];
        let end = reach / 2 + within.partition_point(|&low| low == wanted);
        let from = bucket.start + from;
        &self.ids[from..from + end]
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Returns the memory use in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<u32>() * (self.offsets.len() + self.low.capacity() + self.ids.capacity())
    }

    fn bucket(&self, bucket: usize) -> std::ops::Range<usize> {
        self.offsets[bucket] as usize..self.offsets[bucket + 1] as usize
    }
}

/// Returns the start of each bucket, then the end of the last one. The counts must add up to less than 2^32.
fn offsets(counts: &[u32]) -> Box<[u32]> {
    let mut sum = 0;
    std::iter::once(0)
        .chain(counts.iter().map(|count| {
            sum += count;
            sum
        }))
        .collect()
}
