//! Words of texts that are neither Chinese nor English. jieba splits off every letter that is neither an ideograph nor
//! ASCII, so that all such texts would consist of the same terms: the letters of their alphabet.

use std::collections::HashSet;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use super::{JIEBA, is_stop_word, is_word};
use crate::stem::stem;

/// Number of letters in a shingle of a script without spaces between words; a word has about as many.
const UNSPACED_SHINGLE: usize = 4;

/// Minimum number of letters in a word: the shortest words of an alphabet are articles, prepositions and pronouns.
const SHORTEST_WORD: usize = 3;

/// Languages, by ISO 639-1 code, whose function words the crate stop-words knows.
const LANGUAGES: [&str; 29] = [
    "ru", "uk", "bg", "el", "ar", "fa", "ur", "he", "hi", "bn", "mr", "ko", "tr", "vi", "fr", "de",
    "es", "pt", "it", "nl", "pl", "cs", "hu", "ro", "sv", "da", "no", "fi", "id",
];

static OTHER_STOP_WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let own = include_str!("../../assets/stop-words/other.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let known = LANGUAGES.iter().filter_map(stop_words::lookup).flatten();
    // Lists of other people write some words in ways that normalised text never has.
    own.chain(known.copied())
        .map(|word| word.nfkc().collect::<String>().to_lowercase())
        .collect()
});

/// Endings of Korean verbs, which whole words may be, and particles at the end of Korean words; the longest of each first.
#[rustfmt::skip]
const KOREAN_ENDINGS: &[&str] = &[
    "하였습니다", "되었습니다", "했습니다", "됐습니다", "었습니다", "았습니다", "습니다", "합니다", "됩니다", "입니다", "하였다", "되었다", "했다", "하는", "되는",
    "하고",
    "에서는", "으로는", "에게서", "으로서", "으로써", "이라고", "에서도", "까지", "부터", "에서", "에게", "으로", "보다", "처럼", "만큼", "이나", "라고", "이며", "에는",
    "에도", "은", "는", "이", "가", "을", "를", "의", "에", "도", "와", "과", "로", "만", "나",
];

/// Way in which a stretch of text separates its words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Han,
    Kana,
    /// Scripts of South-East Asia, which have no spaces between words.
    Unspaced,
    /// A sign between syllables.
    Tibetan,
    /// Spaces and other signs.
    Spaced,
}

impl Kind {
    const fn of(c: char) -> Self {
        match c {
            '\u{3005}'
            | '\u{3400}'..='\u{4DBF}'
            | '\u{4E00}'..='\u{9FFF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{20000}'..='\u{3FFFF}' => Self::Han,
            '\u{3041}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' => Self::Kana,
            '\u{E00}'..='\u{EFF}'
            | '\u{1000}'..='\u{109F}'
            | '\u{1780}'..='\u{17FF}'
            | '\u{1950}'..='\u{19DF}'
            | '\u{1A20}'..='\u{1AAF}'
            | '\u{A9E0}'..='\u{A9FF}'
            | '\u{AA60}'..='\u{AA7F}' => Self::Unspaced,
            '\u{F00}'..='\u{FFF}' => Self::Tibetan,
            _ => Self::Spaced,
        }
    }
}

/// Whether a word, in lower case, is a function word of a language other than Chinese and English.
pub(super) fn is_other_stop_word(word: &str) -> bool {
    OTHER_STOP_WORDS.contains(word)
}

/// Calls `found` with the words of a line in lower case; with stop words only if `all`.
pub(super) fn words(line: &str, all: bool, mut found: impl FnMut(&str)) {
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let kind = Kind::of(first);
        let end = (rest.char_indices().find(|&(_, c)| Kind::of(c) != kind))
            .map_or(rest.len(), |(at, _)| at);
        let (stretch, after) = rest.split_at(end);
        match kind {
            Kind::Han => {
                for token in JIEBA.cut(stretch, true) {
                    if is_word(token.word) && (all || !is_stop_word(token.word)) {
                        found(token.word);
                    }
                }
            }
            Kind::Kana => kana(stretch, &mut found),
            Kind::Unspaced => shingles(stretch, &mut found),
            Kind::Tibetan => syllables(stretch, &mut found),
            Kind::Spaced => spaced(stretch, all, &mut found),
        }
        rest = after;
    }
}

