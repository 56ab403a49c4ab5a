//! Weights of a text's terms under a recipe's settings.

use super::document_frequencies::DocumentFrequencies;
use super::parameters::{RecipeParameters, Weight};
use chachong_text::TermCounts;

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
    parameters: &RecipeParameters,
    terms: &'a TermCounts,
    documents: &DocumentFrequencies,
) -> Vec<Weighed<'a>> {
    let kept = terms
        .iter()
        .filter(|(text, _)| !(parameters.drop_common && documents.is_common(text)));
    let weighed = kept.map(|(text, count)| Weighed {
        text,
        hash: parameters.hash.of(text),
        weight: match parameters.weight {
            Weight::Frequency => count,
            // A frequency (below 2^28 in any text that is read) times less than 2^12 may pass 32 bits only above a million
            // occurrences of one term: there it stays at the maximum.
            Weight::FrequencyIdf | Weight::FiveLevels => count.saturating_mul(documents.idf(text)),
        },
    });
    let mut weighed: Vec<Weighed<'a>> = weighed.collect();
    if parameters.weight == Weight::FiveLevels {
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
    use crate::parameters::tests::parameters;
    use crate::{IDF_UNIT, Recipe};
    use chachong_text::TermRule;

    fn weights(parameters: RecipeParameters, text: &str) -> Vec<(String, u32)> {
        let terms = TermCounts::of_raw(text, TermRule::WhiteSpace);
        let weighed = weigh(&parameters, &terms, DocumentFrequencies::starting());
        let pairs = weighed.iter().map(|w| (w.text.to_owned(), w.weight));
        pairs.collect()
    }

    fn with(change: impl FnOnce(&mut RecipeParameters)) -> RecipeParameters {
        let mut parameters = *Recipe::STRING_HASH.parameters();
        change(&mut parameters);
        parameters
    }

    fn owned(pairs: &[(&str, u32)]) -> Vec<(String, u32)> {
        let pairs = pairs
            .iter()
            .map(|&(text, weight)| (text.to_owned(), weight));
        pairs.collect()
    }

    #[test]
    fn levels_halve() {
        let levels = with(|k| k.weight = Weight::FiveLevels);
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
        let parameters = with(|k| {
            k.drop_common = true;
            k.weight = Weight::FrequencyIdf;
        });
        let terms = TermCounts::of_raw("本文 螺丝", TermRule::WhiteSpace);
        let weighed = weigh(&parameters, &terms, &documents);
        assert_eq!(weighed.len(), 1);
        assert!(weighed[0].text == "螺丝" && weighed[0].weight > 5 * IDF_UNIT);
    }

    proptest! {
        #[test]
        fn no_setting_panics_and_none_makes_terms(parameters in parameters(), text in "[a-d中文 ]{0,40}") {
            let terms = TermCounts::of_raw(&text, parameters.terms);
            let weighed = weigh(&parameters, &terms, DocumentFrequencies::starting());
            prop_assert!(weighed.len() <= terms.different());
            if parameters.weight == Weight::FiveLevels {
                prop_assert!(weighed.iter().all(|w| (1..=5).contains(&w.weight)));
            }
        }
    }
}
