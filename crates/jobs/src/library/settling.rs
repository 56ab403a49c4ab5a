//! Data of a library that the next check needs, updated when members change so that no one waits for it at the start of
//! the check.

use super::grams::library_grams;
use chachong_library::{Library, LibraryError};
use chachong_simhash::Recipe;

/// Prepares a library for the next check: updates its index and, in a library of at least 1,000 members whose number changed by more than
/// a fifth, counts again which runs of text are common among its members, so that the next check need not read a thousand texts for that.
/// A server updates its own index. Fails if the library cannot be read or written.
pub fn settle_library(library: &Library) -> Result<(), LibraryError> {
    library.refresh_index()?;
    let members = (library.search(&Recipe::THESIS.text_form())?).members();
    library_grams(library.store().as_ref(), members, &mut |_, _| true)?;
    Ok(())
}
