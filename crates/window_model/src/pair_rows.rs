//! Rows of the list of pairs: findings about two submissions, and below an unfolded one its pairs of documents.

use crate::state::{Check, State};
use chachong_check::{LowerEstimate, SubmissionFinding};
use chachong_compare::{DocumentIndex, DocumentPair, PairFinding, PairShares};

/// Row of the list of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairRow {
    /// Two submissions: the place of the finding among [`Check::submission_findings`].
    Submissions(usize),
    /// Two documents of them, below: the place of the finding, and that of the pair of documents among its pairs.
    Documents(usize, usize),
}

/// What a row of the list of pairs shows.
#[derive(Clone, Debug)]
pub struct ListedPair<'c> {
    /// Finding about the two submissions.
    pub finding: &'c SubmissionFinding,
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
    pub fn pairs<'p>(&'p self, check: &'p Check) -> impl Iterator<Item = &'p PairFinding> + 'p {
        let [first, end] = self.places;
        (first..end).filter_map(|place| check.pair_of(self.finding, place))
    }

    /// Returns why the shares are lower estimates; `None` if they are not.
    pub fn lower_estimate(&self, check: &Check) -> Option<LowerEstimate> {
        let pairs = self.pairs(check);
        pairs
            .filter_map(|pair| check.result.pair_lower_estimate(pair.a, pair.b))
            .max_by_key(|lower| lower.pages)
    }
}

impl Check {
    /// Returns a finding about submissions as one about their strongest pair of documents, with the verdict on all.
    pub fn as_pair(&self, finding: &SubmissionFinding) -> Option<PairFinding> {
        Some(PairFinding {
            verdict: finding.verdict,
            strongest: finding.strongest,
            ..*self.pair_of(finding, 0)?
        })
    }
}

impl State {
    /// Returns what a row of the list of pairs shows; `None` for one that is not in the list any more.
    pub fn listed_pair(&self, row: PairRow) -> Option<ListedPair<'_>> {
        let check = &self.check;
        let (place, below) = match row {
            PairRow::Submissions(place) => (place, None),
            PairRow::Documents(place, pair) => (place, Some(pair)),
        };
        let finding = check.submission_findings().get(place)?;
        let pair = match below {
            None => check.as_pair(finding)?,
            Some(below) => *check.pair_of(finding, below)?,
        };
        let documents = check.in_order_of(&pair, finding.a);
        let (shares, places) = match below {
            None => (finding.shares, [0, finding.pairs.len()]),
            Some(below) => {
                let shares = check.result.pair_shares(&pair);
                let is_swapped = documents[0] != pair.a;
                let in_order = shares.map(|shares| {
                    if is_swapped {
                        PairShares {
                            a: shares.b,
                            b: shares.a,
                            ..shares
                        }
                    } else {
                        shares
                    }
                });
                (in_order, [below, below + 1])
            }
        };
        Some(ListedPair {
            finding,
            pair,
            documents,
            shares,
            is_below: below.is_some(),
            places,
        })
    }

    /// Shows or hides the pairs of documents below a finding about two submissions.
    pub fn unfold_pair(&mut self, pair: DocumentPair, unfolded: bool) {
        let has_several =
            (self.check.finding_between(pair.0, pair.1)).is_some_and(|one| one.pairs.len() > 1);
        if unfolded && has_several {
            self.table.pairs.unfolded.insert(pair);
        } else {
            self.table.pairs.unfolded.remove(&pair);
        }
        self.arrange_pairs();
    }
}
