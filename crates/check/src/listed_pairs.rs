//! Rows of a list of pairs: findings about two submissions, and below one its pairs of documents.

use chachong_compare::{DocumentIndex, EvidenceKind, PairFinding, PairShares, Strongest};

use crate::{CheckResult, EvidenceItem, LowerEstimate, SubmissionFinding};

/// Row of a list of pairs: two submissions with all their pairs of documents, or one of these pairs below them.
#[derive(Clone, Debug)]
pub struct ListedPair<'r> {
    /// Finding about the two submissions.
    pub finding: &'r SubmissionFinding,
    /// Pair of documents that the row is about; the strongest with the verdict on all for a row of submissions.
    pub pair: PairFinding,
    /// The two documents of `pair` in the order of the submissions.
    pub documents: [DocumentIndex; 2],
    /// Shares in the order of the submissions: those of all their documents, or of the two documents; `None` where texts were not
    /// compared.
    pub shares: Option<PairShares>,
    /// Whether the row stands below that of its submissions.
    pub is_below: bool,
    /// Places of the pairs that the row is about in `finding.pairs`: the first and the one after the last.
    places: [usize; 2],
}

impl ListedPair<'_> {
    /// Returns the pairs of documents that the row is about, the strongest first.
    pub fn pairs<'p>(
        &'p self,
        result: &'p CheckResult,
    ) -> impl Iterator<Item = &'p PairFinding> + 'p {
        let [first, end] = self.places;
        (first..end).filter_map(|place| self.finding.pair(result, place))
    }

    /// Returns why the shares are lower estimates; `None` if they are not.
    #[must_use]
    pub fn lower_estimate(&self, result: &CheckResult) -> Option<LowerEstimate> {
        self.pairs(result)
            .filter_map(|pair| result.pair_lower_estimate(pair.a, pair.b))
            .max_by_key(|lower| lower.pages)
    }

    /// Returns what both sides have in common of a kind beyond prose: the evidence about the strongest pair of documents that has
    /// it, and whether its documents stand in the opposite order of the submissions; `None` if none has.
    #[must_use]
    pub fn of_kind<'r>(
        &self,
        result: &'r CheckResult,
        kind: EvidenceKind,
    ) -> Option<(&'r [EvidenceItem], bool)> {
        self.pairs(result).find_map(|pair| {
            let items = result.pair_evidence(pair.a, pair.b);
            let has_kind = items.iter().any(|item| item.kind() == Some(kind));
            has_kind.then(|| (items, result.in_order_of(pair, self.finding.a)[0] != pair.a))
        })
    }
}

impl SubmissionFinding {
    /// Returns whether the finding is about documents of one submission, which say nothing about copying.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.a == self.b
    }

    /// Returns whether something speaks for copying, as [`PairFinding::is_finding`] does for two documents.
    #[must_use]
    pub const fn is_finding(&self) -> bool {
        self.strongest.is_some()
    }

    /// Returns the kind that speaks most strongly for copying, if it is another one than prose.
    #[must_use]
    pub fn beyond_text(&self) -> Option<Strongest> {
        self.strongest.and_then(Strongest::beyond_text)
    }

    /// Returns whether one of the two submissions has several documents, so that lists show the pairs of documents below.
    #[must_use]
    pub fn has_files(&self, result: &CheckResult) -> bool {
        let has_several = |document| {
            result
                .submission(document)
                .is_some_and(|one| one.files.len() > 1)
        };
        !self.is_own() && [self.a, self.b].into_iter().any(has_several)
    }

    /// Returns a pair of documents of the finding; its strongest for `place` 0.
    #[must_use]
    pub fn pair<'r>(&self, result: &'r CheckResult, place: usize) -> Option<&'r PairFinding> {
        result.findings.pairs.get(*self.pairs.get(place)?)
    }

    /// Returns the finding as one about its strongest pair of documents, with the verdict on all.
    #[must_use]
    pub fn as_pair(&self, result: &CheckResult) -> Option<PairFinding> {
        let pair = *self.pair(result, 0)?;
        let is_swapped = result.in_order_of(&pair, self.a)[0] != pair.a;
        Some(PairFinding {
            verdict: self.verdict,
            strongest: self.strongest.map(|one| turned(one, is_swapped)),
            ..pair
        })
    }

    /// Returns what a row of a list shows: that of the submissions, or `below` it the pair of documents at this place; `None` if
    /// there is no such pair.
    #[must_use]
    pub fn listed<'r>(
        &'r self,
        result: &CheckResult,
        below: Option<usize>,
    ) -> Option<ListedPair<'r>> {
        let pair = match below {
            None => self.as_pair(result)?,
            Some(below) => *self.pair(result, below)?,
        };
        let documents = result.in_order_of(&pair, self.a);
        let (shares, places) = match below {
            None => (self.shares, [0, self.pairs.len()]),
            Some(below) => {
                let shares = result.pair_shares(&pair);
                let shares = shares.map(|shares| turned_shares(shares, documents[0] != pair.a));
                (shares, [below, below + 1])
            }
        };
        Some(ListedPair {
            finding: self,
            pair,
            documents,
            shares,
            is_below: below.is_some(),
            places,
        })
    }
}

impl CheckResult {
    /// Returns the two documents of a pair, that of the submission of `a` first.
    #[must_use]
    pub fn in_order_of(&self, pair: &PairFinding, a: DocumentIndex) -> [DocumentIndex; 2] {
        let theses = self.theses();
        if theses.main(pair.a) == theses.main(a) {
            [pair.a, pair.b]
        } else {
            [pair.b, pair.a]
        }
    }
}

/// Returns the strongest kind with its shares in the opposite order, if they are to be swapped.
pub(crate) fn turned(strongest: Strongest, is_swapped: bool) -> Strongest {
    let [a, b] = strongest.shares;
    Strongest {
        shares: if is_swapped { [b, a] } else { [a, b] },
        ..strongest
    }
}

/// Returns shares in the opposite order, if they are to be swapped.
pub(crate) fn turned_shares(shares: PairShares, is_swapped: bool) -> PairShares {
    if !is_swapped {
        return shares;
    }
    PairShares {
        a: shares.b,
        b: shares.a,
        ..shares
    }
}
