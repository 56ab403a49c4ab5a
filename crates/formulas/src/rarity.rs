//! Improbability that an unrelated person writes the same step, from its length and from the number of documents that
//! have it.

use crate::formula::{Formulas, Step};
use crate::ordinary::ordinary;
use chachong_weight::Class;

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

/// Frequencies of the steps in a comparison.
pub(crate) struct Rarity(Class);

impl Rarity {
    /// Counts the steps of documents. Documents with equal numbers in `submissions` were handed in together. Steps of
    /// textbooks and steps in `given` have no weight.
    pub(crate) fn of(documents: &[Formulas], submissions: &[u32], given: &[Formulas]) -> Self {
        let given = given.iter().flat_map(hashes).chain(ordinary()).collect();
        let documents = documents.iter().map(|document| hashes(document).collect());
        Self(Class::of(documents.collect(), submissions, given))
    }

    /// Returns the evidence of an equal step, in nats; 0 if the step is short, textbook knowledge or handed out.
    pub(crate) fn worth(&self, step: &Step) -> f64 {
        let least = (-worth_by_length(step)).exp();
        let chance = |hash| self.0.chance(hash, least, 0);
        -chance(step.hash).max(chance(step.row)).ln()
    }
}

fn hashes(document: &Formulas) -> impl Iterator<Item = u64> {
    document.steps().flat_map(|step| [step.hash, step.row])
}

/// What a step of this length is worth where nothing is known of others, in nats.
fn worth_by_length(step: &Step) -> f64 {
    ((f64::from(step.tokens) - FREE_TOKENS) * PER_TOKEN).clamp(0.0, MOST)
}

#[cfg(test)]
mod tests {
    use super::Rarity;
    use crate::Formulas;

    fn worth(text: &str, holders: usize, of: usize) -> f64 {
        let documents: Vec<Formulas> = (0..of)
            .map(|nth| {
                let held = if nth < holders { text } else { "" };
                Formulas::of(
                    &format!("{held}\ny = x^{nth} + 3\nv = u^{nth} - 7/u\n"),
                    &[],
                )
            })
            .collect();
        let asked = Formulas::of(text, &[]);
        asked.steps().next().map_or(-1.0, |step| {
            let submissions: Vec<u32> = (0..).take(of).collect();
            Rarity::of(&documents, &submissions, &[]).worth(step)
        })
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
