//! A recipe together with its table of document frequencies, and the library's own table.

use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;

use crate::library::{DocumentId, Frequencies, LibraryError, Store};
use crate::simhash::{DocumentFrequencies, Fingerprint, Recipe};
use crate::text::{Normalized, PROCESSING_VERSION, TermCounts};

/// Method by which texts become fingerprints. Two fingerprints are comparable if the text forms of their methods are
/// equal.
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
        if !recipe.knobs().needs_documents() {
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

    /// Stable text form of recipe and table.
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

/// Number of members counted between two calls of `step`.
const AT_ONCE: usize = 64;

/// Returns the library's own document frequencies: those of its members, added to the imaginary documents that every
/// table starts with. Members missing in the saved table are counted and saved; if members were removed, all are
/// counted again. `step` receives the number of members counted and in all, and returns whether to go on; `None` if
/// it said no.
pub fn library_frequencies(
    library: &dyn Store,
    step: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Option<Arc<DocumentFrequencies>>, LibraryError> {
    let recipe = Recipe::THESIS;
    let members: Vec<DocumentId> = library
        .members(&recipe.text_form(), PROCESSING_VERSION)?
        .iter()
        .map(|member| member.document)
        .collect();
    let there: HashSet<DocumentId> = members.iter().copied().collect();
    let mut kept = library.frequencies()?.unwrap_or_default();
    if kept.version != PROCESSING_VERSION
        || !kept.counted.iter().all(|document| there.contains(document))
    {
        kept = Frequencies {
            grams: kept.grams,
            ..Frequencies::default()
        };
    }
    let counted: HashSet<DocumentId> = kept.counted.iter().copied().collect();
    let missing: Vec<DocumentId> = (members.into_iter())
        .filter(|document| !counted.contains(document))
        .collect();
    if missing.is_empty() {
        return Ok(Some(Arc::new(kept.table)));
    }
    let mut done = 0;
    for batch in missing.chunks(AT_ONCE) {
        if !step(done, missing.len()) {
            return Ok(None);
        }
        let terms: Vec<TermCounts> = batch
            .par_iter()
            .map(|&document| {
                let extracted = library.extracted(document)?;
                Ok(super::terms(&extracted, recipe))
            })
            .collect::<Result<_, LibraryError>>()?;
        for terms in &terms {
            kept.table.add(terms);
        }
        done += batch.len();
    }
    kept.counted.extend(missing);
    kept.version = PROCESSING_VERSION;
    put(library, &kept)?;
    Ok(Some(Arc::new(kept.table)))
}

/// Saves the counts. A read-only library saves nothing and counts again next time.
pub(super) fn put(library: &dyn Store, counted: &Frequencies) -> Result<(), LibraryError> {
    match library.put_frequencies(counted) {
        Ok(()) | Err(LibraryError::ReadOnly { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}
