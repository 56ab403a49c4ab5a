//! The 4-block index (Manku, Jain, Das Sarma, WWW 2007), exact for every k through multi-index hashing with the
//! general pigeonhole principle (Norouzi et al. 2012; Qin et al. 2018). Knows nothing of what an id stands for.
//!
//! Four tables hold all entries, table i sorted by the 16 bits of block i with 65,536 offsets. If two fingerprints are
//! within k and the radii r satisfy `sum(r_i + 1) = k + 1`, then in at least one block they differ by at most `r_i`: so
//! probing, in every table, the values within `r_i` of the query's block finds all of them. k = 3 gives r = 0 in all four
//! blocks, the articles' scheme; k < 3 leaves tables out (r = -1); k = 5 gives 1, 1, 0, 0.
//!
//! Cost model: a probe costs about as much as scanning [`PROBE_COST`] entries, a candidate as much as one; where the
//! probes and the candidates to expect together cost more than scanning all entries, the query scans.

use std::collections::HashMap;

use super::RadiusIndex;
use crate::simhash::Fingerprint;

const BLOCKS: usize = Fingerprint::BLOCKS;
const BUCKETS: usize = 1 << 16;
/// Scanned entries that take as long as looking one bucket up (a cache miss against a streamed popcount).
const PROBE_COST: usize = 16;
/// Pending inserts and removals are merged into the tables beyond this many (or an eighth of all, if that is more).
const MERGE_AFTER: usize = 4096;

type Entry = (Fingerprint, u32);

/// One block's table: all entries, sorted by that block's value.
#[derive(Clone, Debug)]
struct Table {
    /// `offsets[v]..offsets[v + 1]` is where the entries with block value v stand.
    offsets: Vec<u32>,
    entries: Vec<Entry>,
}

/// Finds all fingerprints within a Hamming distance. Ids are the caller's and need not be unique.
#[derive(Clone, Debug)]
pub struct BlockIndex {
    tables: [Table; BLOCKS],
    /// Inserted, not yet in the tables; scanned by every query.
    pending: Vec<Entry>,
    /// Removed, still in the tables: how many copies of each entry to pass over.
    removed: HashMap<Entry, u32>,
    removed_total: usize,
}

impl Table {
    /// A counting sort by block `block`: linear, and stable, so equal input gives equal tables.
    fn build(items: &[Entry], block: usize) -> Self {
        let mut offsets = vec![0_u32; BUCKETS + 1];
        for (fingerprint, _) in items {
            offsets[usize::from(fingerprint.block(block)) + 1] += 1;
        }
        for value in 0..BUCKETS {
            offsets[value + 1] += offsets[value];
        }
        let mut next = offsets.clone();
        let mut entries = vec![(Fingerprint(0), 0); items.len()];
        for &item in items {
            let slot = &mut next[usize::from(item.0.block(block))];
            entries[*slot as usize] = item;
            *slot += 1;
        }
        Self { offsets, entries }
    }

    fn bucket(&self, value: u16) -> &[Entry] {
        let value = usize::from(value);
        &self.entries[self.offsets[value] as usize..self.offsets[value + 1] as usize]
    }
}

/// Radius for each block, `None` where it need not be probed: `sum(r_i + 1) = k + 1`.
fn radii(k: u32) -> [Option<u32>; BLOCKS] {
    let (each, rest) = ((k + 1) / 4, (k + 1) % 4);
    [0, 1, 2, 3].map(|block| (each + u32::from(block < rest)).checked_sub(1))
}

/// How many 16-bit values lie within `radius` of a given one.
fn values_within(radius: u32) -> usize {
    let mut count = 0_usize;
    let mut choose = 1_usize;
    for r in 0..=radius.min(16) as usize {
        count += choose;
        choose = choose * (16 - r) / (r + 1);
    }
    count
}

/// Calls `visit` with every 16-bit mask of at most `radius` bits, each once.
fn for_each_mask(radius: u32, visit: &mut impl FnMut(u16)) {
    fn grow(mask: u16, from: u32, left: u32, visit: &mut impl FnMut(u16)) {
        visit(mask);
        if left > 0 {
            for bit in from..16 {
                grow(mask | 1 << bit, bit + 1, left - 1, visit);
            }
        }
    }
    grow(0, 0, radius.min(16), visit);
}

