//! Cache of the most recently used prepared documents, bounded in bytes.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use chachong_compare::Weighed;

/// Cache of prepared documents; an evicted one lives on while a user holds it.
pub struct PreparedCache {
    most_bytes: usize,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    documents: HashMap<usize, (Arc<Weighed>, u64)>,
    bytes: usize,
    uses: u64,
}

impl PreparedCache {
    /// Makes an empty cache that keeps documents of at most `most_bytes` bytes together, and always the newest.
    #[must_use]
    pub fn new(most_bytes: usize) -> Self {
        Self {
            most_bytes,
            kept: Mutex::default(),
        }
    }

    /// Returns the cached document, or makes it by `prepare`. Two threads may make the same one at the same time.
    pub fn get(
        &self,
        document: usize,
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
    fn find(&mut self, document: usize) -> Option<Arc<Weighed>> {
        self.uses += 1;
        let (found, used) = self.documents.get_mut(&document)?;
        *used = self.uses;
        Some(Arc::clone(found))
    }

    fn keep(&mut self, document: usize, made: Arc<Weighed>, most_bytes: usize) {
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
            get(document);
        }
        // Document 3 evicted 2, which then evicted 3.
        assert_eq!(makes.get(), 4);
        assert!(cache.lock().bytes <= 2 * one);
    }
}
