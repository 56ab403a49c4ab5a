//! `flip-store`: stores every hash within distance `k_max` of each entry, so that a query is one look-up.
//!
//! At `k_max` = 3 an entry takes 43,745 hashes of 16 bytes; therefore the index is built only within a memory limit.
//! A query with a larger k scans the entries.

use rayon::slice::ParallelSliceMut;

use super::error::IndexError;
use super::flips::{count_within, for_each_within};
use super::planes::{Planes, first_at_least};
use super::updated::{Entry, Searched};
use chachong_simhash::Fingerprint;

/// Hash near an entry, and the position of the entry.
type Near = (u64, u32);

/// Index of the entries and of all hashes near them.
#[derive(Debug)]
pub(super) struct FlipStore {
    entries: Planes,
    /// Hashes within `k_max` bits of an entry, sorted by hash, then position.
    near: Vec<Near>,
    k_max: u32,
    memory_limit: usize,
}

impl FlipStore {
    /// Builds the index. Fails if it would take more than `memory_limit` bytes.
    pub(super) fn build(
        entries: &[Entry],
        k_max: u32,
        memory_limit: usize,
    ) -> Result<Self, IndexError> {
        let needed = bytes_needed(entries.len(), k_max);
        if needed > memory_limit as u128 {
            return Err(IndexError::TooMuchMemory {
                needed,
                limit: memory_limit,
                entries: entries.len(),
                k: k_max,
            });
        }
        let mut built = Self {
            entries: Planes::default(),
            near: Vec::new(),
            k_max,
            memory_limit,
        };
        built.fill(entries);
        Ok(built)
    }

    fn fill(&mut self, entries: &[Entry]) {
        // Old hashes are freed before new ones are allocated.
        self.near = Vec::new();
        self.entries = Planes::of(entries);
        let each = usize::try_from(count_within(self.k_max)).unwrap_or(usize::MAX);
        let mut near: Vec<Near> = Vec::with_capacity(each.saturating_mul(entries.len()));
        for (position, &key) in (0..).zip(&self.entries.keys) {
            for_each_within(key, self.k_max, &mut |hash, _| near.push((hash, position)));
        }
        near.par_sort_unstable();
        self.near = near;
    }
}

/// Returns the number of bytes that `entries` entries and all hashes within `k_max` bits of them take.
fn bytes_needed(entries: usize, k_max: u32) -> u128 {
    let each = count_within(k_max) * size_of::<Near>() as u128
        + (size_of::<u64>() + size_of::<u32>()) as u128;
    entries as u128 * each
}

impl Searched for FlipStore {
    fn len(&self) -> usize {
        self.entries.len()
    }

    fn entries(&self) -> Vec<Entry> {
        self.entries.iter().collect()
    }

    fn visit(&self, query: Fingerprint, k: u32, found: &mut impl FnMut(Entry, u32)) {
        if k > self.k_max {
            return self.entries.scan(query, k, found);
        }
        let from = first_at_least(self.near.len(), |at| self.near[at].0, query.0);
        let alike = self.near[from..]
            .iter()
            .take_while(|near| near.0 == query.0);
        for &(_, position) in alike {
            let position = position as usize;
            let entry = (
                Fingerprint(self.entries.keys[position]),
                self.entries.ids[position],
            );
            let distance = entry.0.distance(query);
            if distance <= k {
                found(entry, distance);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.entries.bytes() + self.near.capacity() * size_of::<Near>()
    }

    fn can_hold(&self, entries: usize) -> bool {
        bytes_needed(entries, self.k_max) <= self.memory_limit as u128
    }

    fn rebuild(&mut self, entries: Vec<Entry>) {
        self.fill(&entries);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_takes_the_articles_43_745_fold_space() {
        let entries: Vec<Entry> = (0..3)
            .map(|i| (Fingerprint(u64::from(i) << 40), i))
            .collect();
        let needed = bytes_needed(3, 3);
        assert_eq!(needed, 3 * (43_745 * 16 + 12));
        let enough = usize::try_from(needed).unwrap();
        let index = FlipStore::build(&entries, 3, enough).unwrap();
        assert_eq!(index.bytes() as u128, needed);
        let error = FlipStore::build(&entries, 3, enough - 1).unwrap_err();
        assert_eq!(
            error.to_string(),
            "flip-store would need 2099796 bytes for 3 fingerprints and distance 3, and 2099795 may be used; ask for a \
             smaller distance or take another system, such as blocks-4"
        );
        assert!(FlipStore::build(&entries, 64, usize::MAX / 2).is_err());
    }
}
