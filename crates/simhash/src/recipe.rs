//! Recipes: the named, fixed settings that turn a text's counted terms into a fingerprint. Two fingerprints are only
//! comparable under the same recipe.

use std::str::FromStr;

use super::document_frequencies::DocumentFrequencies;
use super::term_hash::{count_shingles, has_different_shingles};
use super::weigh::{Weight, weigh};
use super::{Accumulator, Fingerprint, TermHash, Tie, Weighed};
use chachong_text::{Normalized, TermCounts, TermRule};

/// Minimum number of different terms that are used: a text with fewer carries no information and gets no fingerprint.
const MINIMUM_TERMS: usize = 3;

/// Named settings by which a text is turned into a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Recipe {
    name: &'static str,
    /// Rule by which the text is split into terms and some terms are dropped.
    terms: TermRule,
    /// Weight of a term.
    pub(super) weight: Weight,
    /// Hash function for terms.
    pub(super) hash: TermHash,
    /// Number of bits in a fingerprint, 1..=64; the lowest bits of the hash are used.
    width: u32,
    /// Value of a bit whose sum is 0.
    tie: Tie,
}

/// Error: no recipe has the given name.
#[derive(Debug, thiserror::Error)]
#[error("there is no recipe named \"{name}\"; the recipes are {}", Recipe::NAMES.join(", "))]
pub struct UnknownRecipe {
    /// Name that was given.
    pub name: String,
}

impl Recipe {
    /// Default recipe: jieba words of the normalised text, stop words removed, weighted by frequency.
    pub const THESIS: Self = Self {
        name: "thesis",
        terms: TermRule::Words,
        weight: Weight::Frequency,
        hash: TermHash::Xxh3,
        width: 64,
        tie: Tie::Zero,
    };
    /// Recipe of a Java class in one of the source articles: white-space tokens of the raw text, a multiplicative hash, and 1 for a bit
    /// whose sum is zero.
    pub const STRING_HASH: Self = Self {
        name: "string-hash",
        terms: TermRule::WhiteSpace,
        hash: TermHash::String,
        tie: Tie::One,
        ..Self::THESIS
    };
    /// Recipe of a Python tool in one of the source articles: jieba words that start with a Chinese character, and a hash of 32 bits made
    /// from MD5.
    pub const MD5_32: Self = Self {
        name: "md5-32",
        terms: TermRule::ChineseWords,
        hash: TermHash::Md5Digits,
        width: 32,
        ..Self::THESIS
    };
    /// Recipe that weights terms by levels of importance from 1 to 5 instead of by frequency.
    pub const FIVE_LEVEL: Self = Self {
        name: "five-level",
        weight: Weight::FiveLevels,
        ..Self::THESIS
    };
    /// Recipe that weights terms by frequency times inverse document frequency and drops words that most documents
    /// contain.
    pub const TF_IDF: Self = Self {
        name: "tf-idf",
        weight: Weight::FrequencyIdf,
        ..Self::THESIS
    };
    /// Recipe that uses only nouns, verbs and words in Latin letters.
    pub const CONTENT_WORDS: Self = Self {
        name: "content-words",
        terms: TermRule::ContentWords,
        ..Self::THESIS
    };
    /// Recipe that uses runs of four letters instead of words: much faster, and without a dictionary.
    pub const SHINGLES: Self = Self {
        name: "shingles",
        terms: TermRule::Shingles,
        hash: TermHash::Rolling,
        ..Self::THESIS
    };
    /// All named recipes.
    pub const ALL: [Self; 7] = [
        Self::THESIS,
        Self::STRING_HASH,
        Self::MD5_32,
        Self::FIVE_LEVEL,
        Self::TF_IDF,
        Self::CONTENT_WORDS,
        Self::SHINGLES,
    ];
    /// Names of all recipes, in the order of `ALL`.
    pub const NAMES: [&'static str; Self::ALL.len()] = {
        let mut names = [""; Self::ALL.len()];
        let mut i = 0;
        while i < names.len() {
            names[i] = Self::ALL[i].name;
            i += 1;
        }
        names
    };

    /// Returns the recipe's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns whether the fingerprint depends on a table of document frequencies.
    #[must_use]
    pub const fn needs_documents(self) -> bool {
        !matches!(self.weight, Weight::Frequency)
    }

    /// Returns the rule by which the text is cut into terms.
    #[must_use]
    pub const fn term_rule(self) -> TermRule {
        self.terms
    }