/// Words of scripts with spaces between them, by Unicode's rules, by their stems.
fn spaced(stretch: &str, all: bool, found: &mut impl FnMut(&str)) {
    // French and Italian join articles to words by an apostrophe.
    let words = stretch
        .unicode_words()
        .flat_map(|word| word.split(['\'', '’']));
    for word in words {
        if word.starts_with(|c| matches!(c, '\u{AC00}'..='\u{D7A3}')) {
            let word = korean(word);
            if word.chars().nth(1).is_some() && (all || !OTHER_STOP_WORDS.contains(word)) {
                found(word);
            }
            continue;
        }
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        if letters >= SHORTEST_WORD
            && (all || !is_stop_word(word) && !OTHER_STOP_WORDS.contains(word))
        {
            found(&stem(word));
        }
    }
}

/// Returns a Korean word without its particle or ending.
fn korean(word: &str) -> &str {
    KOREAN_ENDINGS
        .iter()
        .find_map(|ending| word.strip_suffix(ending))
        .unwrap_or(word)
}

/// Calls `found` with the runs of katakana, in which Japanese writes words of other languages, and with the shingles of
/// hiragana, in which it writes particles and endings and some whole words.
fn kana(stretch: &str, found: &mut impl FnMut(&str)) {
    let is_katakana = |c: char| c >= '\u{30A0}';
    let mut rest = stretch;
    while let Some(first) = rest.chars().next() {
        let katakana = is_katakana(first);
        let end = (rest
            .char_indices()
            .find(|&(_, c)| is_katakana(c) != katakana))
        .map_or(rest.len(), |(at, _)| at);
        let (run, after) = rest.split_at(end);
        if !katakana {
            shingles(run, found);
        } else if run.chars().nth(1).is_some() {
            found(run);
        }
        rest = after;
    }
}

/// Every [`UNSPACED_SHINGLE`] neighbouring letters, with their marks.
fn shingles(stretch: &str, found: &mut impl FnMut(&str)) {
    for run in
        stretch.split(|c: char| c.is_whitespace() || c.is_numeric() || c.is_ascii_punctuation())
    {
        let starts: Vec<usize> = run
            .grapheme_indices(true)
            .map(|(at, _)| at)
            .chain([run.len()])
            .collect();
        for ends in starts.windows(UNSPACED_SHINGLE + 1) {
            found(&run[ends[0]..ends[UNSPACED_SHINGLE]]);
        }
    }
}

/// Every two neighbouring syllables of Tibetan: most words have two, and most single ones are particles.
fn syllables(stretch: &str, found: &mut impl FnMut(&str)) {
    const TSHEG: [char; 2] = ['\u{F0B}', '\u{F0C}'];
    let is_part = |c: char| TSHEG.contains(&c) || matches!(c, '\u{F40}'..='\u{FBC}');
    for clause in stretch.split(|c| !is_part(c)) {
        let mut last = None;
        let mut at = 0;
        for syllable in clause.split_inclusive(TSHEG) {
            let end = at + syllable.trim_end_matches(TSHEG).len();
            if end > at
                && let Some(last) = last.replace(at)
            {
                found(&clause[last..end]);
            }
            at += syllable.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(line: &str) -> Vec<String> {
        let mut words = Vec::new();
        super::words(line, false, |word| words.push(word.to_owned()));
        words
    }

    #[test]
    fn words_are_cut_as_each_script_separates_them() {
        assert_eq!(
            cut("мастерская открылась в прачечной, мастерскую"),
            ["мастерск", "откр", "прачечн", "мастерск"]
        );
        assert_eq!(cut("l’école près de la forêt"), ["école", "forêt"]);
        assert_eq!(cut("도서관에서 책을 빌렸습니다"), ["도서관", "빌렸"]);
        assert_eq!(
            cut("図書館のスタッフは本を貸す"),
            ["図", "書館", "スタッフ", "貸"]
        );
        assert_eq!(cut("ห้องสมุด"), ["ห้องส", "องสมุ", "งสมุด"]);
        assert_eq!(cut("དཔེ་མཛོད་ཁང་། དེབ་"), ["དཔེ་མཛོད", "མཛོད་ཁང"]);
    }

    #[test]
    fn every_listed_language_has_stop_words() {
        for language in LANGUAGES {
            assert!(stop_words::lookup(language).is_some(), "{language}");
        }
        assert!(OTHER_STOP_WORDS.contains("который"));
    }
}
