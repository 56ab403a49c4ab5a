//! Terms of a text: cut by a rule and counted.

mod counts;
mod letters;
mod pieces;
mod scripts;

use std::collections::HashSet;
use std::sync::LazyLock;

use jieba_rs::{Jieba, Tag};

use super::Normalized;

pub use counts::TermCounts;
pub use letters::letters;
use pieces::pieces;

/// Number of letters in a shingle.
pub const SHINGLE: usize = 4;

/// Rule of a recipe by which a text is split into terms and some terms are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TermRule {
    /// Words of the normalised, lower-cased text that contain a letter and are not stop words. jieba cuts the text, with its HMM for
    /// unknown words. Numbers and punctuation are dropped: page numbers and list marks differ between two prints of one thesis. A text in
    /// a language other than Chinese and English is cut by the rules of its script instead.
    Words,
    /// Words as in [`TermRule::Words`], but including stop words.
    AllWords,
    /// Words as in [`TermRule::Words`] that jieba tags as nouns or verbs (a tag that starts with n or v), and all words in Latin letters,
    /// which jieba cannot tag any further. A text in a language other than Chinese and English gives the same words as by
    /// [`TermRule::Words`].
    ContentWords,
    /// Pieces of the original text between white space.
    WhiteSpace,
    /// Words that jieba, with its HMM for unknown words, finds in the original text and that start with a character in U+4E00..=U+9FA5.
    ChineseWords,
    /// Shingles: every [`SHINGLE`] neighbouring [`letters`] of the normalised text; no words, so no dictionary.
    Shingles,
}

/// Segmenter; its dictionary is loaded in about a tenth of a second, by the first text that is cut into words.
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

/// Returns whether a Chinese text consists of words of jieba's dictionary, at least one of several characters, and none the name of a
/// person or place.
#[must_use]
pub fn is_of_common_words(text: &str) -> bool {
    // Without its HMM, which takes unknown names for words.
    let tags = JIEBA.tag(text, false);
    tags.iter().any(|tag| tag.word.chars().count() > 1)
        && (tags.iter())
            .all(|tag| !tag.tag.starts_with("nr") && !tag.tag.starts_with("ns") && tag.tag != "x")
}

impl TermRule {
    /// All rules.
    pub const ALL: [Self; 6] = [
        Self::Words,
        Self::AllWords,
        Self::ContentWords,
        Self::WhiteSpace,
        Self::ChineseWords,
        Self::Shingles,
    ];

    /// Returns the name of the kind of term, such as `words` or `white-space`. [`TermRule::Words`], [`TermRule::AllWords`] and
    /// [`TermRule::ContentWords`] share the name `words`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Words | Self::AllWords | Self::ContentWords => "words",
            Self::WhiteSpace => "white-space",
            Self::ChineseWords => "chinese-words",
            Self::Shingles => "shingles-4",
        }
    }

    /// Returns the name of the parts of speech that the rule keeps: `nouns+verbs+foreign` for [`TermRule::ContentWords`], otherwise
    /// `all`.
    #[must_use]
    pub const fn part_of_speech(self) -> &'static str {
        match self {
            Self::ContentWords => "nouns+verbs+foreign",
            _ => "all",
        }
    }

    /// Returns whether the rule drops the stop words of `assets/stop-words`.
    #[must_use]
    pub const fn drops_stop_words(self) -> bool {
        matches!(self, Self::Words | Self::ContentWords)
    }
}

impl TermCounts {
    /// Counts the terms of a text by `rule`. Takes them from the original or the normalised text, as the rule requires.
    #[must_use]
    pub fn of(original: &str, normalized: &Normalized, rule: TermRule) -> Self {
        match rule {
            TermRule::WhiteSpace | TermRule::ChineseWords => Self::of_raw(original, rule),
            _ => Self::of_raw(&normalized.text, rule),
        }
    }

    /// Counts the terms of `text` without normalising it. Most rules are meant for normalised text: see
    /// [`TermCounts::of`].
    #[must_use]
    pub fn of_raw(text: &str, rule: TermRule) -> Self {
        let mut counts = Self::default();
        match rule {
            TermRule::Words => counts.add_words(text, false),
            TermRule::AllWords => counts.add_words(text, true),
            TermRule::ContentWords => counts.add_content_words(text),
            TermRule::WhiteSpace => text
                .split_whitespace()
                .for_each(|term| counts.add(term, |_| true)),
            TermRule::ChineseWords => {
                for token in pieces(text).flat_map(|piece| JIEBA.cut(piece, true)) {
                    counts.add(token.word, |word| {
                        word.starts_with(|c| matches!(c, '\u{4E00}'..='\u{9FA5}'))
                    });
                }
            }
            TermRule::Shingles => counts.add_shingles(text),
        }
        counts
    }

