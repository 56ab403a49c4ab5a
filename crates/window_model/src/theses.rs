//! Versions of one thesis in the documents table: one row with its versions behind it, and a person's joins and parts.

use std::collections::BTreeSet;

use crate::decisions::NamedPair;
use crate::state::{Check, State, Table};
use chachong_compare::{DocumentIndex, Thesis};

/// Change to a person's decision whether two documents are versions of one thesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ThesisChange {
    /// Position of the first document; below `b`.
    pub a: DocumentIndex,
    /// Position of the second document; above `a`.
    pub b: DocumentIndex,
    /// New decision; `None` takes it back.
    pub one: Option<bool>,
}

impl Check {
    /// Returns the decisions before these changes, with the names of the documents.
    pub fn words_before(&self, changes: &[ThesisChange]) -> Vec<NamedPair> {
        let name = |document: DocumentIndex| {
            let document = self.result.document(document);
            document.map_or_else(String::new, |document| document.name.clone())
        };
        (changes.iter())
            .map(|&ThesisChange { a, b, .. }| (name(a), name(b), self.choices.one_thesis(a, b)))
            .collect()
    }
}

impl Table {
    /// Returns whether the older versions below a row are shown.
    pub fn is_unfolded(&self, document: DocumentIndex) -> bool {
        self.unfolded.contains(&document)
    }
}

impl State {
    /// Returns the thesis of a document that has a row of its own and versions behind it; `None` for any other
    /// document.
    pub fn thesis_behind(&self, document: DocumentIndex) -> Option<&Thesis> {
        let thesis = self.check.result.theses().of(document)?;
        (thesis.documents().next() == Some(document)).then_some(thesis)
    }

    /// Shows or hides the older versions below a row.
    pub fn unfold(&mut self, document: DocumentIndex, unfolded: bool) {
        if unfolded && self.thesis_behind(document).is_some() {
            self.table.unfolded.insert(document);
        } else {
            self.table.unfolded.remove(&document);
        }
        self.arrange();
    }

    /// Returns the older versions in a document's row, the newest first.
    pub fn versions_behind(
        &self,
        document: DocumentIndex,
    ) -> impl Iterator<Item = DocumentIndex> + '_ {
        let (checked, thesis) = (self.check.checked(), self.thesis_behind(document));
        let documents = thesis.into_iter().flat_map(Thesis::documents);
        documents.filter(move |&version| version != document && version.0 < checked)
    }

    /// Returns the selected documents, including older versions hidden in their rows.
    pub fn marked_with_versions(&self) -> BTreeSet<DocumentIndex> {
        let marked = self.table.selection.documents.iter().copied();
        marked
            .flat_map(|document| {
                let hidden =
                    (!self.table.is_unfolded(document)).then(|| self.versions_behind(document));
                [document].into_iter().chain(hidden.into_iter().flatten())
            })
            .collect()
    }

    /// Returns what would change if these documents were declared versions of one thesis (`true`) or separate theses
    /// (`false`).
    pub fn thesis_changes(
        &self,
        documents: &BTreeSet<DocumentIndex>,
        one: bool,
    ) -> Vec<ThesisChange> {
        let theses = self.check.result.theses();
        let members = |document: DocumentIndex| {
            let of = theses.of(document);
            of.map_or_else(|| vec![document], |thesis| thesis.documents().collect())
        };
        let mut changes: Vec<ThesisChange> = Vec::new();
        let mut change = |a: DocumentIndex, b: DocumentIndex, one: Option<bool>| {
            if a != b && self.check.choices.one_thesis(a, b) != one {
                let (a, b) = (a.min(b), a.max(b));
                changes.push(ThesisChange { a, b, one });
            }
        };
        if one {
            let all: BTreeSet<DocumentIndex> = documents.iter().flat_map(|&d| members(d)).collect();
            let first = documents.first().copied();
            for &a in &all {
                for &b in all.range(a..).skip(1) {
                    let are_joined =
                        Some(a) == first && documents.contains(&b) && !theses.are_one(a, b);
                    let is_parted = self.check.choices.one_thesis(a, b) == Some(false);
                    if are_joined {
                        change(a, b, Some(true));
                    } else if is_parted {
                        change(a, b, None);
                    }
                }
            }
        } else {
            for &document in documents {
                for other in members(document) {
                    change(document, other, Some(false));
                }
            }
        }
        changes.sort_unstable();
        changes.dedup();
        changes
    }
}
