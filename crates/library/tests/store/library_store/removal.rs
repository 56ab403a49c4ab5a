//! Documents that are removed for good leave nothing in the file.

use std::collections::HashSet;
use std::path::Path;

use chachong_library::{DocumentId, MemberStore as _, NewMember, SqliteStore, StoreStatus as _};

use super::{member, put, traces};

/// Number of documents, and of those among them that are removed.
const DOCUMENTS: u32 = 30;
const REMOVED: u32 = 12;

/// Text of characters by chance, the same on each run.
fn text(seed: u32) -> String {
    let mut chance = u64::from(seed) * 977 + 5;
    let length = 200 + seed % 6 * 1_500;
    let mut next = || {
        chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        char::from_u32(0x4E00 + u32::try_from(chance >> 51).unwrap()).unwrap()
    };
    (0..length).map(|_| next()).collect()
}

/// Term that only this document has.
fn term(seed: u32) -> String {
    let letter = |place: u32| char::from(b'a' + u8::try_from((seed * 7 + place * 5) % 26).unwrap());
    format!("{}{}lonelyterm{seed}e", letter(0), letter(1))
}

/// Parts of everything that the file keeps of some documents.
fn parts(file: &Path, documents: &[DocumentId]) -> Vec<Vec<u8>> {
    let ids: Vec<String> = documents.iter().map(|one| one.0.to_string()).collect();
    let ids = ids.join(", ");
    let tables = ["text", "path", "member", "passages", "signs"];
    let of_table = |table: &str| {
        let query = format!("SELECT * FROM {table} WHERE document IN ({ids})");
        traces::parts(file, &query)
    };
    tables.into_iter().flat_map(of_table).collect()
}

#[test]
fn no_byte_of_a_removed_document_stays_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("l.chachong");
    let store = SqliteStore::open(&file).unwrap();
    let ids: Vec<DocumentId> = (0..DOCUMENTS)
        .map(|seed| {
            put(
                &store,
                &text(seed),
                &format!("/学生{seed:03}的毕业论文终稿.docx"),
            )
        })
        .collect();
    let new: Vec<NewMember> = (0..DOCUMENTS)
        .zip(&ids)
        .map(|(seed, &id)| NewMember {
            search_terms: format!("{} all", term(seed)),
            ..member(
                id,
                &format!("学生{seed:03}的毕业论文终稿.docx"),
                &[seed.into()],
            )
        })
        .collect();
    for new in new.chunks(5) {
        store.add_members(new).unwrap();
    }
    let terms = |seeds: std::ops::Range<u32>| {
        let bytes: Vec<u8> = (std::fs::read_dir(folder.path()).unwrap())
            .flat_map(|entry| std::fs::read(entry.unwrap().path()).unwrap())
            .collect();
        let bytes = String::from_utf8_lossy(&bytes).into_owned();
        // An index writes only what a term does not have in common with the one before.
        let is_there = |seed: &u32| bytes.contains(&format!("nelyterm{seed}e"));
        seeds.filter(is_there).count()
    };
    let (gone, kept) = ids.split_at(REMOVED as usize);
    let mut of_gone = parts(&file, gone);
    let of_kept: HashSet<Vec<u8>> = parts(&file, kept).into_iter().collect();
    of_gone.retain(|part| !of_kept.contains(part));
    assert!(of_gone.len() > 1_000, "{}", of_gone.len());
    assert!(traces::found(&file, &of_gone).len() * 10 > of_gone.len() * 9);
    assert!(terms(0..REMOVED) > 6);
    // At once, and as when the library is opened the next time.
    let (at_once, later) = gone.split_at(5);
    store.remove_for_good(at_once).unwrap();
    store.remove_members(later).unwrap();
    assert_eq!(store.purge().unwrap(), u64::from(REMOVED) - 5);
    assert_eq!(traces::found(&file, &of_gone), Vec::<&[u8]>::new());
    assert_eq!(terms(0..REMOVED), 0);
    assert!(terms(REMOVED..DOCUMENTS) > 10);
    assert!(store.verify(false).unwrap().is_clean());
    drop(store);
    assert!(traces::found(&file, &of_gone).is_empty());
}
