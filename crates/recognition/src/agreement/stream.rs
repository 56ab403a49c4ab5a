//! One side of a comparison: the letters and digits of a text layer or of recognised lines, folded and cut into pieces.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::edits::{LONGEST_PIECE, Searched};
use crate::page::{Line, Page, PageState};

/// Weight of an ideograph and of kana; a letter of other scripts has 1. Three letters say as much as one ideograph.
const IDEOGRAPH: usize = 3;
/// Maximum number of letters of a piece: about a line of a page.
const PIECE: usize = 48;
/// Minimum weight of a piece, eight ideographs or 24 letters: another text may have something like a shorter one by
/// chance.
const TELLING: usize = 24;
/// Minimum number of letters of a word that is no sign of a formula.
const WORD: usize = 3;
/// Minimum share of letters in words of a piece, in per cent: formulas and rows of figures tell nothing.
const WORDS_PERCENT: usize = 60;
/// Maximum share of edits of a piece, in per cent, by which the other side has it.
const HAS_PERCENT: usize = 40;
/// Share of edits of a piece of letters, in per cent, above which the other side has another text: of unrelated English
/// 19 in 20 pieces of 24 letters have 46 and more, the median is 58. Between the two nothing is said.
const LACKS_PERCENT: usize = 45;
/// Share of edits of a piece of ideographs, in per cent, above which the other side has another text: unrelated Chinese
/// has 62 and more, a text layer of 65 characters in 100 right 35.
const LACKS_IDEOGRAPHS_PERCENT: usize = 55;
/// Maximum number of letters of a line that is joined with other short lines beside it: each letter of text that runs
/// down may be a line.
const SHORT: usize = 2;
/// Maximum number of signs and spaces between two missing pieces of a layer that are taken for one.
const GAP: usize = 3;
/// Maximum number of characters of a side that are compared: the text of a page has some thousands.
const LONGEST: usize = 50_000;

const _: () = assert!(PIECE <= LONGEST_PIECE);

/// Result of searching for the text of one side in the other side. Only distinctive text is searched for: pieces of at
/// least eight ideographs or 24 letters, mostly in words. Weights count an ideograph as 3 and a letter of another
/// script as 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compared {
    /// Weight of all distinctive text of this side.
    pub telling: usize,
    /// Weight of the distinctive text that the other side contains, with at most 40 wrong letters in 100.
    pub found: usize,
    /// Weight of the distinctive text that has no counterpart on the other side: more than 45 of 100 letters, or 55 of 100 ideographs,
    /// are wrong wherever it is compared. Text that is neither found nor missing is unclear.
    pub missing: usize,
    /// Number of letters and digits of the pieces that are found or unclear.
    pub letters: usize,
    /// Number of edits (insertions, deletions and replacements of one letter) that turn these pieces into the text of the other side.
    pub edits: usize,
    /// Places of the missing text, ascending. If this side is a text layer: ranges of characters (Unicode scalar values). If it is a
    /// picture: ranges of lines, counted from 0 through all pages.
    pub lacking: Vec<Range<usize>>,
}

impl Compared {
    /// Returns the share of the distinctive text that the other side contains, in per cent, rounded down; `None` if
    /// there is no distinctive text.
    #[must_use]
    pub const fn percent(&self) -> Option<usize> {
        (self.found * 100).checked_div(self.telling)
    }

    /// Returns the share of wrong letters in found and unclear pieces ([`Compared::edits`] per letter), in per cent, rounded down; 0
    /// without letters.
    #[must_use]
    pub const fn wrong_percent(&self) -> usize {
        match (self.edits * 100).checked_div(self.letters) {
            Some(percent) => percent,
            None => 0,
        }
    }
}

/// Letters and digits of one side, line by line.
#[derive(Default)]
pub(super) struct Stream {
    letters: Vec<char>,
    /// Whether each letter is part of a word.
    in_word: Vec<bool>,
    /// Origin of each letter: the character of the layer, or the line of the pages.
    origins: Vec<usize>,
    /// Ends of the lines in `letters`.
    ends: Vec<usize>,
    /// Maximum gap between two missing pieces that are one: signs and spaces of a layer have no letter.
    gap: usize,
}

impl Stream {
    pub(super) fn of_layer(layer: &str) -> Self {
        let layer = bounded(layer);
        let (mut stream, mut at) = (Self::default(), 0);
        stream.gap = GAP;
        for line in layer.split(['\n', '\r', '\u{C}']) {
            stream.push(line, |character| at + character);
            at += line.chars().count() + 1;
        }
        stream
    }

    /// Takes the lines of pages for which `is_wanted` returns `true`.
    pub(super) fn of_pages(pages: &[Page], is_wanted: impl Fn(PageState, &Line) -> bool) -> Self {
        let mut stream = Self::default();
        let lines = pages
            .iter()
            .flat_map(|page| page.lines.iter().map(|line| (page.state, line)));
        for (number, (state, line)) in lines.enumerate() {
            if is_wanted(state, line) && stream.letters.len() + line.text.len() <= LONGEST {
                stream.push(&line.text, |_| number);
            }
        }
        stream
    }

