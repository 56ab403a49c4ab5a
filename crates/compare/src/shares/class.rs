//! Copied share of a document with one class of its sources: those of a library, those from outside, or those of the check.

use super::figures::{copied_from, switched_on};
use super::partners::Partner;
use super::{Copied, Counted, PairPassages, Shares};
use crate::overlay::merged;
use crate::{Degree, DocumentIndex, Span};

/// Copied share of a document with one class of sources, such as all libraries; each character counts once. A character that
/// two classes have counts in both, so the shares of all classes do not add up to the total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClassShares {
    /// All text copied from the class, whatever the choices, over all countable characters.
    pub gross: Copied,
    /// Copied text in passages with the class that counts under the choices, over all text that counts.
    pub net: Copied,
    /// Number of sources in the class that have at least one character of `net`.
    pub sources: u32,
}

impl Shares {
    /// Returns the copied share of a document with the other documents that `is_of` selects, except those of its own
    /// submission. `documents` and `pairs` must be those that the shares were computed from. All zeros if there is no such
    /// document.
    ///
    /// If two classes together contain all sources, the number of characters that both have is their sum minus the total.
    #[must_use]
    pub fn of_class(
        &self,
        document: DocumentIndex,
        documents: &[Counted],
        pairs: &[PairPassages],
        is_of: impl Fn(DocumentIndex) -> bool,
    ) -> ClassShares {
        self.of_partners(document, documents, pairs, |partner| {
            !partner.is_own && is_of(partner.document)
        })
    }

    /// Returns two copied shares of a document: with those documents of its own submission that `is_of` selects, and with these
    /// and all its sources together. The arguments are those of [`Self::of_class`].
    #[must_use]
    pub fn with_own(
        &self,
        document: DocumentIndex,
        documents: &[Counted],
        pairs: &[PairPassages],
        is_of: impl Fn(DocumentIndex) -> bool,
    ) -> [ClassShares; 2] {
        let of = |counts: &dyn Fn(&Partner) -> bool| {
            self.of_partners(document, documents, pairs, counts)
        };
        let is_own = |partner: &Partner| partner.is_own && is_of(partner.document);
        [
            of(&is_own),
            of(&|partner| !partner.is_own || is_own(partner)),
        ]
    }

    fn of_partners(
        &self,
        document: DocumentIndex,
        documents: &[Counted],
        pairs: &[PairPassages],
        counts: impl Fn(&Partner) -> bool,
    ) -> ClassShares {
        let (Some(counted), Some(total)) = (documents.get(document.0), self.document(document))
        else {
            return ClassShares::default();
        };
        let found = self.spans_of(document, counted, pairs, counts);
        let within = |span| self.counting_in(document, counted, span);
        let copied = |spans: &[Span], countable, within: &dyn Fn(Span) -> u32| Copied {
            characters: spans.iter().map(|&span| within(span)).sum(),
            countable,
        };
        let (countable, everything) = (total.net.countable, total.gross.countable);
        ClassShares {
            gross: copied(&found.gross, everything, &|span| counted.within(span)),
            net: copied(&found.net, countable, &within),
            sources: found.sources,
        }
    }

    /// Returns what is copied in a document from the partners for which `counts` holds.
    pub(super) fn spans_of(
        &self,
        document: DocumentIndex,
        counted: &Counted,
        pairs: &[PairPassages],
        counts: impl Fn(&Partner) -> bool,
    ) -> CopiedSpans {
        let (mut gross, mut net) = (Vec::new(), Vec::new());
        let mut sources = 0;
        for partner in self.partners_of(document) {
            let Some(pair) = pairs.get(partner.pair.0) else {
                continue;
            };
            if !counts(partner) {
                continue;
            }
            let whatever_choices = (pair.passages.iter())
                .flat_map(|passage| pair.graded(document, passage, Degree::is_copied));
            gross.extend(whatever_choices);
            let on = switched_on(document, partner, pair, self.choices());
            let on = copied_from(document, pair, &on);
            let does_count = |&span: &Span| self.counting_in(document, counted, span) > 0;
            sources += u32::from(on.iter().any(does_count));
            net.extend(on);
        }
        CopiedSpans {
            gross: merged(gross),
            net: merged(net),
            sources,
        }
    }
}

/// Copied stretches of a document, sorted, none empty, none touching the next.
pub(super) struct CopiedSpans {
    /// Those in any strong passage, whatever the choices.
    pub(super) gross: Vec<Span>,
    /// Those in passages that are switched on; text that is left out is among them.
    pub(super) net: Vec<Span>,
    /// Number of sources with at least one character in `net` that counts.
    pub(super) sources: u32,
}
