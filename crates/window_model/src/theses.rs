//! A person's decisions about which documents are versions of one thesis.

use std::collections::BTreeSet;

use crate::decisions::NamedPair;
use crate::state::{Check, State};
use chachong_compare::DocumentIndex;

/// Change to a person's decision whether two documents are versions of one thesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ThesisChange {
    /// Position of the first document; below `b`.
    pub a: DocumentIndex,
    /// Position of the second document; above `a`.
    pub b: DocumentIndex,
    /// New decision: `Some(true)` for versions of one thesis, `Some(false)` for different theses, `None` to withdraw the decision.
    pub one: Option<bool>,
}

impl Check {
    /// Returns the present decision on each pair of documents that these changes are about, for undo.
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

impl State {
    /// Returns the changes to the person's decisions that make these documents versions of one thesis (`true`), or that separate each of
    /// them from its other versions (`false`). Does not apply them.
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
