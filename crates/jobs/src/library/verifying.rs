//! Verification of a whole library: every row, every checksum, the data derived from each text, and the index. Data
//! that can be computed or read again is repaired.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::joining::{Joining, member_of};
use crate::kept;
use chachong_import::{Importer, Isolation, Limits, TextEncoding, is_readable, stamped_file};
use chachong_library::search_text::terms_sum;
use chachong_library::{
    Content, Damage, DamagedPart, DocumentId, DocumentStore, FileStamp, Imported, Library,
    LibraryError, Member, Store, StoredPath, VerifyReport, is_server, losses, salvage,
};

/// Number of documents verified between two calls of `step`.
const AT_ONCE: usize = 16;

/// Verifies the library in `file` and, with `repair`, repairs it as far as possible: lost texts are read again from unchanged files, and
/// all data computed from texts is computed again. `step` receives the number of documents done and their total number, and returns
/// whether to go on. Fails with [`LibraryError::NotThere`] if there is no library, with [`LibraryError::Damaged`] if the library cannot
/// be opened because of damage and `repair` is `false`, with [`LibraryError::BeyondRepair`] if a repair is impossible, and if the library
/// cannot be read for another reason.
///
/// Losses stay listed beside the library. Once a person has seen the report, call [`chachong_library::forget_losses`].
pub fn verify_library(
    file: &Path,
    repair: bool,
    step: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<VerifyReport, LibraryError> {
    match verify(file, repair, step) {
        Err(LibraryError::Damaged { file, detail }) if repair => {
            Err(LibraryError::BeyondRepair { file, detail })
        }
        verified => verified,
    }
}

fn verify(
    file: &Path,
    repair: bool,
    step: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<VerifyReport, LibraryError> {
    if !Library::may_exist(file) {
        return Err(LibraryError::NotThere {
            file: file.to_owned(),
        });
    }
    let salvaged = match (is_server(file), repair) {
        (true, _) => VerifyReport::default(),
        (false, true) => salvage(file)?,
        // What was rebuilt is right.
        (false, false) => VerifyReport {
            rebuilt: Vec::new(),
            ..losses(file)
        },
    };
    let library = Library::open_existing(file)?;
    let store = library.store();
    let repair = repair && !store.about()?.read_only;
    let mut report = store.verify(repair)?;
    if repair {
        read_again(store, &mut report)?;
    }
    // Documents whose rows are gone are known by name only.
    report.merge(salvaged);
    let is_change_lost = |damage: &Damage| damage.part == DamagedPart::Changes;
    if library.damage().iter().any(is_change_lost) {
        report.add_last_changes();
    }
    texts(store, repair, &mut report, step)?;
    if library.is_index_wrong()? {
        let found = if repair {
            &mut report.rebuilt
        } else {
            &mut report.wrong
        };
        found.push("index".to_owned());
    }
    if repair {
        library.rebuild_index()?;
    }
    Ok(report)
}

/// Reads lost texts again from their files, if these are unchanged.
fn read_again(store: &Arc<dyn Store>, report: &mut VerifyReport) -> Result<(), LibraryError> {
    if report.lost.is_empty() {
        return Ok(());
    }
    let members = store.current_members()?;
    let importer = Importer::new(Isolation::of_this_program(), Limits::default());
    report.lost.retain(|(document, name)| {
        // The document's path may be lost too; the member has its own.
        let member = members.iter().find(|member| member.document == *document);
        let found = again(&**store, &importer, *document, member);
        if found {
            report.rebuilt.push(format!("text of {name}"));
        }
        !found
    });
    Ok(())
}

/// Reads a lost text again. A library may come from elsewhere: its paths are opened only if a document is lost, only
/// if they are files of this machine (a relative path is none), and the text counts only if the file has the lost
/// document's hash.
fn again(
    store: &dyn DocumentStore,
    importer: &Importer,
    document: DocumentId,
    member: Option<&Member>,
) -> bool {
    let Ok((content, format)) = store.content(document) else {
        return false;
    };
    let mut paths = store.paths(document).unwrap_or_default();
    if let Some(member) = member
        && paths.iter().all(|path| path.path != member.path)
    {
        paths.push(StoredPath {
            path: member.path.clone(),
            name: member.name.clone(),
            stamp: FileStamp {
                bytes: 0,
                modified: 0,
            },
        });
    }
    let encoding =
        (content.read_as.split_once(':')).and_then(|(_, name)| TextEncoding::named(name));
    let of_this_machine = |path: &StoredPath| path.path.is_absolute() && is_readable(&path.path);
    paths.into_iter().filter(of_this_machine).any(|path| {
        let Some(stamp) = FileStamp::of(&stamped_file(&path.path)) else {
            return false;
        };
        let Ok(extracted) = importer.extract(&path.path, encoding, &|| false) else {
            return false;
        };
        let is_it = Content::new(&extracted.metadata.sha256, format, encoding)
            .is_some_and(|found| found == content);
        if !is_it {
            return false;
        }
        let found = Imported {
            content: &content,
            format,
            reader: chachong_import::READER_VERSION,
            path: &StoredPath { stamp, ..path },
            extracted: &extracted,
            derived: &kept::by_default(&extracted),
        };
        store.put(&[found]).is_ok()
    })
}

/// Compares the data kept for each text with what follows from it.
fn texts(
    store: &Arc<dyn Store>,
    repair: bool,
    report: &mut VerifyReport,
    step: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<(), LibraryError> {
    let members = store.current_members()?;
    let searchable: HashSet<DocumentId> = store.searchable()?.into_iter().collect();
    // One that cannot be read was named by the store.
    let searched = store.search_sums().ok().flatten();
    let member_with = |document: DocumentId| {
        let found = members.binary_search_by_key(&document, |member| member.document);
        found.ok().and_then(|at| members.get(at))
    };
    let numbered_twice = match store.about()?.next_passage {
        // A store that searches by itself numbers no passages.
        0 => HashSet::new(),
        next_passage => numbered_twice(&members, next_passage),
    };
    let documents = store.documents()?;
    for (batch, chunk) in documents.chunks(AT_ONCE).enumerate() {
        let looked: Vec<Vec<Wrong>> = chunk
            .par_iter()
            .map(|&document| {
                look(
                    store.as_ref(),
                    document,
                    member_with(document),
                    searchable.contains(&document) && !numbered_twice.contains(&document),
                    searched.as_ref(),
                )
            })
            .collect::<Result<_, LibraryError>>()?;
        for wrong in looked.into_iter().flatten() {
            if repair {
                match wrong.mend {
                    Mend::Derived(derived) => store.put_derived(&[*derived])?,
                    Mend::Member(member) => store.add_members(&[*member])?,
                }
            }
            report.rebuilt.push(wrong.what);
        }
        if !step(
            (batch * AT_ONCE + chunk.len()).min(documents.len()),
            documents.len(),
        ) {
            break;
        }
    }
    if !repair {
        // Nothing was repaired: it is only known to be wrong.
        report.wrong.append(&mut report.rebuilt);
    }
    Ok(())
}

/// Finds members with passage ids that others have too, or that were never assigned.
fn numbered_twice(members: &[Member], next_passage: u64) -> HashSet<DocumentId> {
    let mut ranges: Vec<(u64, u64, DocumentId)> = members
        .iter()
        .map(|member| {
            let (first, many) = (member.first_passage.into(), u64::from(member.passages));
            (first, first + many, member.document)
        })
        .filter(|(first, end, _)| first < end)
        .collect();
    ranges.sort_unstable();
    let mut end = 0;
    let mut twice = HashSet::new();
    for (first, last, document) in ranges {
        if first < end || last > next_passage {
            twice.insert(document);
        } else {
            end = last;
        }
    }
    twice
}

/// Data that does not follow from its text.
struct Wrong {
    what: String,
    mend: Mend,
}

enum Mend {
    Derived(Box<(DocumentId, chachong_library::Derived)>),
    Member(Box<chachong_library::NewMember>),
}

fn look(
    store: &dyn Store,
    document: DocumentId,
    member: Option<&Member>,
    searchable: bool,
    searched: Option<&HashMap<DocumentId, u64>>,
) -> Result<Vec<Wrong>, LibraryError> {
    let extracted = match store.extracted(document) {
        Ok(extracted) => extracted,
        // A lost text was already reported.
        Err(LibraryError::Damaged { .. } | LibraryError::NoSuchDocument { .. }) => {
            return Ok(Vec::new());
        }
        Err(error) => return Err(error),
    };
    let name = member.map_or_else(|| format!("#{}", document.0), |member| member.name.clone());
    let mut wrong = Vec::new();
    let derived = kept::by_default(&extracted);
    if !matches!(store.derived(document, &derived.recipe), Ok(Some(found)) if found == derived) {
        wrong.push(Wrong {
            what: format!("fingerprint of {name}"),
            mend: Mend::Derived(Box::new((document, derived))),
        });
    }
    if let Some(member) = member {
        let joining = Joining {
            document,
            name: member.name.clone(),
            path: member.path.clone(),
        };
        let mut new = member_of(&joining, &extracted);
        new.path.clone_from(&member.path);
        let whole = matches!(store.passages(document), Ok(Some(found)) if found == new.passages);
        // A document without terms has no sum.
        let is_found = searched.is_none_or(|sums| {
            sums.get(&document).copied().unwrap_or(0) == terms_sum(&new.search_terms)
        });
        if !whole || !searchable || !is_found {
            let what = if whole {
                "search terms or numbers"
            } else {
                "passages"
            };
            wrong.push(Wrong {
                what: format!("{what} of {name}"),
                mend: Mend::Member(Box::new(new)),
            });
        }
    }
    Ok(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_there_and_no_library() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().to_owned();
        for repair in [false, true] {
            let verified = verify_library(&file, repair, &mut |_, _| true).map(|_| ());
            assert_eq!(
                verified,
                Err(LibraryError::NotALibrary { file: file.clone() })
            );
        }
    }
}
