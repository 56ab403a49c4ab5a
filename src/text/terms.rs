//! A text -> its terms, counted. Knows nothing of hashes: what a term is worth is the recipe's business.

use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::LazyLock;

use jieba_rs::Jieba;

use super::Normalized;

/// How a text is cut into terms (a knob of the recipe).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermRule {
    /// jieba words (HMM on) of the normalised, lower-cased text that hold a letter and are no stop words. Numbers and
    /// punctuation are dropped: page numbers and list marks differ between two prints of one thesis.
    Words,
    /// Pieces between white space of the raw text.
    WhiteSpace,
    /// jieba words (HMM on) of the raw text that start with a character in U+4E00..=U+9FA5.
    ChineseWords,
}

/// The terms of one text with their frequencies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TermCounts {
    counts: HashMap<String, u32>,
}

pub(super) static JIEBA: LazyLock<Jieba> = LazyLock::new(Jieba::new);

static STOP_WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    [
        include_str!("../../assets/stop-words/zh.txt"),
        include_str!("../../assets/stop-words/en.txt"),
    ]
    .into_iter()
    .flat_map(str::lines)
    .map(str::trim)
    .filter(|line| !line.is_empty() && !line.starts_with('#'))
    .collect()
});

/// Loads the dictionary and the stop words now rather than with the first text (about a tenth of a second).
pub fn warm_up() {
    LazyLock::force(&JIEBA);
    LazyLock::force(&STOP_WORDS);
}

impl TermCounts {
    /// The terms of a text by `rule`, from the raw or the normalised form, as the rule asks.
    #[must_use]
    pub fn of(original: &str, normalized: &Normalized, rule: TermRule) -> Self {
        match rule {
            TermRule::Words => Self::of_words(&normalized.text),
            TermRule::WhiteSpace | TermRule::ChineseWords => Self::of_raw(original, rule),
        }
    }

    /// The terms of a raw text. [`TermRule::Words`] is meant for normalised text: see [`TermCounts::of`].
    #[must_use]
    pub fn of_raw(text: &str, rule: TermRule) -> Self {
        match rule {
            TermRule::Words => Self::of_words(text),
            TermRule::WhiteSpace => {
                let mut counts = Self::default();
                text.split_whitespace().for_each(|term| counts.add(term));
                counts
            }
            TermRule::ChineseWords => {
                let mut counts = Self::default();
                let starts_chinese =
                    |word: &str| word.starts_with(|c| matches!(c, '\u{4E00}'..='\u{9FA5}'));
                for token in JIEBA.cut(text, true) {
                    if starts_chinese(token.word) {
                        counts.add(token.word);
                    }
                }
                counts
            }
        }
    }

    fn of_words(text: &str) -> Self {
        let mut counts = Self::default();
        let lower = text.to_lowercase();
        // Line by line: no word spans a line break, and the list of tokens stays small.
        for line in lower.lines() {
            for token in JIEBA.cut(line, true) {
                if token.word.contains(char::is_alphabetic) && !STOP_WORDS.contains(token.word) {
                    counts.add(token.word);
                }
            }
        }
        counts
    }

    fn add(&mut self, term: &str) {
        if let Some(count) = self.counts.get_mut(term) {
            *count = count.saturating_add(1);
        } else {
            self.counts.insert(term.to_owned(), 1);
        }
    }

    /// Number of different terms.
    #[must_use]
    pub fn different(&self) -> usize {
        self.counts.len()
    }

    /// Number of terms, repeats included.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.values().copied().map(u64::from).sum()
    }

    /// Each different term with its frequency (at least 1), in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.counts
            .iter()
            .map(|(term, &count)| (term.as_str(), count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{LineBreaks, normalize};

    fn words(text: &str) -> Vec<(String, u32)> {
        let counts = TermCounts::of(text, &normalize(text, LineBreaks::Layout), TermRule::Words);
        let mut words: Vec<_> = counts
            .iter()
            .map(|(term, count)| (term.to_owned(), count))
            .collect();
        words.sort();
        words
    }

    #[test]
    fn stop_words_numbers_and_marks_are_dropped_and_case_is_folded() {
        let found =
            words("图书馆的夜间服务，是图书馆在 2024 年的服务。The Library and the library!");
        let owned = |pairs: &[(&str, u32)]| {
            pairs
                .iter()
                .map(|&(t, n)| (t.to_owned(), n))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            found,
            owned(&[("library", 2), ("图书馆", 2), ("夜间", 1), ("服务", 2)])
        );
    }

    #[test]
    fn stop_words_are_written_as_terms_are() {
        for word in STOP_WORDS.iter() {
            assert_eq!(
                *word,
                normalize(word, LineBreaks::Layout).text.to_lowercase(),
                "this stop word never matches"
            );
        }
        assert!(STOP_WORDS.contains("的") && STOP_WORDS.contains("the"));
    }

    #[test]
    fn chinese_words_start_with_a_chinese_character() {
        let counts = TermCounts::of_raw("使用 SimHash 算法，2 次", TermRule::ChineseWords);
        assert!(
            counts
                .iter()
                .all(|(term, _)| term.starts_with(super::super::is_cjk))
        );
        assert_eq!(counts.different(), 3);
    }
}
