//! Judges whether the result of a reader looks like the text of a document; if not, the next reader runs. The
//! thresholds were measured on 147 real files, with one false alarm.

use chachong_text::is_cjk;

/// Number of characters below which a text is too short to be a thesis.
const FEW: usize = 300;
/// Minimum number of Chinese characters or English words needed to tell whether they are a language.
const ENOUGH: usize = 12;
/// Most frequent Chinese characters: a fifth to a third of any real text.
const COMMON_HAN: &str = "的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知";
/// Most frequent English words: a quarter to a half of any real text.
const COMMON_ENGLISH: [&str; 24] = [
    "the", "of", "and", "to", "a", "in", "is", "that", "for", "it", "as", "was", "with", "be",
    "by", "on", "are", "this", "from", "or", "an", "at", "which", "we",
];

/// Quality of a text, as far as its characters show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Health {
    /// True if the text is long enough and nothing is wrong with it, so that no other reader is needed.
    pub sound: bool,
    /// True if nothing is wrong with the text, though it may be short.
    pub clean: bool,
    /// True if the text looks like a language, or like none at all (a table of figures). Missing text is not
    /// considered.
    pub plausible: bool,
}

/// Whether a character has no readable meaning: unmapped (U+FFFD), private-use or control.
pub(super) fn is_unreadable(c: char) -> bool {
    c == '\u{FFFD}'
        || ('\u{E000}'..='\u{F8FF}').contains(&c)
        || (c.is_control() && !c.is_whitespace())
}

/// Judges the pages of one document together.
pub(super) fn judge<'t>(pages: impl Iterator<Item = &'t str>) -> Health {
    Counts::of(pages).health()
}

/// Whether a text is Chinese or English for certain.
pub(super) fn is_language(text: &str) -> bool {
    let counts = Counts::of(std::iter::once(text));
    let is_other = |c: &char| c.is_alphabetic() && !c.is_ascii() && !is_cjk(*c);
    let others = text.chars().filter(is_other).count();
    counts.health().plausible && counts.is_judged() && others * 20 <= counts.visible
}

/// Numbers of characters and words by which a text is judged.
#[derive(Default)]
struct Counts {
    visible: usize,
    unreadable: usize,
    latin1: usize,
    han: usize,
    common: usize,
    letters: usize,
    words: usize,
    common_words: usize,
}

impl Counts {
    fn of<'t>(pages: impl Iterator<Item = &'t str>) -> Self {
        let mut counts = Self::default();
        for page in pages {
            for c in page.chars().filter(|c| !c.is_whitespace()) {
                counts.visible += 1;
                if is_unreadable(c) {
                    counts.unreadable += 1;
                } else if c.is_ascii_alphabetic() {
                    counts.letters += 1;
                } else if ('\u{A1}'..='\u{FF}').contains(&c) {
                    counts.latin1 += 1;
                } else if is_cjk(c) && c.is_alphabetic() {
                    counts.han += 1;
                    counts.common += usize::from(COMMON_HAN.contains(c));
                }
            }
            for word in page
                .split(|c: char| !c.is_ascii_alphabetic())
                .filter(|word| !word.is_empty())
            {
                counts.words += 1;
                let is_common = |common: &&str| common.eq_ignore_ascii_case(word);
                counts.common_words += usize::from(COMMON_ENGLISH.iter().any(is_common));
            }
        }
        counts
    }

    /// Whether so much of the text is Chinese that it is judged as Chinese.
    fn is_chinese(&self) -> bool {
        self.han * 4 > self.visible
    }

    /// Whether so much of the text is Latin letters that it is judged as English, if it is not as Chinese.
    fn is_latin(&self) -> bool {
        self.letters * 2 > self.visible
    }

    /// Whether there is enough of a language to tell whether it is one.
    fn is_judged(&self) -> bool {
        if self.is_chinese() {
            self.han >= ENOUGH
        } else {
            self.is_latin() && self.words >= ENOUGH
        }
    }

    fn health(&self) -> Health {
        let legible = self.visible - self.unreadable;
        let is_strange = self.is_judged()
            && if self.is_chinese() {
                self.common * 100 < 12 * self.han
            } else {
                self.common_words * 100 < 8 * self.words
            };
        let plausible = self.latin1 * 100 <= 15 * self.visible && !is_strange;
        let clean = plausible && legible > 0 && self.unreadable * 200 <= self.visible;
        Health {
            sound: clean && legible >= FEW,
            clean,
            plausible,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sound(text: &str) -> bool {
        judge(std::iter::once(text)).sound
    }

    #[test]
    fn ordinary_texts_are_sound_and_broken_ones_are_not() {
        let chinese =
            "社区图书馆的夜间开放是一个不大的问题，但是在我们的城市里，它和人们的生活有关。"
                .repeat(12);
        let english = "The opening of the library at night is a question that matters to people in this city. ".repeat(8);
        assert!(sound(&chinese));
        assert!(sound(&english));
        assert!(!sound("太短"));
        assert!(!sound(&format!("{chinese}{}", "\u{FFFD}".repeat(20))));
        // Each character is shifted by a constant, as by a wrong font map.
        let shifted: String = chinese
            .chars()
            .filter_map(|c| char::from_u32(u32::from(c) + 29))
            .collect();
        assert!(!sound(&shifted));
        let rotated: String = english
            .chars()
            .map(|c| {
                if c.is_ascii_lowercase() {
                    char::from((c as u8 - b'a' + 3) % 26 + b'a')
                } else {
                    c
                }
            })
            .collect();
        assert!(!sound(&rotated));
        let mojibake: String = chinese.bytes().map(char::from).collect();
        assert!(!sound(&mojibake));
        // A table of figures is in no language.
        assert!(sound(&"12.5 37 80 2024 19.03\n".repeat(40)));
    }
}
