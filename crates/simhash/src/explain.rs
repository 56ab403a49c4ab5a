//! Explanation of a fingerprint: how firmly each bit is settled and which terms decided it.

use super::{Accumulator, DocumentFrequencies, Fingerprint, Recipe, Weighed};
use chachong_text::TermCounts;

/// Explanation of a fingerprint: the sum of each bit and the terms that produced it.
#[derive(Clone, Debug)]
pub struct Explanation<'a> {
    recipe: Recipe,
    terms: Vec<Weighed<'a>>,
    sums: [i128; 64],
    total: u128,
    fingerprint: Fingerprint,
}

/// Heaviest terms for and against one bit of a fingerprint; each list begins with the heaviest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deciding<'a> {
    /// Terms whose hash agrees with the fingerprint in this bit, the heaviest first.
    pub agreeing: Vec<Weighed<'a>>,
    /// Terms whose hash differs from the fingerprint in this bit, the heaviest first.
    pub opposing: Vec<Weighed<'a>>,
}

impl Recipe {
    /// Explains how the fingerprint of these terms was computed; `None` if there are too few terms for a fingerprint.
    #[must_use]
    pub fn explain(self, terms: &TermCounts) -> Option<Explanation<'_>> {
        let mut terms = self.weighed(terms, DocumentFrequencies::starting())?;
        terms.sort_unstable_by(|a, b| b.weight.cmp(&a.weight).then(a.text.cmp(b.text)));
        let mut accumulator = Accumulator::default();
        for term in &terms {
            accumulator.add(term.hash, term.weight);
        }
        Some(Explanation {
            recipe: self,
            sums: accumulator.sums(),
            total: accumulator.total(),
            fingerprint: self.finish(&accumulator),
            terms,
        })
    }
}

impl<'a> Explanation<'a> {
    /// Returns the explained fingerprint, which equals that of [`Recipe::fingerprint`].
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// Returns the recipe of the fingerprint; the recipe's width is the number of bits.
    #[must_use]
    pub fn recipe(&self) -> Recipe {
        self.recipe
    }

    /// Returns all terms, the heaviest first.
    #[must_use]
    pub fn terms(&self) -> &[Weighed<'a>] {
        &self.terms
    }

    /// Returns the signed sum of each bit, the least significant bit first: the weights of the terms whose hash has a 1 there
    /// minus those of all other terms.
    #[must_use]
    pub fn sums(&self) -> &[i128; 64] {
        &self.sums
    }

    /// Returns the sum of all weights, which is the largest possible sum of a bit.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.total
    }

    /// Returns how clearly a bit (0 is the least significant) was decided, 0..=1: the absolute value of its sum divided by the total
    /// weight. At 0, one more term may flip the bit. Also 0 for a bit that does not exist (64 and up).
    #[must_use]
    pub fn margin(&self, bit: usize) -> f64 {
        let sum = self.sums.get(bit).copied().unwrap_or(0);
        if self.total == 0 {
            return 0.0;
        }
        // A share needs no more digits than a double has.
        sum.unsigned_abs() as f64 / self.total as f64
    }

    /// Returns the heaviest terms for and against a bit (0..=63; 0 is the least significant), at most `most` on each side. Terms of
    /// weight 0 are left out.
    #[must_use]
    pub fn deciding(&self, bit: u32, most: usize) -> Deciding<'a> {
        let side = |agreeing: bool| {
            let differs =
                |term: &Weighed<'_>| (term.hash ^ self.fingerprint.0) >> (bit % 64) & 1 == 1;
            let terms = self.terms.iter().copied();
            terms
                .filter(|term| term.weight > 0 && differs(term) != agreeing)
                .take(most)
                .collect()
        };
        Deciding {
            agreeing: side(true),
            opposing: side(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use chachong_text::{TermCounts, TermRule};

    #[test]
    fn the_heaviest_terms_come_first_on_either_side() {
        let terms = TermCounts::of_raw("甲 乙 乙 丙 丙 丙 丁", TermRule::WhiteSpace);
        let explanation = Recipe::STRING_HASH.explain(&terms).unwrap();
        assert_eq!(explanation.total(), 7);
        for bit in 0..64 {
            let Deciding { agreeing, opposing } = explanation.deciding(bit, 9);
            assert_eq!(agreeing.len() + opposing.len(), 4);
            let sum = |side: &[Weighed<'_>]| side.iter().map(|t| f64::from(t.weight)).sum::<f64>();
            let margin = (sum(&agreeing) - sum(&opposing)) / 7.0;
            assert!((explanation.margin(bit as usize) - margin).abs() < 1e-12);
            for side in [agreeing, opposing] {
                assert!(side.is_sorted_by_key(|t| std::cmp::Reverse(t.weight)));
            }
        }
        assert_eq!(explanation.deciding(0, 1).agreeing.len(), 1);
    }

    proptest! {
        #[test]
        fn explains_the_fingerprint_itself(text in "[a-e]{1,3}( [a-e]{1,3}){0,30}") {
            for recipe in Recipe::ALL {
                let terms = TermCounts::of_raw(&text, recipe.term_rule());
                let explanation = recipe.explain(&terms);
                prop_assert_eq!(explanation.as_ref().map(Explanation::fingerprint), recipe.fingerprint(&terms));
                if let Some(explanation) = explanation {
                    prop_assert!((0..64).all(|bit| (0.0..=1.0).contains(&explanation.margin(bit))));
                }
            }
        }
    }
}
