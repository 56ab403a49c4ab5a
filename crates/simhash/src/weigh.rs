//! Weights of a text's terms under a recipe's settings.

use super::document_frequencies::DocumentFrequencies;
use super::recipe::Recipe;
use chachong_text::TermCounts;

/// Weight of a term in a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Weight {
    /// Number of occurrences. The relative frequency would give the same signs, and so the same fingerprint.
    Frequency,
    /// Level of importance, 1..=5. Importance is frequency times inverse document frequency. A term has level 5 if its importance is more
    /// than 1/2 of that of the most important term, 4 if more than 1/4, 3 if more than 1/8, 2 if more than 1/16, otherwise 1.
    FiveLevels,
    /// Frequency times inverse document frequency, in 64ths of a bit. Terms that more than half of the documents contain are dropped.
    FrequencyIdf,
}

impl Weight {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Frequency => "frequency",
            Self::FiveLevels => "levels-1-5",
            Self::FrequencyIdf => "frequency*idf",
        }
    }

    /// Returns whether terms that more than half of the documents contain are dropped.
    pub(super) const fn drops_common(self) -> bool {
        matches!(self, Self::FrequencyIdf)
    }
}

/// Term with its hash and weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighed<'a> {
    /// Text of the term.
    pub text: &'a str,
    /// Hash of the term.
    pub hash: u64,
    /// Weight of the term; the recipe determines the unit: a count, a level, or 64ths of a bit of information.
    pub weight: u32,
}

/// Returns the terms that count, in the order of their first occurrence. Terms of weight 0 are among them: they are terms of the text all
/// the same.
pub(super) fn weigh<'a>(
    recipe: Recipe,
    terms: &'a TermCounts,
    documents: &DocumentFrequencies,
) -> Vec<Weighed<'a>> {
    let kept = terms
        .iter()
        .filter(|(text, _)| !(recipe.weight.drops_common() && documents.is_common(text)));
    let weighed = kept.map(|(text, count)| Weighed {
        text,
        hash: recipe.hash.of(text),
        weight: match recipe.weight {
            Weight::Frequency => count,
            // A frequency (below 2^28 in any text that is read) times less than 2^12 may pass 32 bits only above a million
            // occurrences of one term: there it stays at the maximum.
            Weight::FrequencyIdf | Weight::FiveLevels => count.saturating_mul(documents.idf(text)),
        },
    });
    let mut weighed: Vec<Weighed<'a>> = weighed.collect();
    if recipe.weight == Weight::FiveLevels {
        turn_into_levels(&mut weighed);
    }
    weighed
}

fn turn_into_levels(weighed: &mut [Weighed<'_>]) {
    let most = weighed.iter().map(|term| term.weight).max().unwrap_or(0);
    for Weighed { weight, .. } in weighed {
        // Halves are rounded down: a term at exactly half of the maximum is not above it.
        let below =
            (1..5).take_while(|&halvings| u64::from(*weight) << halvings <= u64::from(most));
        *weight = 5 - u32::try_from(below.count()).unwrap_or(4);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::IDF_UNIT;
    use crate::recipe::tests::recipes;
    use chachong_text::TermRule;

    fn weights(recipe: Recipe, text: &str) -> Vec<(String, u32)> {
        let terms = TermCounts::of_raw(text, TermRule::WhiteSpace);
        let weighed = weigh(recipe, &terms, DocumentFrequencies::starting());
        let pairs = weighed.iter().map(|w| (w.text.to_owned(), w.weight));
        pairs.collect()
    }

    fn with(weight: Weight) -> Recipe {
        let mut recipe = Recipe::STRING_HASH;
        recipe.weight = weight;
        recipe
    }

    fn owned(pairs: &[(&str, u32)]) -> Vec<(String, u32)> {
        let pairs = pairs
            .iter()
            .map(|&(text, weight)| (text.to_owned(), weight));
        pairs.collect()
    }

    #[test]
    fn levels_halve() {
        let levels = with(Weight::FiveLevels);
        // None of these terms is in jieba's table, so importance goes by frequency.
        let counts = [
            ("qa", 32),
            ("qb", 17),
            ("qc", 16),
            ("qd", 5),
            ("qe", 3),
            ("qf", 2),
            ("qg", 1),
        ];
        let text: String = counts
            .map(|(term, count)| format!("{term} ").repeat(count))
            .concat();
        let want = [
            ("qa", 5),
            ("qb", 5),
            ("qc", 4),
            ("qd", 3),
            ("qe", 2),
            ("qf", 1),
            ("qg", 1),
        ];
        assert_eq!(weights(levels, &text), owned(&want));
    }

    #[test]
    fn common_words_are_dropped_by_the_table() {
        let mut documents = DocumentFrequencies::default();
        for _ in 0..1000 {
            documents.add(&TermCounts::of_raw("本文", TermRule::WhiteSpace));
        }
        let terms = TermCounts::of_raw("本文 螺丝", TermRule::WhiteSpace);
        let weighed = weigh(with(Weight::FrequencyIdf), &terms, &documents);
        assert_eq!(weighed.len(), 1);
        assert!(weighed[0].text == "螺丝" && weighed[0].weight > 5 * IDF_UNIT);
    }

    proptest! {
        #[test]
        fn no_setting_panics_and_none_makes_terms(recipe in recipes(), text in "[a-d中文 ]{0,40}") {
            let terms = TermCounts::of_raw(&text, recipe.term_rule());
            let weighed = weigh(recipe, &terms, DocumentFrequencies::starting());
            prop_assert!(weighed.len() <= terms.different());
            if recipe.weight == Weight::FiveLevels {
                prop_assert!(weighed.iter().all(|w| (1..=5).contains(&w.weight)));
            }
        }
    }
}
