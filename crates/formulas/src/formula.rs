//! Formulas of a document and their steps: the results of this crate.

use chachong_text::Span;
use serde::{Deserialize, Serialize};

/// Formula in a text: one or more relations with an expression on both sides, or a line that continues such a formula.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formula {
    /// Half-open range in the text, in Unicode scalar values.
    pub span: Span,
    /// Relations in order, at least one: `a = b = c` has the steps `a = b` and `= c`.
    pub steps: Vec<Step>,
}

/// One relation of a formula, regardless of the names of its variables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Half-open range in the text, in Unicode scalar values.
    pub span: Span,
    /// Hash that is equal for steps that differ only in names and in the order of sums and products.
    pub hash: u64,
    /// Hash of the step as a plain sequence of letters, numbers and operators, regardless of the names of the letters. It stays the same
    /// if a PDF reader takes fractions and indices apart.
    pub row: u64,
    /// Number of names, numbers, functions, operators and relation signs, without brackets, multiplication signs and commas: `E = m c^2`
    /// has 6.
    pub tokens: u32,
    /// Names in the step as (number that identifies the name, number of its role in the step), ascending. Names with the same role can be
    /// exchanged, such as `a` and `b` in `a + b`.
    pub names: Vec<(u32, u32)>,
    /// Letters without their indices, as (number that identifies the letter, rank of its first occurrence among the letters of the step,
    /// from 0), ascending.
    pub letters: Vec<(u32, u32)>,
}

/// Formulas of a document, in text order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formulas {
    /// Formulas in text order.
    pub formulas: Vec<Formula>,
}

impl Formulas {
    /// Finds the formulas of a text outside the `excluded` spans (in Unicode scalar values; sorted, disjoint). After 20,000 steps, the
    /// rest of the text is not examined.
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
