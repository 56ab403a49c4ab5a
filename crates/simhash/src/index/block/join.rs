//! All pairs within k bits without an index: entries that share a part are grouped and compared.
//!
//! By the pigeonhole principle two fingerprints within k share one of any k + 1 parts of their bits (Manku, Jain, Das
//! Sarma 2007). The parts are whole bytes: entries are grouped by the bytes of one part, and a group that is still
//! large by parts of its other bytes. So text from a template, which makes one part very common, costs one more
//! grouping and no quadratic time. A pair is reported only at its first equal part, at every depth, so once.

use fearless_simd::dispatch;
use rayon::prelude::*;

use super::entry::{Entry, Pair};
use super::plane::for_each_within;
use super::sort::groups;
use crate::index::processor::PROCESSOR;

/// Number of bytes of a fingerprint.
const BYTES: u32 = 8;
/// Maximum distance, in bits, of this method: parts are whole bytes, and a larger k has too few.
pub(super) const LARGEST_K: u32 = BYTES - 1;
/// Maximum size of a group that is compared directly: cheaper than grouping it once more.
const SMALL: usize = if cfg!(test) { 16 } else { 512 };

/// Size above which all cores work on a group.
const LARGE: usize = 1 << 16;

/// Condition for a pair to be reported in a group: bits that must be equal, parts that must differ.
#[derive(Clone, Debug, Default)]
struct Condition {
    /// Bits in which both fingerprints are equal.
    equal: u64,
    /// Parts in each of which both fingerprints differ in at least one bit: pairs equal in such a part are reported
    /// there.
    different: Vec<u64>,
}

impl Condition {
    fn holds(&self, differing: u64) -> bool {
        differing & self.equal == 0 && self.different.iter().all(|&part| differing & part != 0)
    }
}

/// Returns every pair of entries within `k` bits, each once, in no particular order; `k` is at most [`LARGEST_K`].
pub(super) fn pairs(entries: &mut [Entry], k: u32) -> Vec<Pair> {
    let mut join = Join::new(k);
    let free: Vec<u32> = (0..BYTES).rev().collect();
    join.split(entries, &free, &Condition::default());
    join.found
}

/// Returns every pair within `k` bits by comparing all pairs, for a list too short for grouping.
pub(super) fn compare_all(entries: &[Entry], k: u32) -> Vec<Pair> {
    let plane: Vec<u32> = entries.iter().map(folded).collect();
    (0..entries.len())
        .into_par_iter()
        .fold(Vec::new, |mut found, first| {
            dispatch!(*PROCESSOR, _simd => {
                let condition = Condition::default();
                compare_with_later(entries, &plane, first, k, &condition, &mut found);
            });
            found
        })
        .reduce(Vec::new, |mut one, mut other| {
            one.append(&mut other);
            one
        })
}

/// Search for pairs on one thread, with the pairs found so far.
struct Join {
    k: u32,
    found: Vec<Pair>,
    /// Folded fingerprints of the compared group; the allocation is reused.
    plane: Vec<u32>,
}

impl Join {
    const fn new(k: u32) -> Self {
        Self {
            k,
            found: Vec::new(),
            plane: Vec::new(),
        }
    }

    /// Groups the entries by each of k + 1 parts of the free bytes in turn.
    fn split(&mut self, entries: &mut [Entry], free: &[u32], condition: &Condition) {
        let parts = self.k as usize + 1;
        if entries.len() <= SMALL || free.len() < parts {
            self.compare(entries, condition);
            return;
        }
        let mut condition = condition.clone();
        let (each, rest) = (free.len() / parts, free.len() % parts);
        let mut from = 0;
        for part in 0..parts {
            let bytes = &free[from..from + each + usize::from(part < rest)];
            from += bytes.len();
            let part_bits = bytes.iter().fold(0, |bits, byte| bits | 0xff << (8 * byte));
            let inside = Condition {
                equal: condition.equal | part_bits,
                ..condition.clone()
            };
            let left: Vec<u32> = (free.iter().copied())
                .filter(|byte| !bytes.contains(byte))
                .collect();
            self.group(entries, bytes, &left, &inside);
            condition.different.push(part_bits);
        }
    }