impl BlockIndex {
    /// Builds the index over `items`. At most 2^32 - 1 of them.
    #[must_use]
    #[expect(
        clippy::needless_pass_by_value,
        reason = "the agreed signature; the caller has no more use for them"
    )]
    pub fn build(items: Vec<(Fingerprint, u32)>) -> Self {
        Self {
            tables: std::array::from_fn(|block| Table::build(&items, block)),
            pending: Vec::new(),
            removed: HashMap::new(),
            removed_total: 0,
        }
    }

    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables[0].entries.len() + self.pending.len() - self.removed_total
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All entries within `k` bits of `query` as (id, distance), by distance, then id.
    #[must_use]
    pub fn within(&self, query: Fingerprint, k: u32) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        self.visit(query, k, |(_, id), distance| found.push((id, distance)));
        found.sort_unstable_by_key(|&(id, distance)| (distance, id));
        found
    }

    /// Every pair of entries within `k` bits as (smaller id, larger id, distance), each pair once, by ids.
    #[must_use]
    pub fn pairs_within(&self, k: u32) -> Vec<(u32, u32, u32)> {
        let mut pairs = Vec::new();
        if k < 4 && self.pending.is_empty() && self.removed.is_empty() {
            self.join_buckets(k, |a, b, distance| {
                pairs.push((a.1.min(b.1), a.1.max(b.1), distance));
            });
        } else {
            // Give every entry its own number, so that a pair can be counted from its lower one only, whatever the
            // caller's ids are.
            let entries = self.entries();
            let numbered = Self::build(
                (0..)
                    .zip(&entries)
                    .map(|(number, &(fingerprint, _))| (fingerprint, number))
                    .collect(),
            );
            for (number, &(fingerprint, id)) in (0_u32..).zip(&entries) {
                numbered.visit(fingerprint, k, |(_, other), distance| {
                    if other > number {
                        let other = entries[other as usize].1;
                        pairs.push((id.min(other), id.max(other), distance));
                    }
                });
            }
        }
        pairs.sort_unstable();
        pairs
    }

    /// Adds one entry.
    pub fn insert(&mut self, item: Fingerprint, id: u32) {
        self.pending.push((item, id));
        self.merge_if_due();
    }

    /// Takes one entry out; false if there is none such.
    pub fn remove(&mut self, item: Fingerprint, id: u32) -> bool {
        if let Some(at) = self.pending.iter().position(|&entry| entry == (item, id)) {
            self.pending.swap_remove(at);
            return true;
        }
        let stored = self.tables[0]
            .bucket(item.block(0))
            .iter()
            .filter(|&&entry| entry == (item, id))
            .count();
        let gone = self.removed.get(&(item, id)).copied().unwrap_or(0);
        if stored <= gone as usize {
            return false;
        }
        self.removed.insert((item, id), gone + 1);
        self.removed_total += 1;
        self.merge_if_due();
        true
    }

    /// Bytes of memory that the entries and offsets take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let table = |t: &Table| {
            t.offsets.capacity() * size_of::<u32>() + t.entries.capacity() * size_of::<Entry>()
        };
        self.tables.iter().map(table).sum::<usize>()
            + self.pending.capacity() * size_of::<Entry>()
            + self.removed.capacity() * size_of::<(Entry, u32)>()
    }

    /// Calls `visit` once with every entry within `k` of `query` and its distance, in no particular order.
    pub fn visit(
        &self,
        query: Fingerprint,
        k: u32,
        mut visit: impl FnMut((Fingerprint, u32), u32),
    ) {
        let mut skipped: HashMap<Entry, u32> = HashMap::new();
        // Copies of a removed entry are alike, so it does not matter which of them are passed over.
        let mut found = |entry: Entry, distance: u32| {
            if let Some(&gone) = self.removed.get(&entry) {
                let skipped = skipped.entry(entry).or_insert(0);
                if *skipped < gone {
                    *skipped += 1;
                    return;
                }
            }
            visit(entry, distance);
        };
        for &entry in &self.pending {
            let distance = entry.0.distance(query);
            if distance <= k {
                found(entry, distance);
            }
        }
        let radii = radii(k.min(Fingerprint::BITS));
        if self.scan_is_cheaper(radii) {
            for &entry in &self.tables[0].entries {
                let distance = entry.0.distance(query);
                if distance <= k {
                    found(entry, distance);
                }
            }
            return;
        }
        for (block, table) in self.tables.iter().enumerate() {
            let Some(radius) = radii[block] else { continue };
            let value = query.block(block);
            for_each_mask(radius, &mut |mask| {
                for &entry in table.bucket(value ^ mask) {
                    let distance = entry.0.distance(query);
                    if distance <= k && first_probed(query, entry.0, radii) == Some(block) {
                        found(entry, distance);
                    }
                }
            });
        }
    }

    fn scan_is_cheaper(&self, radii: [Option<u32>; BLOCKS]) -> bool {
        let stored = self.tables[0].entries.len();
        let probes: usize = radii
            .iter()
            .flatten()
            .map(|&radius| values_within(radius))
            .sum();
        probes * (PROBE_COST + stored / BUCKETS) > stored
    }

    /// Compares within buckets: for k < 4 a pair shares a whole block, and is reported in the first it shares.
    fn join_buckets(&self, k: u32, mut report: impl FnMut(Entry, Entry, u32)) {
        let radii = radii(k);
        for (block, table) in self.tables.iter().enumerate() {
            if radii[block].is_none() {
                continue;
            }
            for bounds in table.offsets.windows(2) {
                let bucket = &table.entries[bounds[0] as usize..bounds[1] as usize];
                for (i, &a) in bucket.iter().enumerate() {
                    for &b in &bucket[i + 1..] {
                        let distance = a.0.distance(b.0);
                        if distance <= k && first_probed(a.0, b.0, radii) == Some(block) {
                            report(a, b, distance);
                        }
                    }
                }
            }
        }
    }

    fn merge_if_due(&mut self) {
        let waiting = self.pending.len() + self.removed_total;
        if waiting > MERGE_AFTER.max(self.tables[0].entries.len() / 8) {
            *self = Self::build(self.entries());
        }
    }

    /// All entries that were not removed.
    fn entries(&self) -> Vec<Entry> {
        let mut removed = self.removed.clone();
        let mut stays = |entry: &Entry| match removed.get_mut(entry) {
            Some(gone) if *gone > 0 => {
                *gone -= 1;
                false
            }
            _ => true,
        };
        self.tables[0]
            .entries
            .iter()
            .filter(|entry| stays(entry))
            .chain(&self.pending)
            .copied()
            .collect()
    }
}

