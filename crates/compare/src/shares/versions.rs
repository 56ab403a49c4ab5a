//! Documents that count once where documents with a text are counted: copies of one text, and versions of one thesis.

use std::collections::BTreeMap;

use super::overlay::{common, merged};
use super::{Counted, PairPassages, Reason};
use crate::parts::Parts;
use crate::{Degree, DocumentIndex, DocumentPair, Span, Theses};

/// Minimum share of each of two documents that the other has too where both have one origin: half of what they have
/// together, more than an assignment gives to all. Without this, six of ten who copied from each other would make their
/// text what half of the class has.
const ONE_ORIGIN: f64 = 2.0 / 3.0;

/// Groups of documents that count as one because they have the same text, directly or through others. In contrast, [`Theses`]
/// groups documents by author.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    /// Position of each document's first version.
    first: Vec<DocumentIndex>,
}

impl Versions {
    /// Groups the documents of one origin, whoever wrote it first: at least two thirds of both are copied, also without what was given.
    /// Where most of a document was given, only identical text of the rest counts.
    #[must_use]
    pub fn of_one_origin(documents: &[Counted], pairs: &[PairPassages]) -> Self {
        let mut parts = Parts::new(documents.len());
        let there = (pairs.iter())
            .filter(|pair| pair.a != pair.b && pair.a.max(pair.b).0 < documents.len());
        for pair in there {
            let has_enough = |document: DocumentIndex| {
                let counted = &documents[document];
                let graded = |is_meant: fn(Degree) -> bool| {
                    let of_passage = |passage| pair.graded(document, passage, is_meant);
                    merged(pair.strong().flat_map(of_passage))
                };
                let sum = |spans: &[Span]| -> u32 {
                    spans.iter().map(|&span| counted.within(span)).sum()
                };
                let (all, of_all) = (sum(&graded(Degree::is_copied)), counted.countable());
                if all == 0 || !Self::may_be_one_origin(all, of_all) {
                    return false;
                }
                // Filled-in forms are alike in what was given: the answers decide. A short answer between two given lines is edited text.
                let given = counted.marked(Reason::is_given);
                let of_own = of_all - sum(&given);
                let spans = if of_all > 2 * of_own {
                    graded(|degree| degree == Degree::Identical)
                } else {
                    graded(Degree::is_copied)
                };
                let own = sum(&spans) - sum(&common(&spans, &given));
                Self::may_be_one_origin(own, of_own)
            };
            if has_enough(pair.a) && has_enough(pair.b) {
                parts.join(pair.a.0, pair.b.0);
            }
        }
        Self::of_parts(parts, documents.len())
    }

    /// Returns whether `characters` copied characters are enough, in a document of `of` characters, to give it and another
    /// document one origin.
    #[must_use]
    pub fn may_be_one_origin(characters: u32, of: u32) -> bool {
        f64::from(characters) >= ONE_ORIGIN * f64::from(of)
    }

    /// Returns these groups with the documents of each pair joined; pairs with unknown documents are skipped.
    #[must_use]
    pub fn joining(&self, pairs: impl IntoIterator<Item = DocumentPair>) -> Self {
        let mut parts = Parts::new(self.first.len());
        for (document, &first) in self.first.iter().enumerate() {
            parts.join(document, first.0);
        }
        for (a, b) in pairs {
            if a.max(b).0 < self.first.len() {
                parts.join(a.0, b.0);
            }
        }
        Self::of_parts(parts, self.first.len())
    }

    /// Returns these groups with the documents of each of the other groups joined.
    #[must_use]
    pub fn with(&self, others: &Self) -> Self {
        let documents = (0..).map(DocumentIndex).zip(&others.first);
        self.joining(documents.map(|(document, &first)| (first, document)))
    }

    /// Groups the documents of each submission, so that an author counts once for a text; `documents` is their number.
    #[must_use]
    pub fn of_submissions(documents: usize, theses: &Theses) -> Self {
        let all = (0..documents).map(DocumentIndex);
        Self::apart(documents).joining(all.map(|document| (theses.main(document), document)))
    }

    fn of_parts(mut parts: Parts, documents: usize) -> Self {
        let mut first_of = vec![usize::MAX; documents];
        let first = (0..documents).map(|document| {
            let first = &mut first_of[parts.root(document)];
            *first = document.min(*first);
            *first
        });
        Self {
            first: first.map(DocumentIndex).collect(),
        }
    }

    /// Makes groups of one document each, for `documents` documents.
    #[must_use]
    pub fn apart(documents: usize) -> Self {
        Self {
            first: (0..documents).map(DocumentIndex).collect(),
        }
    }

    /// Returns the first document of a document's group; the document itself if it is not in the list.
    #[must_use]
    pub fn first(&self, document: DocumentIndex) -> DocumentIndex {
        self.first.get(document.0).copied().unwrap_or(document)
    }

    /// Returns the groups of two or more of `documents` that are versions of each other. The groups are sorted by their first versions,
    /// whether these are in `documents` or not; within a group, the documents keep their order.
    #[must_use]
    pub fn among(&self, documents: &[DocumentIndex]) -> Vec<Vec<DocumentIndex>> {
        let mut of_first: BTreeMap<DocumentIndex, Vec<DocumentIndex>> = BTreeMap::new();
        for &document in documents {
            of_first
                .entry(self.first(document))
                .or_default()
                .push(document);
        }
        let mut found: Vec<Vec<DocumentIndex>> = of_first.into_values().collect();
        found.retain(|versions| versions.len() > 1);
        found
    }
}
