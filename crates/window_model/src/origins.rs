//! Origin of copied text: shares of a document from outside and among the documents; sources from outside that several
//! documents used, and what they explain of a pair.

use crate::state::State;
use chachong_check::{Origin, Origins, common_sources, explained};

impl State {
    /// Returns whether a library document was found, so that origins are worth showing.
    pub fn has_outside(&self) -> bool {
        // Documents of libraries stand last.
        let last = self.check.documents.last();
        last.is_some_and(|document| document.origin == Origin::Library)
    }

    /// Returns the shares of a document by the origin of its sources; `None` if no library document was found or it has
    /// no shares.
    pub fn origins(&self, position: usize) -> Option<Origins> {
        let shares = self.document_shares(position)?;
        if !self.has_outside() || !shares.has_text() {
            return None;
        }
        let copied = self.copied()?;
        Origins::of(
            &self.check.documents,
            &copied.copies,
            &copied.shares,
            position,
        )
    }

    /// Returns one line for each library document that shares text with 3 or more documents. Takes a walk over all
    /// passages: the views keep it.
    pub fn common_source_lines(&self) -> Vec<String> {
        let Some(copied) = self.copied().filter(|_| self.has_outside()) else {
            return Vec::new();
        };
        let documents = &self.check.documents;
        let own = (documents.iter())
            .filter(|one| one.origin == Origin::Checked && one.reading().is_some())
            .count();
        let common = common_sources(documents, &copied.copies, &copied.shares);
        (common.iter())
            .filter_map(|common| {
                let source = documents.get(common.source)?;
                Some(self.language.common_source(common, own, source))
            })
            .collect()
    }

    /// Describes how much of the text that two documents share also occurs in a library document; `None` if it is too
    /// little to mention.
    pub fn explained_line(&self, a: usize, b: usize) -> Option<String> {
        let copied = self.copied().filter(|_| self.has_outside())?;
        let pair = (copied.copies.pairs)
            .binary_search_by_key(&(a, b), |pair| (pair.a, pair.b))
            .ok()?;
        let documents = &self.check.documents;
        let found = explained(documents, &copied.copies, &copied.shares, pair)?;
        let source = documents.get(found.source)?;
        Some(self.language.explained(found, source))
    }
}
