//! Index from the stored shingles of a library to its documents: finds the documents that may share passages with a
//! new text, and the runs of that text that many documents have.
//!
//! A passage id is the number of one stored shingle (`selection`); each document owns a range of ids. The
//! index is a sorted table of (48 bits of the fingerprint, id): 8 bytes each. Only equal fingerprints are looked up,
//! so the four tables of `index::BlockIndex` (28 bytes an entry) would bring nothing; the memory saved allows three
//! times as many stored shingles.

mod file;
mod found;
mod level;
mod members;
mod postings;
mod ranges;
mod score;
mod search;
mod stream;
mod widespread;

#[cfg(test)]
pub(super) mod made;
#[cfg(test)]
mod tests;

pub(crate) use file::SavedIndex;
pub use file::{PassageFileError, Stamp};
pub use found::{LibraryCandidate, LibraryMatches, Widespread};
pub(super) use level::key;
use postings::Postings;
pub use ranges::RangeError;
use ranges::Ranges;

use super::selection::QueryShingle;
use chachong_simhash::Fingerprint;

/// Number of ids of removed documents up to which a rebuild never pays. With more, a rebuild pays once they exceed a
/// quarter of all ids.
const FEW_DEAD: u64 = 1 << 16;

/// Index that finds documents by their stored shingles (short runs of tokens). It takes 8 bytes of memory per shingle,
/// and up to twice that while it grows.
#[derive(Clone, Debug, Default)]
pub struct PassageIndex {
    postings: Postings,
    ranges: Ranges,
}

impl PassageIndex {
    /// Creates an index without documents.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a document by the fingerprints of its stored shingles, in text order. The i-th fingerprint, counted from 0,
    /// gets the id `first + i`. Of equal fingerprints only the first is kept, so that a document that repeats one
    /// sentence many times counts once. Fails if the document is already in the index or if some of the ids are taken.
    pub fn add(
        &mut self,
        document: i64,
        first: u32,
        fingerprints: &[Fingerprint],
    ) -> Result<(), RangeError> {
        // A count beyond all ids fits no free range, so that `add` refuses it.
        let count = u32::try_from(fingerprints.len()).unwrap_or(u32::MAX);
        self.ranges.add(document, first, count)?;
        let mut added: Vec<(u64, u32)> = fingerprints
            .iter()
            .zip(first..)
            .map(|(&fingerprint, id)| (key(fingerprint), id))
            .collect();
        added.sort_unstable();
        added.dedup_by_key(|entry| entry.0);
        let ranges = &self.ranges;
        self.postings.add(&added, |id| {
            ranges.dead_ids() == 0 || ranges.owner(id).is_some()
        });
        Ok(())
    }

    /// Removes a document; returns `false` if it is not in the index. Searches skip its ids from now on, and
    /// [`Self::rebuild`] frees them.
    pub fn remove(&mut self, document: i64) -> bool {
        self.ranges.remove(document).is_some()
    }

    /// Returns whether [`Self::rebuild`] is worthwhile: more than 65,536 ids, and more than a quarter of the stored
    /// shingles, belong to removed documents.
    #[must_use]
    pub fn rebuild_pays(&self) -> bool {
        let dead = self.ranges.dead_ids();
        dead > FEW_DEAD && dead > self.postings.len() as u64 / 4
    }

    /// Drops the shingles of removed documents and merges the rest into one table, in about 7 s for 100 million
    /// shingles. The remaining shingles keep their ids.
    pub fn rebuild(&mut self) {
        let ranges = &self.ranges;
        self.postings.merge_all(|id| ranges.owner(id).is_some());
        self.ranges.forget_dead();
    }

    /// Returns the first unused id, at which the next document's range may begin.
    #[must_use]
    pub fn next_first(&self) -> u32 {
        self.ranges.next_first()
    }

    /// Returns whether a document is in the index.
    #[must_use]
    pub fn contains(&self, document: i64) -> bool {
        self.ranges.contains(document)
    }

    /// Returns the documents in the index, each as (document number, first id, number of ids).
    pub fn ranges(&self) -> impl Iterator<Item = (i64, u32, u32)> + '_ {
        (self.ranges.all().iter())
            .filter(|owned| !owned.dead)
            .map(|owned| (owned.document, owned.first, owned.count))
    }

    /// Returns whether two indexes contain the same documents with the same shingles.
    #[must_use]
    pub fn holds_the_same(&self, other: &Self) -> bool {
        let (mut own, mut others) = (self.clone(), other.clone());
        own.rebuild();
        others.rebuild();
        own.ranges().eq(others.ranges()) && own.postings.same_entries(&others.postings)
    }

    /// Returns the number of documents, without removed ones.
    #[must_use]
    pub fn documents(&self) -> usize {
        self.ranges.documents()
    }

    /// Returns the number of shingles in the tables, including those of removed documents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.postings.len()
    }

    /// Returns whether no shingle is stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the memory use in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.postings.bytes() + self.ranges.bytes()
    }

    /// Finds the documents that may share passages with a new text, and the runs of the text that occur in many
    /// documents. `query` holds all shingles of the text, in order. Of the documents that share only such a widespread
    /// run, a few are named. A text that is itself in the library finds itself.
    #[must_use]
    pub fn candidates(&self, query: &[QueryShingle]) -> LibraryMatches {
        search::search(query, &self.postings, &self.ranges)
    }
}
