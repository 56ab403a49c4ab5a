//! Findings of comparing all documents: the listed pairs, and the nearest document of each.

use std::collections::HashMap;

use super::Copies;
use chachong_compare::{
    Choices, DocumentIndex, DocumentPair, DocumentShares, EvidenceKind, Fingerprinted, Neighbour,
    PairFinding, PairIndex, PairPassages, Shares, Thresholds, all_pairs, listed_pairs,
    listed_pairs_by, nearest,
};
use chachong_simhash::Fingerprint;
use chachong_simhash::index::RadiusIndex;

/// Pairs that a check lists, and the nearest neighbour of each document. Positions are those in the list that was
/// compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// Pairs that are near by fingerprint or share copied text (or all pairs), sorted by distance, then positions. In
    /// [`crate::CheckResult::findings`], also pairs with other evidence, all in list order ([`crate::CheckResult::sort_findings`]).
    pub pairs: Vec<PairFinding>,
    /// Kinds of evidence that occur among the listed pairs, sorted; empty until the findings are recomputed
    /// ([`crate::CheckResult::with_findings`]).
    pub kinds: Vec<EvidenceKind>,
    /// Nearest other document of each document by fingerprint, in the order of the documents; `None` if there is none.
    pub nearest: Vec<Option<Neighbour>>,
}

impl Findings {
    /// Compares the fingerprints of all documents. Lists the pairs within the thresholds, or all pairs if `every_pair`.
    #[must_use]
    pub fn of(documents: &[Fingerprinted], thresholds: Thresholds, every_pair: bool) -> Self {
        let pairs = if every_pair { all_pairs } else { listed_pairs };
        Self {
            pairs: pairs(documents, thresholds),
            kinds: Vec::new(),
            nearest: nearest(documents),
        }
    }

    /// Finds the same pairs as [`Self::of`] without `every_pair`, by means of an index. `build` makes the index from fingerprints
    /// with their ids and the maximum distance of a search, in bits (0..=64). Fails if `build` fails.
    pub fn by<E>(
        build: impl FnOnce(Vec<(Fingerprint, u32)>, u32) -> Result<Box<dyn RadiusIndex>, E>,
        documents: &[Fingerprinted],
        thresholds: Thresholds,
    ) -> Result<Self, E> {
        Ok(Self {
            pairs: listed_pairs_by(build, documents, thresholds)?,
            kinds: Vec::new(),
            nearest: nearest(documents),
        })
    }

    /// Adds the result of comparing the texts. Also lists pairs with copied text that counts, pairs that a person decided on and,
    /// if `possible`, pairs with only possible passages, which give no verdict. Of the verdicts by fingerprint and by copied text, a
    /// pair gets the more serious one. A verdict by fingerprint is dropped if at least half of the text of one of the documents was
    /// handed out (assignment, templates) and at least a tenth of its text and code counts: its fingerprint then says more about the text
    /// that was handed out. `code` returns the number of characters of code in a document.
    #[must_use]
    pub fn with_copies(
        mut self,
        documents: &[Fingerprinted],
        copies: &Copies,
        shares: &Shares,
        possible: bool,
        code: impl Fn(DocumentIndex) -> u32,
    ) -> Self {
        let is_of_given = |document| {
            let of = shares.document(document);
            of.is_some_and(|of| is_of_given(of, code(document)))
        };
        let lists_all = self.pairs.iter().any(|pair| pair.verdict.is_none());
        for pair in &mut self.pairs {
            pair.verdict = pair
                .verdict
                .filter(|_| !(is_of_given(pair.a) || is_of_given(pair.b)));
        }
        self.pairs.retain(|pair| {
            let is_decided = shares.choices().decision(pair.a, pair.b).is_some();
            lists_all || is_decided || pair.verdict.is_some()
        });
        let listed: HashMap<DocumentPair, usize> = self
            .pairs
            .iter()
            .enumerate()
            .map(|(place, pair)| ((pair.a, pair.b), place))
            .collect();
        for (copied, (pair, figures)) in copies.pairs.iter().zip(shares.pairs()).enumerate() {
            let of_library = [pair.a, pair.b].map(|document| {
                let document = documents.get(document.0);
                document.is_some_and(|document| document.of_library)
            });
            let verdict = figures.verdict_on_checked(of_library);
            let place = listed.get(&(pair.a, pair.b)).copied();
            if let Some(found) = place.and_then(|place| self.pairs.get_mut(place)) {
                found.copied = Some(PairIndex(copied));
                found.verdict = found.verdict.into_iter().chain(verdict).min();
                continue;
            }
            // What makes up a document's total is listed, however little it is: the list explains the totals. So is what a
            // person decided on, with a decision that it does not count too.
            let wanted = figures.is_copied()
                || possible && figures.possible_passages > 0
                || is_decided(shares.choices(), pair);
            if wanted {
                // A text without terms, of numbers for instance, has no fingerprint.
                let fingerprint = |document: DocumentIndex| documents.get(document.0)?.fingerprint;
                let both = fingerprint(pair.a).zip(fingerprint(pair.b));
                self.pairs.push(PairFinding {
                    a: pair.a,
                    b: pair.b,
                    distance: both.map(|(a, b)| a.distance(b)),
                    verdict,
                    copied: Some(PairIndex(copied)),
                    strongest: None,
                });
            }
        }
        self.pairs.sort_unstable_by_key(PairFinding::by_distance);
        self
    }

