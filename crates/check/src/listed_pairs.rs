//! Rows of a list of pairs: findings about two submissions, and below each its pairs of documents.

use chachong_compare::{DocumentIndex, EvidenceKind, PairFinding, PairShares, Strongest};

use crate::{CheckResult, EvidenceItem, LowerEstimate, SubmissionFinding};

/// Row of a list of pairs: a finding about two submissions, or one of its pairs of documents below it.
#[derive(Clone, Debug)]
pub struct ListedPair<'r> {
    /// Finding about the two submissions, also in a row of one of its pairs.
    pub finding: &'r SubmissionFinding,
    /// Pair of documents of the row. A row of two submissions holds their strongest pair, with the verdict on all their pairs.
    pub pair: PairFinding,
    /// The two documents of `pair`, in the order of the finding's submissions.
    pub documents: [DocumentIndex; 2],
    /// Copied shares, in the order of the finding's submissions: those of the submissions, or those of the two documents in a row
    /// of a pair. `None` if texts were not compared.
    pub shares: Option<PairShares>,
    /// Whether the row is a pair of documents below the row of its submissions.
    pub is_below: bool,
    /// Places of the pairs that the row is about in `finding.pairs`: the first and the one after the last.
    places: [usize; 2],
}

impl ListedPair<'_> {
    /// Returns the documents that name the two sides: the main documents of two submissions, otherwise the documents of the row. The
    /// strongest pair of two submissions may have an earlier work of a student from a library.
    #[must_use]
    pub fn named(&self) -> [DocumentIndex; 2] {
        if self.is_below || self.finding.is_own() {
            self.documents
        } else {
            [self.finding.a, self.finding.b]
        }
    }

    /// Returns the pairs of documents that the row is about, the strongest first.
    pub fn pairs<'p>(
        &'p self,
        result: &'p CheckResult,
    ) -> impl Iterator<Item = &'p PairFinding> + 'p {
        let [first, end] = self.places;
        (first..end).filter_map(|place| self.finding.pair(result, place))
    }

    /// Returns why the row's shares are lower estimates; `None` if they are not.
    #[must_use]
    pub fn lower_estimate(&self, result: &CheckResult) -> Option<LowerEstimate> {
        let documents = self.pairs(result).flat_map(|pair| [pair.a, pair.b]);
        LowerEstimate::of(&result.documents, documents)
    }

    /// Returns the shares of a kind of evidence beyond the text in a row of two submissions of which one has several files: those of all
    /// their documents together, in the order of the finding's submissions. `None` in other rows, and for a kind that has no shares.
    #[must_use]
    pub fn shares_of_all(&self, result: &CheckResult, kind: EvidenceKind) -> Option<[f64; 2]> {
        let is_of_all = !self.is_below && self.finding.has_files(result);
        let mut shares = (self.finding.beyond_prose.iter())
            .filter(|one| is_of_all && one.kind == kind)
            .map(|one| one.shares);
        shares.find(|[a, b]| a + b > 0.0)
    }

    /// Returns evidence of a kind beyond the text. In a row of two submissions, code is that of all their documents; other evidence is all
    /// that about the strongest pair of documents that has evidence of this kind. The `bool` is true if the evidence is in the opposite
    /// order: its first document belongs to the finding's second submission. `None` if no pair of the row has evidence of this kind.
    #[must_use]
    pub fn of_kind<'r>(
        &self,
        result: &'r CheckResult,
        kind: EvidenceKind,
    ) -> Option<(&'r [EvidenceItem], bool)> {
        let of_all = (kind == EvidenceKind::Code && !self.is_below)
            .then(|| result.code_of(self.finding))
            .flatten();
        if let Some((item, is_swapped)) = of_all {
            return Some((std::slice::from_ref(item), is_swapped));
        }
        self.pairs(result).find_map(|pair| {
            let items = result.pair_evidence(pair.a, pair.b);
            let has_kind = items.iter().any(|item| item.kind() == Some(kind));
            has_kind.then(|| (items, result.in_order_of(pair, self.finding.a)[0] != pair.a))
        })
    }
}

impl SubmissionFinding {
    /// Returns whether the finding is about documents of one submission, whose similarity says nothing about copying.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.a == self.b
    }

    /// Returns whether there is evidence that one of the two submissions copied from the other; [`PairFinding::is_finding`] answers
    /// the same about two documents.
    #[must_use]
    pub const fn is_finding(&self) -> bool {
        self.strongest.is_some()
    }

    /// Returns the strongest kind of evidence for copying if it is not prose; `None` for prose, and without any evidence.
    #[must_use]
    pub fn beyond_text(&self) -> Option<Strongest> {
        self.strongest.and_then(Strongest::beyond_text)
    }

    /// Returns whether the finding is about two submissions and at least one has several files, so that lists show its pairs of
    /// documents.
    #[must_use]
    pub fn has_files(&self, result: &CheckResult) -> bool {
        let has_several = |document| {
            result
                .submission(document)
                .is_some_and(|one| one.files.len() > 1)
        };
        !self.is_own() && [self.a, self.b].into_iter().any(has_several)
    }

    /// Returns the pair of documents at a place in the finding, the strongest at 0; `None` beyond the last pair.
    #[must_use]
    pub fn pair<'r>(&self, result: &'r CheckResult, place: usize) -> Option<&'r PairFinding> {
        result.findings.pairs.get(*self.pairs.get(place)?)
    }

    /// Returns the strongest pair of documents, with verdict, strongest evidence and distance of the whole finding; `None` if it has no
    /// pairs.
    #[must_use]
    pub fn as_pair(&self, result: &CheckResult) -> Option<PairFinding> {
        let pair = *self.pair(result, 0)?;
        let is_swapped = result.in_order_of(&pair, self.a)[0] != pair.a;
        Some(PairFinding {
            verdict: self.verdict,
            strongest: self.strongest.map(|one| turned(one, is_swapped)),
            distance: self.distance,
            ..pair
        })
    }

    /// Returns a row of the list: that of the submissions, or with `below` that of the pair of documents at this place; `None` if
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
    /// Returns the two documents of a pair; first the one in the same submission as `a`.
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

/// Returns the strongest kind of evidence, with its two shares swapped if `is_swapped`.
pub(crate) fn turned(strongest: Strongest, is_swapped: bool) -> Strongest {
    let [a, b] = strongest.shares;
    Strongest {
        shares: if is_swapped { [b, a] } else { [a, b] },
        ..strongest
    }
}

/// Returns the shares of a pair, with both sides swapped if `is_swapped`.
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
