//! How unlikely it is that a stranger writes the same step, from how long it is and from how many of the class have it.

use crate::formula::{Formulas, Step};
use crate::ordinary::is_ordinary;
use std::collections::HashMap;

/// Classes of fewer documents say nothing about what was given.
pub(crate) const LEAST_CLASS: usize = 8;
/// Tokens that say nothing: `F = m a` has 4, `E = m c^2` has 6. From 4 to 6 no made ring of four equal steps is missed, and no
/// more strangers are found (`cargo bench --bench formulas -- seeds 200 4`).
const FREE_TOKENS: f64 = 5.0;
/// What each token more is worth, in nats; the same holds from 0.8 to 1.5. By how often strangers have equal steps it could be
/// more: 9 nats at 7 tokens and 11 at 10 in 2,917 articles, 6 and 8 in manuals of one field. Textbooks are why it is not.
const PER_TOKEN: f64 = 1.2;
/// The most that a step is worth, in nats: a long step is as often out of one textbook as a short one is. Of 200 made classes
/// with a textbook 0 had a pair of strangers that counts at 6, 1 at 6.5 and 7, 2 at 7.5, 5 at 8; 2 are what
/// `MOST_EXPECTED` allows. At 6 one ring in 2,400 is missed.
const MOST: f64 = 7.0;

/// In how many documents of a comparison each step stands.
pub(crate) struct Rarity {
    documents: usize,
    holders: HashMap<u64, u32>,
}

impl Rarity {
    pub(crate) fn of(documents: &[Formulas]) -> Self {
        let mut holders = HashMap::new();
        for document in documents {
            let mut hashes: Vec<u64> = document
                .steps()
                .flat_map(|step| [step.hash, step.row])
                .collect();
            hashes.sort_unstable();
            hashes.dedup();
            for hash in hashes {
                *holders.entry(hash).or_insert(0) += 1;
            }
        }
        Self {
            documents: documents.len(),
            holders,
        }
    }

    /// What an equal step is worth, in nats; 0 for what is short, in every book, or given to the class.
    pub(crate) fn worth(&self, step: &Step) -> f64 {
        let by_length = worth_by_length(step);
        if by_length <= 0.0 || is_ordinary(step) {
            return 0.0;
        }
        let holders = [step.hash, step.row]
            .iter()
            .filter_map(|hash| self.holders.get(hash))
            .max()
            .copied()
            .unwrap_or(0);
        if self.documents >= LEAST_CLASS && holders as usize * 2 >= self.documents {
            return 0.0;
        }
        let others = f64::from(holders.saturating_sub(2));
        let all = self.documents.saturating_sub(2).max(LEAST_CLASS) as f64;
        if others > 0.0 {
            by_length.min((all / others).ln().max(0.0))
        } else {
            by_length
        }
    }
}

/// What a step of this length is worth where nothing is known of others, in nats.
pub(crate) fn worth_by_length(step: &Step) -> f64 {
    ((f64::from(step.tokens) - FREE_TOKENS) * PER_TOKEN).clamp(0.0, MOST)
}

#[cfg(test)]
mod tests {
    use super::Rarity;
    use crate::Formulas;

    fn worth(text: &str, holders: usize, of: usize) -> f64 {
        let documents: Vec<Formulas> = (0..of)
            .map(|nth| Formulas::of(if nth < holders { text } else { "" }, &[]))
            .collect();
        let asked = Formulas::of(text, &[]);
        asked
            .steps()
            .next()
            .map_or(-1.0, |step| Rarity::of(&documents).worth(step))
    }

    #[test]
    fn long_and_rare_steps_say_much() {
        let long = "z = (a_1 + b^2 q)/(c - √d) + 3 w";
        assert!(worth(long, 2, 30) > 3.0 * worth("E = m c^2", 2, 30));
        assert!(worth("F = m a", 2, 30) <= 0.0);
        assert!(worth(long, 10, 30) < worth(long, 2, 30));
        assert!(worth(long, 15, 30) <= 0.0 && worth(long, 2, 2) > 1.0);
    }
}
