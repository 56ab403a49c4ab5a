//! Pieces of a normalised text in order: Chinese characters, words, signs. Terms are taken from them and phrases
//! searched among them, so that both agree.

use std::ops::Range;

use unicode_normalization::char::canonical_combining_class;

use super::fold;
use chachong_text::{Normalized, is_cjk};

/// Kind of a piece. White space is not a piece; it only separates words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A Chinese character (or kana).
    Han(char),
    /// A word or number of another script: the range of its letters in [`Pieces::letters`].
    Word(Range<usize>),
    /// Any other character.
    Sign(char),
    /// The end of a paragraph; no phrase extends over it.
    Paragraph,
}

/// One piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    /// Offset of the first character in the original text, in Unicode scalar values.
    pub(super) start: u32,
    /// Offset after the last character; more than `start`.
    pub(super) end: u32,
}

/// Pieces of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pieces {
    pub(super) list: Vec<Piece>,
    /// Folded letters of all words, one after the other.
    letters: String,
}

impl Pieces {
    /// Cuts a text into pieces. Words are those of `chachong_text::tokens`, but an apostrophe ends one: "book" is found
    /// in "book's". A decimal point does not: 5 is not found in 3.5.
    pub(super) fn of(normalized: &Normalized) -> Self {
        let mut pieces = Self {
            list: Vec::with_capacity(normalized.origins.len()),
            letters: String::new(),
        };
        let mut word = Word::default();
        let mut characters = normalized
            .text
            .chars()
            .zip(normalized.origins.iter().copied())
            .peekable();
        while let Some((c, at)) = characters.next() {
            let next = characters.peek().map(|&(c, _)| c);
            if is_of_word(c, next, !word.letters.is_empty()) {
                word.push(c, at);
                continue;
            }
            pieces.finish(&mut word);
            if is_cjk(c) && c.is_alphanumeric() {
                pieces.push(Kind::Han(fold::character(c)), at, at);
            } else if c == '\n' && next == Some('\n') {
                pieces.push(Kind::Paragraph, at, at);
            } else if !c.is_whitespace() {
                pieces.push(Kind::Sign(c), at, at);
            }
        }
        pieces.finish(&mut word);
        pieces
    }

    fn finish(&mut self, word: &mut Word) {
        if !word.letters.is_empty() {
            let from = self.letters.len();
            fold::word(&word.letters, &mut self.letters);
            word.letters.clear();
            self.push(Kind::Word(from..self.letters.len()), word.first, word.last);
        }
    }

    fn push(&mut self, kind: Kind, first: u32, last: u32) {
        self.list.push(Piece {
            kind,
            start: first,
            end: last.saturating_add(1),
        });
    }

    /// Returns the letters of a word, given their range.
    pub(super) fn word(&self, place: &Range<usize>) -> &str {
        self.letters.get(place.clone()).unwrap_or_default()
    }
}

/// Word being read.
#[derive(Default)]
struct Word {
    letters: String,
    /// Offsets of its first and its last character in the original text.
    first: u32,
    last: u32,
}

impl Word {
    fn push(&mut self, c: char, at: u32) {
        if self.letters.is_empty() {
            self.first = at;
        }
        self.letters.push(c);
        self.last = at;
    }
}

/// Returns whether a character belongs to a word. `is_begun` tells whether a word has begun before it.
fn is_of_word(c: char, next: Option<char>, is_begun: bool) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric()
            || is_begun && c == '.' && next.is_some_and(|next| next.is_ascii_digit());
    }
    // A combining mark that Unicode does not compose with its letter remains beside it.
    !is_cjk(c) && (c.is_alphanumeric() || is_begun && canonical_combining_class(c) != 0)
}