impl RadiusIndex for BlockIndex {
    fn len(&self) -> usize {
        self.len()
    }

    fn within(&self, query: Fingerprint, k: u32) -> Vec<(u32, u32)> {
        self.within(query, k)
    }

    fn pairs_within(&self, k: u32) -> Vec<(u32, u32, u32)> {
        self.pairs_within(k)
    }

    fn insert(&mut self, item: Fingerprint, id: u32) {
        self.insert(item, id);
    }

    fn remove(&mut self, item: Fingerprint, id: u32) -> bool {
        self.remove(item, id)
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }
}

/// The first block in which the two differ by no more than its radius: the one table that reports the pair.
fn first_probed(a: Fingerprint, b: Fingerprint, radii: [Option<u32>; BLOCKS]) -> Option<usize> {
    (0..BLOCKS)
        .find(|&i| radii[i].is_some_and(|radius| (a.block(i) ^ b.block(i)).count_ones() <= radius))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn radii_obey_the_general_pigeonhole_principle() {
        assert_eq!(radii(3), [Some(0); 4]);
        assert_eq!(radii(0), [Some(0), None, None, None]);
        assert_eq!(radii(5), [Some(1), Some(1), Some(0), Some(0)]);
        for k in 0..=64 {
            assert_eq!(
                radii(k).iter().map(|r| r.map_or(0, |r| r + 1)).sum::<u32>(),
                k + 1
            );
        }
    }

    #[test]
    fn masks_are_all_those_within_the_radius_and_each_once() {
        for radius in 0..=16 {
            let mut masks = Vec::new();
            for_each_mask(radius, &mut |mask| masks.push(mask));
            let expected: Vec<u16> = (0..=u16::MAX)
                .filter(|m| m.count_ones() <= radius)
                .collect();
            masks.sort_unstable();
            assert_eq!(masks, expected);
            assert_eq!(values_within(radius), expected.len());
        }
    }

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
    fn fingerprints(most: usize) -> impl Strategy<Value = Vec<u64>> {
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

    fn by_hand(items: &[Entry], query: Fingerprint, k: u32) -> Vec<(u32, u32)> {
        let mut found: Vec<_> = items
            .iter()
            .map(|e| (e.1, e.0.distance(query)))
            .filter(|&(_, distance)| distance <= k)
            .collect();
        found.sort_unstable_by_key(|&(id, distance)| (distance, id));
        found
    }

    fn pairs_by_hand(items: &[Entry], k: u32) -> Vec<(u32, u32, u32)> {
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

    /// Never scans, so that small sets test the tables too.
    fn probe_only(index: &BlockIndex, query: Fingerprint, k: u32) -> Vec<(u32, u32)> {
        let radii = radii(k);
        let mut found = Vec::new();
        for (block, table) in index.tables.iter().enumerate() {
            let Some(radius) = radii[block] else { continue };
            for_each_mask(radius, &mut |mask| {
                for &(f, id) in table.bucket(query.block(block) ^ mask) {
                    if f.distance(query) <= k && first_probed(query, f, radii) == Some(block) {
                        found.push((id, f.distance(query)));
                    }
                }
            });
        }
        found.sort_unstable_by_key(|&(id, distance)| (distance, id));
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
                prop_assert_eq!(&probe_only(&index, query, k), &expected);
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
        assert!(index.pending.len() <= MERGE_AFTER, "the merge took place");
        for i in 0..6000 {
            assert!(index.remove(mix(i), i));
        }
        assert!(!index.remove(mix(0), 0));
        assert_eq!(index.len(), 3000);
        assert_eq!(index.within(mix(7000), 0), [(7000, 0)]);
        assert_eq!(index.within(mix(100), 0), []);
    }
}
