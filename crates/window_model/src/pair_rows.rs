//! Rows of the list of pairs: findings about two submissions, each followed by its pairs of documents if it is unfolded.

use crate::state::State;
use chachong_check::ListedPair;
use chachong_compare::DocumentPair;

/// Row of the list of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairRow {
    /// Finding about two submissions, by its index in [`crate::state::Check::submission_findings`].
    Submissions(usize),
    /// Pair of documents below an unfolded finding: the index of the finding, and the index of the pair in
    /// [`SubmissionFinding::pairs`](chachong_check::SubmissionFinding::pairs).
    Documents(usize, usize),
}

impl State {
    /// Returns the finding or the pair of documents in a row; `None` if the row no longer exists.
    pub fn listed_pair(&self, row: PairRow) -> Option<ListedPair<'_>> {
        let check = &self.check;
        let (place, below) = match row {
            PairRow::Submissions(place) => (place, None),
            PairRow::Documents(place, pair) => (place, Some(pair)),
        };
        let finding = check.submission_findings().get(place)?;
        finding.listed(&check.result, below)
    }

    /// Shows or hides the pairs of documents below the finding about two submissions, which are given by their main documents. A
    /// finding with a single pair stays folded.
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
