//! Lookup of a check's reference lists in libraries: one pass over the titles of each library, whatever the number of
//! entries.

use std::sync::Arc;

use super::known_works::{known_work, titles};
use chachong_check::{CheckResult, LookedUpWork, ReferenceLookup};
use chachong_citation::{WorkMatch, WorkSearch};
use chachong_library::{Library, LibraryError};

/// Looks up the entries of all checked documents' reference lists in libraries. While titles of members are read for
/// the first time, `step` receives the number of members read and the number to read, and returns whether to go on;
/// `None` if it returned `false`. A library that cannot be read is named in the result.
pub fn look_up_references(
    result: &CheckResult,
    libraries: &[Arc<Library>],
    step: &dyn Fn(usize, usize) -> bool,
) -> Option<ReferenceLookup> {
    let entries = result.looked_up_entries();
    let mut best: Vec<Option<(usize, WorkMatch)>> = vec![None; entries.len()];
    let (mut searched, mut not_searched) = (Vec::new(), Vec::new());
    for library in libraries {
        let mut search = WorkSearch::new(entries.iter().copied());
        match search_library(library, &mut search, step) {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => {
                tracing::warn!(%error, "references not looked up");
                not_searched.push(library.name());
                continue;
            }
        }
        for (best, found) in best.iter_mut().zip(search.finish()) {
            let Some(found) = found else {
                continue;
            };
            let is_better = best.as_ref().is_none_or(|(_, best)| found.is_better(best));
            if is_better {
                *best = Some((searched.len(), found));
            }
        }
        searched.push(library.name());
    }
    let answers = best.into_iter().map(|best| {
        let (library, found) = best?;
        let work = LookedUpWork {
            library: searched[library].clone(),
            known: found.known,
            differing: found.differing,
        };
        Some((found.is_same, work))
    });
    let answers: Vec<Option<(bool, LookedUpWork)>> = answers.collect();
    let answers = entries.iter().copied().zip(answers);
    Some(ReferenceLookup::new(
        searched.clone(),
        not_searched,
        answers,
    ))
}

/// Searches a library; returns whether the search went on to its end.
fn search_library(
    library: &Library,
    search: &mut WorkSearch<'_>,
    step: &dyn Fn(usize, usize) -> bool,
) -> Result<bool, LibraryError> {
    let Some(index) = titles(library, step)? else {
        return Ok(false);
    };
    for (key, member) in index.members.iter().enumerate() {
        search.note(key, &member.runs);
    }
    for key in search.wanted() {
        if let Some(known) = known_work(library.store().as_ref(), index.members[key].document)? {
            search.offer(key, &known);
        }
    }
    Ok(true)
}
