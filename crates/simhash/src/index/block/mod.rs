//! The 4-block index (Manku, Jain, Das Sarma, WWW 2007), exact for every k through multi-index hashing with the
//! general pigeonhole principle (Norouzi et al. 2012; Qin et al. 2018).
//!
//! Entries are in immutable levels of four tables each (`level`), largest first. Inserts go to a short list that
//! every query scans; when the list is full it becomes a level, merged with the levels that are not much larger (a
//! log-structured merge tree, O'Neil et al. 1996). So an entry is moved a few times, and a query meets few levels.

mod entry;
mod file;
mod join;
mod level;
mod pending;
mod plane;
mod radii;
mod sort;
mod table;

use std::collections::HashMap;

use rayon::prelude::*;

use super::RadiusIndex;
use crate::Fingerprint;
use entry::{Entry, Pair};
pub use file::IndexFileError;
use level::Level;
use pending::Pending;

/// Maximum number of pending entries; a query scans them in about the time it needs for the tables of a million.
/// Small in tests, so that few entries make several levels.
const MOST_PENDING: usize = if cfg!(test) { 7 } else { 1 << 11 };
/// Maximum number of entries kept as a list only, without a level: four tables are 1 MiB of offsets alone.
const LIST_ONLY: usize = if cfg!(test) { 12 } else { 1 << 12 };
/// Size ratio up to which a level joins a merge: at most this many times the entries merged so far.
const MERGED_WITH: usize = 8;
/// Maximum number of removed entries still in levels (or an eighth of all entries, if that is more) before a rebuild.
const MOST_REMOVED: usize = 1 << 12;

/// Index that finds all fingerprints within a Hamming distance. The caller chooses the ids, which need not be unique.
#[derive(Clone, Debug, Default)]
pub struct BlockIndex {
    /// Immutable levels, largest first.
    levels: Vec<Level>,
    /// Inserted entries that are in no level yet.
    pending: Pending,
    /// Removed entries still in a level, each with the number of copies to skip.
    removed: HashMap<Entry, u32>,
    removed_total: usize,
}

impl BlockIndex {
    /// Builds the index over `items`, pairs of fingerprint and id; at most 2^32 - 1 of them.
    #[must_use]
    pub fn build(items: Vec<(Fingerprint, u32)>) -> Self {
        let mut index = Self::default();
        if items.len() <= LIST_ONLY {
            for item in items {
                index.pending.push(item);
            }
        } else {
            index.levels.push(Level::build(items));
        }
        index
    }

    /// Calls `visit` once for every entry within `k` bits of `query`, in no particular order, with the entry (fingerprint and id) and its
    /// distance.
    pub fn visit(
        &self,
        query: Fingerprint,
        k: u32,
        mut visit: impl FnMut((Fingerprint, u32), u32),
    ) {
        let k = k.min(Fingerprint::BITS);
        self.pending.visit(query, k, &mut visit);
        if self.removed.is_empty() {
            for level in &self.levels {
                level.visit(query, k, &mut visit);
            }
            return;
        }
        let mut skipped: HashMap<Entry, u32> = HashMap::new();
        // Copies of a removed entry are alike, so it does not matter which of them are skipped.
        let mut stays = |entry: Entry| {
            let Some(&gone) = self.removed.get(&entry) else {
                return true;
            };
            let skipped = skipped.entry(entry).or_insert(0);
            *skipped += 1;
            *skipped > gone
        };
        for level in &self.levels {
            level.visit(query, k, |entry, distance| {
                if stays(entry) {
                    visit(entry, distance);
                }
            });
        }
    }

    /// Makes a level of the pending entries and of all trailing levels that are not much larger.
    fn merge(&mut self) {
        let mut entries: Vec<Entry> = self.pending.entries().collect();
        self.pending.clear();
        while let Some(last) = self
            .levels
            .pop_if(|last| last.len() <= MERGED_WITH * entries.len())
        {
            entries.extend(last.entries());
        }
        self.take_removed(&mut entries);
        self.levels.push(Level::build(entries));
    }

    /// Deletes removed entries from `entries` and from the counts of removed ones.
    fn take_removed(&mut self, entries: &mut Vec<Entry>) {
        if self.removed.is_empty() {
            return;
        }
        entries.retain(|entry| {
            let Some(gone) = self.removed.get_mut(entry) else {
                return true;
            };
            *gone -= 1;
            if *gone == 0 {
                self.removed.remove(entry);
            }
            self.removed_total -= 1;
            false
        });
    }

