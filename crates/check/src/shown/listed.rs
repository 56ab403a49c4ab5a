//! Passages of a pair in list order.

use chachong_compare::{Choices, DegreeRun, PairPassages, Passage};

/// Passages of a pair in list order: first the strong ones, then the possible ones. The index of a passage is the same whether
/// possible passages are shown or not.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    all: Vec<Passage>,
    /// Number of passages listed as strong, which come first.
    pub strong: usize,
    /// Degrees of copying in the strong passages, in the pair's first and second document, each sorted by position.
    pub degrees: [Vec<DegreeRun>; 2],
}

impl Listed {
    /// Lists the passages of a pair under a person's choices: first those listed as strong ([`PairPassages::is_listed`]), then
    /// the others.
    #[must_use]
    pub fn of(pair: &PairPassages, choices: &Choices) -> Self {
        let (mut all, possible): (Vec<Passage>, Vec<Passage>) =
            (pair.passages.iter()).partition(|passage| pair.is_listed(passage, choices));
        let strong = all.len();
        all.extend(possible);
        Self {
            all,
            strong,
            degrees: [pair.degrees_a.clone(), pair.degrees_b.clone()],
        }
    }

    /// Returns the passages listed as strong, or all passages if `possible`.
    #[must_use]
    pub fn shown(&self, possible: bool) -> &[Passage] {
        if possible {
            &self.all
        } else {
            &self.all[..self.strong]
        }
    }

    /// Returns all passages: first those listed as strong, then those listed as possible.
    #[must_use]
    pub fn all(&self) -> &[Passage] {
        &self.all
    }

    /// Returns the number of passages listed as possible.
    #[must_use]
    pub const fn possible(&self) -> usize {
        self.all.len() - self.strong
    }
}
