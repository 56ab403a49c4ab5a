//! A recipe together with its table of document frequencies.

use std::sync::Arc;

use chachong_compare::Thresholds;
use chachong_simhash::{DocumentFrequencies, Fingerprint, Recipe};
use chachong_text::{Normalized, TermCounts};

/// Recipe with its document frequencies: everything that turns a text into a fingerprint. Two fingerprints are comparable if they
/// were made with the same [`Self::text_form`].
#[derive(Clone, Debug)]
pub struct Fingerprinting {
    recipe: Recipe,
    /// Document frequencies; `None`: the built-in starting table, or the recipe needs none.
    documents: Option<Arc<DocumentFrequencies>>,
    /// Cached text form: naming a table takes a digest of all of it.
    text_form: Arc<str>,
}

/// The recipe for theses.
impl Default for Fingerprinting {
    fn default() -> Self {
        Recipe::THESIS.into()
    }
}

impl From<Recipe> for Fingerprinting {
    fn from(recipe: Recipe) -> Self {
        Self {
            recipe,
            documents: None,
            text_form: recipe.text_form().into(),
        }
    }
}

impl Fingerprinting {
    /// Replaces the table of document frequencies; no effect if the recipe does not weigh by document frequencies.
    #[must_use]
    pub fn with_documents(self, documents: Arc<DocumentFrequencies>) -> Self {
        if !self.needs_documents() {
            return self;
        }
        Self {
            text_form: self.recipe.text_form_with(&documents).into(),
            documents: Some(documents),
            ..self
        }
    }

    /// Returns whether the recipe weighs by document frequencies.
    #[must_use]
    pub fn needs_documents(&self) -> bool {
        self.recipe.needs_documents()
    }

    /// Returns the thresholds for these fingerprints. `max_distance` is the value of [`Thresholds::max_distance`].
    #[must_use]
    pub const fn thresholds(&self, max_distance: Option<u32>) -> Thresholds {
        Thresholds {
            max_distance,
            width: self.recipe.width(),
        }
    }

    /// Returns the recipe of the fingerprints.
    #[must_use]
    pub const fn recipe(&self) -> Recipe {
        self.recipe
    }

    /// Returns a stable text that identifies the recipe and its table of document frequencies. Fingerprints are comparable if their
    /// texts are equal.
    #[must_use]
    pub fn text_form(&self) -> &str {
        &self.text_form
    }

    /// Computes the fingerprint of a text from its original and its normalized form; `None` if it has too few terms.
    #[must_use]
    pub fn of_text(&self, original: &str, normalized: &Normalized) -> Option<Fingerprint> {
        match &self.documents {
            None => self.recipe.fingerprint_text(original, normalized),
            Some(documents) => {
                let terms = TermCounts::of(original, normalized, self.recipe.term_rule());
                self.recipe.fingerprint_with(&terms, documents)
            }
        }
    }
}
