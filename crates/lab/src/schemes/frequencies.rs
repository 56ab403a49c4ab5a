//! Document frequencies of a collection's terms, which weigh the keywords.

use std::collections::HashMap;

use super::hash::hash;
use chachong_text::{Normalized, TermCounts, TermRule};

/// Document frequencies of terms in a collection, from which keywords are weighted.
#[derive(Clone, Debug, Default)]
pub struct Frequencies {
    documents: HashMap<u64, u32>,
}

impl Frequencies {
    /// Counts one more text.
    pub fn add(&mut self, text: &Normalized) {
        self.add_terms(&Self::terms(text));
    }

    /// Returns the different terms of a text; [`Frequencies::add_terms`] counts them later.
    #[must_use]
    pub fn terms(text: &Normalized) -> Vec<u64> {
        let terms = TermCounts::of_raw(&text.text, TermRule::Words);
        terms.iter().map(|(term, _)| hash(term)).collect()
    }

    /// Counts one more text by its [`Frequencies::terms`].
    pub fn add_terms(&mut self, terms: &[u64]) {
        for &term in terms {
            *self.documents.entry(term).or_default() += 1;
        }
    }

    /// Returns the number of texts with a term; 1 for an unknown term, because at least the text at hand has it.
    pub(super) fn of(&self, term: u64) -> u32 {
        self.documents.get(&term).copied().unwrap_or(1)
    }
}