    /// Returns the number of bits in a fingerprint, 1..=64; a fingerprint of fewer than 64 bits uses the lowest bits of the hash.
    #[must_use]
    pub const fn width(self) -> u32 {
        self.width
    }

    /// Returns the stable text form: name, settings and, if the recipe needs document frequencies, the name of the built-in table.
    /// Fingerprints are comparable if their recipes' text forms are equal.
    #[must_use]
    pub fn text_form(self) -> String {
        self.text_form_with(DocumentFrequencies::starting())
    }

    /// Returns the stable text form of this recipe with the given table of document frequencies instead of the built-in table.
    #[must_use]
    pub fn text_form_with(self, documents: &DocumentFrequencies) -> String {
        let mut text = self.settings();
        if self.needs_documents() {
            text += " documents=";
            text += &documents.name();
        }
        text
    }

    /// Returns the name and `name=value` pairs, divided by spaces, always all of them in this order. `position` and
    /// `heaviest` were settings once and are in the text forms that libraries store.
    fn settings(self) -> String {
        let kept_or_dropped = |dropped: bool| if dropped { "dropped" } else { "kept" };
        format!(
            "{}: terms={} part-of-speech={} stop-words={} common-words={} weight={} position=ignored heaviest=all \
             hash={} width={} tie={} minimum-terms={MINIMUM_TERMS}",
            self.name,
            self.terms.name(),
            self.terms.part_of_speech(),
            kept_or_dropped(self.terms.drops_stop_words()),
            kept_or_dropped(self.weight.drops_common()),
            self.weight.name(),
            self.hash.name(),
            self.width,
            match self.tie {
                Tie::Zero => "0",
                Tie::One => "1",
            },
        )
    }

    /// Computes the fingerprint of counted terms, with the built-in table if the recipe needs document frequencies; `None` if there are
    /// too few terms.
    #[must_use]
    pub fn fingerprint(self, terms: &TermCounts) -> Option<Fingerprint> {
        self.fingerprint_with(terms, DocumentFrequencies::starting())
    }

    /// Computes a fingerprint with the user's own table of document frequencies; `None` if there are too few terms.
    #[must_use]
    pub fn fingerprint_with(
        self,
        terms: &TermCounts,
        documents: &DocumentFrequencies,
    ) -> Option<Fingerprint> {
        let mut accumulator = Accumulator::default();
        if self.needs_documents() {
            let weighed = self.weighed(terms, documents)?;
            accumulator.add_all(weighed.iter().map(|term| (term.hash, term.weight)));
        } else if terms.different() < MINIMUM_TERMS {
            return None;
        } else {
            let hash = self.hash;
            accumulator.add_all(terms.iter().map(|(term, count)| (hash.of(term), count)));
        }
        Some(self.finish(&accumulator))
    }

    /// Computes the fingerprint of a text in the fastest way that the recipe allows; `None` if the text has too few terms.
    #[must_use]
    pub fn fingerprint_text(self, original: &str, normalized: &Normalized) -> Option<Fingerprint> {
        let rolls = self.terms == TermRule::Shingles && self.hash == TermHash::Rolling;
        if rolls && !self.needs_documents() {
            let enough = has_different_shingles(&normalized.text, MINIMUM_TERMS);
            let counts = || Accumulator::from(&count_shingles(&normalized.text));
            return enough.then(|| self.finish(&counts()));
        }
        self.fingerprint(&TermCounts::of(original, normalized, self.terms))
    }

    /// Weighs the terms; `None` if they are too few.
    pub(super) fn weighed<'a>(
        self,
        terms: &'a TermCounts,
        documents: &DocumentFrequencies,
    ) -> Option<Vec<Weighed<'a>>> {
        let weighed = weigh(self, terms, documents);
        (weighed.len() >= MINIMUM_TERMS).then_some(weighed)
    }

    pub(super) fn finish(self, accumulator: &Accumulator) -> Fingerprint {
        Fingerprint(accumulator.finish(self.width, self.tie))
    }
}

impl FromStr for Recipe {
    type Err = UnknownRecipe;

