//! Passage: a run of text that occurs in two documents, and how strong the evidence for a copy is.

use serde::{Deserialize, Serialize};

use super::{Chance, Strength};

/// Span of characters of an extracted text, half open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// Offset of the first character, in Unicode scalar values.
    pub start: u32,
    /// Offset after the last character.
    pub end: u32,
}

impl Span {
    /// Returns the number of characters.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Returns whether the span has no character.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Returns whether the two spans have a character in common.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// Difference between the two sides of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PassageKind {
    /// Identical: the same words in the same order after normalisation.
    Identical,
    /// Edited: not the same words in the same order.
    Edited,
}

/// Passage: a run of text in one document that also occurs, the same or edited, in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Passage {
    /// Span in the first document.
    pub a: Span,
    /// Span in the second document.
    pub b: Span,
    /// Kind of the passage: identical or edited.
    pub kind: PassageKind,
    /// Number of characters of `a` that are matched by `b`, at most the length of `a`.
    pub matched_a: u32,
    /// Number of characters of `b` that are matched by `a`, at most the length of `b`.
    pub matched_b: u32,
    /// Likeness of the two sides: share of their tokens that are matched, in per mille, 0..=1000; 1000 if identical.
    pub similarity: u16,
    /// Expected number of passages this strong by chance.
    pub chance: Chance,
    /// Number of documents in the comparison that share the passage, these two included; at least 2.
    pub documents: u32,
}

impl Passage {
    /// Returns the strength that follows from the chance.
    #[must_use]
    pub fn strength(&self) -> Strength {
        self.chance.strength()
    }

    /// Returns the same passage seen from the other document.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            a: self.b,
            b: self.a,
            matched_a: self.matched_b,
            matched_b: self.matched_a,
            ..self
        }
    }
}
