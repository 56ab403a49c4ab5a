//! Documents that count once where documents with a text are counted: copies of one text, and versions of one thesis.

use std::collections::{BTreeMap, BTreeSet};

use super::{Counted, PairPassages, Reason};
use crate::overlay::{common, merged};
use crate::parts::Parts;
use crate::{Degree, DocumentIndex, DocumentPair, Span, Theses};

/// Minimum share of each of two submissions that the other has too where both have one origin: half of what they have
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
    /// Groups the documents of one origin, whoever wrote it first: at least two thirds of both submissions are copied, and also two thirds
    /// of both without the text that was given. If most of a document was given, only identical text of the rest counts as copied.
    /// `submissions` groups the documents that were handed in together; they stay together. Pairs without degrees have nothing in common.
    #[must_use]
    pub fn of_one_origin(
        documents: &[Counted],
        pairs: &[PairPassages],
        submissions: &Self,
    ) -> Self {
        let given: Vec<Vec<Span>> = (documents.iter())
            .map(|counted| counted.marked(Reason::is_given))
            .collect();
        let sum = |document: DocumentIndex, spans: &[Span]| -> u32 {
            let counted = &documents[document];
            spans.iter().map(|&span| counted.within(span)).sum()
        };
        let all = |document: DocumentIndex| documents[document].countable();
        let own = |document: DocumentIndex| all(document) - sum(document, &given[document]);
        let graded =
            |document: DocumentIndex, pairs: &[&PairPassages], is_meant: fn(Degree) -> bool| {
                merged(pairs.iter().flat_map(|pair| {
                    let of_passage = move |passage| pair.graded(document, passage, is_meant);
                    pair.strong().flat_map(of_passage)
                }))
            };
        let has_degrees = |pair: &&PairPassages| !pair.degrees_a.is_empty();
        let alike = submissions.alike(pairs.iter().filter(has_degrees), all, |document, pairs| {
            sum(document, &graded(document, pairs, Degree::is_copied))
        });
        let is_alike = |pair: &&PairPassages| alike.contains(&submissions.of_pair(pair));
        let origins = submissions.alike(pairs.iter().filter(is_alike), own, |document, pairs| {
            // Filled-in forms are alike in what was given: the answers decide. A short answer between two given lines is edited text.
            let spans = if all(document) > 2 * own(document) {
                graded(document, pairs, |degree| degree == Degree::Identical)
            } else {
                graded(document, pairs, Degree::is_copied)
            };
            sum(document, &spans) - sum(document, &common(&spans, &given[document]))
        });
        submissions.joining(origins)
    }

    /// Returns the pairs of groups that may have one origin, because two thirds of both are in common. A group is given by its first
    /// document. `of` returns the number of a document's characters. `common` returns how many of them the document has in common with
    /// the other documents of these pairs.
    #[must_use]
    pub fn alike<'p>(
        &self,
        pairs: impl IntoIterator<Item = &'p PairPassages>,
        of: impl Fn(DocumentIndex) -> u32,
        common: impl Fn(DocumentIndex, &[&PairPassages]) -> u32,
    ) -> BTreeSet<DocumentPair> {
        let mut characters = vec![0_u32; self.first.len()];
        for (document, first) in (0..).map(DocumentIndex).zip(&self.first) {
            characters[first.0] = characters[first.0].saturating_add(of(document));
        }
        let mut sides: Vec<(DocumentPair, DocumentIndex, &PairPassages)> = (pairs.into_iter())
            .filter(|pair| pair.a.max(pair.b).0 < self.first.len())
            .flat_map(|pair| [pair.a, pair.b].map(|side| (self.of_pair(pair), side, pair)))
            .filter(|((a, b), ..)| a != b)
            .collect();
        sides.sort_by_key(|&(groups, document, _)| (groups, document));
        let mut found = BTreeSet::new();
        for of_groups in sides.chunk_by(|x, y| x.0 == y.0) {
            let (a, b) = of_groups[0].0;
            let (mut in_a, mut in_b) = (0_u32, 0_u32);
            for of_document in of_groups.chunk_by(|x, y| x.1 == y.1) {
                let document = of_document[0].1;
                let pairs: Vec<&PairPassages> = of_document.iter().map(|side| side.2).collect();
                let in_group = if self.first(document) == a {
                    &mut in_a
                } else {
                    &mut in_b
                };
                *in_group = in_group.saturating_add(common(document, &pairs));
            }
            if may_be_one_origin(in_a, characters[a.0]) && may_be_one_origin(in_b, characters[b.0])
            {
                found.insert((a, b));
            }
        }
        found
    }

    /// Returns the first documents of the groups of a pair's documents, the lower position first.
    #[must_use]
    pub fn of_pair(&self, pair: &PairPassages) -> DocumentPair {
        let (a, b) = (self.first(pair.a), self.first(pair.b));
        (a.min(b), a.max(b))
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
        Self {
            first: parts.firsts().into_iter().map(DocumentIndex).collect(),
        }
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

/// Returns whether `characters` copied characters are enough, in a submission of `of` characters, for it and another submission to have one
/// origin.
fn may_be_one_origin(characters: u32, of: u32) -> bool {
    f64::from(characters) >= ONE_ORIGIN * f64::from(of)
}
