//! Tests of opening a library in a file: under which names, for writing or for reading, and what is made beside it.

use std::path::{Path, PathBuf};

use chachong_library::{CheckStore, Library, LibraryError, SqliteStore, StoreStatus, salvage};

/// Returns the names of the files in a folder, in order.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_library_that_is_not_there_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mistyped.chachong");
    for opened in [
        SqliteStore::open_existing(&file).map(|_| ()),
        SqliteStore::open_read_only(&file).map(|_| ()),
        Library::open_existing(&file).map(|_| ()),
    ] {
        assert_eq!(opened, Err(LibraryError::NotThere { file: file.clone() }));
    }
    // An empty file is left of a program that ended while it made a library.
    std::fs::write(&file, "").unwrap();
    assert!(SqliteStore::open_existing(&file).is_err());
    assert_eq!(names_in(folder.path()), ["mistyped.chachong"]);
    drop(SqliteStore::open(&file).unwrap());
    assert!(SqliteStore::open_existing(&file).is_ok());
}

#[test]
fn nothing_is_made_beside_a_file_that_is_no_library() {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in [
        ("text", b"root:x:0:0:root:/root:/bin/bash\n".to_vec()),
        ("short", b"SQLite".to_vec()),
        // A database of another program, by its id.
        (
            "other",
            [b"SQLite format 3\0".as_slice(), &[7; 4_080]].concat(),
        ),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, &content).unwrap();
        for opened in [
            SqliteStore::open(&file).map(|_| ()),
            SqliteStore::open_existing(&file).map(|_| ()),
            salvage(&file).map(|_| ()),
        ] {
            assert!(
                matches!(opened, Err(LibraryError::NotALibrary { .. })),
                "{name}"
            );
        }
        assert_eq!(std::fs::read(&file).unwrap(), content);
    }
    assert!(SqliteStore::open(folder.path()).is_err());
    assert_eq!(names_in(folder.path()), ["other", "short", "text"]);
}

#[test]
fn nothing_is_made_beside_a_database_without_an_id_that_another_program_writes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("other.db");
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("CREATE TABLE a (b)").unwrap();
    // A journal stands beside the file until the change is done.
    (other.execute_batch("BEGIN IMMEDIATE; INSERT INTO a VALUES (1);")).unwrap();
    for opened in [
        SqliteStore::open_existing(&file).map(|_| ()),
        salvage(&file).map(|_| ()),
    ] {
        let error = opened.unwrap_err();
        assert!(
            matches!(error, LibraryError::NotALibrary { .. }),
            "{error:?}"
        );
    }
    assert!(!names_in(folder.path()).contains(&"other.db.lock".to_owned()));
}

#[cfg(unix)]
#[test]
fn symbolic_links_to_a_library_share_its_lock() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| -> PathBuf { folder.path().join(name) };
    std::fs::create_dir(at("links")).unwrap();
    std::os::unix::fs::symlink(at("real.chachong"), at("links/link.chachong")).unwrap();
    let held = SqliteStore::open(&at("real.chachong")).unwrap();
    for name in ["links/link.chachong", "links/../real.chachong"] {
        let other = SqliteStore::open(&at(name)).unwrap();
        assert!(other.is_read_only(), "{name}");
    }
    drop(held);
    let by_link = SqliteStore::open(&at("links/link.chachong")).unwrap();
    assert!(!by_link.is_read_only());
    assert!(
        SqliteStore::open(&at("real.chachong"))
            .unwrap()
            .is_read_only()
    );
    drop(by_link);
    assert_eq!(names_in(&at("links")), ["link.chachong"]);
}

#[cfg(unix)]
#[test]
fn a_file_with_several_names_is_only_read() {
    let folder = tempfile::tempdir().unwrap();
    let [file, link] = ["l.chachong", "link.chachong"].map(|name| folder.path().join(name));
    let store = SqliteStore::open(&file).unwrap();
    store.begin_check("kept").unwrap();
    drop(store);
    std::fs::hard_link(&file, &link).unwrap();
    for name in [&file, &link] {
        let store = SqliteStore::open(name).unwrap();
        assert_eq!(store.checks().unwrap().len(), 1);
        let refused = store.begin_check("lost");
        assert!(matches!(
            refused,
            Err(LibraryError::Linked { names: 2, .. })
        ));
        assert_eq!(store.why_read_only(), refused.err());
    }
    std::fs::remove_file(&link).unwrap();
    SqliteStore::open(&file)
        .unwrap()
        .begin_check("kept")
        .unwrap();
}

#[test]
fn a_lock_that_is_let_go_in_a_moment_does_not_make_a_library_read_only() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("l.chachong");
    drop(SqliteStore::open(&file).unwrap());
    let lock = std::fs::File::open(folder.path().join("l.chachong.lock")).unwrap();
    lock.lock().unwrap();
    let opened = std::thread::scope(|scope| {
        let opening = scope.spawn(|| SqliteStore::open(&file));
        std::thread::sleep(std::time::Duration::from_millis(100));
        drop(lock);
        opening.join().unwrap().unwrap()
    });
    assert!(!opened.is_read_only());
}
