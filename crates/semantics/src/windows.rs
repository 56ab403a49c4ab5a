//! Windows: short runs of neighbouring sentences, each of which has one vector.

use std::collections::HashSet;
use std::ops::Range;

use super::sentences::{Sentence, sentences_of};
use super::weight::{FULL, is_han, weight};

/// Minimum weight at which a window ends.
const ENOUGH: u32 = 55 * FULL;
/// Maximum weight of a window that is long enough without its last sentence.
const MOST: u32 = 110 * FULL;
/// Minimum weight of a window.
const LEAST: u32 = 35 * FULL;
/// Maximum number of characters between two sentences of one window.
const WIDEST_GAP: usize = 200;
/// Maximum share of digits and signs among the characters of a window, in percent.
const MOST_SIGNS: usize = 40;
/// Minimum number of different letters of a window; a table or formula has fewer.
const FEWEST_LETTERS: usize = 12;

/// Language of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// At least half of the window's weight is Han characters.
    Chinese,
    /// Any other language.
    Other,
}

impl Language {
    /// Both languages, in the order of their numbers.
    pub(super) const ALL: [Self; 2] = [Self::Chinese, Self::Other];

    /// Returns Chinese or the other languages.
    pub(super) const fn new(is_chinese: bool) -> Self {
        if is_chinese {
            Self::Chinese
        } else {
            Self::Other
        }
    }

    /// Number of the language: 0 or 1.
    pub(super) const fn index(self) -> usize {
        match self {
            Self::Chinese => 0,
            Self::Other => 1,
        }
    }
}

/// Short run of neighbouring sentences of one text, compared by its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Span of the window in the text, in Unicode scalar values.
    pub span: Range<u32>,
    /// Range of the numbers of the window's sentences in the text, from 0.
    pub sentences: Range<u32>,
    /// Language of most of the window's text.
    pub language: Language,
}

/// Cuts a text into windows, in order. A window begins at each sentence that is followed by enough text. Tables and formulas have no
/// windows. No window contains characters of `left_out` (offsets in Unicode scalar values, sorted and disjoint).
#[must_use]
pub fn windows(text: &str, left_out: &[Range<usize>]) -> Vec<Window> {
    let text: Vec<char> = text.chars().collect();
    windows_of(&text, &sentences_of(&text, left_out))
}

/// Makes the windows of these sentences of `text`.
pub(super) fn windows_of(text: &[char], sentences: &[Sentence]) -> Vec<Window> {
    (0..sentences.len())
        .filter_map(|first| {
            let count = length(&sentences[first..])?;
            let of = &sentences[first..first + count];
            let language = language(text, of)?;
            let span = offset(of[0].span.start)..offset(of[count - 1].span.end);
            Some(Window {
                span,
                sentences: offset(first)..offset(first + count),
                language,
            })
        })
        .collect()
}

/// Returns the number of sentences of the window that begins with the first of these; `None` if it stays too short.
fn length(sentences: &[Sentence]) -> Option<usize> {
    let mut total = 0;
    let mut count = 0;
    for (at, sentence) in sentences.iter().enumerate() {
        let apart = at > 0 && {
            let before = &sentences[at - 1];
            before.stretch != sentence.stretch || sentence.span.start - before.span.end > WIDEST_GAP
        };
        if apart || total >= ENOUGH || (total >= LEAST && total + sentence.weight > MOST) {
            break;
        }
        total += sentence.weight;
        count += 1;
    }
    (total >= LEAST).then_some(count)
}

/// Returns the language of a window; `None` if it is a table or formula rather than language.
fn language(text: &[char], sentences: &[Sentence]) -> Option<Language> {
    let (mut characters, mut signs, mut total, mut han) = (0, 0, 0, 0);
    let mut letters = HashSet::new();
    for &c in sentences
        .iter()
        .flat_map(|sentence| &text[sentence.span.clone()])
    {
        if c.is_whitespace() {
            continue;
        }
        characters += 1;
        if c.is_alphabetic() {
            letters.extend(c.to_lowercase());
        } else {
            signs += 1;
        }
        total += weight(c);
        han += if is_han(c) { FULL } else { 0 };
    }
    let is_language = signs * 100 <= characters * MOST_SIGNS && letters.len() >= FEWEST_LETTERS;
    is_language.then(|| Language::new(han * 2 >= total))
}

