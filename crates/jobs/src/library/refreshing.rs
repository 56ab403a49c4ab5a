//! Refresh of a library's members: computes all data of another version or recipe again, from the stored texts.

use rayon::prelude::*;

use super::JOINED_AT_ONCE;
use super::joining::{Joining, member_of};
use crate::kept;
use chachong_check::Fingerprinting;
use chachong_library::{Derived, DocumentId, Library, LibraryError, NewMember, SELECTION};

/// Recomputes the data of all members that come from another version or recipe. Members whose text is damaged or gone stay as they are
/// but count as done. Stops without an error if the library is read-only or its disk is full. Returns the number of members done. `step`
/// receives the number of members done and their total number, starting with 0 if there is anything to do, and returns whether to go on.
pub(crate) fn refresh_library(
    library: &Library,
    by: &Fingerprinting,
    step: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<usize, LibraryError> {
    let stale = library.stale_members(by.text_form())?;
    let library = library.store();
    let mut done = 0;
    if stale.is_empty() || !step(done, stale.len()) {
        return Ok(done);
    }
    for batch in stale.chunks(JOINED_AT_ONCE) {
        type Made = (Option<(DocumentId, Derived)>, Option<NewMember>);
        let made: Vec<Made> = batch
            .par_iter()
            .map(|member| {
                let extracted = match library.extracted(member.document) {
                    Ok(extracted) => extracted,
                    // A verification reports it; the others still count.
                    Err(LibraryError::Damaged { .. } | LibraryError::NoSuchDocument { .. }) => {
                        return Ok((None, None));
                    }
                    Err(error) => return Err(error),
                };
                let derived = (!member.current)
                    .then(|| kept::derived(&kept::fingerprinted(&extracted, by), by));
                let joining = Joining {
                    document: member.document,
                    name: member.name.clone(),
                    path: member.path.clone(),
                };
                let new = (member.selection != SELECTION).then(|| NewMember {
                    path: member.path.clone(),
                    ..member_of(&joining, &extracted)
                });
                Ok((derived.map(|derived| (member.document, derived)), new))
            })
            .collect::<Result<_, LibraryError>>()?;
        let (derived, new): (Vec<_>, Vec<_>) = made.into_iter().unzip();
        let derived: Vec<_> = derived.into_iter().flatten().collect();
        let new: Vec<_> = new.into_iter().flatten().collect();
        let kept = (!derived.is_empty())
            .then(|| library.put_derived(&derived))
            .transpose()
            .and_then(|_| {
                (!new.is_empty())
                    .then(|| library.add_members(&new))
                    .transpose()
            });
        match kept {
            Ok(_) => {}
            // What the members have is compared with all the same.
            Err(LibraryError::ReadOnly { .. } | LibraryError::DiskFull { .. }) => return Ok(done),
            Err(error) => return Err(error),
        }
        done += batch.len();
        if !step(done, stale.len()) {
            break;
        }
    }
    Ok(done)
}
