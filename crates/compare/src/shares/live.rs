//! Copied shares of a whole check, kept up to date with a person's choices; figures that a choice cannot change are
//! not recomputed.

use rayon::prelude::*;

use super::figures::{Gross, copied_from, counting_passages, document_shares};
use super::left_out::LeftOut;
use super::partners::{Partner, Partners};
use super::{
    Choices, Copied, Counted, DocumentShares, LeftOutRun, PairPassages, PairShares, Reason,
    SideShares,
};
use crate::{DocumentIndex, PairIndex, Span, Theses, each_once};

/// Copied shares of a check under a person's choices. The documents and pairs stay with the caller, who must pass the
/// same ones every time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shares {
    choices: Choices,
    theses: Theses,
    documents: Vec<DocumentShares>,
    pairs: Vec<PairShares>,
    partners: Partners,
    gross: Vec<Gross>,
    left_out: Vec<LeftOut>,
}

impl Shares {
    /// Computes all shares from scratch, on all cores, treating each document as a separate thesis. A pair of a
    /// document with itself, or with one that is not in the list, has only zeros.
    #[must_use]
    pub fn of(documents: &[Counted], pairs: &[PairPassages], choices: Choices) -> Self {
        Self::of_theses(documents, pairs, Theses::default(), choices)
    }

    /// Computes all shares as [`Self::of`] does, given the theses and submissions of the check. Text that two documents of one
    /// submission have in common is in the shares of their pair, but not in those of a document.
    #[must_use]
    pub fn of_theses(
        documents: &[Counted],
        pairs: &[PairPassages],
        theses: Theses,
        choices: Choices,
    ) -> Self {
        let partners = Partners::of(documents.len(), pairs, &theses);
        let (gross, left_out) = (documents.par_iter().enumerate())
            .map(|(document, counted)| {
                let document = DocumentIndex(document);
                (
                    Gross::of(document, counted, partners.of_document(document), pairs),
                    LeftOut::of(document, counted, &choices),
                )
            })
            .unzip();
        let mut shares = Self {
            choices,
            theses,
            documents: vec![DocumentShares::default(); documents.len()],
            pairs: vec![PairShares::default(); pairs.len()],
            partners,
            gross,
            left_out,
        };
        let all: Vec<DocumentIndex> = (0..documents.len()).map(DocumentIndex).collect();
        shares.recompute(documents, pairs, &all);
        shares
    }

    /// Applies other choices and recomputes only the affected documents and pairs. Returns the positions of those
    /// documents, sorted. `documents` and `pairs` must be those given to [`Self::of`]; if their number differs, all is
    /// computed from scratch.
    pub fn update(
        &mut self,
        documents: &[Counted],
        pairs: &[PairPassages],
        choices: Choices,
    ) -> Vec<DocumentIndex> {
        if documents.len() != self.documents.len() || pairs.len() != self.pairs.len() {
            let theses = std::mem::take(&mut self.theses);
            *self = Self::of_theses(documents, pairs, theses, choices);
            return (0..documents.len()).map(DocumentIndex).collect();
        }
        let touched = self.touched(documents, &choices);
        self.choices = choices;
        let left_out: Vec<LeftOut> = (touched.par_iter())
            .map(|&document| LeftOut::of(document, &documents[document], &self.choices))
            .collect();
        for (&document, left_out) in touched.iter().zip(left_out) {
            self.left_out[document] = left_out;
        }
        self.recompute(documents, pairs, &touched);
        touched
    }

    /// Returns the choices under which the shares were computed.
    #[must_use]
    pub const fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Returns the theses and submissions of the check.
    #[must_use]
    pub const fn theses(&self) -> &Theses {
        &self.theses
    }

    /// Returns the copied shares of the documents, in the order of the check's list.
    #[must_use]
    pub fn documents(&self) -> &[DocumentShares] {
        &self.documents
    }

    /// Returns the copied shares of a document; `None` beyond the end of the list.
    #[must_use]
    pub fn document(&self, document: DocumentIndex) -> Option<&DocumentShares> {
        self.documents.get(document.0)
    }

    /// Returns the copied shares of the pairs, in the order of the list of pairs; a [`PairIndex`] is a position in it.
    #[must_use]
    pub fn pairs(&self) -> &[PairShares] {
        &self.pairs
    }

    /// Returns the copied shares of a pair with passages; `None` beyond the end of the list.
    #[must_use]
    pub fn pair(&self, index: PairIndex) -> Option<PairShares> {
        self.pairs.get(index.0).copied()
    }

    /// Returns the copied shares of two documents that have no passage in common: 0 characters over the countable ones of each.
    #[must_use]
    pub fn without_passages(&self, a: DocumentIndex, b: DocumentIndex) -> PairShares {
        let side = |document: DocumentIndex| {
            let none = |of: Copied| Copied {
                characters: 0,
                ..of
            };
            self.documents
                .get(document.0)
                .map_or_else(SideShares::default, |own| SideShares {
                    gross: none(own.gross),
                    net: none(own.net),
                    identical: 0,
                    reworded: none(own.reworded),
                    weighted: none(own.weighted),
                    possible: none(own.possible),
                })
        };
        PairShares {
            a: side(a),
            b: side(b),
            ..PairShares::default()
        }
    }

