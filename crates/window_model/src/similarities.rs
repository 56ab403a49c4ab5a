//! How similar pairs of rows are, and how many of them: those that stand apart from the rest of a class.

use std::collections::BTreeMap;

use crate::evidence::code_share;
use crate::matrix_view::Measure;
use crate::state::State;
use chachong_compare::{DocumentIndex, DocumentPair};

/// Number of bars of the histogram, each of 5 %.
pub const BARS: usize = 20;

/// Pairs that share something, by the size of the share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Similarities {
    /// Share, 0..=1, and both main documents of each pair with a share, the largest first.
    pub pairs: Vec<(f64, DocumentIndex, DocumentIndex)>,
    /// Number of all pairs of submissions of checked documents.
    pub all: u64,
}

impl Similarities {
    /// Collects the shares of all pairs of rows by a measure; none for one that is no share.
    #[must_use]
    pub fn of(state: &State, measure: Measure) -> Self {
        let check = &state.check;
        let theses = check.result.theses();
        let mut pairs: Vec<(f64, DocumentIndex, DocumentIndex)> = match measure {
            Measure::Share => (check.submission_findings().iter())
                .map(|finding| {
                    (
                        check.share_between(finding.a, finding.b),
                        finding.a,
                        finding.b,
                    )
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
                shares.map(|((a, b), share)| (share, a, b)).collect()
            }
            _ => Vec::new(),
        };
        let checked = check.checked();
        pairs.retain(|&(share, a, b)| share > 0.0 && a != b && a.max(b).0 < checked);
        pairs.sort_by(|x, y| y.0.total_cmp(&x.0).then((x.1, x.2).cmp(&(y.1, y.2))));
        let rows = check.submission_count() as u64;
        Self {
            pairs,
            all: rows * rows.saturating_sub(1) / 2,
        }
    }

    /// Returns the bar of a share.
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

    /// Returns the pairs of a bar, the largest share first.
    #[must_use]
    pub fn in_bar(&self, bar: usize) -> &[(f64, DocumentIndex, DocumentIndex)] {
        let first = self.pairs.partition_point(|pair| Self::bar(pair.0) > bar);
        let end = self.pairs.partition_point(|pair| Self::bar(pair.0) >= bar);
        &self.pairs[first..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_compare::DocumentIndex as Doc;

    #[test]
    fn each_pair_is_in_the_bar_of_its_share() {
        let similarities = Similarities {
            pairs: vec![
                (1.0, Doc(0), Doc(1)),
                (0.96, Doc(0), Doc(2)),
                (0.5, Doc(1), Doc(2)),
                (0.049, Doc(2), Doc(3)),
            ],
            all: 6,
        };
        let counts: Vec<usize> = (0..BARS)
            .map(|bar| similarities.in_bar(bar).len())
            .collect();
        assert_eq!(counts.iter().sum::<usize>(), 4);
        assert_eq!((counts[19], counts[10], counts[0]), (2, 1, 1));
        assert_eq!(similarities.in_bar(19)[1], (0.96, Doc(0), Doc(2)));
    }
}
