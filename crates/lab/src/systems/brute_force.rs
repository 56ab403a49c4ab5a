//! `brute-force`: every query compares every entry; the yardstick for the other systems.

use super::planes::Planes;
use super::updated::{Entry, Searched};
use chachong_simhash::Fingerprint;

/// Index that is only a list of all entries in order of insertion, 12 bytes each.
#[derive(Debug)]
pub(super) struct BruteForce(Planes);

impl BruteForce {
    pub(super) fn build(entries: &[Entry]) -> Self {
        Self(Planes::of(entries))
    }
}

impl Searched for BruteForce {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn entries(&self) -> Vec<Entry> {
        self.0.iter().collect()
    }

    fn visit(&self, query: Fingerprint, k: u32, found: &mut impl FnMut(Entry, u32)) {
        self.0.scan(query, k, found);
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn rebuild(&mut self, entries: Vec<Entry>) {
        *self = Self::build(&entries);
    }
}
