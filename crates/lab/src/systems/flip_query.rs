//! `flip-query`: one sorted table; a query looks up every hash within distance k of its own.
//!
//! Cost model: the sum of C(64, i), i = 0..=k, look-ups (43,745 for k = 3), each as slow as scanning [`LOOK_UP_COST`]
//! entries. Where a scan of all entries is less work, the query scans. So k = 2 looks up from about 40,000 entries
//! on, k = 3 from about 0.9 million, k = 4 from about 14 million; k = 5 and more always scan in practice.

use super::flips::{count_within, for_each_within};
use super::planes::Planes;
use super::updated::{Entry, Searched};
use chachong_simhash::Fingerprint;

/// Number of entries that can be scanned in the time of one look-up (measured by `benches/systems.rs`).
pub(super) const LOOK_UP_COST: u32 = 20;

/// Index of all entries in one table sorted by fingerprint, 12 bytes each.
#[derive(Debug)]
pub(super) struct FlipQuery {
    sorted: Planes,
    look_up_cost: u32,
}

impl FlipQuery {
    /// Builds the index. `look_up_cost` is [`LOOK_UP_COST`], or 0 for an index that never scans.
    pub(super) fn build(entries: &[Entry], look_up_cost: u32) -> Self {
        Self {
            sorted: Planes::sorted(entries.to_vec()),
            look_up_cost,
        }
    }

    fn scan_is_cheaper(&self, k: u32) -> bool {
        count_within(k) * u128::from(self.look_up_cost) > self.sorted.len() as u128
    }
}

impl Searched for FlipQuery {
    fn len(&self) -> usize {
        self.sorted.len()
    }

    fn entries(&self) -> Vec<Entry> {
        self.sorted.iter().collect()
    }

    fn visit(&self, query: Fingerprint, k: u32, found: &mut impl FnMut(Entry, u32)) {
        if self.scan_is_cheaper(k) {
            return self.sorted.scan(query, k, found);
        }
        for_each_within(query.0, k, &mut |hash, distance| {
            self.sorted
                .with_prefix(hash, u64::BITS, |entry| found(entry, distance));
        });
    }

    fn bytes(&self) -> usize {
        self.sorted.bytes()
    }

    fn rebuild(&mut self, entries: Vec<Entry>) {
        *self = Self::build(&entries, self.look_up_cost);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_sets_and_large_distances_are_scanned() {
        let few: Vec<Entry> = (0..50_000).map(|i| (Fingerprint(i.into()), i)).collect();
        let index = FlipQuery::build(&few, LOOK_UP_COST);
        assert_eq!(
            [1, 2, 3, 64].map(|k| index.scan_is_cheaper(k)),
            [false, false, true, true]
        );
        assert!(!FlipQuery::build(&few, 0).scan_is_cheaper(64));
    }
}
