//! What every index system offers, so that one can stand for another. Knows nothing of how any of them works.

use crate::simhash::Fingerprint;

/// A system that finds all fingerprints within a Hamming distance (0..=64 bits). Ids are the caller's and need not be
/// unique; every system gives the same answers.
pub trait RadiusIndex: Send + Sync {
    /// Number of entries.
    fn len(&self) -> usize;

    /// Whether there is no entry.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All entries within `k` bits of `query` as (id, distance), by distance, then id.
    fn within(&self, query: Fingerprint, k: u32) -> Vec<(u32, u32)>;

    /// Every pair of entries within `k` bits as (smaller id, larger id, distance), each pair once, by ids.
    fn pairs_within(&self, k: u32) -> Vec<(u32, u32, u32)>;

    /// Adds one entry.
    fn insert(&mut self, item: Fingerprint, id: u32);

    /// Takes one entry out; false if there is none such.
    fn remove(&mut self, item: Fingerprint, id: u32) -> bool;

    /// Bytes of memory that it takes.
    fn bytes(&self) -> usize;
}
