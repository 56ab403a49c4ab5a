//! Data of a library that the next check needs, updated when members change so that no one waits for it at the start of
//! the check.

use super::grams::library_grams;
use chachong_library::{Library, LibraryError};
use chachong_simhash::Recipe;

/// Updates the index of a library and, if the number of members changed by more than a fifth, the counts of common runs
/// of text, so that the next check need not read a thousand texts for them. A server updates its own index.
pub fn settle_library(library: &Library) -> Result<(), LibraryError> {
    library.refresh_index()?;
    let members = (library.search(&Recipe::THESIS.text_form())?).members();
    library_grams(library.store().as_ref(), members, &mut |_, _| true)?;
    Ok(())
}
