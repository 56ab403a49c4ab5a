//! Parameters of a recipe, and their text form.

use std::fmt;

use super::{TermHash, Tie};
use chachong_text::TermRule;

/// Weight of a term in a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weight {
    /// Number of occurrences. The relative frequency would give the same signs, and so the same fingerprint.
    Frequency,
    /// Level of importance, 1..=5. Importance is frequency times inverse document frequency. A term has level 5 if its importance is more
    /// than 1/2 of that of the most important term, 4 if more than 1/4, 3 if more than 1/8, 2 if more than 1/16, otherwise 1.
    FiveLevels,
    /// Frequency times inverse document frequency, in 64ths of a bit.
    FrequencyIdf,
}

/// All settings by which a text is turned into a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecipeParameters {
    /// Rule by which the text is split into terms and some terms are dropped.
    pub terms: TermRule,
    /// Whether terms that more than half of the documents contain are dropped too.
    pub drop_common: bool,
    /// Weight of a term.
    pub weight: Weight,
    /// Hash function for terms.
    pub hash: TermHash,
    /// Number of bits in a fingerprint, 1..=64; the lowest bits of the hash are used.
    pub width: u32,
    /// Value of a bit whose sum is 0.
    pub tie: Tie,
    /// Minimum number of different terms that are used, after all terms to drop are dropped; a text with fewer has no fingerprint.
    pub minimum_terms: u32,
}

impl Weight {
    const fn name(self) -> &'static str {
        match self {
            Self::Frequency => "frequency",
            Self::FiveLevels => "levels-1-5",
            Self::FrequencyIdf => "frequency*idf",
        }
    }
}

impl Tie {
    const fn name(self) -> &'static str {
        match self {
            Self::Zero => "0",
            Self::One => "1",
        }
    }
}

impl RecipeParameters {
    /// Returns whether the fingerprint depends on a table of document frequencies.
    #[must_use]
    pub const fn needs_documents(&self) -> bool {
        self.drop_common || !matches!(self.weight, Weight::Frequency)
    }
}

const fn kept_or_dropped(dropped: bool) -> &'static str {
    if dropped { "dropped" } else { "kept" }
}

/// Writes `name=value` pairs, divided by spaces, always all of them in this order. `position` and `heaviest` were settings once and are in
/// the text forms that libraries store.
impl fmt::Display for RecipeParameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "terms={} part-of-speech={} stop-words={} common-words={} weight={} position=ignored heaviest=all hash={} \
             width={} tie={} minimum-terms={}",
            self.terms.name(),
            self.terms.part_of_speech(),
            kept_or_dropped(self.terms.drops_stop_words()),
            kept_or_dropped(self.drop_common),
            self.weight.name(),
            self.hash.name(),
            self.width,
            self.tie.name(),
            self.minimum_terms,
        )
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    pub(crate) fn parameters() -> impl Strategy<Value = RecipeParameters> {
        let weights = vec![Weight::Frequency, Weight::FiveLevels, Weight::FrequencyIdf];
        let parameters = (
            prop::sample::select(TermRule::ALL.to_vec()),
            any::<bool>(),
            prop::sample::select(weights),
            prop::sample::select(TermHash::ALL.to_vec()),
            1_u32..=64,
            prop::sample::select(vec![Tie::Zero, Tie::One]),
            0_u32..5,
        );
        parameters.prop_map(
            |(terms, drop_common, weight, hash, width, tie, minimum_terms)| RecipeParameters {
                terms,
                drop_common,
                weight,
                hash,
                width,
                tie,
                minimum_terms,
            },
        )
    }

    proptest! {
        /// Fingerprints are compared if the text forms of their recipes are equal.
        #[test]
        fn each_setting_is_in_the_text_form(a in parameters(), b in parameters()) {
            for one_changed in [
                RecipeParameters { terms: b.terms, ..a },
                RecipeParameters { drop_common: b.drop_common, ..a },
                RecipeParameters { weight: b.weight, ..a },
                RecipeParameters { hash: b.hash, ..a },
                RecipeParameters { width: b.width, ..a },
                RecipeParameters { tie: b.tie, ..a },
                RecipeParameters { minimum_terms: b.minimum_terms, ..a },
            ] {
                prop_assert_eq!(one_changed.to_string() == a.to_string(), one_changed == a);
            }
        }
    }
}
