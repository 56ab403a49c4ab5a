//! Making stored documents members of a library, and copying members from one library to another. The data for
//! searching a member is computed from its stored text.

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::copying::{copy_document, put_text, undamaged};
use super::submissions::carry_submissions;
use crate::kept;
use chachong_check::{Document, MemoryRoom, Origin, member_keys};
use chachong_compare::Prepared;
use chachong_import::{Extracted, ImportCause, real_path};
use chachong_library::{
    DocumentId, LibraryError, NewMember, Passages, SELECTION, Store, StoredShingle, index_terms,
    stored_shingles,
};
use chachong_simhash::Fingerprint;
use chachong_text::normalize_without;

/// Number of members added per transaction: a crash loses at most these, and they share one `fsync`.
pub const JOINED_AT_ONCE: usize = 16;

/// Document of a library that is to become a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joining {
    /// Document number.
    pub document: DocumentId,
    /// Displayed name.
    pub name: String,
    /// Path of its file.
    pub path: PathBuf,
}

impl Joining {
    /// Returns the checked document as one that can become a member; `None` if no library keeps it, or if it is itself
    /// a library document.
    #[must_use]
    pub fn of(document: &Document) -> Option<Self> {
        let kept = document.content()?.kept?;
        (document.origin == Origin::Checked).then(|| Self {
            document: kept,
            name: document.name.clone(),
            path: document.path.clone(),
        })
    }
}

/// Documents of a check that can become members of a library, and those that cannot; returned by [`bring_documents`].
#[derive(Debug, Default)]
pub struct Brought {
    /// Documents that the library now contains.
    pub joining: Vec<Joining>,
    /// Documents that could not be copied from another library because their text is damaged; the outcome of each states this error.
    pub lost: Vec<Document>,
}

/// Prepares checked documents for becoming members of `library`. Documents in other libraries are copied into it first; documents whose
/// text no library keeps are left out. `goes_on` is called after each document and returns whether to go on. Fails if a library fails.
pub fn bring_documents(
    library: &Arc<dyn Store>,
    documents: &[Document],
    goes_on: &dyn Fn() -> bool,
) -> Result<Brought, LibraryError> {
    let mut brought = Brought::default();
    for document in documents {
        let reading = (document.content()).filter(|_| document.origin == Origin::Checked);
        let Some((from, number)) = reading.and_then(|reading| reading.text.library()) else {
            continue;
        };
        let number = if Arc::ptr_eq(from, library) {
            Some(number)
        } else {
            let (from, to) = (from.as_ref(), library.as_ref());
            copy_document(from, to, number, &document.name)?
        };
        match number {
            Some(number) => brought.joining.push(Joining {
                document: number,
                name: document.name.clone(),
                path: document.path.clone(),
            }),
            None => brought.lost.push(Document {
                outcome: Some(Err(damaged())),
                ..document.clone()
            }),
        }
        if !goes_on() {
            break;
        }
    }
    Ok(brought)
}

/// Computes the data for searching a member: passage fingerprints, keys of code and measured values, and search terms.
#[must_use]
pub fn member_of(joining: &Joining, extracted: &Extracted) -> NewMember {
    // Nobody cancels a wait for the others.
    let _room = MemoryRoom::for_reading(extracted.text.len(), &|| false);
    let normalized = normalize_without(&extracted.text, &extracted.exclusions, extracted.breaks);
    let prepared = Prepared::new(&normalized);
    let shingles = stored_shingles(&prepared);
    let keys = member_keys(&joining.path, extracted);
    let of_keys = keys.iter().map(|key| Fingerprint(key.hash));
    NewMember {
        document: joining.document,
        name: joining.name.clone(),
        path: real_path(&joining.path).unwrap_or_else(|_| joining.path.clone()),
        passages: Passages {
            version: SELECTION,
            fingerprints: (shingles.iter().map(|shingle| shingle.fingerprint))
                .chain(of_keys)
                .collect(),
        },
        starts: (starts(&prepared, &shingles).into_iter())
            .chain(keys.iter().map(|key| key.start))
            .collect(),
        search_terms: index_terms(&normalized).join(" "),
    }
}

/// Offset of the first character of each stored shingle.
fn starts(prepared: &Prepared, shingles: &[StoredShingle]) -> Vec<u32> {
    let start = |shingle: &StoredShingle| prepared.tokens().get(shingle.token as usize);
    shingles
        .iter()
        .map(|shingle| start(shingle).map_or(0, |token| token.start))
        .collect()
}

