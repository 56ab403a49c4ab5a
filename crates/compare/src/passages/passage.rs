//! Passage: a run of text that occurs in two documents, and how strong the evidence for a copy is.

use chachong_text::Span;
use serde::{Deserialize, Serialize};

use super::{Chance, Strength};

/// Whether the two sides of a passage are identical or edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PassageKind {
    /// Identical: the same words in the same order after normalisation.
    Identical,
    /// Edited: not the same words in the same order.
    Edited,
}

/// Stretch of text that occurs in two documents, identical or edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Passage {
    /// Span in the first document.
    pub a: Span,
    /// Span in the second document.
    pub b: Span,
    /// Kind of the passage: identical or edited.
    pub kind: PassageKind,
    /// Number of characters of `a` that match characters of `b`.
    pub matched_a: u32,
    /// Number of characters of `b` that match characters of `a`.
    pub matched_b: u32,
    /// Similarity of the two sides: the share of their tokens that match, in per mille, 0..=1000; 1000 if identical.
    pub similarity: u16,
    /// Expected number of equally strong passages in one pair of independently written texts.
    pub chance: Chance,
    /// Number of documents in the comparison that have at least half of the passage, these two included; versions of one
    /// document count once. At least 2. Counted only for strong passages; other passages keep 2.
    pub documents: u32,
}

impl Passage {
    /// Makes a passage of two spans that are identical from end to end and that no other document has.
    #[must_use]
    pub const fn identical(a: Span, b: Span, chance: Chance) -> Self {
        Self {
            a,
            b,
            kind: PassageKind::Identical,
            matched_a: a.len(),
            matched_b: b.len(),
            similarity: 1000,
            chance,
            documents: 2,
        }
    }

    /// Returns the strength that follows from the chance.
    #[must_use]
    pub fn strength(&self) -> Strength {
        self.chance.strength()
    }

    /// Returns the same passage with its two sides exchanged.
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
