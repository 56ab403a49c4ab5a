//! Documents that are versions of one another, so that they count once where it is asked how many have a text.

use super::overlay::merged;
use super::{Counted, PairPassages};
use crate::compare::pair::NEARLY_ALL;
use crate::compare::parts::Parts;

/// Which documents are versions of one: strong passages cover nine tenths of both, directly or over others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    /// For each document the first one of its versions.
    first: Vec<usize>,
}

impl Versions {
    /// Those that the passages of so many documents show.
    #[must_use]
    pub fn of(documents: &[Counted], pairs: &[PairPassages]) -> Self {
        let mut parts = Parts::new(documents.len());
        let there =
            (pairs.iter()).filter(|pair| pair.a != pair.b && pair.a.max(pair.b) < documents.len());
        for pair in there {
            let nearly_all = |document: usize| {
                let counted = &documents[document];
                let spans = merged(pair.strong().map(|p| pair.span_in(document, p)));
                let characters: u32 = spans.iter().map(|&span| counted.within(span)).sum();
                characters > 0
                    && f64::from(characters) >= NEARLY_ALL * f64::from(counted.countable())
            };
            if nearly_all(pair.a) && nearly_all(pair.b) {
                parts.join(pair.a, pair.b);
            }
        }
        let mut first_of = vec![usize::MAX; documents.len()];
        let first = (0..documents.len()).map(|document| {
            let first = &mut first_of[parts.root(document)];
            *first = document.min(*first);
            *first
        });
        Self {
            first: first.collect(),
        }
    }

    /// Each of so many documents is a text of its own.
    #[must_use]
    pub fn apart(documents: usize) -> Self {
        Self {
            first: (0..documents).collect(),
        }
    }

    /// The first version of a document; itself if it is not there.
    #[must_use]
    pub fn first(&self, document: usize) -> usize {
        self.first.get(document).copied().unwrap_or(document)
    }

    /// How many of the first so many documents are left where versions count once.
    #[must_use]
    pub fn among(&self, documents: usize) -> usize {
        (self.first.iter().take(documents).enumerate())
            .filter(|&(document, &first)| document == first)
            .count()
    }

    /// For each document how many versions there are of it, itself included.
    #[must_use]
    pub fn sizes(&self) -> Vec<usize> {
        let mut of_first = vec![0; self.first.len()];
        for &first in &self.first {
            of_first[first] += 1;
        }
        self.first.iter().map(|&first| of_first[first]).collect()
    }
}
