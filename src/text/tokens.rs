//! A normalised text -> its tokens, the smallest things that two texts can have in common: a Chinese character, or a word
//! or number of any other script. Knows nothing of passages.

use std::cell::RefCell;
use std::collections::HashMap;

use rust_stemmers::{Algorithm, Stemmer};
use twox_hash::XxHash3_64;

use super::{Normalized, is_cjk};

/// One Chinese character, or one whole word or number of another script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Equal for equal characters, and for words with one stem ("copied", "copies"); 32 bits of a hash.
    pub hash: u32,
    /// Offset of its first character in the original text, in Unicode scalar values.
    pub start: u32,
    /// Offset after its last character.
    pub end: u32,
    /// What stands between it and the token before.
    pub gap: Gap,
    /// Whether it is a Chinese character.
    pub is_han: bool,
}

/// What stands between two tokens, the strongest of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    /// Nothing, or white space between words.
    None,
    /// A quotation mark, bracket, dash, enumeration comma or other sign.
    Sign,
    /// A comma, semicolon or colon, which ends a clause.
    Clause,
    /// A full stop, question or exclamation mark, or a line's end after one, which ends a sentence.
    Sentence,
    /// The end of a paragraph, or the beginning of the text.
    Paragraph,
}

/// Cuts a text into tokens.
#[must_use]
pub fn tokens(normalized: &Normalized) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(normalized.origins.len());
    let mut word = Word::default();
    let mut gap = Gap::Paragraph;
    let mut characters = normalized
        .text
        .chars()
        .zip(normalized.origins.iter().copied())
        .peekable();
    while let Some((c, at)) = characters.next() {
        let next = characters.peek().map(|&(c, _)| c);
        if is_cjk(c) && c.is_alphanumeric() {
            word.finish(&mut tokens, &mut gap);
            tokens.push(Token {
                hash: mix(u64::from(u32::from(c))),
                start: at,
                end: at + 1,
                gap,
                is_han: true,
            });
            gap = Gap::None;
        } else if c.is_alphanumeric() || (!word.is_empty() && joins(c, next)) {
            word.push(c, at);
        } else {
            word.finish(&mut tokens, &mut gap);
            gap = gap.max(Gap::of(c, next));
        }
    }
    word.finish(&mut tokens, &mut gap);
    tokens
}

/// An apostrophe in a word, or a decimal point in a number, does not end it.
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

#[derive(Default)]
struct Word {
    letters: String,
    start: u32,
    end: u32,
}

thread_local! {
    static STEMS: RefCell<Stems> = RefCell::new(Stems {
        stemmer: Stemmer::create(Algorithm::English),
        known: HashMap::new(),
    });
}

/// Stemming costs ten times a look-up, and few words are new.
struct Stems {
    stemmer: Stemmer,
    known: HashMap<String, u32>,
}

/// More different words than this are forgotten: the memory of a thread stays below some megabytes.
const KNOWN_STEMS: usize = 50_000;

impl Stems {
    fn hash(&mut self, word: &str) -> u32 {
        if let Some(&hash) = self.known.get(word) {
            return hash;
        }
        let stem = self.stemmer.stem(word);
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

impl Word {
    fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    fn push(&mut self, c: char, at: u32) {
        if self.letters.is_empty() {
            self.start = at;
        }
        self.letters.extend(c.to_lowercase());
        self.end = at + 1;
    }

    fn finish(&mut self, tokens: &mut Vec<Token>, gap: &mut Gap) {
        if self.letters.is_empty() {
            return;
        }
        tokens.push(Token {
            hash: STEMS.with_borrow_mut(|stems| stems.hash(&self.letters)),
            start: self.start,
            end: self.end,
            gap: *gap,
            is_han: false,
        });
        *gap = Gap::None;
        self.letters.clear();
    }
}

/// A 32-bit hash of a number, every bit of which depends on every bit of it (the finaliser of MurmurHash3).
#[must_use]
pub const fn mix(n: u64) -> u32 {
    let mut h = n.wrapping_add(0x9E37_79B9_7F4A_7C15);
    h ^= h >> 33;
    h = h.wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    h ^= h >> 33;
    h = h.wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    (h >> 32) as u32
}
