//! Passages of a pair in the order in which they are listed.

use chachong_compare::{Choices, DegreeRun, PairPassages, Passage};

/// Passages of a pair in list order: first the strong ones, then the possible ones. The index of a passage stays the
/// same whether possible ones are shown or not.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    all: Vec<Passage>,
    /// Number of strong passages.
    pub strong: usize,
    /// Degrees of copying in both sides of the strong passages, each sorted by position.
    pub degrees: [Vec<DegreeRun>; 2],
}

impl Listed {
    /// Lists the passages of a pair under a person's choices: those listed with the strong ones
    /// ([`PairPassages::is_listed`]) before the possible ones.
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

    /// Returns the strong passages, and with `possible` also the possible ones.
    #[must_use]
    pub fn shown(&self, possible: bool) -> &[Passage] {
        if possible {
            &self.all
        } else {
            &self.all[..self.strong]
        }
    }

    /// All passages, strong and possible.
    #[must_use]
    pub fn all(&self) -> &[Passage] {
        &self.all
    }

    /// Number of possible passages.
    #[must_use]
    pub const fn possible(&self) -> usize {
        self.all.len() - self.strong
    }
}
