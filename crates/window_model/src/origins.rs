//! Origin of copied text if documents of a library were found: shares of a document by origin, sources that several documents used,
//! and library documents that explain a pair.

use crate::state::State;
use chachong_check::{CheckResult, Origin, Origins};
use chachong_compare::DocumentIndex;
use chachong_messages::percent;

/// Document in a library by the same student who handed in a checked document: an earlier version of it, or another work. It does not
/// count as a source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnInLibrary {
    /// Position of the checked document, which belongs to the row.
    pub own: DocumentIndex,
    /// Position of the library document.
    pub earlier: DocumentIndex,
    /// Share of the text of `own` that `earlier` also has, 0..=1.
    pub share: f64,
    /// Whether `own` and `earlier` are versions of one thesis.
    pub is_version: bool,
}

impl State {
    /// Returns the library document by the same student that has the largest share of a document of this row; `None` if none shares any
    /// text with it.
    pub fn own_in_library(&self, row: DocumentIndex) -> Option<OwnInLibrary> {
        let result = self.with_outside()?;
        let theses = result.theses();
        let main = theses.main(row);
        let earlier = || {
            let library = |&one: &DocumentIndex| result.documents[one].origin == Origin::Library;
            let last = (0..result.documents.len()).rev().map(DocumentIndex);
            last.take_while(library)
                .filter(move |&one| theses.main(one) == main)
        };
        let pairs = (self.check.row_documents(row))
            .flat_map(|own| earlier().map(move |earlier| (own, earlier)));
        let found = pairs.filter_map(|(own, earlier)| {
            let share = result.copied_shares(own, earlier)?.a.net.share();
            Some(OwnInLibrary {
                own,
                earlier,
                share,
                is_version: theses.are_one(own, earlier),
            })
        });
        (found.filter(|found| found.share > 0.0)).max_by(|x, y| x.share.total_cmp(&y.share))
    }

    /// Describes in a few words an earlier version or other work of the same student and its share, as in `earlier version 99.3 %`.
    pub fn own_in_library_text(&self, found: OwnInLibrary) -> String {
        let what = if found.is_version {
            "versions.earlier"
        } else {
            "origins.own-earlier"
        };
        let what = self.language.text(what);
        let share = percent(found.share);
        let values: [(&str, &dyn std::fmt::Display); 2] = [("what", &what), ("share", &share)];
        self.language.fill("origins.own-in-library", &values)
    }

    /// Returns the result if origins are worth telling apart in it: a document of a library was found.
    fn with_outside(&self) -> Option<&CheckResult> {
        Some(&*self.check.result).filter(|result| result.has_outside())
    }

    /// Returns the shares of a document by the origin of its sources; `None` if the check found no library document, or if this document
    /// has no shares.
    pub fn origins(&self, position: DocumentIndex) -> Option<Origins> {
        self.with_outside()?.origins(position)
    }

    /// Returns one line for each library document that shares text with three or more checked documents. Empty if there is none. Goes
    /// through all passages, so callers should keep the lines.
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

    /// Returns a sentence on how much of the text that two documents share also occurs in a library document; `None` if it is too
    /// little to mention.
    pub fn explained_line(&self, a: DocumentIndex, b: DocumentIndex) -> Option<String> {
        let result = self.with_outside()?;
        let found = result.explained(&result.pair(a, b)?)?;
        let source = result.document(found.source)?;
        Some(self.language.explained(found, source))
    }
}
