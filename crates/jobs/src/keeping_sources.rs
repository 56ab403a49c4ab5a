//! Sources of a check that other libraries gave, kept in the check's own: only what that keeps can be saved with the check
//! and decided about for later checks.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::library::copy_source;
use chachong_check::{Document, Fingerprinting};
use chachong_library::{LibraryError, MissingPart, Origin, Store};

/// Copies the sources from other libraries into `own`, the check's own library, as documents that are no members, and sets their numbers
/// there ([`chachong_check::DocumentContent::kept`]). Does nothing if `own` is read-only. A source gets no number if its text is damaged
/// or may not be read in whole, or if `own` has another text of the same file. Once `own` has no room or grants no right to write, the
/// remaining sources get no number. Returns the libraries whose servers were lost meanwhile; their other sources get no number either.
/// Fails if a library fails for another reason.
pub fn keep_sources(
    own: &Arc<dyn Store>,
    sources: &mut [Document],
    by: &Fingerprinting,
) -> Result<BTreeSet<MissingPart>, LibraryError> {
    let mut missing = BTreeSet::new();
    let is_another = |document: &Document| {
        let content = document.content();
        let library = content.and_then(|content| content.text.library());
        document.origin == Origin::Library
            && library.is_some_and(|(from, _)| !Arc::ptr_eq(from, own))
    };
    if !sources.iter().any(is_another) || own.state()?.read_only {
        return Ok(missing);
    }
    for document in sources.iter_mut().filter(|document| is_another(document)) {
        let name = (document.name).trim_start_matches(chachong_check::LIBRARY_PREFIX);
        let name = name.to_owned();
        let library = document.library.as_deref().unwrap_or_default();
        let away = MissingPart::away(library.to_owned(), None);
        if missing.contains(&away) {
            continue;
        }
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
            Err(LibraryError::DiskFull { .. } | LibraryError::NoRight { .. }) => {
                return Ok(missing);
            }
            Err(LibraryError::ServerAway { .. }) => {
                // Fails if it is the check's own library that does not answer.
                own.state()?;
                missing.insert(away);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(missing)
}
