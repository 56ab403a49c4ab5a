//! Rows of the list of pairs: findings about two submissions, and below an unfolded one its pairs of documents.

use crate::state::State;
use chachong_check::ListedPair;
use chachong_compare::DocumentPair;

/// Row of the list of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairRow {
    /// Two submissions: the place of the finding among [`crate::state::Check::submission_findings`].
    Submissions(usize),
    /// Two documents of them, below: the place of the finding, and that of the pair of documents among its pairs.
    Documents(usize, usize),
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
        finding.listed(&check.result, below)
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
