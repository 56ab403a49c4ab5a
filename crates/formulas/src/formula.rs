//! Formulas of a document and their steps, as others read them.

use serde::{Deserialize, Serialize};

/// A formula of a text: a relation with something on both sides, or a row that goes on with one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formula {
    /// First and one past the last character, in Unicode scalar values of the text.
    pub span: (u32, u32),
    /// Its relations, in order: `a = b = c` has the steps `a = b` and `= c`. At least one.
    pub steps: Vec<Step>,
}

/// One relation of a formula without the names of its variables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// First and one past the last character, in Unicode scalar values of the text.
    pub span: (u32, u32),
    /// Equal for steps that differ only in names and in the order of sums and products.
    pub hash: u64,
    /// Equal for steps whose letters, numbers and operators follow each other alike: what a pdf leaves, which scatters
    /// fractions and what stands above and below.
    pub row: u64,
    /// Names, numbers, functions and operators, without brackets and signs of multiplication.
    pub tokens: u32,
    /// The names, each by a number of its own, and the part that each plays; ascending. Names that play the same part could be
    /// exchanged (`a` and `b` of `a + b`).
    pub names: Vec<(u32, u32)>,
    /// The letters without what stands below them, each by a number of its own, and where each stands first in the row;
    /// ascending.
    pub letters: Vec<(u32, u32)>,
}

/// The formulas of a document, in order of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formulas {
    /// In order of the text.
    pub formulas: Vec<Formula>,
}

impl Formulas {
    /// Finds the formulas of a text outside of `excluded` spans (in Unicode scalar values; sorted, disjoint).
    #[must_use]
    pub fn of(text: &str, excluded: &[(u32, u32)]) -> Self {
        Self {
            formulas: crate::formulas_of(text, excluded),
        }
    }

    /// All steps, in order of the text.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.formulas.iter().flat_map(|formula| &formula.steps)
    }
}
