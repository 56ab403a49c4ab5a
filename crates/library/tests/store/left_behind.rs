//! Tests of opening a library beside files that a killed program or a restored backup left.

use std::fs;
use std::path::{Path, PathBuf};

use chachong_library::{
    CheckStore, LibraryError, MemberStore, PortableLibrary, SqliteStore, StoreStatus, losses,
    salvage,
};
use rusqlite::Connection;

use crate::opening::names_in;

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Makes a library with a check of that title.
fn library(file: &Path, title: &str) {
    SqliteStore::open(file).unwrap().begin_check(title).unwrap();
}

fn titles(file: &Path) -> Vec<String> {
    let store = SqliteStore::open_existing(file).unwrap();
    (store.checks().unwrap().into_iter())
        .map(|check| check.title)
        .collect()
}

/// Leaves what a program leaves that is killed in the middle of a change in a library without a log.
fn kill_in_a_change(file: &Path) {
    let made = beside(file, ".made");
    library(&made, "before");
    let connection = Connection::open(&made).unwrap();
    connection
        .execute_batch(
            "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 2; BEGIN; CREATE TABLE half (done);
             WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 300)
             INSERT INTO half SELECT randomblob(5000) FROM n;",
        )
        .unwrap();
    fs::copy(&made, file).unwrap();
    fs::copy(beside(&made, "-journal"), beside(file, "-journal")).unwrap();
}

#[test]
fn a_half_done_change_is_rolled_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("l.chachong");
    kill_in_a_change(&file);
    assert!(fs::metadata(beside(&file, "-journal")).unwrap().len() > 0);
    // Somebody else's lock: only a copy can be rolled back.
    let lock = fs::File::create(beside(&file, ".lock")).unwrap();
    lock.lock().unwrap();
    assert_eq!(titles(&file), ["before"]);
    assert!(beside(&file, "-journal").exists());
    drop(lock);
    let store = SqliteStore::open(&file).unwrap();
    assert!(!store.is_read_only());
    assert_eq!(store.checks().unwrap().len(), 1);
    assert!(!beside(&file, "-journal").exists());
}

#[test]
fn a_journal_that_names_another_file_deletes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("l.chachong");
    kill_in_a_change(&file);
    let victim = folder.path().join("thesis.txt");
    fs::write(&victim, "text").unwrap();
    let name = victim.to_str().unwrap().as_bytes();
    let mut journal = fs::read(beside(&file, "-journal")).unwrap();
    // 1 GiB / page size + 1 is the page of the lock, behind which the name stands.
    journal.extend(131_073_u32.to_be_bytes());
    journal.extend(name);
    journal.extend(u32::try_from(name.len()).unwrap().to_be_bytes());
    journal.extend(
        name.iter()
            .map(|&byte| u32::from(byte))
            .sum::<u32>()
            .to_be_bytes(),
    );
    journal.extend([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]);
    fs::write(beside(&file, "-journal"), journal).unwrap();
    let before = fs::read(&file).unwrap();
    for opened in [SqliteStore::open(&file), SqliteStore::open_read_only(&file)] {
        assert_eq!(
            opened.map(|_| ()),
            Err(LibraryError::HalfWritten { file: file.clone() })
        );
    }
    assert!(victim.exists() && fs::read(&file).unwrap() == before);
}

#[test]
fn a_log_of_another_library_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [file, other] = ["l.chachong", "other.chachong"].map(|name| folder.path().join(name));
    let [older, newer] = ["older", "newer"].map(|name| folder.path().join(name));
    library(&file, "one");
    library(&other, "two");
    // Another library, and an older copy of the same one.
    fs::copy(&file, &older).unwrap();
    for of in [&other, &older] {
        let connection = Connection::open(of).unwrap();
        connection
            .execute_batch("UPDATE library SET created = created + 1; VACUUM;")
            .unwrap();
        fs::copy(beside(of, "-wal"), beside(of, ".kept")).unwrap();
    }
    library(&file, "newest");
    Connection::open(&file)
        .unwrap()
        .execute("UPDATE library SET changes = changes + 5", ())
        .unwrap();
    for log in [&other, &older] {
        for ending in ["-wal", "-shm"] {
            let _ = fs::remove_file(beside(&newer, ending));
        }
        fs::copy(&file, &newer).unwrap();
        fs::copy(beside(log, ".kept"), beside(&newer, "-wal")).unwrap();
        let refused = LibraryError::ForeignLog {
            file: newer.clone(),
        };
        assert_eq!(SqliteStore::open(&newer).map(|_| ()), Err(refused.clone()));
        assert_eq!(
            SqliteStore::open_read_only(&newer).map(|_| ()),
            Err(refused.clone())
        );
        assert_eq!(salvage(&newer), Err(refused));
        // What the message says helps.
        fs::remove_file(beside(&newer, "-wal")).unwrap();
        let _ = fs::remove_file(beside(&newer, "-shm"));
        assert_eq!(titles(&newer).len(), 2);
    }
}

