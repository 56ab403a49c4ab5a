//! Kept documents -> members of the library, which new documents are compared with; and from one library to another. What
//! a member needs is made from its stored text. Knows nothing of how a library keeps it.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use rayon::prelude::*;

use super::{Document, Origin, PROCESSING_VERSION, fingerprint, kept};
use crate::compare::Prepared;
use crate::import::Extracted;
use crate::library::{
    DocumentId, FileStamp, Imported, LibraryError, NewMember, Passages, SELECTION, Store,
    StoredPath, index_terms, stored_shingles,
};
use crate::simhash::Recipe;
use crate::text::normalize_without;

/// Members that are added in one transaction: what a crash may cost, and what one `fsync` is shared by.
pub const JOINED_AT_ONCE: usize = 16;

/// A kept document that is to become a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joining {
    /// Which.
    pub document: DocumentId,
    /// How it is shown.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
}

impl Joining {
    /// A document of a check; `None` where the library does not have it, or where it is the library's.
    #[must_use]
    pub fn of(document: &Document) -> Option<Self> {
        let kept = document.reading()?.kept?;
        (document.origin == Origin::Checked).then(|| Self {
            document: kept,
            name: document.name.clone(),
            path: document.path.clone(),
        })
    }
}

/// What new documents are compared with in a text, and what it is found by.
#[must_use]
pub fn member_of(joining: &Joining, extracted: &Extracted) -> NewMember {
    let normalized = normalize_without(&extracted.text, &extracted.exclusions, extracted.breaks);
    let shingles = stored_shingles(&Prepared::new(&normalized));
    NewMember {
        document: joining.document,
        name: joining.name.clone(),
        path: (joining.path.canonicalize()).unwrap_or_else(|_| joining.path.clone()),
        passages: Passages {
            version: SELECTION,
            fingerprints: shingles.iter().map(|shingle| shingle.fingerprint).collect(),
        },
        search_terms: index_terms(&normalized).join(" "),
    }
}

/// Makes documents members, [`JOINED_AT_ONCE`] in a transaction; after each of these `joined` is told which they are, and
/// says whether to go on. Those that have gone from the library meanwhile are passed over.
pub fn join_library(
    library: &dyn Store,
    documents: &[Joining],
    joined: &mut dyn FnMut(&[Joining]) -> bool,
) -> Result<(), LibraryError> {
    for batch in documents.chunks(JOINED_AT_ONCE) {
        let made: Vec<(NewMember, &Joining)> = batch
            .par_iter()
            .map(|joining| match library.extracted(joining.document) {
                Ok(extracted) => Ok(Some((member_of(joining, &extracted), joining))),
                Err(LibraryError::NoSuchDocument { .. }) => Ok(None),
                Err(error) => Err(error),
            })
            .filter_map(Result::transpose)
            .collect::<Result<_, _>>()?;
        let (members, which): (Vec<NewMember>, Vec<&Joining>) = made.into_iter().unzip();
        library.add_members(&members)?;
        let which: Vec<Joining> = which.into_iter().cloned().collect();
        if !joined(&which) {
            break;
        }
    }
    Ok(())
}

/// The path of a document that is no file here: relative, whatever its name says.
fn no_place(name: &str) -> PathBuf {
    let parts = Path::new(name).components().filter_map(|part| match part {
        Component::Normal(part) => Some(part),
        _ => None,
    });
    parts.collect()
}

/// What [`transfer`] did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transferred {
    /// Documents that the other library did not have.
    pub added: u64,
    /// Documents that it had.
    pub known: u64,
    /// The names of those whose texts are damaged; the others are taken over all the same.
    pub lost: Vec<String>,
}

/// Copies the members of a library into another. Nothing but texts and what their readers found is taken over: all that
/// follows from a text is made anew, no place on this machine is believed, and a text is never taken for that of a file
/// with the same hash. So a library from elsewhere can tell untruths of its own documents only: what is known here, read
/// from a file or taken over before, keeps its text, and what is made of it is made of that text. `step` is told how many of
/// how many are done and says whether to go on.
pub fn transfer(
    from: &dyn Store,
    to: &dyn Store,
    recipe: Recipe,
    step: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Transferred, LibraryError> {
    let members = from.members(&recipe.text_form(), PROCESSING_VERSION)?;
    let there: HashSet<DocumentId> = to
        .members(&recipe.text_form(), PROCESSING_VERSION)?
        .iter()
        .map(|member| member.document)
        .collect();
    let mut transferred = Transferred::default();
    let (mut done, total) = (0, members.len());
    for batch in members.chunks(JOINED_AT_ONCE) {
        // One at a time: sixteen texts that are zip bombs would be 4 GiB.
        for member in batch {
            let (content, format) = from.content(member.document)?;
            done += 1;
            // One that was read here from its file keeps its text.
            let known = to.known_content(&content)?;
            let document = if let Some(known) = known {
                known
            } else {
                let extracted = match from.extracted(member.document) {
                    Ok(extracted) => extracted,
                    Err(LibraryError::Damaged { .. }) => {
                        transferred.lost.push(member.name.clone());
                        continue;
                    }
                    Err(error) => return Err(error),
                };
                let reading = fingerprint(&extracted, recipe);
                let path = StoredPath {
                    path: no_place(&member.name),
                    name: member.name.clone(),
                    stamp: FileStamp {
                        bytes: 0,
                        modified: 0,
                    },
                };
                let imported = Imported {
                    content: &content,
                    format,
                    reader: 0,
                    path: &path,
                    extracted: &extracted,
                    derived: &kept::derived(&reading, &recipe.into()),
                };
                to.put(&[imported])?.first().copied().ok_or_else(|| {
                    LibraryError::NoSuchDocument {
                        file: PathBuf::new(),
                    }
                })?
            };
            if there.contains(&document) {
                transferred.known += 1;
                continue;
            }
            transferred.added += 1;
            let joining = Joining {
                document,
                name: member.name.clone(),
                path: no_place(&member.name),
            };
            // Of the text as it is here, which may have been known.
            let mut new = member_of(&joining, &to.extracted(document)?);
            new.path = joining.path;
            to.add_members(&[new])?;
        }
        if !step(done, total) {
            break;
        }
    }
    Ok(transferred)
}
