//! Keys and ids as two arrays with their searches: the building block of the compared index systems.

use rayon::slice::ParallelSliceMut;

use super::updated::Entry;
use chachong_simhash::Fingerprint;

/// First step of a galloping search, in keys: two cache lines.
const FIRST_STEP: usize = 16;

/// Number of keys that a scan compares before it checks whether any of them was near.
const AT_ONCE: usize = 64;

/// Entries as an array of 64-bit keys and an array of ids: 12 bytes per entry.
#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    pub(super) keys: Vec<u64>,
    pub(super) ids: Vec<u32>,
}

impl Planes {
    /// Stores the entries in the given order.
    pub(super) fn of(entries: &[Entry]) -> Self {
        let mut planes = Self {
            keys: Vec::with_capacity(entries.len()),
            ids: Vec::with_capacity(entries.len()),
        };
        for (key, id) in entries {
            planes.keys.push(key.0);
            planes.ids.push(*id);
        }
        planes
    }

    /// Stores the entries sorted by key, then id.
    pub(super) fn sorted(mut entries: Vec<Entry>) -> Self {
        entries.par_sort_unstable();
        Self::of(&entries)
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Calls `found` with every entry within `k` bits of `key`, and its distance, comparing all keys.
    pub(super) fn scan(
        &self,
        Fingerprint(key): Fingerprint,
        k: u32,
        mut found: impl FnMut(Entry, u32),
    ) {
        let chunks = self.keys.chunks(AT_ONCE).zip(self.ids.chunks(AT_ONCE));
        for (keys, ids) in chunks {
            // Without a branch for each key the compiler uses vector instructions.
            let near = |other: &u64| u32::from((key ^ other).count_ones() <= k);
            if keys.iter().map(near).sum::<u32>() == 0 {
                continue;
            }
            for (&other, &id) in keys.iter().zip(ids) {
                let distance = (key ^ other).count_ones();
                if distance <= k {
                    found((Fingerprint(other), id), distance);
                }
            }
        }
    }

    /// Calls `found` with every entry whose first `prefix` bits (0..=64) equal those of `key`. Only for sorted planes.
    pub(super) fn with_prefix(&self, key: u64, prefix: u32, mut found: impl FnMut(Entry)) {
        let rest = u64::MAX.checked_shr(prefix).unwrap_or(0);
        let (least, most) = (key & !rest, key | rest);
        let from = first_at_least(self.keys.len(), |at| self.keys[at], least);
        for (&other, &id) in self.keys[from..].iter().zip(&self.ids[from..]) {
            if other > most {
                break;
            }
            found((Fingerprint(other), id));
        }
    }

    /// Iterates over all entries in stored order.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = Entry> {
        let keys = self.keys.iter().map(|&key| Fingerprint(key));
        keys.zip(self.ids.iter().copied())
    }

    pub(super) fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<u64>() + self.ids.capacity() * size_of::<u32>()
    }
}

/// Returns the index of the first of `count` ascending keys that is not below `target`; `count` if all are.
///
/// Interpolation search: hashes are spread evenly, so the value predicts the position, and a second guess corrects by
/// how far off the first was. Then galloping away from it and binary search, so that uneven keys cost O(log count) at
/// worst.
pub(super) fn first_at_least(count: usize, key: impl Fn(usize) -> u64, target: u64) -> usize {
    if count == 0 {
        return 0;
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "less than `count`, for the gap is less than 2^64"
    )]
    let keys_in = |gap: u64| ((u128::from(gap) * count as u128) >> 64) as usize;
    let mut guess = keys_in(target);
    for _ in 0..2 {
        let here = key(guess);
        guess = if here < target {
            (guess + keys_in(target - here)).min(count - 1)
        } else {
            guess.saturating_sub(keys_in(here - target))
        };
    }
    // Invariant: everything before `low` is below the target, everything from `high` on is not.
    let (mut low, mut high) = (0, count);
    let mut step = FIRST_STEP;
    if key(guess) < target {
        low = guess + 1;
        while low + step < count {
            if key(low + step) >= target {
                high = low + step;
                break;
            }
            low += step + 1;
            step *= 2;
        }
    } else {
        high = guess;
        while high > step {
            if key(high - step) < target {
                low = high - step + 1;
                break;
            }
            high -= step;
            step *= 2;
        }
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if key(middle) < target {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_at_least_is_what_a_linear_search_finds(
            mut keys in prop::collection::vec(
                prop_oneof![any::<u64>(), 0_u64..40, (0_u64..40).prop_map(|n| u64::MAX - n)],
                0..300,
            ),
            others in prop::collection::vec(any::<u64>(), 1..20),
        ) {
            keys.sort_unstable();
            for target in keys.iter().chain(&others).flat_map(|&t| [t, t.wrapping_add(1), t.wrapping_sub(1)]) {
                let expected = keys.iter().position(|&key| key >= target).unwrap_or(keys.len());
                prop_assert_eq!(first_at_least(keys.len(), |at| keys[at], target), expected);
            }
        }

        #[test]
        fn a_prefix_finds_all_that_begin_with_it(
            keys in prop::collection::vec(0_u64..0x1000, 0..100),
            key in 0_u64..0x1000,
            prefix in 48_u32..=64,
        ) {
            let planes = Planes::sorted(keys.iter().map(|&key| Fingerprint(key)).zip(0..).collect());
            let mut found = Vec::new();
            planes.with_prefix(key, prefix, |(_, id)| found.push(id));
            found.sort_unstable();
            let expected: Vec<u32> = (0..)
                .zip(&keys)
                .filter(|&(_, other)| (key ^ other).leading_zeros() >= prefix)
                .map(|(id, _)| id)
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
