//! Tokens of a normalised text: the smallest units that two texts can have in common. A token is a Chinese character,
//! or a word or number in any other script.

use std::cell::RefCell;
use std::collections::HashMap;

use twox_hash::XxHash3_64;

use super::stem::stem;
use super::{Normalized, is_cjk};

/// Chinese character (or kana), or whole word or number of another script: the unit in which two texts are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Hash of 32 bits, equal for equal characters and for words with the same stem ("copied", "copies").
    pub hash: u32,
    /// Offset of the token's first character in the original text, in Unicode scalar values.
    pub start: u32,
    /// Offset after the token's last character in the original text, in Unicode scalar values.
    pub end: u32,
    /// Number of opening brackets and quotation marks directly before the token.
    pub opening: u8,
    /// Number of other signs directly after the token, such as a full stop and closing brackets.
    pub closing: u8,
    /// Strongest punctuation or break between the token and the previous one.
    pub gap: Gap,
    /// True for a Chinese character or kana, false for a word or number.
    pub is_han: bool,
}

impl Token {
    /// Returns the weight of the token in a run of equal tokens: 2 for a Chinese character, 3 for a word or number.
    #[must_use]
    pub const fn weight(&self) -> u32 {
        if self.is_han { 2 } else { 3 }
    }
}

/// Strength of the punctuation between two tokens, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    /// Nothing, or white space within a sentence.
    None,
    /// Quotation mark, bracket, dash, enumeration comma or other sign.
    Sign,
    /// Comma, semicolon or colon, which ends a clause.
    Clause,
    /// End of a sentence: a full stop, question mark, exclamation mark or ellipsis, or a line break after a Chinese sentence.
    Sentence,
    /// End of a paragraph, or beginning of the text.
    Paragraph,
}

/// Splits a normalised text into tokens, in the order of the text.
#[must_use]
pub fn tokens(normalized: &Normalized) -> Vec<Token> {
    let mut cutter = Cutter::new(normalized.origins.len());
    let mut characters = normalized
        .text
        .chars()
        .zip(normalized.origins.iter().copied())
        .peekable();
    while let Some((c, at)) = characters.next() {
        let next = characters.peek().map(|&(c, _)| c);
        if is_cjk(c) && c.is_alphanumeric() {
            cutter.finish_word();
            cutter.push(mix(u64::from(u32::from(c))), at, at + 1, true);
        } else if c.is_alphanumeric() || (!cutter.word.is_empty() && joins(c, next)) {
            cutter.letter(c, at);
        } else {
            cutter.finish_word();
            cutter.sign(c, at, next);
        }
    }
    cutter.finish_word();
    cutter.tokens
}

struct Cutter {
    tokens: Vec<Token>,
    word: String,
    /// Offset of the word's first character, and offset after its last.
    span: (u32, u32),
    gap: Gap,
    /// Whether nothing but closing and other signs came since the last token.
    attached: bool,
    /// Offset of the opening signs that no token has followed yet; `None` without any.
    opened: Option<u32>,
}

impl Cutter {
    fn new(expected: usize) -> Self {
        Self {
            tokens: Vec::with_capacity(expected),
            word: String::new(),
            span: (0, 0),
            gap: Gap::Paragraph,
            attached: false,
            opened: None,
        }
    }

    fn letter(&mut self, c: char, at: u32) {
        if self.word.is_empty() {
            self.span.0 = at;
        }
        self.word.extend(c.to_lowercase());
        self.span.1 = at + 1;
    }

    fn finish_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let hash = STEMS.with_borrow_mut(|stems| stems.hash(&self.word));
        self.word.clear();
        self.push(hash, self.span.0, self.span.1, false);
    }

    fn push(&mut self, hash: u32, start: u32, end: u32, is_han: bool) {
        let opened = self.opened.take().unwrap_or(start);
        self.tokens.push(Token {
            hash,
            start,
            // A character that was decomposed (a ligature) can end where the next begins.
            end: end.max(start + 1),
            opening: u8::try_from(start.saturating_sub(opened)).unwrap_or(0),
            closing: 0,
            gap: self.gap,
            is_han,
        });
        self.gap = Gap::None;
        self.attached = true;
    }

    fn sign(&mut self, c: char, at: u32, next: Option<char>) {
        self.gap = self.gap.max(Gap::of(c, next));
        if c.is_whitespace() {
            (self.attached, self.opened) = (false, None);
        } else if opens(c) {
            self.attached = false;
            self.opened.get_or_insert(at);
        } else {
            self.opened = None;
            if self.attached
                && let Some(last) = self.tokens.last_mut()
            {
                last.closing =
                    u8::try_from((at + 1).saturating_sub(last.end)).unwrap_or(last.closing);
            }
        }
    }
}

