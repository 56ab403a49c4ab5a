//! Document frequencies of a library's members, counted once and kept with the library.

use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;

use chachong_check::terms;
use chachong_library::{DocumentId, Frequencies, LibraryError, SearchStore, Store};
use chachong_simhash::{DocumentFrequencies, Recipe};
use chachong_text::{PROCESSING_VERSION, TermCounts};

/// Number of members counted between two calls of `step`.
const AT_ONCE: usize = 64;

/// Returns how many documents have each term: the frequencies among the library's members, added to the built-in table. Members missing
/// in the saved table are counted and saved, except those whose text is damaged; if members were removed, all are counted again. `step`
/// receives the number of members counted and the number to count, and returns whether to go on; `None` if it returned `false`. Fails if
/// the library fails, but not if only the saved table cannot be written because the library is read-only or its disk is full.
pub fn library_frequencies(
    library: &dyn Store,
    step: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Option<Arc<DocumentFrequencies>>, LibraryError> {
    let members = library.member_numbers()?;
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
        let found: Vec<Option<TermCounts>> = batch
            .par_iter()
            .map(|&document| match library.extracted(document) {
                Ok(extracted) => Ok(Some(terms(&extracted, Recipe::THESIS))),
                // The others still count.
                Err(LibraryError::NoSuchDocument { .. } | LibraryError::Damaged { .. }) => Ok(None),
                Err(error) => Err(error),
            })
            .collect::<Result<_, LibraryError>>()?;
        for (&document, terms) in batch.iter().zip(found) {
            if let Some(terms) = terms {
                kept.table.add(&terms);
                kept.counted.push(document);
            }
        }
        done += batch.len();
    }
    if kept.counted.len() > counted.len() {
        kept.version = PROCESSING_VERSION;
        put(library, &kept)?;
    }
    Ok(Some(Arc::new(kept.table)))
}

/// Saves the counts. A library that is read-only or has no room saves nothing and counts again next time.
pub(super) fn put(library: &dyn SearchStore, counted: &Frequencies) -> Result<(), LibraryError> {
    match library.put_frequencies(counted) {
        Ok(()) | Err(LibraryError::ReadOnly { .. } | LibraryError::DiskFull { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}
