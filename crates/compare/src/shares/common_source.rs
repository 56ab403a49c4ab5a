//! Library documents that several checked documents share text with, and how much of the text of two of them also occurs there.
//! Such sources hint at where the common text may come from. They change no share and no verdict.

use rayon::prelude::*;

use super::figures::{copied_from, switched_on};
use super::partners::Partner;
use super::{Counted, PairPassages, Reason, Shares};
use crate::overlay::{common, merged};
use crate::verdict::LEAST_CHARACTERS;
use crate::{DocumentIndex, PairIndex, Span, each_once};

/// Minimum number of documents that make a source a common one, versions of one thesis counted once.
const SEVERAL: usize = 3;

/// Library document that shares text with three or more checked submissions, two of which share some of that text with each
/// other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommonSource {
    /// Position of the source in the check's list.
    pub source: DocumentIndex,
    /// Positions of the checked documents that share at least [`LEAST_CHARACTERS`] characters with the source, sorted.
    pub documents: Vec<DocumentIndex>,
    /// Median number of characters that one of `documents` shares with the source. Text that is left out because at least half of the
    /// documents have it is included; text that is left out for another reason or switched off is not.
    pub characters: u32,
    /// Median number of those characters that count. It is less than `characters` if some of the text was taken for the
    /// assignment's.
    pub counting: u32,
}

/// Part of the text shared by two documents that also occurs in a library document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explained {
    /// Position of the source in the check's list.
    pub source: DocumentIndex,
    /// Position of the one of the two documents whose characters are counted.
    pub document: DocumentIndex,
    /// Number of its counted characters that the other document and the source have too.
    pub characters: u32,
    /// Number of its counted characters that the other document has too; the denominator for `characters`.
    pub of: u32,
}

/// Text of one document that a source has, too.
struct Taken {
    source: DocumentIndex,
    document: DocumentIndex,
    spans: Vec<Span>,
    characters: u32,
}

impl Shares {
    /// Returns the library documents that share text with three or more submissions among the first `checked` documents of the
    /// list, those with the most text first. A source is omitted if sources before it have nearly all the same text in these
    /// documents. `documents` and `pairs` must be those that the shares were computed from.
    #[must_use]
    pub fn common_sources(
        &self,
        documents: &[Counted],
        pairs: &[PairPassages],
        checked: usize,
    ) -> Vec<CommonSource> {
        let world = World {
            shares: self,
            documents,
            pairs,
            checked: checked.min(documents.len()),
        };
        let apart: Vec<Vec<Span>> = (0..world.checked)
            .map(|document| world.never_counted(DocumentIndex(document)))
            .collect();
        let mut taken: Vec<Taken> = (0..world.checked)
            .into_par_iter()
            .flat_map_iter(|document| world.taken(DocumentIndex(document), &apart[document]))
            .collect();
        taken.sort_by_key(|taken| (taken.source, taken.document));
        let mut sources: Vec<&[Taken]> = (taken.chunk_by(|x, y| x.source == y.source))
            .filter(|taken| self.submissions_among(taken.iter().map(|one| one.document)) >= SEVERAL)
            .collect();
        // A stable sort: equal ones stay in the order of the list.
        sources.sort_by_key(|taken| {
            let all: u64 = taken.iter().map(|one| u64::from(one.characters)).sum();
            std::cmp::Reverse(all)
        });
        let mut named: Vec<Vec<Span>> = vec![Vec::new(); world.checked];
        let mut found = Vec::new();
        for taken in sources {
            let new = taken.iter().filter(|one| {
                let known = common(&one.spans, &named[one.document]);
                let known = world.characters(one.document, &known, &apart[one.document]);
                one.characters.saturating_sub(known) >= LEAST_CHARACTERS
            });
            if self.submissions_among(new.map(|one| one.document)) < SEVERAL
                || !world.is_shared(taken, &apart)
            {
                continue;
            }
            for one in taken {
                let known = named[one.document].iter().chain(&one.spans).copied();
                named[one.document] = merged(known);
            }
            let counting = |one: &Taken| world.counting(one.document, &one.spans);
            found.push(CommonSource {
                source: taken.first().map_or(DocumentIndex(0), |one| one.source),
                documents: taken.iter().map(|one| one.document).collect(),
                characters: median(taken.iter().map(|one| one.characters)),
                counting: median(taken.iter().map(counting)),
            });
        }
        found
    }

    /// Returns how much of the text that the two documents of `pair` share also occurs in the library document that has most of
    /// it. `None` if no library document has [`LEAST_CHARACTERS`] characters of it from each of the two, if the two documents
    /// belong to one submission, or if one of them is not among the first `checked` documents of the list.
    #[must_use]
    pub fn explained(
        &self,
        documents: &[Counted],
        pairs: &[PairPassages],
        pair: PairIndex,
        checked: usize,
    ) -> Option<Explained> {
        let world = World {
            shares: self,
            documents,
            pairs,
            checked: checked.min(documents.len()),
        };
        let found = pairs.get(pair.0)?;
        if found.a.max(found.b).0 >= world.checked || self.theses().are_own(found.a, found.b) {
            return None;
        }
        let sides = [found.a, found.b].map(|document| world.explained_in(document, pair));
        let [in_a, in_b] = &sides;
        let both = in_a.iter().filter_map(|one| {
            let other = in_b.iter().find(|other| other.source == one.source)?;
            Some(if other.characters > one.characters {
                *other
            } else {
                *one
            })
        });
        both.max_by_key(|one| (one.characters, std::cmp::Reverse(one.source)))
    }

