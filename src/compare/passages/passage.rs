//! Passage: a run of text that stands in two documents, and how strong the evidence for a copy is.

use serde::{Deserialize, Serialize};

use super::{Chance, Strength};

/// A run of characters of an extracted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// Offset of its first character, in Unicode scalar values.
    pub start: u32,
    /// Offset after its last character.
    pub end: u32,
}

impl Span {
    /// Characters from start to end.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether it holds no character.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Whether the two have a character in common.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// How a passage differs from its counterpart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PassageKind {
    /// The same words in the same order after normalisation.
    Identical,
    /// Changed.
    Edited,
}

/// A run of text in one document that stands, the same or edited, in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Passage {
    /// Where in the first document.
    pub a: Span,
    /// Where in the second.
    pub b: Span,
    /// Identical or edited.
    pub kind: PassageKind,
    /// Characters of `a` that are matched by `b`, at most its length.
    pub matched_a: u32,
    /// Characters of `b` that are matched by `a`.
    pub matched_b: u32,
    /// How alike the two are, 0..=1000: the cosine of their term vectors, in thousandths; 1000 if identical.
    pub similarity: u16,
    /// Expected number of passages this strong by chance.
    pub chance: Chance,
    /// Documents of the comparison that share the passage, these two included; at least 2.
    pub documents: u32,
}

impl Passage {
    /// Strength that follows from the chance.
    #[must_use]
    pub fn strength(&self) -> Strength {
        self.chance.strength()
    }

    /// The same passage seen from the other document.
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