/// Offset as stored; texts end long before 2^32.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
#[expect(
    clippy::single_range_in_vec_init,
    clippy::format_collect,
    reason = "short in a test"
)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Text of `length` different Han characters, from the `from`-th on.
    fn han(from: u32, length: u32) -> String {
        (from..from + length)
            .filter_map(|i| char::from_u32(0x4E00 + i))
            .collect()
    }

    fn counts(text: &str, left_out: &[Range<usize>]) -> Vec<(u32, u32)> {
        windows(text, left_out)
            .into_iter()
            .map(|window| (window.sentences.start, window.sentences.end))
            .collect()
    }

    #[test]
    fn windows_take_sentences_until_they_are_long_enough() {
        let of = |lengths: &[u32]| {
            lengths
                .iter()
                .map(|&length| format!("{}。", han(0, length)))
                .collect::<String>()
        };
        assert_eq!(counts(&of(&[30, 30, 30]), &[]), [(0, 2), (1, 3)]);
        assert_eq!(counts(&of(&[60, 20, 20]), &[]), [(0, 1), (1, 3)]);
        // The second sentence would make the first window too long, which is long enough without it.
        assert_eq!(counts(&of(&[40, 90]), &[]), [(0, 1), (1, 2)]);
        // It is not long enough without it.
        assert_eq!(counts(&of(&[30, 90]), &[]), [(0, 2), (1, 2)]);
        assert_eq!(counts(&of(&[34]), &[]), []);
        assert_eq!(counts(&of(&[35]), &[]), [(0, 1)]);
    }

    #[test]
    fn windows_do_not_reach_across_gaps() {
        let text = format!("{}。{}。", han(0, 30), han(50, 30));
        assert_eq!(counts(&text, &[]), [(0, 2)]);
        assert_eq!(counts(&text, &[30..31]), []);
        let far = format!("{}。\n{}\n{}。", han(0, 30), "-".repeat(200), han(50, 30));
        assert_eq!(counts(&far, &[]), []);
        assert_eq!(counts(&far.replace("----", "-"), &[]), [(0, 2)]);
    }

    #[test]
    fn tables_and_formulas_are_no_windows() {
        assert_eq!(counts(&"甲乙丙丁。".repeat(20), &[]), []);
        assert_eq!(
            counts(&format!("{} {}。", han(0, 40), "+ ".repeat(39)), &[]),
            []
        );
        assert_eq!(
            counts(&format!("{} {}。", han(0, 40), "3 ".repeat(20)), &[]),
            [(0, 1)]
        );
    }

    #[test]
    fn language_is_that_of_half_the_weight() {
        let of = |text: &str| windows(text, &[])[0].language;
        let english = "The quick brown fox jumps over the lazy dog and comes back home again late at night with nothing to show for all \
                       the trouble that it went to and then sleeps for long.";
        assert_eq!(of(english), Language::Other);
        assert_eq!(of(&format!("{}。", han(0, 60))), Language::Chinese);
        assert_eq!(
            of(&format!("{} {}", han(0, 20), &english[..150])),
            Language::Other
        );
        assert_eq!(
            of(
                "かなはかんじよりおおくつかわれるのでこのぶんしょうはにほんごであってちゅうごくごではないとみなされるべきである。"
            ),
            Language::Other
        );
    }

    proptest! {
        #[test]
        fn windows_have_the_weights_promised(lengths in prop::collection::vec((1_u32..130, 0_u32..3, 0_usize..4), 0..30)) {
            let mut text = String::new();
            let mut left_out = Vec::new();
            for (at, &(length, kind, gap)) in lengths.iter().enumerate() {
                text.push_str(&han(u32::try_from(at).unwrap() * 100, length.min(105)));
                text.push('。');
                if gap == 0 {
                    let start = text.chars().count();
                    text.push_str("省略");
                    left_out.push(start..start + 2);
                } else if kind == 0 {
                    text.push('\n');
                    text.push_str(&" ".repeat(197 + gap));
                    text.push('\n');
                }
            }
            let characters: Vec<char> = text.chars().collect();
            let sentences = sentences_of(&characters, &left_out);
            let found = windows_of(&characters, &sentences);
            // The obvious way: each start with each length, by the words of the promise.
            let mut expected = Vec::new();
            for first in 0..sentences.len() {
                let total = |end: usize| sentences[first..end].iter().map(|s| s.weight).sum::<u32>();
                let near = |end: usize| (first + 1..end).all(|i| {
                    let gap = sentences[i - 1].span.end..sentences[i].span.start;
                    gap.len() <= 200 && !left_out.iter().any(|out| gap.start <= out.start && out.end <= gap.end)
                });
                let ends = |end: usize| end == sentences.len() || !near(end + 1) || total(end) >= 550
                    || (total(end) >= 350 && total(end + 1) > 1100);
                if let Some(end) = (first + 1..=sentences.len()).find(|&end| ends(end)) && total(end) >= 350 {
                    expected.push((first, end));
                }
            }
            let found: Vec<_> = found.iter().map(|w| (w.sentences.start as usize, w.sentences.end as usize)).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
