//! Where the ids of a key stand: in levels that do not change, and among what was added last. Knows nothing of documents.
//!
//! What is added waits in a short sorted list; when that is full it becomes a level, and levels that are not larger are
//! merged with it (a log-structured merge tree, O'Neil et al. 1996). A document's ids are always in one of them.

use super::level::Level;

/// More than this become a level. Tests have few entries, and are to meet several levels all the same.
const MOST_PENDING: usize = if cfg!(test) { 40 } else { 1 << 16 };
/// A level joins a merge that has at least a part of this size of its own.
const MERGED_WITH: usize = 2;

/// All entries.
#[derive(Clone, Debug, Default)]
pub(super) struct Postings {
    /// Largest first.
    levels: Vec<Level>,
    /// Keys and ids in no level yet, by key, then id.
    keys: Vec<u64>,
    ids: Vec<u32>,
}

/// The ids of a key in one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    /// Which place.
    pub level: usize,
    /// Ascending.
    pub ids: &'a [u32],
}

impl Postings {
    /// Of levels that a file holds.
    pub fn of_levels(levels: Vec<Level>) -> Self {
        Self {
            levels,
            ..Self::default()
        }
    }

    /// Puts the ids of a key in `parts`, in place of what was there. None is empty.
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

    /// Adds sorted entries that belong together. What does not stay may be left out on the way.
    pub fn add(&mut self, added: &[(u64, u32)], stays: impl Fn(u32) -> bool) {
        let mut from = self.keys.len();
        let mut to = from + added.len();
        self.keys.resize(to, 0);
        self.ids.resize(to, 0);
        // From the end, so that nothing is overwritten that is still to be moved.
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

    /// Everything in one level, without what does not stay.
    pub fn merge_all(&mut self, stays: impl Fn(u32) -> bool) {
        self.flush();
        let nothing = Level::of_sorted(&[], &[]);
        let mut merged = nothing.clone();
        // The smallest first: what is small is moved often.
        while let Some(level) = self.levels.pop() {
            merged = level.merged(&merged, &stays);
        }
        self.levels.push(merged);
    }

    /// The levels as they are, and what waits.
    pub fn levels(&self) -> (&[Level], Option<Level>) {
        let waiting = (!self.keys.is_empty()).then(|| Level::of_sorted(&self.keys, &self.ids));
        (&self.levels, waiting)
    }

    /// Whether both have the same entries in the same levels.
    pub fn same_entries(&self, other: &Self) -> bool {
        let (own, own_waiting) = self.levels();
        let (others, others_waiting) = other.levels();
        let own = own.iter().chain(&own_waiting);
        own.eq(others.iter().chain(&others_waiting))
    }

    pub fn len(&self) -> usize {
        self.levels.iter().map(Level::len).sum::<usize>() + self.keys.len()
    }

    /// Bytes of memory.
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
