//! Passages that a case is about, and how much of each document they cover.

use std::collections::BTreeSet;

use chachong_compare::{
    Copied, DocumentIndex, PairFinding, Passage, Span, merged, runs_within, without,
};

use super::CaseAbout;
use crate::CheckResult;

/// Passage of a document in question and a source.
pub(super) struct Found {
    /// Document in question.
    pub document: DocumentIndex,
    /// Document that shares the passage with `document`.
    pub source: DocumentIndex,
    /// Finding about `document` and `source`.
    pub pair: PairFinding,
    /// Passage that `document` and `source` share.
    pub passage: Passage,
    /// Whether neither the passage, nor its pair, nor the source is switched off.
    pub counts: bool,
}

impl Found {
    /// Span in one of the two documents.
    pub(super) fn span_in(&self, document: DocumentIndex) -> Span {
        if document == self.pair.a {
            self.passage.a
        } else {
            self.passage.b
        }
    }
}

impl CheckResult {
    /// Passages that a case is about.
    pub(super) fn findings_of(&self, about: CaseAbout, questioned: &[DocumentIndex]) -> Vec<Found> {
        match about {
            CaseAbout::Pair { document, source } => self.counting_passages(document, source),
            CaseAbout::Passage {
                document,
                source,
                passage,
            } => {
                let pair = self.pair(document, source);
                let pair = pair.filter(|pair| self.passages(pair).contains(&passage));
                (pair.into_iter())
                    .map(|pair| Found {
                        document,
                        source,
                        pair,
                        passage,
                        counts: self.counts(document, source, &passage),
                    })
                    .collect()
            }
            CaseAbout::Student { .. } => {
                let sources = |&document: &DocumentIndex| {
                    let shares = self.document_shares(document);
                    let sources = shares.into_iter().flat_map(|shares| &shares.sources);
                    sources
                        .filter(|source| !questioned.contains(&source.document))
                        .flat_map(move |source| self.counting_passages(document, source.document))
                };
                questioned.iter().flat_map(sources).collect()
            }
        }
    }

    /// Listed passages of which something counts in the document, or in the source.
    fn counting_passages(&self, document: DocumentIndex, source: DocumentIndex) -> Vec<Found> {
        let Some(pair) = self.pair(document, source) else {
            return Vec::new();
        };
        let listed = self.listed(&pair);
        (listed.shown(false).iter())
            .filter(|passage| {
                let figures = self.passage_figures(&pair, passage);
                self.counts(document, source, passage)
                    && figures.is_some_and(|sides| sides.iter().any(|side| side.counting > 0))
            })
            .map(|&passage| Found {
                document,
                source,
                pair,
                passage,
                counts: true,
            })
            .collect()
    }

    /// Whether neither the passage, nor its pair, nor the source is switched off.
    fn counts(&self, document: DocumentIndex, source: DocumentIndex, passage: &Passage) -> bool {
        let (a, b) = (document.min(source), document.max(source));
        self.shares().is_some_and(|shares| {
            let choices = shares.choices();
            choices.counts_for(document, source) && choices.passage_counts(a, b, passage)
        })
    }

    /// Sources of the passages, those with the most counting characters in the documents in question first.
    pub(super) fn sources_of(&self, found: &[Found]) -> Vec<DocumentIndex> {
        let all: BTreeSet<DocumentIndex> = found.iter().map(|one| one.source).collect();
        let mut sources: Vec<(u32, DocumentIndex)> = (all.into_iter())
            .map(|source| (self.in_common(found, source)[0].characters, source))
            .collect();
        sources.sort_by_key(|&(characters, source)| (std::cmp::Reverse(characters), source));
        sources.into_iter().map(|(_, source)| source).collect()
    }

    /// Copied characters that the documents in question and a source have in common: those of all these documents, and those of the
    /// source, each once.
    pub(super) fn in_common(&self, found: &[Found], source: DocumentIndex) -> [Copied; 2] {
        let with_source = || found.iter().filter(|one| one.source == source);
        let documents: BTreeSet<DocumentIndex> = with_source().map(|one| one.document).collect();
        let mut in_documents = Copied::default();
        for document in documents {
            let here = with_source().filter(|one| one.document == document);
            in_documents += self.copied_in(document, here);
        }
        [in_documents, self.copied_in(source, with_source())]
    }

    /// Copied characters of some passages in a document, each once, of those that count.
    fn copied_in<'f>(
        &self,
        document: DocumentIndex,
        found: impl Iterator<Item = &'f Found>,
    ) -> Copied {
        let Some((copies, shares)) = self.copies() else {
            return Copied::default();
        };
        let Some(counted) = copies.counted.get(document.0) else {
            return Copied::default();
        };
        let spans = found.filter(|one| one.counts).flat_map(|one| {
            let runs = self
                .pair_passages(&one.pair)
                .map_or(&[][..], |pair| pair.degrees_in(document));
            runs_within(runs, one.span_in(document))
                .filter(|run| run.degree.is_copied())
                .map(|run| run.span)
        });
        let left_out = merged(shares.left_out(document).iter().map(|run| run.span));
        let characters: u32 = (merged(spans).into_iter())
            .flat_map(|span| without(span, &left_out))
            .map(|span| counted.within(span))
            .sum();
        let countable = shares
            .document(document)
            .map_or(0, |shares| shares.net.countable);
        Copied {
            characters,
            countable,
        }
    }
}
