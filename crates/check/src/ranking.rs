//! Order of the lists of findings.

use std::cmp::Ordering;

use chachong_compare::{
    DocumentIndex, EvidenceKind, EvidenceStrength, LEAST_BASE, PairFinding, PairShares, Strongest,
    Verdict,
};

use crate::{CheckResult, Document, strengths};

/// Rank of a finding in the lists: the strength of its strongest kind, then two shares of that kind. Those of prose are by weight
/// and of all copied text, those of other kinds the larger and the smaller share of the two documents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rank {
    strength: Option<EvidenceStrength>,
    shares: [f64; 2],
}

/// Pair with its rank in the list.
type Ranked<'p> = (Rank, &'p PairFinding);

impl Rank {
    /// Ranks a finding about two documents or two submissions; `shares` are those of its copied text.
    pub(crate) fn of(
        verdict: Option<Verdict>,
        strongest: Option<Strongest>,
        shares: Option<PairShares>,
    ) -> Self {
        let last = |place: f64| Self {
            strength: None,
            shares: [place; 2],
        };
        match (verdict, strongest) {
            (Some(Verdict::Version), _) => last(-1.0),
            (Some(Verdict::Own), _) => last(-2.0),
            (_, Some(other)) if other.kind != EvidenceKind::Text => Self {
                strength: Some(other.strength),
                shares: [other.share(), other.shares[0].min(other.shares[1])],
            },
            _ => {
                // Near fingerprints alone are no strength.
                let prose = strongest.filter(|strongest| strongest.share() > 0.0);
                let (weighted, all) = shares.map_or((0.0, 0.0), PairShares::rank);
                Self {
                    strength: prose.map(|strongest| strongest.strength),
                    shares: [weighted, all],
                }
            }
        }
    }

    /// Compares two ranks, the lower rank first.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        let ([weighted, all], [other_weighted, other_all]) = (self.shares, other.shares);
        (self.strength.cmp(&other.strength))
            .then(weighted.total_cmp(&other_weighted))
            .then(all.total_cmp(&other_all))
    }
}

impl CheckResult {
    /// Returns the kind of evidence that speaks most strongly for copying between two documents, ignoring the distance of their
    /// fingerprints. `None` if nothing does, if both documents are of one submission or thesis, and if a person decided that
    /// nothing between them counts.
    pub(crate) fn strongest(&self, pair: &PairFinding) -> Option<Strongest> {
        if self.theses().are_own(pair.a, pair.b) {
            return None;
        }
        let shares = (self.shares()).and_then(|shares| shares.pair(pair.copied?));
        let of_library = [pair.a, pair.b].map(|document| self.is_of_library(document));
        let prose = shares.and_then(|shares| {
            let weights = [shares.a, shares.b].map(|side| side.shown().weight);
            Strongest::of_prose(shares.verdict_on_checked(of_library)?, weights)
        });
        prose
            .into_iter()
            .chain(self.beyond_prose(pair))
            .reduce(Strongest::stronger)
    }

    /// Returns the strength of each item of evidence beyond prose about two documents; nothing if a person decided that nothing between
    /// them counts.
    pub(crate) fn beyond_prose(&self, pair: &PairFinding) -> impl Iterator<Item = Strongest> {
        let is_tiny = |&document: &DocumentIndex| {
            let content = self.document(document).and_then(Document::content);
            content.is_some_and(|content| content.characters < LEAST_BASE.into())
        };
        let is_tiny = [pair.a, pair.b].iter().any(is_tiny);
        let counts = self.counts_between(pair.a, pair.b);
        strengths(self.pair_evidence(pair.a, pair.b), is_tiny).filter(move |_| counts)
    }

    /// Sorts the pairs in list order: by the strength of the strongest kind of evidence, then by the shares of that kind, by
    /// fingerprint distance and by both documents' names. Prose is ranked by the share of text that few documents have, then by
    /// all copied text. Versions of one thesis and other documents of one submission stand last, because they are not findings.
    pub fn sort_findings(&mut self) {
        let pairs = std::mem::take(&mut self.findings.pairs);
        let mut ranked: Vec<_> = pairs.iter().map(|pair| (self.rank(pair), pair)).collect();
        ranked.sort_by(|x, y| self.list_order(x, y));
        self.findings.pairs = ranked.into_iter().map(|(_, pair)| *pair).collect();
    }

    /// Returns the rank of a pair.
    fn rank(&self, pair: &PairFinding) -> Rank {
        let shares = (self.shares()).and_then(|shares| shares.pair(pair.copied?));
        Rank::of(pair.verdict, pair.strongest, shares)
    }

    /// Compares the places in the list of two pairs with their ranks.
    fn list_order(&self, x: &Ranked<'_>, y: &Ranked<'_>) -> Ordering {
        let ((x_rank, x), (y_rank, y)) = (x, y);
        y_rank.order(x_rank).then_with(|| {
            let name = |document: DocumentIndex| self.document(document).map(|one| &one.name);
            let key = |pair: &PairFinding| {
                let far = pair.distance.unwrap_or(u32::MAX);
                (far, name(pair.a), name(pair.b))
            };
            key(x).cmp(&key(y))
        })
    }

    /// Returns the listed pair of the same documents as `pair`; `None` if they are not listed. The other fields of `pair`
    /// determine its place in the list, so that not all pairs have to be searched.
    pub(crate) fn listed_pair(&self, pair: &PairFinding) -> Option<&PairFinding> {
        let pairs = &self.findings.pairs;
        let sought = (self.rank(pair), pair);
        let order = |one: &PairFinding| self.list_order(&(self.rank(one), one), &sought);
        let first = pairs.partition_point(|one| order(one).is_lt());
        (pairs[first..].iter())
            .take_while(|one| order(one).is_eq())
            .find(|one| (one.a, one.b) == (pair.a, pair.b))
    }
}
