//! Pairs of a check, grouped by document.

use serde::{Deserialize, Serialize};

use super::{Choices, Reason};
use crate::{
    Degree, DegreeRun, DocumentIndex, PairIndex, Passage, PassageKind, Span, Strength, Theses,
    runs_within,
};

/// Pair of documents with the passages they share. A check has each pair once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairPassages {
    /// Position of the first document in the check's list; below `b`.
    pub a: DocumentIndex,
    /// Position of the second document; above `a`.
    pub b: DocumentIndex,
    /// Passages of the pair, in any order.
    pub passages: Vec<Passage>,
    /// Degrees of copying in the first document's side of the passages, sorted by position, without overlaps. In possible passages only
    /// text that was handed out to both authors has a degree.
    #[serde(default)]
    pub degrees_a: Vec<DegreeRun>,
    /// Degrees of copying in the second document's side of the passages, as in `degrees_a`.
    #[serde(default)]
    pub degrees_b: Vec<DegreeRun>,
}

impl PairPassages {
    /// Makes a pair whose passages are copied throughout: identical or edited, as the kind of each passage says.
    #[must_use]
    pub fn copied_whole(a: DocumentIndex, b: DocumentIndex, passages: Vec<Passage>) -> Self {
        let degrees = |of: fn(&Passage) -> Span| {
            let mut runs: Vec<DegreeRun> = (passages.iter())
                .map(|passage| DegreeRun {
                    span: of(passage),
                    degree: match passage.kind {
                        PassageKind::Identical => Degree::Identical,
                        PassageKind::Edited => Degree::Edited,
                    },
                })
                .collect();
            runs.sort_unstable();
            // Passages may overlap; stretches do not.
            for at in 1..runs.len() {
                runs[at].span.start = runs[at].span.start.max(runs[at - 1].span.end);
                runs[at].span.end = runs[at].span.end.max(runs[at].span.start);
            }
            runs.retain(|run| !run.span.is_empty());
            runs
        };
        Self {
            a,
            b,
            degrees_a: degrees(|passage| passage.a),
            degrees_b: degrees(|passage| passage.b),
            passages,
        }
    }

    /// Returns the degrees of copying on the side of `document`, one of the two documents; sorted by position, without overlaps.
    #[must_use]
    pub fn degrees_in(&self, document: DocumentIndex) -> &[DegreeRun] {
        if document == self.a {
            &self.degrees_a
        } else {
            &self.degrees_b
        }
    }

    /// Returns the stretches inside a passage's side in `document` whose degree satisfies `of`.
    pub(super) fn graded<'p>(
        &'p self,
        document: DocumentIndex,
        passage: &Passage,
        of: impl Fn(Degree) -> bool + 'p,
    ) -> impl Iterator<Item = Span> + 'p {
        runs_within(self.degrees_in(document), self.span_in(document, passage))
            .filter(move |run| of(run.degree))
            .map(|run| run.span)
    }

    /// Returns the strong passages, in the order of [`Self::passages`].
    pub fn strong(&self) -> impl Iterator<Item = &Passage> {
        (self.passages.iter()).filter(|passage| passage.strength() == Strength::Strong)
    }

    /// Returns whether a passage is strong, or a possible one that is listed with the strong ones: it has copied text, and the
    /// person counts the text of the assignment ([`Reason::Common`]).
    #[must_use]
    pub fn is_listed(&self, passage: &Passage, choices: &Choices) -> bool {
        let counts_given = || {
            choices
                .reasons_left_out()
                .all(|reason| reason != Reason::Common)
        };
        passage.strength() == Strength::Strong
            || (counts_given()
                && (runs_within(&self.degrees_a, passage.a))
                    .chain(runs_within(&self.degrees_b, passage.b))
                    .any(|run| run.degree.is_copied()))
    }

    /// Returns the span of a passage of this pair in `document`, one of the two.
    #[must_use]
    pub fn span_in(&self, document: DocumentIndex, passage: &Passage) -> Span {
        if document == self.a {
            passage.a
        } else {
            passage.b
        }
    }
}

/// Partner: one pair of a document, seen from that document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Partner {
    /// Index of the pair in the list of pairs.
    pub pair: PairIndex,
    /// Position of the other document.
    pub document: DocumentIndex,
    /// Whether the two documents are files of one submission or versions of one thesis, so that the other one is not a source.
    pub is_own: bool,
}

/// Partners of every document, in the order of the list of pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Partners {
    /// Index of each document's first partner in `all`, followed by the number of partners.
    starts: Vec<usize>,
    all: Vec<Partner>,
}

impl Partners {
    /// Groups the pairs by document. Pairs of a document with itself, or with one that is not in the list, are
    /// skipped.
    pub(super) fn of(documents: usize, pairs: &[PairPassages], theses: &Theses) -> Self {
        let mut sides: Vec<(DocumentIndex, Partner)> = (0..)
            .zip(pairs)
            .filter(|(_, pair)| pair.a != pair.b && pair.a.max(pair.b).0 < documents)
            .flat_map(|(index, pair)| {
                let is_own = theses.are_own(pair.a, pair.b);
                let partner = |document| Partner {
                    pair: PairIndex(index),
                    document,
                    is_own,
                };
                [(pair.a, partner(pair.b)), (pair.b, partner(pair.a))]
            })
            .collect();
        sides.sort_unstable_by_key(|&(document, partner)| (document, partner.pair));
        let mut starts = vec![0; documents + 1];
        for &(document, _) in &sides {
            starts[document.0 + 1] += 1;
        }
        for document in 0..documents {
            starts[document + 1] += starts[document];
        }
        let all = sides.into_iter().map(|(_, partner)| partner).collect();
        Self { starts, all }
    }

    /// Returns the number of documents.
    pub(super) fn documents(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Returns a document's partners; empty if there is no such document.
    pub(super) fn of_document(&self, document: DocumentIndex) -> &[Partner] {
        match self.starts.get(document.0..document.0 + 2) {
            Some(&[start, end]) => &self.all[start..end],
            _ => &[],
        }
    }
}
