//! Origin of copied text, where documents of a library were found: shares of a document by origin; in words, sources that
//! several documents used, and what they explain of a pair.

use crate::state::State;
use chachong_check::{CheckResult, Origin, Origins};
use chachong_compare::DocumentIndex;

impl State {
    /// Returns the result if origins are worth telling apart in it: a document of a library was found.
    fn with_outside(&self) -> Option<&CheckResult> {
        Some(&*self.check.result).filter(|result| result.has_outside())
    }

    /// Returns the shares of a document by the origin of its sources; `None` if no library document was found or it has
    /// no shares.
    pub fn origins(&self, position: DocumentIndex) -> Option<Origins> {
        self.with_outside()?.origins(position)
    }

    /// Returns one line for each library document that shares text with 3 or more documents. Takes a walk over all
    /// passages: the views keep it.
    pub fn common_source_lines(&self) -> Vec<String> {
        let Some(result) = self.with_outside() else {
            return Vec::new();
        };
        let own = (result.documents.iter())
            .filter(|one| one.origin == Origin::Checked && one.content().is_some())
            .count();
        let lines = result.common_sources().into_iter().filter_map(|common| {
            let source = result.document(common.source)?;
            Some(self.language.common_source(&common, own, source))
        });
        lines.collect()
    }

    /// Returns how much of what two documents share stands in a document of a library, in a sentence; `None` if nothing
    /// worth a word does.
    pub fn explained_line(&self, a: DocumentIndex, b: DocumentIndex) -> Option<String> {
        let result = self.with_outside()?;
        let found = result.explained(&result.pair(a, b)?)?;
        let source = result.document(found.source)?;
        Some(self.language.explained(found, source))
    }
}
