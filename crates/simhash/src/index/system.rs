//! Trait that every index system implements, so that an index of the laboratory (`chachong_lab::systems`) can replace the
//! 4-block index.

use crate::Fingerprint;

/// Index that finds all fingerprints within a Hamming distance (0..=64 bits). The caller chooses the ids, which need not be unique. All
/// implementations return the same results.
pub trait RadiusIndex: Send + Sync {
    /// Returns the number of entries.
    fn len(&self) -> usize;

    /// Returns whether the index has no entry.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns all entries within `k` bits of `query` as (id, distance), sorted by distance, then id.
    fn within(&self, query: Fingerprint, k: u32) -> Vec<(u32, u32)>;

    /// Returns every pair of entries within `k` bits as (smaller id, larger id, distance), each pair once, sorted by
    /// ids.
    fn pairs_within(&self, k: u32) -> Vec<(u32, u32, u32)>;

    /// Adds one entry. Chachong itself never calls this; tests, benchmarks and other programs do.
    fn insert(&mut self, item: Fingerprint, id: u32);

    /// Removes one entry; returns false if no entry has this fingerprint and id. Chachong itself never calls this; tests, benchmarks and
    /// other programs do.
    fn remove(&mut self, item: Fingerprint, id: u32) -> bool;

    /// Returns the memory that the index takes, in bytes.
    fn bytes(&self) -> usize;
}
