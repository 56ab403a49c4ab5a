//! What the next check needs of a library whose members changed, made when they change and not while a person waits for the
//! check.

use super::grams::library_grams;
use chachong_library::{Library, LibraryError};
use chachong_simhash::Recipe;

/// Brings the index beside a library in a file up to date, or has a server settle its own, and counts the runs of text that
/// many members have, where a fifth of the members changed since they were counted last. The first check afterwards would
/// read a thousand texts for it.
pub fn settle_library(library: &Library) -> Result<(), LibraryError> {
    library.refresh_index()?;
    let members = (library.search(&Recipe::THESIS.text_form())?).members();
    library_grams(library.store().as_ref(), members, &mut |_, _| true)?;
    Ok(())
}