/// Makes documents members, [`JOINED_AT_ONCE`] in a transaction. After each transaction `joined` receives the documents that became
/// members, and returns whether to go on. Documents deleted from the library meanwhile are skipped. Returns the documents whose text is
/// damaged, which do not become members; the outcome of each states this error. Fails if the library fails; members of earlier
/// transactions stay.
pub fn join_library(
    library: &dyn Store,
    documents: &[Joining],
    joined: &mut dyn FnMut(&[Joining]) -> bool,
) -> Result<Vec<Document>, LibraryError> {
    let mut lost = Vec::new();
    for batch in documents.chunks(JOINED_AT_ONCE) {
        let made: Vec<(Option<NewMember>, &Joining)> = batch
            .par_iter()
            .map(|joining| match library.extracted(joining.document) {
                Ok(extracted) => Ok(Some((Some(member_of(joining, &extracted)), joining))),
                Err(LibraryError::Damaged { .. }) => Ok(Some((None, joining))),
                Err(LibraryError::NoSuchDocument { .. }) => Ok(None),
                Err(error) => Err(error),
            })
            .filter_map(Result::transpose)
            .collect::<Result<_, _>>()?;
        let (mut members, mut which) = (Vec::new(), Vec::new());
        for (member, joining) in made {
            if let Some(member) = member {
                members.push(member);
                which.push(joining.clone());
            } else {
                lost.push(Document {
                    path: joining.path.clone(),
                    ..Document::checked(joining.name.clone(), None, Some(Err(damaged())))
                });
            }
        }
        library.add_members(&members)?;
        if !joined(&which) {
            break;
        }
    }
    Ok(lost)
}

/// Returns how many of `joined` documents are new members since the library had `before` members, and how many files have the content of
/// a member that was there already or of another of these files.
pub fn new_and_known(
    library: &dyn Store,
    before: u64,
    joined: usize,
) -> Result<(usize, usize), LibraryError> {
    let grown = library.about()?.members.saturating_sub(before);
    let new = usize::try_from(grown).map_or(joined, |grown| grown.min(joined));
    Ok((new, joined - new))
}

/// Returns the cause why a document cannot become a member although a library has its text.
fn damaged() -> ImportCause {
    ImportCause::Damaged {
        detail: String::from("SHA-256"),
    }
}

/// Makes a relative path from a name, for a document without a file on this machine.
pub(super) fn no_place(name: &str) -> PathBuf {
    let parts = Path::new(name).components().filter_map(|part| match part {
        Component::Normal(part) => Some(part),
        _ => None,
    });
    parts.collect()
}

/// Result of [`transfer`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transferred {
    /// Number of documents that the other library did not have as members.
    pub added: u64,
    /// Number of documents that the other library already had as members.
    pub known: u64,
    /// Names of documents whose texts are damaged; the other documents are transferred.
    pub lost: Vec<String>,
}

/// Copies the members of a library into another without trusting the source. Only texts, the data that their readers found and the names
/// of the people who handed them in are copied. All derived data is computed again, no path on this machine is trusted, and a copied text
/// is never used in place of reading a file with the same hash. So a malicious library can lie only about its own documents: a document
/// that `to` knows already, from a file or an earlier transfer, keeps its text. `step` receives the number of members done and their
/// total number, and returns whether to go on. Fails if a library fails, except for damaged texts.
pub fn transfer(
    from: &dyn Store,
    to: &dyn Store,
    step: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Transferred, LibraryError> {
    let members = from.current_members()?;
    let there: HashSet<DocumentId> = to.member_numbers()?.into_iter().collect();
    let mut transferred = Transferred::default();
    let (mut done, total) = (0, members.len());
    for batch in members.chunks(JOINED_AT_ONCE) {
        let mut numbers = HashMap::new();
        // One at a time: sixteen texts that are zip bombs would be 4 GiB.
        for member in batch {
            let (content, format) = from.content(member.document)?;
            done += 1;
            // A document that was read here from its file keeps its text.
            let known = to.known_content(&content)?;
            let document = if let Some(known) = known {
                known
            } else {
                let Some(extracted) = undamaged(from.extracted(member.document))? else {
                    transferred.lost.push(member.name.clone());
                    continue;
                };
                let derived = kept::by_default(&extracted);
                put_text(to, (&content, format), &member.name, (&extracted, &derived))?
            };
            if there.contains(&document) {
                transferred.known += 1;
                numbers.insert(member.document, document);
                continue;
            }
            // From the text in this library, which may be older than the transfer.
            let Some(extracted) = undamaged(to.extracted(document))? else {
                transferred.lost.push(member.name.clone());
                continue;
            };
            let joining = Joining {
                document,
                name: member.name.clone(),
                path: no_place(&member.name),
            };
            let mut new = member_of(&joining, &extracted);
            new.path = joining.path;
            to.add_members(&[new])?;
            transferred.added += 1;
            numbers.insert(member.document, document);
        }
        carry_submissions(from, to, &numbers)?;
        if !step(done, total) {
            break;
        }
    }
    Ok(transferred)
}
