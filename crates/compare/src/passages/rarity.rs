//! Rarity of runs of one to three tokens in ordinary texts: the table behind a passage's evidence.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::Prepared;
use crate::{each_once, spread};
use chachong_text::Token;

/// Table of grams that several of many texts have, with the rarity of each, by a hash of 27 bits.
///
/// The texts are those of `assets/frequencies` or the members of a library, never those of the checked folder: there a ring of copiers
/// would make its own text common.
#[derive(Clone, Debug, Default)]
pub(super) struct Rarity {
    /// Hashes of the grams, ascending.
    keys: Vec<u32>,
    /// Logarithm of the inverse document frequency of each key, in quarters of a nat.
    levels: Vec<u8>,
    /// Logarithm of the inverse document frequency of a gram that is not in the table, in nats.
    unseen: f32,
}

/// Number of bits of a key; two different grams share a key with probability 2^-27.
const KEY_BITS: u32 = 27;
/// Number of bits of a level in the file: 0..=31 quarters of a nat, enough for 2,900 texts.
const LEVEL_BITS: u32 = 5;

/// Table of bigrams with a Chinese character, from Chinese texts.
static CHINESE: LazyLock<Rarity> = LazyLock::new(|| {
    Rarity::read(include_bytes!(
        "../../../../assets/frequencies/chinese-grams.bin"
    ))
});
/// Table of words, bigrams and trigrams of words, from English texts.
static WORDS: LazyLock<Rarity> = LazyLock::new(|| {
    Rarity::read(include_bytes!(
        "../../../../assets/frequencies/english-grams.bin"
    ))
});

/// Returns the key of a run of tokens; runs of different lengths have different keys.
pub(crate) fn gram(tokens: &[Token]) -> u32 {
    let hash = tokens.iter().fold(tokens.len() as u64, |hash, token| {
        spread(hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(token.hash))
    });
    u32::try_from(hash >> (u64::BITS - KEY_BITS)).unwrap_or(u32::MAX)
}

impl Rarity {
    /// Returns the table for the script of a run of tokens.
    pub fn of(tokens: &[Token]) -> &'static Self {
        if tokens.iter().any(|token| token.is_han) {
            &CHINESE
        } else {
            &WORDS
        }
    }

    /// Returns the evidential weight of a shared gram (short run of tokens) in nats: the logarithm of its inverse
    /// document frequency, 0 if every text has it.
    pub fn worth(&self, gram: u32) -> f32 {
        self.found(gram).unwrap_or(self.unseen)
    }

    /// Returns the worth of a gram in nats; `None` if it is not in the table.
    pub(super) fn found(&self, gram: u32) -> Option<f32> {
        let place = self.keys.binary_search(&gram).ok()?;
        Some(f32::from(self.levels[place]) / 4.0)
    }

    /// Returns whether the gram is not in the table.
    pub fn is_unseen(&self, gram: u32) -> bool {
        self.found(gram).is_none()
    }

    /// Reads the form that [`gram_table`] writes: the number of texts (32 bits, little-endian), then for each key its
    /// difference from the one before and its level in one variable-length number of seven bits a byte, low ones
    /// first.
    pub(super) fn read(bytes: &[u8]) -> Self {
        let (texts, entries) = bytes.split_at(bytes.len().min(4));
        let texts = texts
            .iter()
            .rev()
            .fold(0_u32, |number, &byte| number << 8 | u32::from(byte));
        let mut rarity = Self {
            keys: Vec::with_capacity(entries.len() / 2),
            levels: Vec::with_capacity(entries.len() / 2),
            unseen: (texts.max(1) as f32).ln(),
        };
        let (mut key, mut number, mut shift) = (0_u32, 0_u32, 0);
        for &byte in entries {
            // A damaged table may contain longer numbers than were written.
            number |= u32::from(byte & 0x7F).checked_shl(shift).unwrap_or(0);
            shift += 7;
            if byte & 0x80 == 0 {
                key = key.wrapping_add(number >> LEVEL_BITS);
                rarity.keys.push(key);
                rarity
                    .levels
                    .push(u8::try_from(number & ((1 << LEVEL_BITS) - 1)).unwrap_or(u8::MAX));
                (number, shift) = (0, 0);
            }
        }
        rarity
    }
}

