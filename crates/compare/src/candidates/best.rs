//! Selection of the pairs worth aligning, within a budget, by their evidence.

use std::cmp::Reverse;

/// Pair of documents that may share passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// Smaller of the two document numbers.
    pub a: u32,
    /// Larger of the two document numbers.
    pub b: u32,
    /// Evidence that the two documents share text, in 64ths of a nat (natural log unit): rarer shared shingles weigh more.
    pub evidence: u32,
}

/// Minimum evidence, in 64ths of a nat, of a pair that is certainly no chance. Such pairs are kept even beyond the budget.
pub(super) const CERTAIN: u32 = 80 * 64;
/// Minimum evidence of a candidate if not all pairs fit into the budget, in shared shingles that no third document
/// has; less is chance. Of 622 strong pairs of 2,917 articles none has less than 4.4 such shingles, of 546 planted
/// ones 4 have less (2 of them with shuffled words); 12,000 of the 19,500 best pairs have less.
const LEAST_SHINGLES: f64 = 3.9;
/// Budget of pairs to align for each document of a folder: aligning takes 1 to 3 ms a pair, so a folder of 1,000 theses
/// takes less than half a minute on two cores, and all pairs of 63 documents are within the budget.
const FOR_EACH: usize = 6;
const FOR_ANY: usize = 2_000;

/// Best pairs so far. The result does not depend on the order in which pairs come. Memory: twice the budget and the
/// certain pairs.
pub(super) struct Best {
    budget: usize,
    least: u32,
    certain: Vec<Candidate>,
    others: Vec<Candidate>,
}

impl Best {
    /// Makes an empty selection for a folder of `documents` documents.
    pub fn new(documents: usize) -> Self {
        let budget = FOR_EACH * documents + FOR_ANY;
        let pairs = documents.saturating_mul(documents.saturating_sub(1)) / 2;
        Self {
            budget,
            least: if pairs <= budget { 1 } else { least(documents) },
            certain: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Returns the minimum evidence that a pair needs to be kept, in 64ths of a nat.
    pub fn least(&self) -> u32 {
        self.least
    }

    /// Adds pairs, each of which may be added only once. Those with less evidence than [`Self::least`] are dropped.
    pub fn extend(&mut self, pairs: impl IntoIterator<Item = Candidate>) {
        for pair in pairs {
            if pair.evidence >= CERTAIN {
                self.certain.push(pair);
            } else if pair.evidence >= self.least {
                self.others.push(pair);
                if self.others.len() >= 2 * self.budget {
                    self.cut();
                }
            }
        }
    }

    /// Returns the pairs kept, sorted by documents.
    pub fn finish(mut self) -> Vec<Candidate> {
        self.budget = self.budget.saturating_sub(self.certain.len());
        self.cut();
        let mut all = self.certain;
        all.append(&mut self.others);
        all.sort_unstable();
        all
    }

    fn cut(&mut self) {
        if self.others.len() > self.budget {
            self.others.select_nth_unstable_by_key(self.budget, |pair| {
                (Reverse(pair.evidence), pair.a, pair.b)
            });
            self.others.truncate(self.budget);
        }
    }
}

/// Returns [`LEAST_SHINGLES`] in 64ths of a nat for a folder of `documents` documents.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "some thousands for any number of documents"
)]
pub(super) fn least(documents: usize) -> u32 {
    (64.0 * LEAST_SHINGLES * ((documents + 1) as f64 / 2.0).ln()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(number: u32, evidence: u32) -> Candidate {
        let (a, b) = (number / 1_000, 1_000 + number % 1_000);
        Candidate { a, b, evidence }
    }

    #[test]
    fn the_budget_goes_to_the_best_whatever_the_order() {
        let documents = 100;
        let budget = FOR_EACH * documents + FOR_ANY;
        let all: Vec<Candidate> = (0..20_000)
            .map(|i| pair(i, least(100) - 5 + i * 7_919 % 800))
            .chain((20_000..20_010).map(|i| pair(i, CERTAIN)))
            .collect();
        let mut best = Best::new(documents);
        best.extend(all.iter().copied());
        let kept = best.finish();
        assert_eq!(kept.len(), budget);
        assert!(kept.iter().filter(|p| p.evidence == CERTAIN).count() == 10);
        let worst = kept.iter().map(|p| p.evidence).min().unwrap();
        assert!(all.iter().filter(|p| p.evidence > worst).count() < budget);
        let mut best = Best::new(documents);
        best.extend(all.into_iter().rev());
        assert_eq!(best.finish(), kept);
    }

    #[test]
    fn a_small_folder_keeps_every_pair_with_any_evidence() {
        let mut best = Best::new(63);
        best.extend([pair(1, 1), pair(2, 0)]);
        assert_eq!(best.finish(), [pair(1, 1)]);
    }
}
