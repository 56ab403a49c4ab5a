//! Versions in numbers of documents that have a text: near-identical copies, and versions of one thesis, count once.

use super::overlay::{common, merged};
use super::{Counted, PairPassages};
use crate::parts::Parts;
use crate::verdict::NEARLY_ALL;
use crate::{Degree, Span, Theses, Thesis};
use chachong_text::MarkReason;

/// Documents that are practically the same text: nine tenths of both are copied, directly or through others. In
/// contrast, [`Theses`] groups documents by author.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    /// Position of each document's first version.
    first: Vec<usize>,
}

impl Versions {
    /// Finds the versions by the passages of a check.
    #[must_use]
    pub fn of(documents: &[Counted], pairs: &[PairPassages]) -> Self {
        let mut parts = Parts::new(documents.len());
        let there =
            (pairs.iter()).filter(|pair| pair.a != pair.b && pair.a.max(pair.b) < documents.len());
        for pair in there {
            let nearly_all = |document: usize| {
                let counted = &documents[document];
                let copied = |passage| pair.graded(document, passage, Degree::is_copied);
                let spans = merged(pair.strong().flat_map(copied));
                let sum = |spans: &[Span]| -> u32 {
                    spans.iter().map(|&span| counted.within(span)).sum()
                };
                // Filled-in forms are alike in what was given: the answers decide.
                let given = given(counted);
                let (all, of_all) = (sum(&spans), counted.countable());
                let (own, of_own) = (all - sum(&common(&spans, &given)), of_all - sum(&given));
                let nearly = |part: u32, of: u32| f64::from(part) >= NEARLY_ALL * f64::from(of);
                all > 0 && nearly(all, of_all) && nearly(own, of_own)
            };
            if nearly_all(pair.a) && nearly_all(pair.b) {
                parts.join(pair.a, pair.b);
            }
        }
        Self::of_parts(parts, documents.len())
    }

    /// Also treats these pairs of documents as versions; pairs with unknown documents are skipped.
    #[must_use]
    pub fn joining(&self, pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut parts = Parts::new(self.first.len());
        for (document, &first) in self.first.iter().enumerate() {
            parts.join(document, first);
        }
        for (a, b) in pairs {
            if a.max(b) < self.first.len() {
                parts.join(a, b);
            }
        }
        Self::of_parts(parts, self.first.len())
    }

    /// Also treats the documents of each thesis as versions.
    #[must_use]
    pub fn with(&self, theses: &Theses) -> Self {
        let newest = |document| (theses.newest(document), document);
        let pairs = theses.all().iter().flat_map(Thesis::documents);
        self.joining(pairs.map(newest))
    }

    fn of_parts(mut parts: Parts, documents: usize) -> Self {
        let mut first_of = vec![usize::MAX; documents];
        let first = (0..documents).map(|document| {
            let first = &mut first_of[parts.root(document)];
            *first = document.min(*first);
            *first
        });
        Self {
            first: first.collect(),
        }
    }

    /// Makes `documents` documents of which none is a version of another.
    #[must_use]
    pub fn apart(documents: usize) -> Self {
        Self {
            first: (0..documents).collect(),
        }
    }

    /// Returns the first version of a document; the document itself if it is not in the list.
    #[must_use]
    pub fn first(&self, document: usize) -> usize {
        self.first.get(document).copied().unwrap_or(document)
    }

    /// Returns, at the position of each first version, how many of `documents` are versions of it; 0 at all other
    /// positions.
    #[must_use]
    pub fn sizes_among(&self, documents: &[usize]) -> Vec<usize> {
        let mut sizes = vec![0; self.first.len()];
        for &document in documents {
            if let Some(&first) = self.first.get(document) {
                sizes[first] += 1;
            }
        }
        sizes
    }
}

/// Returns the text of a document that many documents or a template gave, as a union.
fn given(counted: &Counted) -> Vec<Span> {
    let marks = counted.marks.iter().filter(|mark| {
        matches!(
            mark.reason,
            MarkReason::Common { .. } | MarkReason::Template
        )
    });
    merged(marks.map(|mark| Span {
        start: mark.start,
        end: mark.end.min(counted.characters()),
    }))
}
