//! Inserts and removals for an index system that can only be built whole.
//!
//! Inserts go to a list that every query scans; removals are counted, and queries skip that many copies. Beyond
//! [`MERGE_AFTER`] of both (or an eighth of all entries, if that is more) the system is rebuilt, so that an insert
//! costs O(1) and about 1/8 to 1/4096 of a build, and a query at most a scan of an eighth of the entries.

use std::collections::HashMap;

use rayon::prelude::*;

use chachong_simhash::Fingerprint;
use chachong_simhash::index::RadiusIndex;

/// Maximum number of pending inserts and removals before a rebuild (or an eighth of all entries, if that is more).
const MERGE_AFTER: usize = 4096;

/// Fingerprint and the caller's id.
pub(super) type Entry = (Fingerprint, u32);

/// Index system over entries that do not change.
pub(super) trait Searched: Send + Sync {
    /// Returns the number of entries.
    fn len(&self) -> usize;

    /// Returns all entries, in any order.
    fn entries(&self) -> Vec<Entry>;

    /// Calls `found` with every entry within `k` bits of `query`, and its distance. Copies of an entry are passed
    /// separately.
    fn visit(&self, query: Fingerprint, k: u32, found: &mut impl FnMut(Entry, u32));

    /// Returns the number of bytes of memory that the system takes.
    fn bytes(&self) -> usize;

    /// Returns whether the system may be rebuilt over `entries` entries. If not, inserted entries stay in the list.
    fn can_hold(&self, _entries: usize) -> bool {
        true
    }

    /// Replaces all entries.
    fn rebuild(&mut self, entries: Vec<Entry>);
}

/// Index system together with the inserts and removals since it was built.
#[derive(Debug)]
pub(super) struct Updated<S> {
    stored: S,
    /// Entries inserted since the build; scanned by every query.
    pending: Vec<Entry>,
    /// Entries removed since the build, each with the number of copies to skip.
    removed: HashMap<Entry, u32>,
    removed_total: usize,
}

impl<S: Searched> Updated<S> {
    pub(super) fn new(stored: S) -> Self {
        Self {
            stored,
            pending: Vec::new(),
            removed: HashMap::new(),
            removed_total: 0,
        }
    }

    fn visit(&self, query: Fingerprint, k: u32, visit: &mut impl FnMut(Entry, u32)) {
        for &entry in &self.pending {
            let distance = entry.0.distance(query);
            if distance <= k {
                visit(entry, distance);
            }
        }
        if self.removed.is_empty() {
            self.stored.visit(query, k, visit);
            return;
        }
        // Copies of an entry are alike, so it does not matter which of them are skipped.
        let mut skipped: HashMap<Entry, u32> = HashMap::new();
        self.stored.visit(query, k, &mut |entry, distance| {
            if let Some(&gone) = self.removed.get(&entry) {
                let skipped = skipped.entry(entry).or_insert(0);
                if *skipped < gone {
                    *skipped += 1;
                    return;
                }
            }
            visit(entry, distance);
        });
    }

    /// Returns all entries that were not removed.
    fn entries(&self) -> Vec<Entry> {
        let mut entries = self.stored.entries();
        if !self.removed.is_empty() {
            let mut removed = self.removed.clone();
            entries.retain(|entry| match removed.get_mut(entry) {
                Some(gone) if *gone > 0 => {
                    *gone -= 1;
                    false
                }
                _ => true,
            });
        }
        entries.extend(&self.pending);
        entries
    }

    fn merge_if_due(&mut self) {
        let waiting = self.pending.len() + self.removed_total;
        if waiting > MERGE_AFTER.max(self.stored.len() / 8) && self.stored.can_hold(self.len()) {
            let entries = self.entries();
            self.stored.rebuild(entries);
            self.pending = Vec::new();
            self.removed = HashMap::new();
            self.removed_total = 0;
        }
    }
}

impl<S: Searched> RadiusIndex for Updated<S> {
    fn len(&self) -> usize {
        self.stored.len() + self.pending.len() - self.removed_total
    }

    fn within(&self, query: Fingerprint, k: u32) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        self.visit(query, k, &mut |(_, id), distance| {
            found.push((id, distance));
        });
        found.sort_unstable_by_key(|&(id, distance)| (distance, id));
        found
    }

    /// Queries once for every different entry, on all cores. The lesser entry of a pair reports it; copies of one
    /// entry are pairs among themselves.
    fn pairs_within(&self, k: u32) -> Vec<(u32, u32, u32)> {
        let mut entries = self.entries();
        entries.sort_unstable();
        let groups: Vec<&[Entry]> = entries.chunk_by(|a, b| a == b).collect();
        let mut pairs: Vec<(u32, u32, u32)> = groups
            .par_iter()
            .flat_map_iter(|group| {
                let (own, copies) = (group[0], group.len());
                let mut pairs = vec![(own.1, own.1, 0); copies * (copies - 1) / 2];
                self.visit(own.0, k, &mut |other, distance| {
                    if other > own {
                        let pair = (own.1.min(other.1), own.1.max(other.1), distance);
                        pairs.extend(std::iter::repeat_n(pair, copies));
                    }
                });
                pairs
            })
            .collect();
        pairs.par_sort_unstable();
        pairs
    }

    fn insert(&mut self, item: Fingerprint, id: u32) {
        self.pending.push((item, id));
        self.merge_if_due();
    }

    /// Searches the pending list first, then queries with k = 0.
    fn remove(&mut self, item: Fingerprint, id: u32) -> bool {
        if let Some(at) = self.pending.iter().position(|&entry| entry == (item, id)) {
            self.pending.swap_remove(at);
            return true;
        }
        let mut stored = 0;
        self.stored
            .visit(item, 0, &mut |entry, _| stored += u32::from(entry.1 == id));
        let gone = self.removed.get(&(item, id)).copied().unwrap_or(0);
        if stored <= gone {
            return false;
        }
        self.removed.insert((item, id), gone + 1);
        self.removed_total += 1;
        self.merge_if_due();
        true
    }

    fn bytes(&self) -> usize {
        self.stored.bytes()
            + self.pending.capacity() * size_of::<Entry>()
            + self.removed.capacity() * size_of::<(Entry, u32)>()
    }
}