    /// Returns all entries that were not removed.
    fn entries(&self) -> Vec<Entry> {
        let mut removed = self.removed.clone();
        let mut stays = |entry: &Entry| match removed.get_mut(entry) {
            Some(gone) if *gone > 0 => {
                *gone -= 1;
                false
            }
            _ => true,
        };
        let mut entries = Vec::with_capacity(self.len());
        for level in &self.levels {
            entries.extend(level.entries().filter(|entry| stays(entry)));
        }
        entries.extend(self.pending.entries());
        entries
    }
}

/// Returns every pair of entries within `k` bits as (smaller id, larger id, distance), each pair once, sorted by ids. Up to 7 bits, or up
/// to 32,768 entries, this needs no index and little memory beyond the entries and pairs; otherwise a temporary index is built.
#[must_use]
pub fn pairs_within(mut entries: Vec<(Fingerprint, u32)>, k: u32) -> Vec<(u32, u32, u32)> {
    let k = k.min(Fingerprint::BITS);
    let mut pairs = if k <= join::LARGEST_K {
        join::pairs(&mut entries, k)
    } else if entries.len() <= COMPARED_DIRECTLY {
        join::compare_all(&entries, k)
    } else {
        pairs_by_queries(&entries, k)
    };
    pairs.par_sort_unstable();
    pairs
}

/// Maximum number of entries for which comparing all pairs takes less time than one query per entry.
const COMPARED_DIRECTLY: usize = 1 << 15;

fn pairs_by_queries(entries: &[Entry], k: u32) -> Vec<Pair> {
    // Entries are numbered, so that only the lower number reports a pair, whatever the caller's ids are.
    let numbered = (0..).zip(entries).map(|(number, entry)| (entry.0, number));
    let index = BlockIndex::build(numbered.collect());
    (0_u32..)
        .zip(entries)
        .collect::<Vec<_>>()
        .into_par_iter()
        .fold(Vec::new, |mut pairs, (number, &(fingerprint, id))| {
            index.visit(fingerprint, k, |(_, other), distance| {
                if other > number {
                    let other = entries[other as usize].1;
                    pairs.push((id.min(other), id.max(other), distance));
                }
            });
            pairs
        })
        .reduce(Vec::new, |mut one, mut other| {
            one.append(&mut other);
            one
        })
}

impl RadiusIndex for BlockIndex {
    fn len(&self) -> usize {
        self.levels.iter().map(Level::len).sum::<usize>() + self.pending.len() - self.removed_total
    }

