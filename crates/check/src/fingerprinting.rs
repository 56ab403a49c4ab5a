//! A recipe together with its table of document frequencies.

use std::sync::Arc;

use chachong_simhash::{DocumentFrequencies, Fingerprint, Recipe};
use chachong_text::{Normalized, TermCounts};

/// Recipe with its document frequencies: everything that turns a text into a fingerprint. Two fingerprints are
/// comparable if the text forms of their methods are equal.
#[derive(Clone, Debug)]
pub struct Fingerprinting {
    recipe: Recipe,
    /// Document frequencies; `None`: the built-in starting table, or the recipe needs none.
    documents: Option<Arc<DocumentFrequencies>>,
    /// Cached text form: naming a table takes a digest of all of it.
    text_form: Arc<str>,
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
    /// Combines a recipe with a table, which is dropped if the recipe needs none.
    #[must_use]
    pub fn with(recipe: Recipe, documents: Arc<DocumentFrequencies>) -> Self {
        if !recipe.parameters().needs_documents() {
            return recipe.into();
        }
        Self {
            recipe,
            text_form: recipe.text_form_with(&documents).into(),
            documents: Some(documents),
        }
    }

    /// Recipe of the fingerprints.
    #[must_use]
    pub const fn recipe(&self) -> Recipe {
        self.recipe
    }

    /// Stable text that identifies recipe and table.
    #[must_use]
    pub fn text_form(&self) -> &str {
        &self.text_form
    }

    /// Computes the fingerprint of a text; `None` with too few terms.
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