    /// Returns the nearest other document by fingerprint; `None` if there is none.
    #[must_use]
    pub fn nearest_to(&self, position: DocumentIndex) -> Option<Neighbour> {
        self.nearest.get(position.0).copied().flatten()
    }

    /// Returns the findings with new positions of the documents. `to` maps each old position to the new one, or to `None` for a
    /// document that is removed together with its pairs; it must keep the order of the documents. `documents` is the number of documents
    /// afterwards. [`PairFinding::copied`] becomes `None`, because the list of passages changes with the documents.
    #[must_use]
    pub fn renumbered(
        &self,
        documents: usize,
        to: impl Fn(DocumentIndex) -> Option<DocumentIndex>,
    ) -> Self {
        let pairs = self.pairs.iter().filter_map(|pair| {
            Some(PairFinding {
                a: to(pair.a)?,
                b: to(pair.b)?,
                copied: None,
                ..*pair
            })
        });
        let mut nearest = vec![None; documents];
        for (from, neighbour) in (0..).map(DocumentIndex).zip(&self.nearest) {
            if let (Some(position), Some(neighbour)) = (to(from), neighbour)
                && let Some(document) = to(neighbour.document)
            {
                nearest[position] = Some(Neighbour {
                    document,
                    ..*neighbour
                });
            }
        }
        Self {
            pairs: pairs.collect(),
            kinds: self.kinds.clone(),
            nearest,
        }
    }

    /// Returns the documents of each listed pair that has a verdict, nearest pair first. Their texts are compared in any case.
    #[must_use]
    pub fn near(&self) -> Vec<DocumentPair> {
        self.pairs
            .iter()
            .filter(|pair| pair.verdict.is_some())
            .map(|pair| (pair.a, pair.b))
            .collect()
    }
}

/// Returns whether a person decided on a pair with passages, or on one of its passages or sources.
fn is_decided(choices: &Choices, pair: &PairPassages) -> bool {
    let (a, b) = (pair.a, pair.b);
    choices.decision(a, b).is_some()
        || !choices.counts_between(a, b)
        || (pair.passages.iter()).any(|passage| !choices.passage_counts(a, b, passage))
}

/// Returns whether the fingerprint of a document is rather that of the assignment: at least half of its text was given, and what is
/// its own, text or `code` (in characters), can be compared by itself. Where hardly anything is its own, the fingerprint is the only
/// hint that is left.
fn is_of_given(document: &DocumentShares, code: u32) -> bool {
    let given = document.left_out.iter().filter(|by| by.reason.is_given());
    let given: u32 = given.map(|by| by.countable).sum();
    let all = document.gross.countable;
    let own = document.net.countable.saturating_add(code);
    given >= all.div_ceil(2) && own >= all.saturating_add(code).div_ceil(10) && all > 0
}