/// Whether a sign belongs to the token after it.
const fn opens(c: char) -> bool {
    matches!(
        c,
        '(' | '[' | '{' | '<' | '“' | '‘' | '「' | '『' | '《' | '〈' | '【' | '〔' | '〖'
    )
}

/// Whether `c` does not end the word or number it is in: an apostrophe before a letter, a decimal point before a digit.
fn joins(c: char, next: Option<char>) -> bool {
    match c {
        '\'' | '’' => next.is_some_and(char::is_alphabetic),
        '.' => next.is_some_and(|n| n.is_ascii_digit()),
        _ => false,
    }
}

impl Gap {
    fn of(c: char, next: Option<char>) -> Self {
        match c {
            '\n' if next == Some('\n') => Self::Paragraph,
            '。' | '!' | '?' | '\n' | '…' | '｡' => Self::Sentence,
            // A full stop in "3.2" or "a.b" ends nothing.
            '.' if next.is_none_or(|n| !n.is_alphanumeric() || is_cjk(n)) => Self::Sentence,
            ';' | ',' | ':' => Self::Clause,
            c if c.is_whitespace() => Self::None,
            _ => Self::Sign,
        }
    }
}

thread_local! {
    static STEMS: RefCell<Stems> = RefCell::new(Stems {
        known: HashMap::new(),
    });
}

/// Cache of the hashes of stems: stemming costs ten times a look-up, and few words are new.
struct Stems {
    known: HashMap<String, u32>,
}

/// Maximum number of cached stems. A full cache is cleared, so that the memory of a thread stays below some megabytes.
const KNOWN_STEMS: usize = 50_000;

impl Stems {
    fn hash(&mut self, word: &str) -> u32 {
        if let Some(&hash) = self.known.get(word) {
            return hash;
        }
        let stem = stem(word);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "32 bits of the hash are kept"
        )]
        let hash = XxHash3_64::oneshot(stem.as_bytes()) as u32;
        if self.known.len() >= KNOWN_STEMS {
            self.known.clear();
        }
        self.known.insert(word.to_owned(), hash);
        hash
    }
}

/// Returns a well-mixed 32-bit hash of a number (the finaliser of `MurmurHash3`).
#[must_use]
pub const fn mix(n: u64) -> u32 {
    let mut h = n.wrapping_add(0x9E37_79B9_7F4A_7C15);
    h ^= h >> 33;
    h = h.wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    h ^= h >> 33;
    h = h.wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    (h >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LineBreaks, normalize};

    fn cut(text: &str) -> Vec<(String, Gap)> {
        let characters: Vec<char> = text.chars().collect();
        tokens(&normalize(text, LineBreaks::Layout))
            .into_iter()
            .map(|t| {
                (
                    characters[t.start as usize..t.end as usize]
                        .iter()
                        .collect(),
                    t.gap,
                )
            })
            .collect()
    }

    #[test]
    fn characters_and_words_are_tokens() {
        let cut = cut("图书馆 Libraries're open，3.5小时。\n夜间");
        let words: Vec<&str> = cut.iter().map(|(word, _)| word.as_str()).collect();
        assert_eq!(
            words,
            [
                "图",
                "书",
                "馆",
                "Libraries're",
                "open",
                "3.5",
                "小",
                "时",
                "夜",
                "间"
            ]
        );
        assert_eq!(cut[0].1, Gap::Paragraph);
        assert_eq!(cut[1].1, Gap::None);
        assert_eq!(cut[5].1, Gap::Clause);
        assert_eq!(cut[8].1, Gap::Sentence);
    }

    #[test]
    fn one_stem_is_one_token() {
        let hashes = |text| -> Vec<u32> {
            tokens(&normalize(text, LineBreaks::Layout))
                .iter()
                .map(|t| t.hash)
                .collect()
        };
        assert_eq!(hashes("copied libraries"), hashes("Copies LIBRARY"));
        assert_eq!(hashes("圖書館"), hashes("图书馆"));
        assert_ne!(hashes("open"), hashes("night"));
    }

    #[test]
    fn signs_belong_to_the_token_that_they_touch() {
        let text = "他说：“夜间（开放）……” 很好";
        let found = tokens(&normalize(text, LineBreaks::Layout));
        let signs: Vec<(u8, u8)> = found.iter().map(|t| (t.opening, t.closing)).collect();
        assert_eq!(
            signs,
            [
                (0, 0),
                (0, 1),
                (1, 0),
                (0, 0),
                (1, 0),
                (0, 4),
                (0, 0),
                (0, 0)
            ]
        );
    }

    #[test]
    fn offsets_are_in_the_original() {
        let text = "图\u{200B}书 ﬁle";
        let found: Vec<(u32, u32)> = tokens(&normalize(text, LineBreaks::Layout))
            .iter()
            .map(|t| (t.start, t.end))
            .collect();
        assert_eq!(found, [(0, 1), (2, 3), (4, 7)]);
    }
}
