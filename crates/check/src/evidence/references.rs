//! Entries of reference lists with the same error or oddity in two documents and in few others.

use std::collections::{BTreeMap, BTreeSet};

use chachong_citation::SameError;
use chachong_compare::{DocumentIndex, DocumentPair};

use super::files::{Files, pairs};
use super::specimens::thousandths;
use super::{Evidence, EvidenceItem, PairEvidence};
use crate::{CheckReferences, Document};

/// Entry that the reference lists of two documents state with the same error, or with the same numbers while most others state
/// different ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameReference {
    /// Index of the entry among the references of the first document.
    pub a: usize,
    /// Index of the entry among the references of the second document.
    pub b: usize,
    /// Text of the entry on one line, as in the first document.
    pub text: String,
    /// Whether the entry is wrong in itself; otherwise its numbers differ from those that most others state.
    pub is_wrong: bool,
    /// Number of documents of the check with this error or oddity, at least 2; documents of one submission count once.
    pub documents: usize,
    /// Weight of the entry in thousandths: 1000 if only two submissions have the error, less the more have it; 500 in a check of fewer
    /// than five submissions with references.
    pub weight: u16,
}

impl Evidence {
    /// Adds the errors in reference lists that pairs of documents share, the rarest first. Two documents that share only such errors are
    /// no finding, since both may have copied the entry from one place. `first` holds the first document of each document's submission,
    /// as in [`super::find_evidence`].
    #[must_use]
    pub fn with_references(
        mut self,
        documents: &[Document],
        references: &CheckReferences,
        first: &[DocumentIndex],
    ) -> Self {
        let submission =
            |document: DocumentIndex| first.get(document.0).copied().unwrap_or(document);
        let files = Files::of(documents);
        let mut shared: BTreeMap<DocumentPair, Vec<SameReference>> = BTreeMap::new();
        for error in &references.same_errors {
            let entries = by_document(error);
            let holders: Vec<DocumentIndex> = entries.keys().copied().collect();
            let submissions: BTreeSet<DocumentIndex> =
                holders.iter().map(|&holder| submission(holder)).collect();
            if files.is_widespread(submissions.len()) {
                continue;
            }
            for (a, b) in pairs(&holders) {
                let is_own = submission(a) == submission(b);
                if is_own || !files.are_compared(a, b) || self.is_same_file(a, b) {
                    continue;
                }
                let (of_a, of_b) = (entries[&a], entries[&b]);
                let text = references
                    .document(a)
                    .and_then(|of| Some(of.references.get(of_a)?.line()));
                shared.entry((a, b)).or_default().push(SameReference {
                    a: of_a,
                    b: of_b,
                    text: text.unwrap_or_default(),
                    is_wrong: error.is_wrong,
                    documents: submissions.len(),
                    weight: thousandths(error.weight),
                });
            }
        }
        for ((a, b), mut entries) in shared {
            entries.sort_by_key(|entry| (std::cmp::Reverse(entry.weight), entry.a, entry.b));
            self.add(a, b, EvidenceItem::References(entries));
        }
        self
    }

    fn is_same_file(&self, a: DocumentIndex, b: DocumentIndex) -> bool {
        self.of(a, b).first() == Some(&EvidenceItem::SameFile)
    }

    /// Adds an item about a pair before the names that it has in common.
    fn add(&mut self, a: DocumentIndex, b: DocumentIndex, item: EvidenceItem) {
        match (self.pairs).binary_search_by_key(&(a, b), |known| (known.a, known.b)) {
            Ok(at) => {
                let items = &mut self.pairs[at].items;
                let place = items.iter().position(|item| item.kind().is_none());
                items.insert(place.unwrap_or(items.len()), item);
            }
            Err(at) => {
                let items = vec![item];
                self.pairs.insert(at, PairEvidence { a, b, items });
            }
        }
    }
}

/// Returns the first entry of each document that has the error.
fn by_document(error: &SameError) -> BTreeMap<DocumentIndex, usize> {
    let mut entries = BTreeMap::new();
    for &(document, entry) in &error.entries {
        entries.entry(DocumentIndex(document)).or_insert(entry);
    }
    entries
}