    /// Counts words; counts stop words only if `all`.
    fn add_words(&mut self, text: &str, all: bool) {
        let lower = letters::lower_case(text);
        if lower.is_foreign() {
            self.add_foreign(&lower.text, all);
            return;
        }
        // Line by line: no word spans a line break, and the list of tokens stays small.
        for line in lower.text.lines().flat_map(pieces) {
            for token in JIEBA.cut(line, true) {
                self.add(token.word, |word| {
                    is_word(word) && (all || !is_stop_word(word))
                });
            }
        }
    }

    /// Counts the words of a text that is neither Chinese nor English, and has none of jieba's words.
    fn add_foreign(&mut self, lower: &str, all: bool) {
        for line in lower.lines() {
            scripts::words(line, all, |word| self.add(word, |_| true));
        }
    }

    fn add_content_words(&mut self, text: &str) {
        let lower = letters::lower_case(text);
        if lower.is_foreign() {
            self.add_foreign(&lower.text, false);
            return;
        }
        for line in lower.text.lines().flat_map(pieces) {
            for Tag { word, tag, .. } in JIEBA.tag(line, true) {
                // A word's tag does not depend on its neighbours, so it may be judged once.
                self.add(word, |word| {
                    // jieba has no tags for other languages: their words count, or an English thesis would have none.
                    (tag.starts_with(['n', 'v']) || tag == "eng")
                        && is_word(word)
                        && !STOP_WORDS.contains(word)
                });
            }
        }
    }

    fn add_shingles(&mut self, text: &str) {
        let mut window = [' '; SHINGLE];
        let mut shingle = String::new();
        for (i, c) in letters(text).enumerate() {
            window.rotate_left(1);
            window[SHINGLE - 1] = c;
            if i + 1 >= SHINGLE {
                shingle.clear();
                shingle.extend(window);
                self.add(&shingle, |_| true);
            }
        }
    }
}

/// Returns whether a word, in lower case, is a stop word, which says nothing about a text's subject.
pub(super) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(word)
}

fn is_word(token: &str) -> bool {
    token.contains(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::{LineBreaks, normalize};

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

    /// Counts words as `Words` did before it was made fast; fingerprints in people's libraries depend on it.
    fn words_the_slow_way(text: &str) -> HashMap<String, u32> {
        let mut counts = HashMap::new();
        for line in text.to_lowercase().lines() {
            for token in JIEBA.cut(line, true) {
                if token.word.contains(char::is_alphabetic) && !STOP_WORDS.contains(token.word) {
                    *counts.entry(token.word.to_owned()).or_default() += 1;
                }
            }
        }
        counts
    }

    proptest! {
        #[test]
        fn words_are_what_they_always_were(
            pieces in prop::collection::vec(prop::sample::select(vec![
                "图书馆", "的", "夜间", "开放", "SimHash", " ", "\n", "The", "ΣΑΣ", "，", "2024", "É", "他说", "不是",
                "云计算", "\u{2028}", "a", "Ⅻ", "𠀀",
            ]), 0..60),
            more in ".{0,20}",
        ) {
            let text = pieces.concat() + &more;
            prop_assume!(!letters::lower_case(&text).is_foreign());
            let counts = TermCounts::of_raw(&text, TermRule::Words);
            let got: HashMap<String, u32> = counts.iter().map(|(term, count)| (term.to_owned(), count)).collect();
            prop_assert_eq!(got, words_the_slow_way(&text));
        }
    }

    #[test]
    fn content_words_are_nouns_and_verbs() {
        let counts = TermCounts::of_raw(
            "他非常迅速地修建了宏伟的图书馆 library",
            TermRule::ContentWords,
        );
        let words: Vec<&str> = counts.iter().map(|(word, _)| word).collect();
        assert_eq!(words, ["修建", "图书馆", "library"]);
    }

    #[test]
    fn shingles_pass_over_what_is_no_letter() {
        let counts = TermCounts::of_raw("图书 馆，夜间2A图书馆夜间", TermRule::Shingles);
        let shingles: Vec<_> = counts.iter().collect();
        assert_eq!(shingles[..2], [("图书馆夜", 2), ("书馆夜间", 2)],);
        let all: u32 = shingles.iter().map(|(_, count)| count).sum();
        assert_eq!((counts.different(), all), (6, 8));
    }
}