    /// Adds a line. Repeated letters are taken once: bold type is made by printing letters twice, and some layers have
    /// both.
    fn push(&mut self, line: &str, origin: impl Fn(usize) -> usize) {
        let begin = self.letters.len();
        let mut run = begin;
        for (number, character) in line.chars().enumerate() {
            for letter in std::iter::once(character)
                .nfkd()
                .flat_map(char::to_lowercase)
            {
                // Accents are too small to be read surely.
                if is_combining_mark(letter) {
                    continue;
                }
                let is_letter = letter.is_alphabetic() && !is_ideograph(letter);
                if !is_letter {
                    self.end_word(run);
                }
                if letter.is_alphanumeric() && self.letters[begin..].last() != Some(&letter) {
                    self.letters.push(letter);
                    self.in_word.push(is_ideograph(letter));
                    self.origins.push(origin(number));
                }
                if !is_letter {
                    run = self.letters.len();
                }
            }
        }
        self.end_word(run);
        self.ends.push(self.letters.len());
    }

    /// Marks the letters from `run` on as a word if they are enough.
    fn end_word(&mut self, run: usize) {
        if self.letters.len() - run >= WORD {
            self.in_word[run..].fill(true);
        }
    }

    /// Returns the letters without spaces.
    pub(super) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// Returns the weight of all words.
    pub(super) fn weight(&self) -> usize {
        self.weight_of(&(0..self.letters.len()))
    }

    /// Returns the weight of the words in distinctive pieces.
    pub(super) fn telling(&self) -> usize {
        self.pieces()
            .iter()
            .map(|piece| self.weight_of(piece))
            .sum()
    }

    fn weight_of(&self, piece: &Range<usize>) -> usize {
        let weight = |at: usize| {
            if is_ideograph(self.letters[at]) {
                IDEOGRAPH
            } else {
                1
            }
        };
        piece
            .clone()
            .filter(|&at| self.in_word[at])
            .map(weight)
            .sum()
    }

    /// Joins all lines into one if most of the text is in lines that are too short to be distinctive; returns whether
    /// it did so.
    pub(super) fn join_short(&mut self) -> bool {
        let is_short = self.telling() * 2 < self.weight();
        if is_short {
            self.ends = vec![self.letters.len()];
        }
        is_short
    }

    /// Returns the lines; lines of at most [`SHORT`] letters that follow one another are joined.
    fn lines(&self) -> Vec<Range<usize>> {
        let mut lines: Vec<Range<usize>> = Vec::with_capacity(self.ends.len());
        let (mut start, mut after_short) = (0, false);
        for &end in &self.ends {
            let is_short = end - start <= SHORT;
            match lines.last_mut() {
                Some(last) if is_short && after_short => last.end = end,
                _ => lines.push(start..end),
            }
            (start, after_short) = (end, is_short);
        }
        lines
    }

    /// Returns the telling pieces: lines, long ones divided evenly.
    fn pieces(&self) -> Vec<Range<usize>> {
        let mut pieces = Vec::new();
        for line in self.lines() {
            let count = line.len().div_ceil(PIECE);
            for number in 0..count {
                let place = |number: usize| line.start + line.len() * number / count;
                let piece = place(number)..place(number + 1);
                let words = piece.clone().filter(|&at| self.in_word[at]).count();
                if self.weight_of(&piece) >= TELLING && words * 100 >= piece.len() * WORDS_PERCENT {
                    pieces.push(piece);
                }
            }
        }
        pieces
    }

    /// Searches for the distinctive pieces in another side.
    pub(super) fn compared_with(&self, other: &Self) -> Compared {
        let other = Searched::new(&other.letters);
        let mut compared = Compared::default();
        let mut pieces = self.pieces();
        pieces.reverse();
        while let Some(piece) = pieces.pop() {
            let (weight, length) = (self.weight_of(&piece), piece.len());
            let edits = other.fewest_edits(&self.letters[piece.clone()]);
            let has = edits * 100 <= length * HAS_PERCENT;
            let middle = piece.start + length / 2;
            let halves = [piece.start..middle, middle..piece.end];
            if !has && halves.iter().all(|half| self.weight_of(half) >= TELLING) {
                // Lines break elsewhere on the other side, and its lines may stand in another order.
                pieces.extend(halves.into_iter().rev());
                continue;
            }
            compared.telling += weight;
            let most = if weight >= 2 * length {
                LACKS_IDEOGRAPHS_PERCENT
            } else {
                LACKS_PERCENT
            };
            if edits * 100 <= length * most {
                compared.found += if has { weight } else { 0 };
                compared.letters += length;
                compared.edits += edits;
                continue;
            }
            compared.missing += weight;
            let span = self.origins[piece.start]..self.origins[piece.end - 1] + 1;
            match compared.lacking.last_mut() {
                Some(last) if last.end + self.gap >= span.start => {
                    last.end = span.end.max(last.end);
                }
                _ => compared.lacking.push(span),
            }
        }
        compared
    }
}

/// Returns the beginning of a layer, up to the maximum length that is compared.
pub(super) fn bounded(layer: &str) -> &str {
    let end = layer.char_indices().nth(LONGEST);
    end.map_or(layer, |(end, _)| &layer[..end])
}

/// Whether a letter is a word or a syllable: ideographs and kana. Hangul is folded into its letters.
fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{3005}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}
