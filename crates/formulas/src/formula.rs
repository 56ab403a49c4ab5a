//! Formulas of a document and their steps, as others read them.

use chachong_text::Span;
use serde::{Deserialize, Serialize};

/// Formula in a text: a relation with something on both sides, or a line that continues one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formula {
    /// Half-open range in the text, in Unicode scalar values.
    pub span: Span,
    /// Relations in order: `a = b = c` has the steps `a = b` and `= c`. At least one.
    pub steps: Vec<Step>,
}

/// One relation of a formula, regardless of the names of its variables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Half-open range in the text, in Unicode scalar values.
    pub span: Span,
    /// Hash that is equal for steps that differ only in names and in the order of sums and products.
    pub hash: u64,
    /// Hash of the sequence of letters, numbers and operators, which remains comparable when a pdf scatters fractions
    /// and indices.
    pub row: u64,
    /// Number of names, numbers, functions and operators, without brackets and multiplication signs.
    pub tokens: u32,
    /// Names, each with a number and the role that it plays; ascending. Names that play the same part could be
    /// exchanged (`a` and `b` of `a + b`).
    pub names: Vec<(u32, u32)>,
    /// Letters without their indices, each with a number and its first position in the row; ascending.
    pub letters: Vec<(u32, u32)>,
}

/// Formulas of a document, in text order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formulas {
    /// Formulas in text order.
    pub formulas: Vec<Formula>,
}

impl Formulas {
    /// Finds the formulas of a text outside the `excluded` spans (in Unicode scalar values; sorted, disjoint).
    #[must_use]
    pub fn of(text: &str, excluded: &[Span]) -> Self {
        Self {
            formulas: crate::formulas_of(text, excluded),
        }
    }

    /// Returns the steps of all formulas, in text order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.formulas.iter().flat_map(|formula| &formula.steps)
    }
}