/// A copy of an open library without its log has what was added.
#[test]
fn an_open_library_can_be_copied() {
    let folder = tempfile::tempdir().unwrap();
    let [file, copy] = ["l.chachong", "copy.chachong"].map(|name| folder.path().join(name));
    let store = SqliteStore::open(&file).unwrap();
    fs::copy(&file, &copy).unwrap();
    assert_eq!(titles(&copy), Vec::<String>::new());
    let document = crate::library_store::put(&store, "some text", "/p/a.txt");
    let member = crate::library_store::member(document, "a.txt", &[1, 2, 3]);
    store.add_members(&[member]).unwrap();
    fs::remove_file(&copy).unwrap();
    fs::copy(&file, &copy).unwrap();
    let copied = SqliteStore::open(&copy).unwrap();
    assert_eq!(copied.member_numbers().unwrap(), [document]);
    drop(store);
}

/// An interrupted salvage is completed if its copy was whole, and otherwise begun again; what was lost is named.
#[test]
fn an_interrupted_salvage_heals() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("l.chachong");
    library(&file, "old");
    let whole = folder.path().join("whole.chachong");
    library(&whole, "salvaged");
    let damaged1 = beside(&file, ".damaged1");
    // The copy is not whole: what an interrupted program left goes, and with it the second name of the file.
    fs::hard_link(&file, beside(&file, ".salvaged-old")).unwrap();
    for ending in [".salvaged", ".salvaged-wal", ".salvaged.lock"] {
        fs::write(beside(&file, ending), "part").unwrap();
    }
    let store = SqliteStore::open(&file).unwrap();
    assert!(!store.is_read_only());
    drop(store);
    assert_eq!(titles(&file), ["old"]);
    let names = names_in(folder.path());
    assert!(
        !names.iter().any(|name| name.contains("salvaged")),
        "{names:?}"
    );
    // The copy is whole, and the log is that of the old file.
    fs::hard_link(&file, beside(&file, ".salvaged-old")).unwrap();
    fs::copy(&whole, beside(&file, ".mended")).unwrap();
    fs::write(beside(&file, "-wal"), "a damaged log").unwrap();
    let lost =
        r#"{"documents":0,"lost":[[7,"a.txt"]],"rebuilt":[],"wrong":["what was added last"]}"#;
    fs::write(beside(&file, ".losses"), lost).unwrap();
    let store = SqliteStore::open(&file).unwrap();
    assert!(!store.is_read_only());
    assert!(!store.damage().is_empty());
    drop(store);
    assert_eq!(titles(&file), ["salvaged"]);
    assert_eq!(titles(&damaged1).len(), 1);
    let told = salvage(&file).unwrap();
    assert_eq!(told.wrong, ["what was added last"]);
    assert_eq!(told.lost[0].1, "a.txt");
    chachong_library::forget_losses(&file);
    assert!(losses(&file).is_clean() && salvage(&file).unwrap().is_clean());
}

#[test]
fn an_export_over_a_library_takes_nothing_of_it_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.chachong");
    library(&file, "old");
    for ending in ["-wal", ".index", ".titles", ".losses"] {
        fs::write(beside(&file, ending), "of the old one").unwrap();
    }
    let held = folder.path().join("held.chachong");
    let open = SqliteStore::open(&held).unwrap();
    let refused = PortableLibrary::create(&held).unwrap().finish();
    assert!(matches!(refused, Err(LibraryError::ReadOnly { .. })));
    drop(open);
    let new = PortableLibrary::create(&file).unwrap();
    new.store().unwrap().begin_check("new").unwrap();
    new.finish().unwrap();
    let mut names = names_in(folder.path());
    names.retain(|name| name.starts_with("out."));
    assert_eq!(names, ["out.chachong"]);
    assert_eq!(titles(&file), ["new"]);
    assert!(losses(&file).is_clean());
}

#[test]
fn what_a_killed_export_left_is_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.chachong");
    let [old, running, other] = [
        "out.chachong.9999999.part",
        "out.chachong.8888888.part",
        "out.chachong.a1.part",
    ]
    .map(|name| folder.path().join(name));
    for ending in ["", "-wal", "-shm", "-journal", ".lock"] {
        fs::write(beside(&old, ending), "a thesis").unwrap();
    }
    fs::write(&other, "").unwrap();
    let held = SqliteStore::open(&running).unwrap();
    PortableLibrary::create(&file).unwrap().finish().unwrap();
    let mut names = names_in(folder.path());
    names.retain(|name| !name.contains("8888888"));
    assert_eq!(names, ["out.chachong", "out.chachong.a1.part"]);
    assert!(running.exists());
    drop(held);
}
