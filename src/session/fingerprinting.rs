//! A recipe with the table of document frequencies that it asks, and the library's own such table. Knows nothing of how
//! either is kept.

use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;

use crate::library::{DocumentId, Frequencies, LibraryError, Store};
use crate::simhash::{DocumentFrequencies, Fingerprint, Recipe};
use crate::text::{Normalized, PROCESSING_VERSION, TermCounts};

/// How texts become fingerprints. Two fingerprints may be compared if the text forms of their fingerprintings are equal.
#[derive(Clone, Debug)]
pub struct Fingerprinting {
    recipe: Recipe,
    /// `None`: the starting table, or the recipe asks none.
    documents: Option<Arc<DocumentFrequencies>>,
    /// Naming a table takes a digest of the whole of it.
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
    /// By a recipe, which asks this table if it asks one.
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

    /// The recipe.
    #[must_use]
    pub const fn recipe(&self) -> Recipe {
        self.recipe
    }

    /// The stable text form of recipe and table.
    #[must_use]
    pub fn text_form(&self) -> &str {
        &self.text_form
    }

    /// The fingerprint of a text, or `None` with too few terms.
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

/// Members that are counted between two steps.
const AT_ONCE: usize = 64;

/// The library's own document frequencies: of its members, on top of the imaginary documents that every table starts with.
/// What the kept table lacks is counted and kept; where members are gone it is counted anew. `step` is told how many of how
/// many are counted and says whether to go on; `None` if it did not.
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

/// Keeps what was counted; a library that may only be read is counted again the next time.
pub(super) fn put(library: &dyn Store, counted: &Frequencies) -> Result<(), LibraryError> {
    match library.put_frequencies(counted) {
        Ok(()) | Err(LibraryError::ReadOnly { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}
