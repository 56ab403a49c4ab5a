//! Ranges of passage ids and the documents that own them.

use std::collections::HashMap;

/// Reason why a document's range of ids is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RangeError {
    /// The index already contains the document with this number.
    #[error("document {0} is in the index already; remove it first")]
    Known(i64),
    /// Another document, alive or removed, owns some of the ids, or the range goes beyond the last id.
    #[error(
        "the ids from {first}, {count} of them, are not free; take them from `next_first`, or rebuild the index"
    )]
    NotFree {
        /// First id of the range.
        first: u32,
        /// Number of ids.
        count: u32,
    },
}

/// Range of ids of one document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Owned {
    pub document: i64,
    pub first: u32,
    pub count: u32,
    /// Whether the document was removed; its ids are still in the tables.
    pub dead: bool,
}

impl Owned {
    fn end(&self) -> u64 {
        u64::from(self.first) + u64::from(self.count)
    }
}

/// Ranges of all documents.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranges {
    /// Ranges sorted by first id; an empty range comes before one that begins at the same id.
    all: Vec<Owned>,
    /// First id of each living document.
    living: HashMap<i64, u32>,
    dead_ids: u64,
}

impl Ranges {
    /// Adds a document with its range of ids.
    pub fn add(&mut self, document: i64, first: u32, count: u32) -> Result<(), RangeError> {
        if self.living.contains_key(&document) {
            return Err(RangeError::Known(document));
        }
        let owned = Owned {
            document,
            first,
            count,
            dead: false,
        };
        let at = self
            .all
            .partition_point(|other| other.first < first || other.end() <= first.into());
        let free = u32::try_from(owned.end()).is_ok()
            && self.all[..at]
                .last()
                .is_none_or(|before| before.end() <= first.into())
            && self
                .all
                .get(at)
                .is_none_or(|after| owned.end() <= after.first.into());
        if !free {
            return Err(RangeError::NotFree { first, count });
        }
        self.all.insert(at, owned);
        self.living.insert(document, first);
        Ok(())
    }

    /// Marks a document's ids as removed. Returns their number; `None` if the document is not in the index.
    pub fn remove(&mut self, document: i64) -> Option<u32> {
        let first = self.living.remove(&document)?;
        let from = self.all.partition_point(|owned| owned.first < first);
        let owned = self.all[from..]
            .iter_mut()
            .find(|owned| owned.document == document && !owned.dead)?;
        owned.dead = true;
        self.dead_ids += u64::from(owned.count);
        Some(owned.count)
    }

    /// Returns the range to which an id belongs and the id's index in it, from 0; `None` if the id belongs to no
    /// existing document.
    pub fn owner(&self, id: u32) -> Option<(u32, u32)> {
        let after = self.all.partition_point(|owned| owned.first <= id);
        let place = after.checked_sub(1)?;
        let owned = self.all.get(place)?;
        let ordinal = id - owned.first;
        (!owned.dead && ordinal < owned.count)
            .then(|| Some((u32::try_from(place).ok()?, ordinal)))
            .flatten()
    }

    /// Returns the document of a range that [`Self::owner`] returned; `None` beyond the ranges.
    pub fn document(&self, place: u32) -> Option<i64> {
        Some(self.all.get(place as usize)?.document)
    }

    /// Drops the ranges of removed documents, whose ids must no longer be in any table.
    pub fn forget_dead(&mut self) {
        self.all.retain(|owned| !owned.dead);
        self.dead_ids = 0;
    }

    /// Returns whether the index has this document and it was not removed.
    pub fn contains(&self, document: i64) -> bool {
        self.living.contains_key(&document)
    }

    /// Returns the number of documents that were not removed.
    pub fn documents(&self) -> usize {
        self.living.len()
    }

    /// Returns the number of passage ids that belong to removed documents.
    pub const fn dead_ids(&self) -> u64 {
        self.dead_ids
    }

    /// Returns the passage id after the last range, the first one that a new document can get; `u32::MAX` if none is left.
    pub fn next_first(&self) -> u32 {
        let end = self.all.last().map_or(0, Owned::end);
        u32::try_from(end).unwrap_or(u32::MAX)
    }

    /// Returns the ranges of all documents, also of removed ones, sorted by first id.
    pub fn all(&self) -> &[Owned] {
        &self.all
    }

    /// Returns the approximate memory use in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Owned>() * self.all.capacity() + size_of::<(i64, u32)>() * self.living.capacity()
    }

    /// Builds the ranges of an index from a list sorted by first id. `None` if the list is not sorted, two ranges
    /// overlap, one goes beyond the last id, or a document has two ranges that are not dead.
    pub fn of(all: Vec<Owned>) -> Option<Self> {
        let mut ranges = Self::default();
        let mut end = 0;
        for owned in &all {
            if u64::from(owned.first) < end || u32::try_from(owned.end()).is_err() {
                return None;
            }
            end = owned.end();
            if owned.dead {
                ranges.dead_ids += u64::from(owned.count);
            } else if ranges.living.insert(owned.document, owned.first).is_some() {
                return None;
            }
        }
        ranges.all = all;
        Some(ranges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_owned_until_its_document_goes() {
        let mut ranges = Ranges::default();
        ranges.add(7, 10, 5).unwrap();
        ranges.add(8, 15, 0).unwrap();
        ranges.add(9, 15, 2).unwrap();
        ranges.add(-1, 0, 10).unwrap();
        assert_eq!(ranges.add(7, 40, 1), Err(RangeError::Known(7)));
        for (first, count) in [(14, 1), (9, 2), (16, 9), (0, 100), (u32::MAX, 2)] {
            assert_eq!(
                ranges.add(1, first, count),
                Err(RangeError::NotFree { first, count })
            );
        }
        let owner = |ranges: &Ranges, id| {
            ranges
                .owner(id)
                .map(|(place, ordinal)| (ranges.document(place).unwrap(), ordinal))
        };
        assert_eq!(owner(&ranges, 14), Some((7, 4)));
        assert_eq!(owner(&ranges, 15), Some((9, 0)));
        assert_eq!(owner(&ranges, 0), Some((-1, 0)));
        assert_eq!(owner(&ranges, 17), None);
        assert_eq!(ranges.next_first(), 17);
        assert_eq!(
            (ranges.remove(9), ranges.remove(9), ranges.remove(8)),
            (Some(2), None, Some(0))
        );
        assert_eq!(
            (owner(&ranges, 16), ranges.dead_ids(), ranges.documents()),
            (None, 2, 2)
        );
        assert_eq!(
            ranges.add(9, 15, 2),
            Err(RangeError::NotFree {
                first: 15,
                count: 2
            })
        );
        ranges.add(9, 17, 2).unwrap();
        let again = Ranges::of(ranges.all().to_vec()).unwrap();
        assert_eq!((again.documents(), again.dead_ids()), (3, 2));
        ranges.forget_dead();
        assert_eq!((ranges.all().len(), ranges.dead_ids()), (3, 0));
    }
}
