//! Span of characters in a text.

use serde::{Deserialize, Serialize};

/// Span of characters of an extracted text: `start` is included, `end` is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// Offset of the first character, in Unicode scalar values.
    pub start: u32,
    /// Offset after the last character, in Unicode scalar values.
    pub end: u32,
}

impl Span {
    /// Creates a span from two offsets in Unicode scalar values.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Creates a span from two offsets in Unicode scalar values. An offset that does not fit into 32 bits, which no
    /// text has, becomes `u32::MAX`.
    #[must_use]
    pub fn of(start: usize, end: usize) -> Self {
        let at = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self {
            start: at(start),
            end: at(end),
        }
    }

    /// Returns the number of characters.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Returns whether the span contains no characters.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Returns whether two spans have at least one character in common.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Returns the span of the characters that two spans have in common; an empty span if they have none.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        Self {
            start: self.start.max(other.start),
            end: self.end.min(other.end),
        }
    }

    /// Returns the characters of `text` within the span.
    #[must_use]
    pub fn of_text(self, text: &str) -> String {
        let characters = text.chars().skip(self.start as usize);
        characters.take(self.len() as usize).collect()
    }

    /// Returns the span as a range of indices of the text's characters.
    #[must_use]
    pub const fn indices(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}
