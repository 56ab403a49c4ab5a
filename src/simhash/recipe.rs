//! Recipes: the named, fixed settings that turn a text's counted terms into a fingerprint. Two fingerprints are only
//! comparable under the same recipe. Knows nothing of how a text is cut into terms; it names the rule only.

use std::str::FromStr;

use md5::{Digest, Md5};
use twox_hash::XxHash3_64;

use super::{Accumulator, Fingerprint, Tie};
use crate::text::{TermCounts, TermRule};

/// A text with fewer different terms than this carries no information and gets no fingerprint.
pub const MINIMUM_TERMS: usize = 3;

/// Which 64-bit (or shorter) hash a term gets. Fixed forever by the recipe's name, the same on every platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TermHash {
    /// XXH3 64, seed 0, of the UTF-8 bytes: 12 candidates a query on real paragraphs, where 10 is ideal.
    Xxh3,
    /// One article's multiplicative hash over UTF-16 units.
    String,
    /// One article's 32 bits: the hex digits of the MD5, in order, 1 where the digit is above 7.
    Md5Digits,
}

/// Named settings from a text to a fingerprint: which terms, which hash, how wide, what a tie gives. The weight of a
/// term is its frequency in the text (relative frequency has the same signs).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    name: &'static str,
    terms: TermRule,
    hash: TermHash,
    width: u32,
    tie: Tie,
}

/// The name given is no recipe's.
#[derive(Debug, thiserror::Error)]
#[error("there is no recipe named \"{name}\"; the recipes are {}", Recipe::NAMES.join(", "))]
pub struct UnknownRecipe {
    /// What was asked for.
    pub name: String,
}

impl Recipe {
    /// The default: jieba words of the normalised text, stop words removed, weighted by frequency.
    pub const THESIS: Self = Self {
        name: "thesis",
        terms: TermRule::Words,
        hash: TermHash::Xxh3,
        width: 64,
        tie: Tie::Zero,
    };
    /// One article's Java class: white-space tokens of the raw text, multiplicative hash, a tie gives 1.
    pub const STRING_HASH: Self = Self {
        name: "string-hash",
        terms: TermRule::WhiteSpace,
        hash: TermHash::String,
        width: 64,
        tie: Tie::One,
    };
    /// One article's Python tool: jieba words that start with a Chinese character, 32 bits from MD5 digits.
    pub const MD5_32: Self = Self {
        name: "md5-32",
        terms: TermRule::ChineseWords,
        hash: TermHash::Md5Digits,
        width: 32,
        tie: Tie::Zero,
    };
    /// All recipes.
    pub const ALL: [Self; 3] = [Self::THESIS, Self::STRING_HASH, Self::MD5_32];
    /// Their names, in the same order.
    pub const NAMES: [&'static str; 3] =
        [Self::THESIS.name, Self::STRING_HASH.name, Self::MD5_32.name];

    /// The recipe's name: its stable text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// How the text is cut into terms.
    #[must_use]
    pub const fn term_rule(self) -> TermRule {
        self.terms
    }

    /// Number of bits that can be set, 32 or 64; a shorter fingerprint stands in the low bits.
    #[must_use]
    pub const fn width(self) -> u32 {
        self.width
    }

    /// The fingerprint of a text given by its counted terms, or `None` for fewer than [`MINIMUM_TERMS`] different
    /// ones.
    #[must_use]
    pub fn fingerprint(self, terms: &TermCounts) -> Option<Fingerprint> {
        if terms.different() < MINIMUM_TERMS {
            return None;
        }
        let mut accumulator = Accumulator::default();
        for (term, count) in terms.iter() {
            accumulator.add(self.hash.of(term), count);
        }
        Some(Fingerprint(accumulator.finish(self.width, self.tie)))
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

impl TermHash {
    fn of(self, term: &str) -> u64 {
        match self {
            Self::Xxh3 => XxHash3_64::oneshot(term.as_bytes()),
            Self::String => string_hash(term),
            Self::Md5Digits => md5_digits(term),
        }
    }
}

fn string_hash(term: &str) -> u64 {
    let mut units = term.encode_utf16().map(u64::from).peekable();
    let Some(&first) = units.peek() else { return 0 };
    let mut x = first << 7;
    let mut length = 0;
    for unit in units {
        x = x.wrapping_mul(1_000_003) ^ unit;
        length += 1;
    }
    x ^ length
}

fn md5_digits(term: &str) -> u64 {
    // A hex digit is above 7 exactly where the highest of its four bits is set.
    Md5::digest(term.as_bytes()).iter().fold(0, |bits, &byte| {
        let byte = u64::from(byte);
        bits << 2 | (byte >> 7) << 1 | (byte >> 3 & 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::TermCounts;

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
        }
        assert!(
            "thesis "
                .parse::<Recipe>()
                .unwrap_err()
                .to_string()
                .contains("string-hash")
        );
    }
}
