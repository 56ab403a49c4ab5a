//! Cache of the most recently used prepared documents, bounded in bytes.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use chachong_compare::{DocumentIndex, Weighed};
use chachong_text::LARGEST_TEXT;

use super::memory_budget::MemoryRoom;

/// Size in bytes of the prepared documents that are kept in memory together where all fit, and of those of the largest folders. What
/// aligning the largest pair takes comes off it.
const MOST: usize = 768 << 20;
/// Minimum size in bytes of the prepared documents that are kept in memory together.
const LEAST: usize = 384 << 20;
/// Where not all fit, a sixth of them is kept: that costs a tenth of the time, as documents are prepared again, and saves hundreds
/// of megabytes (docs/passages.md, "Thousands of theses").
const SHARE: usize = 6;
/// Approximate size of a prepared document, in bytes for each character of its text.
const BYTES: usize = 40;

/// How much memory a comparison uses for prepared documents, and in which portions it goes through them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PreparedMemory {
    /// Size of the cache in bytes.
    pub(super) bytes: usize,
    /// Number of documents in a block, of which two fit into the cache; at least 1.
    pub(super) block: usize,
}

impl PreparedMemory {
    /// Decides for documents with so many characters together, and in the longest.
    pub(super) fn of(characters: u64, longest: u64, documents: usize) -> Self {
        let characters = usize::try_from(characters).unwrap_or(usize::MAX);
        let all = characters.saturating_mul(BYTES);
        let aligning = MemoryRoom::needed_for_aligning(2 * longest.min(LARGEST_TEXT));
        let most = MOST - usize::try_from(aligning).unwrap_or(MOST).min(MOST - LEAST);
        let bytes = if all <= most {
            most
        } else {
            (all / SHARE).clamp(LEAST, most)
        };
        let one = (all / documents.max(1)).max(1);
        Self {
            bytes,
            block: (bytes / 2 / one).max(1),
        }
    }
}

/// Cache of documents prepared for comparison; an evicted document stays in memory as long as it is used.
pub struct PreparedCache {
    most_bytes: usize,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    documents: HashMap<DocumentIndex, (Arc<Weighed>, u64)>,
    bytes: usize,
    uses: u64,
}

impl PreparedCache {
    /// Makes an empty cache that holds at most `most_bytes` bytes of documents, and always the newest one.
    #[must_use]
    pub fn new(most_bytes: usize) -> Self {
        Self {
            most_bytes,
            kept: Mutex::default(),
        }
    }

    /// Returns the cached document, or prepares and caches it. Fails if `prepare` fails. Two threads may prepare the same document at the
    /// same time.
    pub fn get(
        &self,
        document: DocumentIndex,
        prepare: impl FnOnce() -> io::Result<Weighed>,
    ) -> io::Result<Arc<Weighed>> {
        if let Some(found) = self.lock().find(document) {
            return Ok(found);
        }
        let made = Arc::new(prepare()?);
        self.lock()
            .keep(document, Arc::clone(&made), self.most_bytes);
        Ok(made)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Kept> {
        // A poisoned mutex is safe to use: at worst a document is prepared once more.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn find(&mut self, document: DocumentIndex) -> Option<Arc<Weighed>> {
        self.uses += 1;
        let (found, used) = self.documents.get_mut(&document)?;
        *used = self.uses;
        Some(Arc::clone(found))
    }

    fn keep(&mut self, document: DocumentIndex, made: Arc<Weighed>, most_bytes: usize) {
        self.bytes += made.bytes();
        if let Some((before, _)) = self.documents.insert(document, (made, self.uses)) {
            self.bytes -= before.bytes();
        }
        while self.bytes > most_bytes && self.documents.len() > 1 {
            let oldest = self
                .documents
                .iter()
                .filter(|(kept, _)| **kept != document)
                .min_by_key(|(kept, (_, used))| (*used, **kept))
                .map(|(kept, _)| *kept);
            let Some((removed, _)) = oldest.and_then(|oldest| self.documents.remove(&oldest))
            else {
                break;
            };
            self.bytes -= removed.bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_compare::{Background, Prepared};
    use chachong_text::{LineBreaks, normalize};

    #[test]
    fn a_small_folder_stays_in_memory_and_of_a_large_one_a_sixth() {
        let of = |documents: u64, characters: u64| {
            let all = documents * characters;
            PreparedMemory::of(all, characters, usize::try_from(documents).unwrap())
        };
        assert_eq!(of(1_000, 15_000).bytes, MOST);
        assert_eq!(of(4_000, 15_000).bytes, LEAST);
        assert_eq!(of(8_000, 10_000).bytes, 80_000_000 * BYTES / SHARE);
        assert_eq!(of(10_000, 30_000).bytes, MOST);
        // Two blocks fit, also of one document that is larger than the cache and of none.
        assert_eq!(of(4_000, 15_000).block, LEAST / 2 / (15_000 * BYTES));
        assert_eq!(of(1, 1 << 40).block, 1);
        assert_eq!(PreparedMemory::of(u64::MAX, u64::MAX, 0).block, 1);
        // Two texts of a million characters are aligned beside what is kept.
        assert!((LEAST..MOST).contains(&of(2, 1_000_000).bytes));
    }

    #[test]
    fn those_used_last_stay() {
        let made = || {
            let text = normalize(
                "社区图书馆在夜间开放，读者可以安静地阅读。",
                LineBreaks::Layout,
            );
            Ok(Weighed::new(Prepared::new(&text), &Background::new()))
        };
        let one = made().unwrap().bytes();
        let cache = PreparedCache::new(2 * one);
        let makes = std::cell::Cell::new(0);
        let get = |document| {
            cache
                .get(document, || {
                    makes.set(makes.get() + 1);
                    made()
                })
                .unwrap()
        };
        for document in [1, 2, 1, 3, 1, 2] {
            get(DocumentIndex(document));
        }
        // Document 3 evicted 2, which then evicted 3.
        assert_eq!(makes.get(), 4);
        assert!(cache.lock().bytes <= 2 * one);
    }
}
