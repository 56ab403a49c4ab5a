//! Pairs of rows by the size of their share, for a histogram that shows which pairs stand apart from the rest of a class.

use std::collections::BTreeMap;

use crate::evidence::{code_share, coloured_share};
use crate::matrix_view::Measure;
use crate::state::State;
use chachong_compare::{DocumentIndex, DocumentPair, share_level};

/// Number of bars of the histogram; each covers 5 %.
pub const BARS: usize = 20;

/// Pair of submissions whose share by the chosen measure is above 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimilarRows {
    /// Share by the chosen measure, 0..=1: by [`Measure::Share`] the larger share of the strongest kind of evidence, by
    /// [`Measure::Code`] the larger share of program code.
    pub share: f64,
    /// Level that determines the colour in the matrix, from 0 (most serious) to 4.
    pub level: u8,
    /// Main document ([`Theses::main`](chachong_compare::Theses::main)) of the submission whose main document has the smaller position.
    pub a: DocumentIndex,
    /// Main document of the other submission.
    pub b: DocumentIndex,
}

/// Shares of all pairs of checked submissions by one measure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Similarities {
    /// Pairs of submissions with a share above 0, the largest share first.
    pub pairs: Vec<SimilarRows>,
    /// Number of all pairs of the rows, including those without a share.
    pub all: u64,
}

impl Similarities {
    /// Collects the shares of all pairs of the `rows` of a matrix by a measure. The result has no pairs unless the measure is
    /// [`Measure::Share`] or [`Measure::Code`].
    #[must_use]
    pub fn of(state: &State, measure: Measure, rows: usize) -> Self {
        let check = &state.check;
        let theses = check.result.theses();
        let mut pairs: Vec<SimilarRows> = match measure {
            Measure::Share => (check.submission_findings().iter())
                .map(|finding| SimilarRows {
                    share: check.share_between(finding.a, finding.b),
                    level: share_level(coloured_share(finding)),
                    a: finding.a,
                    b: finding.b,
                })
                .collect(),
            Measure::Code => {
                let mut shares: BTreeMap<DocumentPair, f64> = BTreeMap::new();
                for pair in &check.result.evidence.pairs {
                    let [a, b] = [pair.a, pair.b].map(|document| theses.main(document));
                    let share = shares.entry((a.min(b), a.max(b))).or_default();
                    *share = share.max(code_share(&pair.items));
                }
                let shares = shares.into_iter();
                let of_pair = |((a, b), share)| SimilarRows {
                    share,
                    level: share_level(share),
                    a,
                    b,
                };
                shares.map(of_pair).collect()
            }
            _ => Vec::new(),
        };
        let checked = check.checked();
        pairs.retain(|pair| pair.share > 0.0 && pair.a != pair.b && pair.a.max(pair.b).0 < checked);
        pairs.sort_by(|x, y| {
            y.share
                .total_cmp(&x.share)
                .then((x.a, x.b).cmp(&(y.a, y.b)))
        });
        let rows = rows as u64;
        Self {
            pairs,
            all: rows * rows.saturating_sub(1) / 2,
        }
    }

    /// Returns the index of the histogram bar that contains a share, 0..=1.
    #[must_use]
    pub fn bar(share: f64) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to the number of bars"
        )]
        let bar = (share.clamp(0.0, 1.0) * BARS as f64) as usize;
        bar.min(BARS - 1)
    }

    /// Returns the pairs in a bar of the histogram, the largest share first; `bar` is below [`BARS`].
    #[must_use]
    pub fn in_bar(&self, bar: usize) -> &[SimilarRows] {
        let first = self
            .pairs
            .partition_point(|pair| Self::bar(pair.share) > bar);
        let end = self
            .pairs
            .partition_point(|pair| Self::bar(pair.share) >= bar);
        &self.pairs[first..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_documents_without_a_row_are_not_counted() {
        let state = State::new(chachong_messages::Language::English, None);
        assert_eq!(Similarities::of(&state, Measure::Share, 42).all, 861);
    }

    #[test]
    fn each_pair_is_in_the_bar_of_its_share() {
        let similarities = Similarities {
            pairs: [(1.0, 0, 1), (0.96, 0, 2), (0.5, 1, 2), (0.049, 2, 3)]
                .map(|(share, a, b)| SimilarRows {
                    share,
                    level: share_level(share),
                    a: DocumentIndex(a),
                    b: DocumentIndex(b),
                })
                .to_vec(),
            all: 6,
        };
        let counts: Vec<usize> = (0..BARS)
            .map(|bar| similarities.in_bar(bar).len())
            .collect();
        assert_eq!(counts.iter().sum::<usize>(), 4);
        assert_eq!((counts[19], counts[10], counts[0]), (2, 1, 1));
        assert_eq!(similarities.in_bar(19)[1].b, DocumentIndex(2));
    }
}