    /// Groups the entries by `bytes`, one after the other, and splits each group further by the bytes in `left`.
    fn group(&mut self, entries: &mut [Entry], bytes: &[u32], left: &[u32], condition: &Condition) {
        let Some((&byte, bytes)) = bytes.split_first() else {
            self.split(entries, left, condition);
            return;
        };
        if entries.len() <= SMALL {
            self.compare(entries, condition);
            return;
        }
        let is_large = entries.len() > LARGE;
        let groups = groups(entries, byte).filter(|group| group.len() > 1);
        if is_large {
            let groups: Vec<&mut [Entry]> = groups.collect();
            let all: Vec<Vec<Pair>> = (groups.into_par_iter())
                .map(|entries| {
                    let mut join = Self::new(self.k);
                    join.group(entries, bytes, left, condition);
                    join.found
                })
                .collect();
            self.found.extend(all.into_iter().flatten());
        } else {
            for entries in groups {
                self.group(entries, bytes, left, condition);
            }
        }
    }

    fn compare(&mut self, entries: &[Entry], condition: &Condition) {
        if let [one, other] = entries {
            report(*one, *other, self.k, condition, &mut self.found);
            return;
        }
        self.plane.clear();
        self.plane.extend(entries.iter().map(folded));
        let (plane, found) = (&self.plane, &mut self.found);
        dispatch!(*PROCESSOR, _simd => {
            for first in 0..entries.len() {
                compare_with_later(entries, plane, first, self.k, condition, found);
            }
        });
    }
}

/// Compares an entry with all later ones.
#[expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor at hand"
)]
#[inline(always)]
fn compare_with_later(
    entries: &[Entry],
    plane: &[u32],
    first: usize,
    k: u32,
    condition: &Condition,
    found: &mut Vec<Pair>,
) {
    for_each_within(plane, first + 1..entries.len(), plane[first], k, |later| {
        report(entries[first], entries[later], k, condition, found);
    });
}

fn report(a: Entry, b: Entry, k: u32, condition: &Condition, found: &mut Vec<Pair>) {
    let distance = a.0.distance(b.0);
    if distance <= k && condition.holds(a.0.0 ^ b.0.0) {
        found.push((a.1.min(b.1), a.1.max(b.1), distance));
    }
}

/// Xors the upper and lower half of a fingerprint: folded values differ in at most as many bits as the fingerprints,
/// whatever bytes a group shares.
#[expect(clippy::cast_possible_truncation, reason = "32 bits remain")]
const fn folded(entry: &Entry) -> u32 {
    (entry.0.0 >> 32) as u32 ^ entry.0.0 as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fingerprint;
    use crate::index::block::tests::pairs_by_hand;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        /// Few different bytes, so that all depths are reached and many pairs share several parts.
        #[test]
        fn equals_comparing_all(
            values in prop::collection::vec((any::<u64>(), 0_u32..64, 0_u32..64, 0_u8..4), 0..700),
            k in 0_u32..=LARGEST_K,
            mask in prop::sample::select(vec![u64::MAX, 0xff, 0x0101_0101_0101_0101, 0xffff << 48, 0]),
        ) {
            let entries: Vec<Entry> = (0..)
                .zip(values)
                .map(|(id, (random, one, other, kind))| {
                    let near = 1 << one | 1 << other;
                    (Fingerprint(if kind == 0 { near } else { random & mask ^ near }), id)
                })
                .collect();
            let mut found = pairs(&mut entries.clone(), k);
            found.sort_unstable();
            prop_assert_eq!(&found, &pairs_by_hand(&entries, k));
            let mut all = compare_all(&entries, k);
            all.sort_unstable();
            prop_assert_eq!(all, found);
        }
    }
}
