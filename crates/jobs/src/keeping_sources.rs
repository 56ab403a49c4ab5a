//! Sources of a check that other libraries gave, kept in the check's own: only what that keeps can be saved with the check
//! and decided about for later checks.

use std::sync::Arc;

use crate::library::copy_source;
use chachong_check::{Document, Fingerprinting};
use chachong_library::{LibraryError, Origin, Store};

/// Copies the sources from other libraries into `own`, the check's own library, and sets their numbers there
/// ([`chachong_check::DocumentContent::kept`]). The copies are documents but not members. Does nothing if `own` is read-only. A source
/// gets no number if its text is damaged, or if `own` has another text of the same file.
///
/// If the disk is full or the user lacks a right, the remaining sources are not copied, and no error is returned.
pub fn keep_sources(
    own: &Arc<dyn Store>,
    sources: &mut [Document],
    by: &Fingerprinting,
) -> Result<(), LibraryError> {
    let is_another = |document: &Document| {
        let content = document.content();
        let library = content.and_then(|content| content.text.library());
        document.origin == Origin::Library
            && library.is_some_and(|(from, _)| !Arc::ptr_eq(from, own))
    };
    if !sources.iter().any(is_another) || own.state()?.read_only {
        return Ok(());
    }
    for document in sources.iter_mut().filter(|document| is_another(document)) {
        let name = (document.name).trim_start_matches(chachong_check::LIBRARY_PREFIX);
        let name = name.to_owned();
        let Some(Ok(content)) = &mut document.outcome else {
            continue;
        };
        let Some((from, number)) = content.text.library() else {
            continue;
        };
        match copy_source(from.as_ref(), own.as_ref(), by, number, &name) {
            Ok(Some(kept)) => {
                content.kept = Some(kept);
                content.text = content.text.clone().in_library(own, kept);
            }
            Ok(None) => {}
            // The check goes on with what was found; the autosave says that there is no room or right.
            Err(LibraryError::DiskFull { .. } | LibraryError::NoRight { .. }) => return Ok(()),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
