//! Grams that many texts of one library have: phrases that a faculty writes everywhere are weaker evidence of a copy
//! there.

use super::Prepared;
use super::rarity::{GramCounts, Rarity, gram};
use chachong_text::Token;

/// Number of tokens of Chinese grams, as in `assets/frequencies/chinese-grams.bin`.
const CHINESE_LENGTHS: &[usize] = &[2];
/// Number of tokens of grams of words, as in `assets/frequencies/english-grams.bin`.
const WORDS_LENGTHS: &[usize] = &[1, 2, 3];

/// Evidential weight of the grams (short runs of tokens) that many texts of a library have. Each gram has a weight in ordinary
/// texts too; the comparison uses the smaller of the two weights.
///
/// Counted from the members of a library, never from the documents that are compared: there a ring of copiers would
/// make its own text common.
#[derive(Clone, Debug, Default)]
pub struct CommonGrams {
    chinese: Rarity,
    words: Rarity,
}

/// Counter of the grams of a library's texts.
#[derive(Clone, Debug)]
pub struct CommonGramCounts {
    chinese: GramCounts,
    words: GramCounts,
}

/// Hashes of the distinct grams of one text.
#[derive(Clone, Debug)]
pub struct TextGrams {
    chinese: Vec<u32>,
    words: Vec<u32>,
}

impl Default for CommonGramCounts {
    fn default() -> Self {
        Self {
            chinese: GramCounts::new(CHINESE_LENGTHS, true),
            words: GramCounts::new(WORDS_LENGTHS, false),
        }
    }
}

impl CommonGramCounts {
    /// Returns the distinct grams of a text, to be counted later by [`CommonGramCounts::add`].
    #[must_use]
    pub fn grams(&self, text: &Prepared) -> TextGrams {
        TextGrams {
            chinese: self.chinese.keys(text),
            words: self.words.keys(text),
        }
    }

    /// Counts the grams of one more text.
    pub fn add(&mut self, text: TextGrams) {
        self.chinese.add(text.chinese);
        self.words.add(text.words);
    }

    /// Returns the tables of the Chinese grams and of the grams of words that at least `least` texts have, in this order, for
    /// [`CommonGrams::read`].
    #[must_use]
    pub fn tables(&self, least: u32) -> [Vec<u8>; 2] {
        [self.chinese.table(least), self.words.table(least)]
    }
}

impl CommonGrams {
    /// Reads the two tables that [`CommonGramCounts::tables`] returned.
    #[must_use]
    pub fn read(chinese: &[u8], words: &[u8]) -> Self {
        Self {
            chinese: Rarity::read(chinese),
            words: Rarity::read(words),
        }
    }

    fn of(&self, tokens: &[Token]) -> &Rarity {
        if tokens.iter().any(|token| token.is_han) {
            &self.chinese
        } else {
            &self.words
        }
    }
}

/// Returns the worth, in nats, of a gram that two texts share: that of ordinary texts, or less if many texts of the
/// library have the gram.
pub(super) fn worth(tokens: &[Token], library: Option<&CommonGrams>) -> f32 {
    let key = gram(tokens);
    let ordinary = Rarity::of(tokens).worth(key);
    library
        .and_then(|library| library.of(tokens).found(key))
        .map_or(ordinary, |local| local.min(ordinary))
}

/// Returns whether a gram is in neither table, that of ordinary texts nor that of the library.
pub(super) fn is_unseen(tokens: &[Token], library: Option<&CommonGrams>) -> bool {
    let key = gram(tokens);
    Rarity::of(tokens).is_unseen(key)
        && library.is_none_or(|library| library.of(tokens).is_unseen(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_text::{LineBreaks, normalize};

    fn prepared(text: &str) -> Prepared {
        Prepared::new(&normalize(text, LineBreaks::Layout))
    }

    fn library(texts: &[&str], least: u32) -> CommonGrams {
        let mut counts = CommonGramCounts::default();
        for text in texts {
            let grams = counts.grams(&prepared(text));
            counts.add(grams);
        }
        let [chinese, words] = counts.tables(least);
        CommonGrams::read(&chinese, &words)
    }

    #[test]
    fn what_a_library_has_often_is_worth_less_and_the_rest_as_before() {
        let library = library(
            &[
                "鹮鸬夜泊",
                "鹮鸬晓飞",
                "鹮鸬",
                "teapot hedgerow",
                "teapot hedgerow",
                "teapot hedgerow",
            ],
            3,
        );
        for (often, seldom) in [("鹮鸬", "夜泊"), ("teapot hedgerow", "hedgerow teapot")] {
            let (often, seldom) = (prepared(often).tokens, prepared(seldom).tokens);
            assert!(worth(&often, Some(&library)) < worth(&often, None));
            assert!((worth(&seldom, Some(&library)) - worth(&seldom, None)).abs() < 1e-6);
        }
        let often = prepared("teapot hedgerow").tokens;
        assert!(is_unseen(&often, None) && !is_unseen(&often, Some(&library)));
    }

    #[test]
    fn a_library_never_makes_a_common_phrase_rare() {
        let empty = library(&["别的", "什么", "没有"], 3);
        let common = prepared("我们").tokens;
        assert!((worth(&common, Some(&empty)) - worth(&common, None)).abs() < 1e-6);
    }

    #[test]
    fn damaged_tables_are_read_without_harm() {
        for damaged in [&[][..], &[1, 0], &[0xFF; 40], &[9, 0, 0, 0, 0x80]] {
            let grams = CommonGrams::read(damaged, damaged);
            assert!(worth(&prepared("夜泊").tokens, Some(&grams)) >= 0.0);
        }
    }
}