    fn within(&self, query: Fingerprint, k: u32) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        self.visit(query, k, |(_, id), distance| found.push((id, distance)));
        found.sort_unstable_by_key(|&(id, distance)| (distance, id));
        found
    }

    fn pairs_within(&self, k: u32) -> Vec<(u32, u32, u32)> {
        pairs_within(self.entries(), k)
    }

    fn insert(&mut self, item: Fingerprint, id: u32) {
        self.pending.push((item, id));
        let most = if self.levels.is_empty() {
            LIST_ONLY
        } else {
            MOST_PENDING
        };
        if self.pending.len() > most {
            self.merge();
        }
    }

    fn remove(&mut self, item: Fingerprint, id: u32) -> bool {
        let entry = (item, id);
        if self.pending.remove(entry) {
            return true;
        }
        let stored: usize = self.levels.iter().map(|level| level.count(entry)).sum();
        let gone = self.removed.get(&entry).copied().unwrap_or(0);
        if stored <= gone as usize {
            return false;
        }
        self.removed.insert(entry, gone + 1);
        self.removed_total += 1;
        if self.removed_total > MOST_REMOVED.max(self.len() / 8) {
            *self = Self::build(self.entries());
        }
        true
    }

    fn bytes(&self) -> usize {
        self.levels.iter().map(Level::bytes).sum::<usize>()
            + self.pending.bytes()
            + self.removed.capacity() * size_of::<(Entry, u32)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_articles_pair_is_found_through_two_blocks_and_reported_once() {
        let a = Fingerprint(
            0b1000_0100_1010_1101_1111_1110_0000_1010_1101_0001_0011_1110_0001_0010_1100_1011,
        );
        let b = Fingerprint(
            0b1000_0100_1010_1101_0111_1110_0000_1010_1101_0001_0011_1110_0001_1010_1000_1011,
        );
        let index = BlockIndex::build(vec![(a, 7), (b, 4)]);
        assert_eq!(index.within(a, 3), [(7, 0), (4, 3)]);
        assert_eq!(index.pairs_within(3), [(4, 7, 3)]);
        assert_eq!(index.pairs_within(2), []);
    }

    #[test]
    fn an_empty_index_finds_nothing() {
        let index = BlockIndex::build(Vec::new());
        assert!(
            index.is_empty()
                && index.within(Fingerprint(0), 64).is_empty()
                && index.pairs_within(64).is_empty()
        );
    }

    /// Random fingerprints, some of them near others, some alike, some with one block in common.
    pub(super) fn fingerprints(most: usize) -> impl Strategy<Value = Vec<u64>> {
        let near = (
            any::<prop::sample::Index>(),
            prop::collection::vec(0_u32..64, 0..12),
        );
        prop::collection::vec(
            (any::<u64>(), prop::option::of(near), any::<bool>()),
            0..most,
        )
        .prop_map(|specs| {
            let mut all: Vec<u64> = Vec::new();
            for (random, near, skewed) in specs {
                all.push(match near {
                    Some((base, flips)) if !all.is_empty() => flips
                        .iter()
                        .fold(*base.get(&all), |value, bit| value ^ 1 << bit),
                    _ if skewed => random & !0xffff,
                    _ => random,
                });
            }
            all
        })
    }

    pub(super) fn by_hand(items: &[Entry], query: Fingerprint, k: u32) -> Vec<(u32, u32)> {
        let mut found: Vec<_> = items
            .iter()
            .map(|e| (e.1, e.0.distance(query)))
            .filter(|&(_, distance)| distance <= k)
            .collect();
        found.sort_unstable_by_key(|&(id, distance)| (distance, id));
        found
    }

    pub(super) fn pairs_by_hand(items: &[Entry], k: u32) -> Vec<(u32, u32, u32)> {
        let mut found = Vec::new();
        for (i, a) in items.iter().enumerate() {
            for b in &items[i + 1..] {
                if a.0.distance(b.0) <= k {
                    found.push((a.1.min(b.1), a.1.max(b.1), a.0.distance(b.0)));
                }
            }
        }
        found.sort_unstable();
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]
        #[test]
        fn equals_brute_force(values in fingerprints(120), k in 0_u32..=10, other: u64) {
            let items: Vec<Entry> = (0..).zip(values).map(|(id, f)| (Fingerprint(f), id)).collect();
            let index = BlockIndex::build(items.clone());
            for query in items.iter().map(|e| e.0).chain([Fingerprint(other)]).take(40) {
                let expected = by_hand(&items, query, k);
                prop_assert_eq!(&index.within(query, k), &expected);
            }
            prop_assert_eq!(index.pairs_within(k), pairs_by_hand(&items, k));
        }

        #[test]
        fn stays_exact_for_any_k(values in fingerprints(40), k in 0_u32..=64, query: u64) {
            let items: Vec<Entry> = (0..).zip(values).map(|(id, f)| (Fingerprint(f), id)).collect();
            let index = BlockIndex::build(items.clone());
            prop_assert_eq!(index.within(Fingerprint(query), k), by_hand(&items, Fingerprint(query), k));
            prop_assert_eq!(index.pairs_within(k), pairs_by_hand(&items, k));
        }

        #[test]
        fn inserts_and_removals_are_seen_at_once(
            values in fingerprints(40),
            steps in prop::collection::vec((any::<bool>(), any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0_u32..4), 0..60),
            k in 0_u32..=10,
        ) {
            prop_assume!(!values.is_empty());
            let half = values.len() / 2;
            let mut items: Vec<Entry> = values[..half].iter().map(|&f| (Fingerprint(f), 1)).collect();
            let mut index = BlockIndex::build(items.clone());
            for (insert, which, query, id) in steps {
                let f = Fingerprint(*which.get(&values));
                if insert {
                    index.insert(f, id);
                    items.push((f, id));
                } else {
                    let at = items.iter().position(|&e| e == (f, id));
                    prop_assert_eq!(index.remove(f, id), at.is_some());
                    at.map(|at| items.swap_remove(at));
                }
                let query = Fingerprint(*query.get(&values));
                prop_assert_eq!(index.within(query, k), by_hand(&items, query, k));
                prop_assert_eq!(index.len(), items.len());
            }
            prop_assert_eq!(index.pairs_within(k), pairs_by_hand(&items, k));
        }
    }

    #[test]
    fn many_inserts_and_removals_are_merged_and_stay_exact() {
        let mix = |i: u32| Fingerprint(u64::from(i).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut index = BlockIndex::build((0..1000).map(|i| (mix(i), i)).collect());
        for i in 1000..9000 {
            index.insert(mix(i), i);
        }
        assert!(index.pending.len() <= MOST_PENDING && !index.levels.is_empty());
        for i in 0..6000 {
            assert!(index.remove(mix(i), i));
        }
        assert!(!index.remove(mix(0), 0));
        assert_eq!(index.len(), 3000);
        assert_eq!(index.within(mix(7000), 0), [(7000, 0)]);
        assert_eq!(index.within(mix(100), 0), []);
    }
}
