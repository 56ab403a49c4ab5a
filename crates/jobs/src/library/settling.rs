//! What the next check needs of a library whose members changed, made when they change and not while a person waits for the
//! check.

use super::grams::library_grams;
use chachong_library::{Library, LibraryError};
use chachong_simhash::Recipe;

/// Updates the index of a library and, if a fifth of the members has changed since, the counts of common runs of text.
/// A server updates its own index. The first check afterwards would read a thousand texts for it.
pub fn settle_library(library: &Library) -> Result<(), LibraryError> {
    library.refresh_index()?;
    let members = (library.search(&Recipe::THESIS.text_form())?).members();
    library_grams(library.store().as_ref(), members, &mut |_, _| true)?;
    Ok(())
}
