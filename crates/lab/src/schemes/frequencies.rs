//! Counts in how many texts of a collection each term occurs; keywords are weighted by these counts.

use std::collections::HashMap;

use super::hash::hash;
use chachong_text::{Normalized, TermCounts, TermRule};

/// Number of texts in a collection that contain each term. Rarer terms weigh more as keywords.
#[derive(Clone, Debug, Default)]
pub struct Frequencies {
    documents: HashMap<u64, u32>,
}

impl Frequencies {
    /// Returns the hash of each different term of a text, for [`Frequencies::add_terms`].
    #[must_use]
    pub fn terms(text: &Normalized) -> Vec<u64> {
        let terms = TermCounts::of_raw(&text.text, TermRule::Words);
        terms.iter().map(|(term, _)| hash(term)).collect()
    }

    /// Counts one more text by its terms, as [`Frequencies::terms`] returns them.
    pub fn add_terms(&mut self, terms: &[u64]) {
        for &term in terms {
            *self.documents.entry(term).or_default() += 1;
        }
    }

    /// Returns the number of texts with a term; 1 for an unknown term, because the text in question contains it.
    pub(super) fn of(&self, term: u64) -> u32 {
        self.documents.get(&term).copied().unwrap_or(1)
    }
}
