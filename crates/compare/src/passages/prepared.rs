//! Preparation of a normalised text for comparing, done once: tokens, terms, and units (clauses of Chinese, sentences
//! of other scripts) with their term counts.

use std::ops::Range;

use super::Span;
use chachong_text::{Gap, Normalized, Token, mix, tokens};

/// Text prepared for comparison: divided into tokens, terms and units.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub(super) tokens: Vec<Token>,
    /// Term that begins at each token: a bigram of Chinese characters or a word's stem.
    pub(super) terms: Vec<u32>,
    /// Index of each unit's first token, followed by the number of tokens.
    pub(super) units: Vec<u32>,
    /// Terms of each unit with their counts, sorted by unit, then term.
    pub(super) counts: Vec<Count>,
    /// Index of each unit's first entry in `counts`, followed by the number of entries.
    pub(super) firsts: Vec<u32>,
    /// Number of Chinese tokens.
    pub(super) han: u32,
    /// Hash of all tokens.
    pub(super) content: u64,
    /// Span from the first to the last character that is no white space. Signs at its ends belong to no token.
    pub(super) extent: Span,
}

/// Number of occurrences of a term in a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Count {
    pub unit: u32,
    pub term: u32,
    pub times: u32,
}

/// Minimum length of a Chinese clause, in characters; a shorter one is joined with the next.
const CLAUSE_CHARACTERS: u32 = 20;
/// Minimum length of a sentence, in words; a shorter one is joined with the next.
const SENTENCE_WORDS: u32 = 5;
/// Maximum length of a unit, in tokens, whatever its punctuation.
const LONGEST_UNIT: u32 = 120;

/// Returns the span of a text from its first to its last character that is no white space.
fn extent(normalized: &Normalized) -> Span {
    let is_seen = |(c, _): &(char, &u32)| !c.is_whitespace();
    let (text, origins) = (&normalized.text, &normalized.origins);
    let first = text.chars().zip(origins).find(is_seen);
    let last = text.chars().rev().zip(origins.iter().rev()).find(is_seen);
    Span::new(
        first.map_or(0, |(_, &start)| start),
        last.map_or(0, |(_, &last)| last + 1),
    )
}

impl Prepared {
    /// Prepares a normalised text.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "offsets are 32 bits by design"
    )]
    pub fn new(normalized: &Normalized) -> Self {
        let tokens = tokens(normalized);
        let terms = terms(&tokens);
        let content = tokens.iter().fold(0_u64, |hash, token| {
            (hash ^ u64::from(token.hash))
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                .rotate_left(29)
        });
        let units = units(&tokens);
        let mut counts = Vec::with_capacity(tokens.len());
        let mut firsts = Vec::with_capacity(units.len());
        let mut sorted = Vec::new();
        for (unit, bounds) in units.windows(2).enumerate() {
            firsts.push(counts.len() as u32);
            sorted.clear();
            sorted.extend_from_slice(&terms[bounds[0] as usize..bounds[1] as usize]);
            sorted.sort_unstable();
            for same in sorted.chunk_by(|a, b| a == b) {
                counts.push(Count {
                    unit: unit as u32,
                    term: same[0],
                    times: same.len() as u32,
                });
            }
        }
        firsts.push(counts.len() as u32);
        let han = tokens.iter().filter(|token| token.is_han).count() as u32;
        Self {
            tokens,
            terms,
            units,
            counts,
            firsts,
            han,
            content,
            extent: extent(normalized),
        }
    }

    /// Returns the tokens of the text, in order.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Returns the indices of the tokens that are entirely within a span.
    #[must_use]
    pub fn tokens_in(&self, span: Span) -> Range<usize> {
        let first = (self.tokens).partition_point(|token| token.start < span.start);
        let end = (self.tokens).partition_point(|token| token.end <= span.end);
        first..end.max(first)
    }

    /// Returns the number of units.
    pub(super) fn unit_count(&self) -> usize {
        self.units.len() - 1
    }

    /// Returns the range of a unit's tokens.
    pub(super) fn tokens_of(&self, unit: usize) -> Range<usize> {
        self.units[unit] as usize..self.units[unit + 1] as usize
    }

    /// Returns the range of a unit's entries in `counts`.
    pub(super) fn counts_of(&self, unit: usize) -> Range<usize> {
        self.firsts[unit] as usize..self.firsts[unit + 1] as usize
    }

    /// Returns the hash of each different term of each unit, in no particular order; a term that several units have comes several
    /// times.
    pub fn different_terms(&self) -> impl Iterator<Item = u32> + '_ {
        self.counts.iter().map(|count| count.term)
    }

    /// Sort key that decides which of two texts comes first: the shorter one, then by content. Equal only for equal
    /// tokens (or by a chance of 2^-64).
    pub(super) const fn order(&self) -> (usize, u64) {
        (self.tokens.len(), self.content)
    }

    /// Returns the span from the first character of a run of tokens to its last, with the punctuation around it.
    pub(crate) fn span(&self, tokens: &Range<usize>) -> Span {
        let tokens = self.tokens.get(tokens.clone()).unwrap_or_default();
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => Span::new(
                first.start - u32::from(first.opening),
                last.end + u32::from(last.closing),
            ),
            _ => Span::new(0, 0),
        }
    }

    /// Returns the approximate memory use in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Token>() * self.tokens.len()
            + size_of::<Count>() * self.counts.len()
            + size_of::<u32>() * (self.terms.len() + self.units.len() + self.firsts.len())
    }

    /// Returns whether most tokens are Chinese characters.
    pub(super) fn is_chinese(&self) -> bool {
        self.han as usize * 2 > self.tokens.len()
    }
}

/// Returns the term of each token. A bigram ignores punctuation between its characters, because that is easily
/// inserted.
fn terms(tokens: &[Token]) -> Vec<u32> {
    let mut terms: Vec<u32> = tokens
        .windows(2)
        .map(|pair| term(pair[0], Some(pair[1])))
        .collect();
    terms.extend(tokens.last().map(|&last| term(last, None)));
    terms
}

fn term(token: Token, next: Option<Token>) -> u32 {
    match next {
        Some(next) if token.is_han && next.is_han => {
            mix(u64::from(token.hash) << 32 | u64::from(next.hash))
        }
        _ => token.hash,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "offsets are 32 bits by design"
)]
fn units(tokens: &[Token]) -> Vec<u32> {
    let mut units = vec![0];
    let (mut han, mut words) = (0, 0);
    for (i, token) in tokens.iter().enumerate() {
        // Units are joined across paragraphs too: a heading belongs to the text after it.
        let long_enough = if han > words {
            // A word is worth about as much as two characters.
            token.gap >= Gap::Clause && han + 2 * words >= CLAUSE_CHARACTERS
        } else {
            token.gap >= Gap::Sentence && 2 * words + han >= 2 * SENTENCE_WORDS
        };
        if long_enough || han + words >= LONGEST_UNIT {
            units.push(i as u32);
            (han, words) = (0, 0);
        }
        if token.is_han {
            han += 1;
        } else {
            words += 1;
        }
    }
    if tokens.is_empty() {
        return units;
    }
    units.push(tokens.len() as u32);
    units
}
