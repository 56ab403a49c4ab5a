//! Passages of a pair in the order in which they are listed.

use crate::compare::{Passage, Strength};

/// Passages of a pair in the order of its list: the strong ones, then the possible ones. The index of a passage stays
/// the same whether possible ones are shown or not.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    all: Vec<Passage>,
    /// Number of strong passages.
    pub strong: usize,
}

impl Listed {
    /// Sorts passages: strong before possible ones, else in their order.
    #[must_use]
    pub fn of(passages: &[Passage]) -> Self {
        let of = |strength| passages.iter().filter(move |p| p.strength() == strength);
        let mut all: Vec<Passage> = of(Strength::Strong).copied().collect();
        let strong = all.len();
        all.extend(of(Strength::Possible));
        Self { all, strong }
    }

    /// Passages that are listed: the strong ones, and with `possible` the possible ones too.
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
