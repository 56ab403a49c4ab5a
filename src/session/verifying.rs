//! A library is looked at as a whole: every row, every checksum, what follows from each text, the index. What can be made
//! again is. Knows nothing of how a library keeps it.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::joining::{Joining, member_of};
use super::{PROCESSING_VERSION, fingerprint, kept};
use crate::import::{Importer, Isolation, Limits, TextEncoding};
use crate::library::{
    Content, DocumentId, FileStamp, Imported, Library, LibraryError, Member, SqliteStore, Store,
    StoredPath, VerifyReport, salvage,
};
use crate::simhash::Recipe;

/// Documents looked at between two steps.
const AT_ONCE: usize = 16;

/// Looks at a library and, with `repair`, mends it: pages that cannot be read cost the rows on them and no others; a text
/// that is lost is read again from its file, if that is still the same; fingerprints, passages, search and index are made
/// again from the texts. `step` is told how many of how many documents are done and says whether to go on.
pub fn verify_library(
    file: &Path,
    repair: bool,
    step: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<VerifyReport, LibraryError> {
    let mut salvaged = VerifyReport::default();
    if repair {
        SqliteStore::restore_length(file)?;
    }
    if repair && SqliteStore::has_unreadable_pages(file)? {
        salvaged = salvage(file)?;
    }
    let library = Library::open(file)?;
    let store = library.store();
    let repair = repair && !store.about()?.read_only;
    let mut report = store.verify(repair)?;
    report.rebuilt.extend(salvaged.rebuilt);
    if repair {
        read_again(store, &mut report)?;
    }
    // Those whose very rows are gone are known by name only.
    report.lost.extend(salvaged.lost);
    report.wrong.extend(salvaged.wrong);
    texts(store, repair, &mut report, step)?;
    if library.is_index_wrong(Recipe::THESIS)? {
        let found = if repair {
            &mut report.rebuilt
        } else {
            &mut report.wrong
        };
        found.push("index".to_owned());
    }
    if repair {
        library.rebuild_index(Recipe::THESIS)?;
    }
    Ok(report)
}

/// Reads lost texts from their files, where these are still the same.
fn read_again(store: &Arc<dyn Store>, report: &mut VerifyReport) -> Result<(), LibraryError> {
    if report.lost.is_empty() {
        return Ok(());
    }
    let members = store.members(&Recipe::THESIS.text_form(), PROCESSING_VERSION)?;
    let importer = Importer::new(Isolation::of_this_program(), Limits::default());
    report.lost.retain(|(document, name)| {
        // Its place may be lost too; the member's own stands elsewhere.
        let member = members.iter().find(|member| member.document == *document);
        let found = again(store.as_ref(), &importer, *document, member);
        if found {
            report.rebuilt.push(format!("text of {name}"));
        }
        !found
    });
    Ok(())
}

/// A library may come from elsewhere: the places in it are looked at only where a document is lost, only if they are files
/// of this machine (a relative path is none), and what is read counts only if it has the hash of what is lost.
fn again(
    store: &dyn Store,
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
    let of_this_machine = |path: &StoredPath| path.path.is_absolute() && path.path.is_file();
    paths.into_iter().filter(of_this_machine).any(|path| {
        let Some(stamp) = FileStamp::of(&path.path) else {
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
        let recipe = Recipe::THESIS;
        let reading = fingerprint(&extracted, recipe);
        let read = Imported {
            content: &content,
            format,
            reader: crate::import::READER_VERSION,
            path: &StoredPath { stamp, ..path },
            extracted: &extracted,
            derived: &kept::derived(&reading, recipe),
        };
        store.put(&[read]).is_ok()
    })
}

/// Holds what is kept beside each text to what follows from it.
fn texts(
    store: &Arc<dyn Store>,
    repair: bool,
    report: &mut VerifyReport,
    step: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<(), LibraryError> {
    let recipe = Recipe::THESIS;
    let members = store.members(&recipe.text_form(), PROCESSING_VERSION)?;
    let searchable: HashSet<DocumentId> = store.searchable()?.into_iter().collect();
    let member_with = |document: DocumentId| {
        let found = members.binary_search_by_key(&document, |member| member.document);
        found.ok().and_then(|at| members.get(at))
    };
    let numbered_twice = numbered_twice(&members, store.about()?.next_passage);
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
                )
            })
            .collect();
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
        // Nothing was made again: it is only known to be wrong.
        report.wrong.append(&mut report.rebuilt);
    }
    Ok(())
}

/// Members whose passages have numbers that others have too, or that were never given out.
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

/// Something that does not follow from its text.
struct Wrong {
    what: String,
    mend: Mend,
}

enum Mend {
    Derived(Box<(DocumentId, crate::library::Derived)>),
    Member(Box<crate::library::NewMember>),
}

fn look(
    store: &dyn Store,
    document: DocumentId,
    member: Option<&Member>,
    searchable: bool,
) -> Vec<Wrong> {
    let recipe = Recipe::THESIS;
    // A text that is lost was named before.
    let Ok(extracted) = store.extracted(document) else {
        return Vec::new();
    };
    let name = member.map_or_else(|| format!("#{}", document.0), |member| member.name.clone());
    let mut wrong = Vec::new();
    let derived = kept::derived(&fingerprint(&extracted, recipe), recipe);
    if !matches!(store.derived(document, &recipe.text_form()), Ok(Some(found)) if found == derived)
    {
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
        if !whole || !searchable {
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
    wrong
}
