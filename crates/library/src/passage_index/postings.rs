//! Posting lists of the passage index: the ids of a key, in immutable levels and a list of recent additions.
//!
//! New entries wait in a short sorted list; when it is full it becomes a level, and levels that are not much larger
//! are merged with it (a log-structured merge tree, O'Neil et al. 1996). A document's ids are always all in one of
//! them.

use super::level::Level;

/// Maximum number of pending entries; more become a level. Small in tests, so that few entries make several levels.
const MOST_PENDING: usize = if cfg!(test) { 40 } else { 1 << 16 };
/// Maximum size ratio for a merge: a level is merged with the preceding one if that is at most this many times as
/// large.
const MERGED_WITH: usize = 2;

/// All entries of the index.
#[derive(Clone, Debug, Default)]
pub(super) struct Postings {
    /// Levels, usually the largest first.
    levels: Vec<Level>,
    /// Pending keys and ids, in no level yet; sorted by key, then id.
    keys: Vec<u64>,
    ids: Vec<u32>,
}

/// Ids of a key within one level or the pending list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    /// Index of the level; the number of levels means the pending list.
    pub level: usize,
    /// Passage ids, ascending.
    pub ids: &'a [u32],
}

impl Postings {
    /// Builds postings from the levels of a file.
    pub fn of_levels(levels: Vec<Level>) -> Self {
        Self {
            levels,
            ..Self::default()
        }
    }

    /// Replaces the contents of `parts` with the ids of a key, one part for each level, and for the pending list, that has the key.
    pub fn of<'a>(&'a self, key: u64, parts: &mut Vec<Part<'a>>) {
        parts.clear();
        for (level, stored) in self.levels.iter().enumerate() {
            let ids = stored.ids_of(key);
            if !ids.is_empty() {
                parts.push(Part { level, ids });
            }
        }
        let from = self.keys.partition_point(|&held| held < key);
        let end = from + self.keys[from..].partition_point(|&held| held == key);
        if end > from {
            let (level, ids) = (self.levels.len(), &self.ids[from..end]);
            parts.push(Part { level, ids });
        }
    }

    /// Adds the (key, id) entries of one document, which must be sorted. Older entries for whose id `stays` returns false may be
    /// dropped in the course of it.
    pub fn add(&mut self, added: &[(u64, u32)], stays: impl Fn(u32) -> bool) {
        let mut from = self.keys.len();
        let mut to = from + added.len();
        self.keys.resize(to, 0);
        self.ids.resize(to, 0);
        // From the end, so that nothing is overwritten before it is moved.
        for &(key, id) in added.iter().rev() {
            while from > 0 && (self.keys[from - 1], self.ids[from - 1]) > (key, id) {
                (from, to) = (from - 1, to - 1);
                (self.keys[to], self.ids[to]) = (self.keys[from], self.ids[from]);
            }
            to -= 1;
            (self.keys[to], self.ids[to]) = (key, id);
        }
        if self.keys.len() > MOST_PENDING {
            self.flush();
            while let [.., large, last] = self.levels.as_slice()
                && large.len() <= MERGED_WITH * last.len()
            {
                let merged = large.merged(last, &stays);
                self.levels.truncate(self.levels.len() - 2);
                self.levels.push(merged);
            }
        }
    }

    /// Merges all levels and pending entries into one level, and drops the entries for whose id `stays` returns false.
    pub fn merge_all(&mut self, stays: impl Fn(u32) -> bool) {
        self.flush();
        let nothing = Level::of_sorted(&[], &[]);
        let mut merged = nothing.clone();
        // The smallest first: each merge moves everything merged so far again.
        while let Some(level) = self.levels.pop() {
            merged = level.merged(&merged, &stays);
        }
        self.levels.push(merged);
    }

    /// Returns the levels, and the pending entries as one more; `None` if nothing is pending.
    pub fn levels(&self) -> (&[Level], Option<Level>) {
        let waiting = (!self.keys.is_empty()).then(|| Level::of_sorted(&self.keys, &self.ids));
        (&self.levels, waiting)
    }

    /// Returns whether both have the same entries in the same levels.
    pub fn same_entries(&self, other: &Self) -> bool {
        let (own, own_waiting) = self.levels();
        let (others, others_waiting) = other.levels();
        let own = own.iter().chain(&own_waiting);
        own.eq(others.iter().chain(&others_waiting))
    }

    /// Returns the number of entries, including pending ones.
    pub fn len(&self) -> usize {
        self.levels.iter().map(Level::len).sum::<usize>() + self.keys.len()
    }

    /// Returns the memory use of the levels in bytes.
    pub fn bytes(&self) -> usize {
        self.levels.iter().map(Level::bytes).sum::<usize>()
            + size_of::<u64>() * self.keys.capacity()
            + size_of::<u32>() * self.ids.capacity()
    }

    fn flush(&mut self) {
        if !self.keys.is_empty() {
            self.levels.push(Level::of_sorted(&self.keys, &self.ids));
            self.keys.clear();
            self.ids.clear();
        }
    }
}