/// Number of texts that have each gram; counts grams of some lengths, either Chinese ones or those of words.
#[derive(Clone, Debug)]
pub(super) struct GramCounts {
    lengths: &'static [usize],
    chinese: bool,
    texts: u32,
    counts: BTreeMap<u32, u32>,
}

impl GramCounts {
    /// Makes a counter without texts; grams of `lengths` tokens, with a Chinese character or without.
    pub(super) const fn new(lengths: &'static [usize], chinese: bool) -> Self {
        Self {
            lengths,
            chinese,
            texts: 0,
            counts: BTreeMap::new(),
        }
    }

    /// Returns the different grams of a text, ascending: the work of [`GramCounts::add`] that needs no counts.
    pub(super) fn keys(&self, text: &Prepared) -> Vec<u32> {
        let of_length = |&length: &usize| text.tokens.windows(length);
        let runs = (self.lengths.iter().flat_map(of_length))
            .filter(|tokens| tokens.iter().any(|token| token.is_han) == self.chinese);
        each_once(runs.map(gram))
    }

    /// Counts one more text by its [`GramCounts::keys`].
    pub(super) fn add(&mut self, keys: Vec<u32>) {
        self.texts = self.texts.saturating_add(1);
        for key in keys {
            *self.counts.entry(key).or_default() += 1;
        }
    }

    /// Returns the table of the grams that at least `least` texts have, in the form that [`Rarity::read`] reads.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a level lies between 0 and 31 by the clamp"
    )]
    pub(super) fn table(&self, least: u32) -> Vec<u8> {
        let mut bytes = self.texts.to_le_bytes().to_vec();
        let mut before = 0;
        for (&key, &count) in self.counts.iter().filter(|&(_, &count)| count >= least) {
            let nats = (f64::from(self.texts) / f64::from(count)).ln();
            let level = (nats * 4.0).round().clamp(0.0, 31.0) as u32;
            let mut number = (key - before) << LEVEL_BITS | level;
            before = key;
            while number > 0x7F {
                bytes.push(number as u8 & 0x7F | 0x80);
                number >>= 7;
            }
            bytes.push(number as u8);
        }
        bytes
    }
}

/// Returns the table (`assets/frequencies/*-grams.bin`) of the grams of `lengths` tokens that at least `least` of the ordinary
/// `texts` have. If `chinese` is true, these are the grams with a Chinese character, otherwise the grams of words.
#[must_use]
pub fn gram_table(
    texts: &[Prepared],
    lengths: &'static [usize],
    chinese: bool,
    least: u32,
) -> Vec<u8> {
    let mut counts = GramCounts::new(lengths, chinese);
    for text in texts {
        counts.add(counts.keys(text));
    }
    counts.table(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_text::{LineBreaks, normalize};

    fn prepared(text: &str) -> Prepared {
        Prepared::new(&normalize(text, LineBreaks::Layout))
    }

    #[test]
    fn a_table_reads_back_what_was_counted() {
        let texts = ["夜间开放的书库", "夜间开放", "夜间的灯", "白天"].map(prepared);
        let rarity = Rarity::read(&gram_table(&texts, &[2], true, 2));
        let worth = |text: &str| rarity.worth(gram(&prepared(text).tokens));
        let quarters = |nats: f32| (nats * 4.0).round() / 4.0;
        assert!((worth("夜间") - quarters((4.0_f32 / 3.0).ln())).abs() < 1e-6);
        assert!((worth("开放") - quarters(2.0_f32.ln())).abs() < 1e-6);
        assert!((worth("书库") - 4.0_f32.ln()).abs() < 1e-6, "in one text");
        assert!((worth("从未") - 4.0_f32.ln()).abs() < 1e-6);
        assert!(rarity.keys.is_sorted());
    }

    #[test]
    fn common_words_are_worth_little_and_rare_ones_much() {
        let worth = |text: &str| {
            let tokens = prepared(text).tokens;
            Rarity::of(&tokens).worth(gram(&tokens))
        };
        assert!(worth("我们") < 1.0, "{}", worth("我们"));
        assert!(worth("鹮鸬") > 7.0);
        assert!(worth("of the") < 1.0);
        assert!(worth("the") < 0.3);
        assert!(worth("hedgerow teapot") > 6.0);
    }
}
