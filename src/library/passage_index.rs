//! Selected shingles of a library's documents -> which of them may share passages with a new text, and which of its text
//! many of them hold.
//!
//! A passage is one stored shingle of a document (`library::selection`); its id is a number that the document owns. The
//! index is a sorted table of (48 bits of the fingerprint, id): 8 bytes each. Only equal fingerprints are looked for, so the
//! four tables of `index::BlockIndex` (28 bytes) would bring nothing; what they would cost goes into three times as many
//! stored shingles.

mod file;
mod level;
mod postings;
mod ranges;
mod score;
mod search;
mod widespread;

#[cfg(test)]
pub(super) mod made;
#[cfg(test)]
mod tests;

pub use file::{PassageFileError, Stamp};
use level::key;
use postings::Postings;
pub use ranges::RangeError;
use ranges::Ranges;

use super::selection::QueryShingle;
use crate::compare::Span;
use crate::simhash::Fingerprint;

/// A document of the library that may share passages with a new text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibraryCandidate {
    /// Its number in the library.
    pub document: i64,
    /// What speaks for it, in 64ths of a nat (a shared shingle is worth the logarithm of its inverse document frequency).
    pub evidence: u32,
}

/// What a library says of a new text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryMatches {
    /// The documents to align with, the best first: 60, and beyond them up to 1,000 where the evidence is no chance.
    pub candidates: Vec<LibraryCandidate>,
    /// The runs of the new text that many documents of the library hold, more than 8, by place. An end may be 59
    /// tokens short of where such text ends.
    pub widespread: Vec<Widespread>,
}

/// A run of a new text that many documents of a library hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widespread {
    /// Where, in the new text.
    pub span: Span,
    /// About how many documents have it, the new one included.
    pub documents: u32,
}

/// Removed ids are dropped from the tables when a rebuild is asked for; up to this many, or a quarter of all, they cost
/// less than that.
const FEW_DEAD: u64 = 1 << 16;

/// Finds documents by the shingles that were stored of them. Takes 8 bytes a shingle, up to twice that while it grows.
#[derive(Clone, Debug, Default)]
pub struct PassageIndex {
    postings: Postings,
    ranges: Ranges,
}

impl PassageIndex {
    /// An index without documents.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a document with its stored shingles' fingerprints, in order; passage `first + i` is the i-th. Of equal ones only
    /// the first is kept, so that a document that repeats a sentence for ever counts once.
    pub fn add(
        &mut self,
        document: i64,
        first: u32,
        fingerprints: &[Fingerprint],
    ) -> Result<(), RangeError> {
        // More than there are ids is free nowhere.
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

    /// Takes a document out; false if it is not there. Its ids are passed over from now on, and not free before a rebuild.
    pub fn remove(&mut self, document: i64) -> bool {
        self.ranges.remove(document).is_some()
    }

    /// Whether so many documents were removed that [`Self::rebuild`] is worth its time: a quarter of all ids.
    #[must_use]
    pub fn rebuild_pays(&self) -> bool {
        let dead = self.ranges.dead_ids();
        dead > FEW_DEAD && dead > self.postings.len() as u64 / 4
    }

    /// Drops what was removed, and makes one table of all: about 7 s for 100 million shingles. Ids stay as they are.
    pub fn rebuild(&mut self) {
        let ranges = &self.ranges;
        self.postings.merge_all(|id| ranges.owner(id).is_some());
        self.ranges.forget_dead();
    }

    /// The first id after all that were given: where the next document's range may begin.
    #[must_use]
    pub fn next_first(&self) -> u32 {
        self.ranges.next_first()
    }

    /// Whether a document is there.
    #[must_use]
    pub fn contains(&self, document: i64) -> bool {
        self.ranges.contains(document)
    }

    /// The documents that are there, with their first id and how many they have.
    pub fn ranges(&self) -> impl Iterator<Item = (i64, u32, u32)> + '_ {
        (self.ranges.all().iter())
            .filter(|owned| !owned.dead)
            .map(|owned| (owned.document, owned.first, owned.count))
    }

    /// Whether both hold the same documents with the same shingles, however they came to it.
    #[must_use]
    pub fn holds_the_same(&self, other: &Self) -> bool {
        let (mut own, mut others) = (self.clone(), other.clone());
        own.rebuild();
        others.rebuild();
        own.ranges().eq(others.ranges()) && own.postings.same_entries(&others.postings)
    }

    /// Number of documents.
    #[must_use]
    pub fn documents(&self) -> usize {
        self.ranges.documents()
    }

    /// Number of shingles in the tables, those of removed documents included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.postings.len()
    }

    /// Whether no shingle is stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.postings.bytes() + self.ranges.bytes()
    }

    /// Which documents may share passages with a new text, given by all its shingles in order, and which of its text many
    /// hold: of those that hold no more than that a few are named. A text that is itself in the library finds itself.
    #[must_use]
    pub fn candidates(&self, query: &[QueryShingle]) -> LibraryMatches {
        search::search(query, &self.postings, &self.ranges)
    }
}
