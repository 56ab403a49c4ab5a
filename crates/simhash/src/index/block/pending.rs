//! Entries that are in no table yet: a short list that every query scans.

use fearless_simd::dispatch;

use super::entry::Entry;
use super::plane::for_each_within;
use crate::Fingerprint;
use crate::index::processor::PROCESSOR;

/// List of entries; the upper halves of their fingerprints are separate from the lower ones for the scan.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending {
    upper: Vec<u32>,
    lower: Vec<u32>,
    ids: Vec<u32>,
}

impl Pending {
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn push(&mut self, (fingerprint, id): Entry) {
        let (upper, lower) = halves(fingerprint);
        self.upper.push(upper);
        self.lower.push(lower);
        self.ids.push(id);
    }

    /// Removes one copy of an entry; returns false if there is none.
    pub(super) fn remove(&mut self, (fingerprint, id): Entry) -> bool {
        let wanted = halves(fingerprint);
        let at = (0..self.len())
            .find(|&at| (self.upper[at], self.lower[at], self.ids[at]) == (wanted.0, wanted.1, id));
        if let Some(at) = at {
            self.upper.swap_remove(at);
            self.lower.swap_remove(at);
            self.ids.swap_remove(at);
        }
        at.is_some()
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        (0..self.len()).map(|at| self.entry(at))
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Calls `visit` with every entry within `k` bits of `query` and its distance.
    pub(super) fn visit(&self, query: Fingerprint, k: u32, mut visit: impl FnMut(Entry, u32)) {
        let mut found = |at| {
            let entry = self.entry(at);
            let distance = entry.0.distance(query);
            if distance <= k {
                visit(entry, distance);
            }
        };
        dispatch!(*PROCESSOR, _simd => {
            for_each_within(&self.upper, 0..self.len(), halves(query).0, k, &mut found);
        });
    }

    /// Bytes of memory that the list takes.
    pub(super) fn bytes(&self) -> usize {
        (self.upper.capacity() + self.lower.capacity() + self.ids.capacity()) * size_of::<u32>()
    }

    fn entry(&self, at: usize) -> Entry {
        let bits = u64::from(self.upper[at]) << 32 | u64::from(self.lower[at]);
        (Fingerprint(bits), self.ids[at])
    }
}

#[expect(clippy::cast_possible_truncation, reason = "each half has 32 bits")]
const fn halves(fingerprint: Fingerprint) -> (u32, u32) {
    ((fingerprint.0 >> 32) as u32, fingerprint.0 as u32)
}