    /// Returns the number of submissions that these documents belong to.
    fn submissions_among(&self, documents: impl Iterator<Item = DocumentIndex>) -> usize {
        each_once(documents.map(|one| self.theses().main(one))).len()
    }
}

/// Shares with the data that they were computed from.
#[derive(Clone, Copy)]
struct World<'w> {
    shares: &'w Shares,
    documents: &'w [Counted],
    pairs: &'w [PairPassages],
    /// Number of checked documents, counted from the first.
    checked: usize,
}

impl<'w> World<'w> {
    /// Returns the stretches of a document that were left out for another reason than that most documents have them, sorted.
    fn never_counted(self, document: DocumentIndex) -> Vec<Span> {
        let runs = self.shares.left_out(document).iter();
        merged(
            runs.filter(|run| run.reason != Reason::Common)
                .map(|run| run.span),
        )
    }

    /// Returns the number of countable characters of `spans` outside `apart`; both are unions.
    fn characters(self, document: DocumentIndex, spans: &[Span], apart: &[Span]) -> u32 {
        let counted = &self.documents[document];
        let sum = |spans: &[Span]| spans.iter().map(|&span| counted.within(span)).sum::<u32>();
        sum(spans).saturating_sub(sum(&common(spans, apart)))
    }

    /// Returns the number of characters of `spans` that count.
    fn counting(self, document: DocumentIndex, spans: &[Span]) -> u32 {
        let counted = &self.documents[document];
        let within = |&span| self.shares.counting_in(document, counted, span);
        spans.iter().map(within).sum()
    }

    /// Returns what a document has from one partner in passages that are switched on.
    fn copied(self, document: DocumentIndex, partner: &Partner) -> Vec<Span> {
        self.pairs
            .get(partner.pair.0)
            .map_or_else(Vec::new, |pair| {
                let on = switched_on(document, partner, pair, self.shares.choices());
                copied_from(document, pair, &on)
            })
    }

    /// Returns the pairs of a document with sources from outside.
    fn outside(self, document: DocumentIndex) -> impl Iterator<Item = &'w Partner> {
        let partners = self.shares.partners_of(document).iter();
        partners.filter(move |one| one.document.0 >= self.checked && !one.is_own)
    }

    fn taken(self, document: DocumentIndex, apart: &[Span]) -> Vec<Taken> {
        let from = |partner: &Partner| {
            let spans = self.copied(document, partner);
            let characters = self.characters(document, &spans, apart);
            (characters >= LEAST_CHARACTERS).then_some(Taken {
                source: partner.document,
                document,
                spans,
                characters,
            })
        };
        self.outside(document).filter_map(from).collect()
    }

    /// Returns whether two of the documents share some of the text that they took from one source.
    fn is_shared(self, taken: &[Taken], apart: &[Vec<Span>]) -> bool {
        let has = |document| {
            taken
                .binary_search_by_key(&document, |one| one.document)
                .is_ok()
        };
        taken.iter().any(|one| {
            let partners = self.shares.partners_of(one.document).iter();
            let mut others = partners.filter(|partner| {
                partner.document > one.document && !partner.is_own && has(partner.document)
            });
            others.any(|other| {
                let both = common(&self.copied(one.document, other), &one.spans);
                self.characters(one.document, &both, &apart[one.document]) >= LEAST_CHARACTERS
            })
        })
    }

    /// Returns for each source from outside how many characters it explains: counting characters that a document shares with the other
    /// document of the pair and that also stand in the source. Leaves out sources that explain fewer than [`LEAST_CHARACTERS`].
    fn explained_in(self, document: DocumentIndex, pair: PairIndex) -> Vec<Explained> {
        let mut partners = self.shares.partners_of(document).iter();
        let Some(other) = partners.find(|partner| partner.pair == pair) else {
            return Vec::new();
        };
        let shared = self.copied(document, other);
        let of = self.counting(document, &shared);
        let explained = |partner: &Partner| {
            let both = common(&shared, &self.copied(document, partner));
            let characters = self.counting(document, &both);
            (characters >= LEAST_CHARACTERS).then_some(Explained {
                source: partner.document,
                document,
                characters,
                of,
            })
        };
        self.outside(document).filter_map(explained).collect()
    }
}

/// Returns the median, the lower of the two middle numbers if there are two; 0 for an empty list.
fn median(numbers: impl Iterator<Item = u32>) -> u32 {
    let mut numbers: Vec<u32> = numbers.collect();
    numbers.sort_unstable();
    let middle = numbers.len().saturating_sub(1) / 2;
    numbers.get(middle).copied().unwrap_or(0)
}