    /// Returns the left-out stretches of a document, sorted by position, each with one reason; empty if there is no
    /// such document.
    #[must_use]
    pub fn left_out(&self, document: DocumentIndex) -> &[LeftOutRun] {
        self.left_out
            .get(document.0)
            .map_or(&[], |left_out| &left_out.runs)
    }

    /// Returns the indices of the pairs with passages that a document belongs to, ascending; none if there is no such document.
    pub fn pairs_of(&self, document: DocumentIndex) -> impl Iterator<Item = PairIndex> {
        let partners = self.partners_of(document).iter();
        partners.map(|partner| partner.pair)
    }

    /// Returns the pairs of a document, seen from it; none if there is no such document.
    pub(super) fn partners_of(&self, document: DocumentIndex) -> &[Partner] {
        self.partners.of_document(document)
    }

    /// Returns the copied text of `document`, one of the two documents of `pair`, that would count if no passage, pair or source
    /// were unticked, over all text that counts. `counted` must belong to `document`; `counted` and `pair` must be those that the
    /// shares were computed from.
    #[must_use]
    pub fn if_all_ticked(
        &self,
        document: DocumentIndex,
        counted: &Counted,
        pair: &PairPassages,
    ) -> Copied {
        let passages: Vec<_> = (pair.passages.iter())
            .map(|passage| (passage, pair.span_in(document, passage)))
            .collect();
        let spans = copied_from(document, pair, &passages).into_iter();
        let net = self.document(document).map(|shares| shares.net);
        Copied {
            characters: spans
                .map(|span| self.counting_in(document, counted, span))
                .sum(),
            ..net.unwrap_or_default()
        }
    }

    /// Returns what is left out of a document; `None` if there is no such document.
    pub(super) fn left_out_of(&self, document: DocumentIndex) -> Option<&LeftOut> {
        self.left_out.get(document.0)
    }

    /// Returns the number of characters of a span that count; 0 if there is no such document.
    pub(super) fn counting_in(
        &self,
        document: DocumentIndex,
        counted: &Counted,
        span: Span,
    ) -> u32 {
        (self.left_out.get(document.0)).map_or(0, |left_out| left_out.within(counted, span))
    }

    /// Returns the documents whose figures other choices may change, sorted.
    fn touched(&self, documents: &[Counted], choices: &Choices) -> Vec<DocumentIndex> {
        let mut changes = self.choices.changes(choices);
        if changes.reasons.contains(&Reason::Common) {
            // Passages of nothing but given text are listed where it counts, in whichever document it is marked.
            changes
                .documents
                .extend((0..documents.len()).map(DocumentIndex));
        } else if !changes.reasons.is_empty() {
            let marked = (0..)
                .map(DocumentIndex)
                .zip(documents)
                .filter(|(_, counted)| {
                    let mut marks = counted.marks.iter();
                    let mut attributed = counted.attributed.iter();
                    let is_changed = |reason: Reason| changes.reasons.contains(&reason);
                    marks.any(|mark| is_changed(mark.reason.into()))
                        || attributed.any(|one| {
                            Reason::of_attribution(one.attribution).is_some_and(is_changed)
                        })
                });
            changes
                .documents
                .extend(marked.map(|(document, _)| document));
        }
        (changes.documents.into_iter())
            .filter(|&document| document.0 < self.partners.documents())
            .collect()
    }

    /// Recomputes these documents and their pairs; `left_out` must be up to date.
    fn recompute(
        &mut self,
        documents: &[Counted],
        pairs: &[PairPassages],
        touched: &[DocumentIndex],
    ) {
        let computed: Vec<(DocumentShares, Vec<SideShares>)> = (touched.par_iter())
            .map(|&document| {
                document_shares(
                    document,
                    &documents[document],
                    &self.left_out[document],
                    &self.gross[document],
                    self.partners.of_document(document),
                    pairs,
                    &self.choices,
                )
            })
            .collect();
        let mut touched_pairs = Vec::new();
        for (&document, (shares, sides)) in touched.iter().zip(computed) {
            self.documents[document] = shares;
            for (partner, side) in self.partners.of_document(document).iter().zip(sides) {
                let pair = &mut self.pairs[partner.pair.0];
                if document == pairs[partner.pair.0].a {
                    pair.a = side;
                } else {
                    pair.b = side;
                }
                touched_pairs.push(partner.pair.0);
            }
        }
        let touched_pairs = each_once(touched_pairs);
        let counting: Vec<(u32, u32)> = (touched_pairs.par_iter())
            .map(|&pair| counting_passages(&pairs[pair], documents, &self.left_out, &self.choices))
            .collect();
        for (pair, (strong, possible)) in touched_pairs.into_iter().zip(counting) {
            self.pairs[pair].passages = strong;
            self.pairs[pair].possible_passages = possible;
        }
    }
}