    fn from_str(name: &str) -> Result<Self, UnknownRecipe> {
        Self::ALL
            .into_iter()
            .find(|r| r.name == name)
            .ok_or_else(|| UnknownRecipe {
                name: name.to_owned(),
            })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use chachong_text::{LineBreaks, TermCounts, normalize};

    pub(crate) fn recipes() -> impl Strategy<Value = Recipe> {
        let weights = vec![Weight::Frequency, Weight::FiveLevels, Weight::FrequencyIdf];
        let settings = (
            prop::sample::select(TermRule::ALL.to_vec()),
            prop::sample::select(weights),
            prop::sample::select(TermHash::ALL.to_vec()),
            1_u32..=64,
            prop::sample::select(vec![Tie::Zero, Tie::One]),
        );
        settings.prop_map(|(terms, weight, hash, width, tie)| Recipe {
            name: "made",
            terms,
            weight,
            hash,
            width,
            tie,
        })
    }

    proptest! {
        /// Fingerprints are compared if the text forms of their recipes are equal.
        #[test]
        fn each_setting_is_in_the_text_form(a in recipes(), b in recipes()) {
            for one_changed in [
                Recipe { terms: b.terms, ..a },
                Recipe { weight: b.weight, ..a },
                Recipe { hash: b.hash, ..a },
                Recipe { width: b.width, ..a },
                Recipe { tie: b.tie, ..a },
            ] {
                prop_assert_eq!(one_changed.settings() == a.settings(), one_changed == a);
            }
        }
    }

    fn string_hash_fingerprint(text: &str) -> Fingerprint {
        Recipe::STRING_HASH
            .fingerprint(&TermCounts::of_raw(text, TermRule::WhiteSpace))
            .unwrap()
    }

    #[test]
    fn string_hash_reproduces_the_articles_values() {
        let a = string_hash_fingerprint("This is a test string for testing");
        let b = string_hash_fingerprint(
            "This is a test string for testing, This is a test string for testing abcdef",
        );
        let c = string_hash_fingerprint("This is a test string for testing als");
        assert_eq!(a.0, 9_227_187_964_509_734_024);
        assert_eq!(b.0, 9_227_187_964_518_122_632);
        assert_eq!(c.0, 9_227_223_148_898_608_264);
        assert_eq!((a.distance(b), a.distance(c)), (1, 3));
    }

    #[test]
    fn fewer_than_three_different_terms_have_no_fingerprint() {
        let counts = |text| TermCounts::of_raw(text, TermRule::WhiteSpace);
        for text in ["", " ", "one", "one two", "one two two one one"] {
            assert_eq!(
                Recipe::STRING_HASH.fingerprint(&counts(text)),
                None,
                "{text:?}"
            );
        }
        assert!(
            Recipe::STRING_HASH
                .fingerprint(&counts("one two three"))
                .is_some()
        );
    }

    #[test]
    fn names_lead_back_to_their_recipes() {
        for recipe in Recipe::ALL {
            assert_eq!(recipe.name().parse::<Recipe>().unwrap(), recipe);
            assert_eq!(
                recipe.text_form().contains(" documents="),
                ["five-level", "tf-idf"].contains(&recipe.name())
            );
        }
        assert!(
            "thesis "
                .parse::<Recipe>()
                .unwrap_err()
                .to_string()
                .contains("string-hash")
        );
    }

    /// Text forms are stored in people's libraries: a change here is another recipe and needs another name.
    #[test]
    fn text_forms_are_fixed() {
        assert_eq!(
            Recipe::THESIS.text_form(),
            "thesis: terms=words part-of-speech=all stop-words=dropped common-words=kept weight=frequency \
             position=ignored heaviest=all hash=xxh3 width=64 tie=0 minimum-terms=3"
        );
        let tf_idf = Recipe::TF_IDF.text_form();
        assert_eq!(
            tf_idf,
            format!(
                "tf-idf: terms=words part-of-speech=all stop-words=dropped common-words=dropped weight=frequency*idf \
                 position=ignored heaviest=all hash=xxh3 width=64 tie=0 minimum-terms=3 documents={}",
                DocumentFrequencies::starting().name()
            )
        );
    }

    #[test]
    fn shingles_roll_to_the_same_fingerprint() {
        let library = "社区图书馆的夜间开放服务，许多街道都有读者，馆员值班。";
        for text in ["", "甲", "甲甲甲甲", "甲乙丙丁戊", "甲乙丙丁戊己", library] {
            for repeats in [1, 2, 200] {
                let text = text.repeat(repeats);
                let normalized = normalize(&text, LineBreaks::Layout);
                let counted = TermCounts::of(&text, &normalized, TermRule::Shingles);
                let quick = Recipe::SHINGLES.fingerprint_text(&text, &normalized);
                assert_eq!(quick, Recipe::SHINGLES.fingerprint(&counted), "{text}");
            }
        }
    }
}
