//! What comparing all documents found: the listed pairs and each one's nearest. Knows nothing of texts.

use std::collections::HashMap;

use super::Copies;
use crate::compare::{
    Fingerprinted, Neighbour, PairFinding, Shares, Thresholds, Verdict, all_pairs, listed_pairs,
    listed_pairs_by, nearest,
};
use crate::index::{IndexError, System};

/// Pairs with fewer counted characters in passages are not listed for them: what an excluded section leaves over at its
/// edges is no finding.
const LEAST_CHARACTERS: u32 = 30;

/// From this share on a pair is listed for text that is left out only because it is common to many documents: what a
/// clique of copiers shares looks like that too.
const LEAST_SHARE_WITH_COMMON: f64 = 0.1;

/// What comparing all documents of a check found. Positions are those in the list that was compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The pairs within the thresholds or with passages that count (or all), by distance, then positions.
    pub pairs: Vec<PairFinding>,
    /// For each document its nearest other one.
    pub nearest: Vec<Option<Neighbour>>,
}

impl Findings {
    /// Compares all documents. With `every_pair` also those beyond the thresholds are listed.
    #[must_use]
    pub fn of(documents: &[Fingerprinted], thresholds: Thresholds, every_pair: bool) -> Self {
        let pairs = if every_pair { all_pairs } else { listed_pairs };
        Self {
            pairs: pairs(documents, thresholds),
            nearest: nearest(documents),
        }
    }

    /// What [`Self::of`] finds within the thresholds, through `system`, which may take `memory_limit` bytes.
    pub fn by(
        system: System,
        memory_limit: usize,
        documents: &[Fingerprinted],
        thresholds: Thresholds,
    ) -> Result<Self, IndexError> {
        Ok(Self {
            pairs: listed_pairs_by(system, memory_limit, documents, thresholds)?,
            nearest: nearest(documents),
        })
    }

    /// Adds what the texts have in common: pairs with passages that count are listed too, and called so.
    #[must_use]
    pub fn with_copies(
        mut self,
        documents: &[Fingerprinted],
        copies: &Copies,
        shares: &Shares,
    ) -> Self {
        let listed: HashMap<(usize, usize), usize> = self
            .pairs
            .iter()
            .enumerate()
            .map(|(position, pair)| ((pair.a, pair.b), position))
            .collect();
        for (copied, (pair, figures)) in copies.pairs.iter().zip(shares.pairs()).enumerate() {
            let characters = figures.a.net.characters.max(figures.b.net.characters);
            let with_common =
                f64::max(figures.a.share_with_common(), figures.b.share_with_common());
            let counts = figures.passages > 0 && characters >= LEAST_CHARACTERS
                || figures.a.common.max(figures.b.common) >= LEAST_CHARACTERS
                    && with_common >= LEAST_SHARE_WITH_COMMON;
            let position = listed.get(&(pair.a, pair.b)).copied();
            if let Some(found) = position.and_then(|position| self.pairs.get_mut(position)) {
                found.copied = Some(copied);
                if counts && found.verdict != Some(Verdict::NearDuplicate) {
                    found.verdict = Some(Verdict::CopiedPassages);
                }
                continue;
            }
            // Texts of fewer than three terms have no fingerprint, and no passages.
            let fingerprint = |document: usize| documents.get(document)?.fingerprint;
            if let (true, Some(a), Some(b)) = (counts, fingerprint(pair.a), fingerprint(pair.b)) {
                self.pairs.push(PairFinding {
                    a: pair.a,
                    b: pair.b,
                    distance: a.distance(b),
                    verdict: Some(Verdict::CopiedPassages),
                    copied: Some(copied),
                });
            }
        }
        self.pairs
            .sort_unstable_by_key(|pair| (pair.distance, pair.a, pair.b));
        self
    }

    /// The positions of the listed pairs, nearest first: those whose texts are compared in any case.
    #[must_use]
    pub fn near(&self) -> Vec<(usize, usize)> {
        self.pairs
            .iter()
            .filter(|pair| pair.verdict.is_some())
            .map(|pair| (pair.a, pair.b))
            .collect()
    }
}
