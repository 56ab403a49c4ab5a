//! Test of a library that two programs use at once.

use chachong_library::{SqliteStore, StoreStatus};

use super::Ground;
use crate::program::{command, done, members, said, stderr, stdout, str, text};

#[test]
fn of_two_programs_one_writes_and_the_other_reads() {
    let ground = Ground::new();
    let library = ground.fresh();
    let held = SqliteStore::open(&library).unwrap();
    let count = held.about().unwrap();
    let folder = &ground.folder;
    let list = folder.done("library list work.chachong");
    assert!(
        list.contains("013.txt") && list.contains("is read-only at the moment"),
        "{list}"
    );
    for line in [
        "library add -q work.chachong files/000.txt",
        "library remove work.chachong 000.txt",
        "library import work.chachong base.chachong",
    ] {
        let refused = folder.refused(line, "is read-only at the moment");
        let words = stderr(&refused);
        assert_eq!(words.lines().count(), 1, "{words}");
        assert_eq!(stdout(&refused), "");
    }
    folder.write("copy.txt", &ground.texts["003.txt"]);
    folder.write("new.txt", text(700, 60));
    let check = folder.done("check -q copy.txt new.txt --library work.chachong");
    assert!(check.contains("library:003.txt"), "{check}");
    folder.refused("check -q copy.txt --library work.chachong --add", "");
    folder.done("library verify -q work.chachong");
    folder.done("library export -q work.chachong work.exported");
    let exported = members(&folder.at("work.exported"));
    assert_eq!(exported.len(), ground.files.len());
    // Nothing was kept meanwhile.
    assert_eq!(held.about().unwrap(), count);
    drop(held);
    folder.done("library add -q work.chachong new.txt");
    assert_eq!(members(&library).len(), ground.files.len() + 1);
}

/// A person who may read a library and not write beside it checks with it, and is told that the check is not saved.
#[cfg(unix)]
#[test]
fn a_library_in_a_folder_without_write_permission_is_read() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let folder = tempfile::tempdir().unwrap();
    let [place, old, new] = ["place", "old", "new"].map(|name| folder.path().join(name));
    let files = crate::program::write_texts(&old, 0..3, 60);
    crate::program::write_texts(&new, 0..1, 60);
    std::fs::create_dir(&place).unwrap();
    let library = place.join("l.chachong");
    done(&["library", "add", "-q", str(&library), str(&old)]);
    let before = std::fs::read(&library).unwrap();
    let mode = |path: &std::path::Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(folder.path(), 0o755);
    mode(&library, 0o444);
    mode(&place, 0o555);
    let copy = new.join("000.txt");
    let mut check = command(&["check", "-q", str(&copy), "--library", str(&library)]);
    // Nothing keeps the administrator from writing.
    if std::fs::File::options().write(true).open(&library).is_ok() {
        check.gid(65_534).uid(65_534);
    }
    let output = check.output().unwrap();
    mode(&place, 0o755);
    let told = said(&output);
    assert!(
        output.status.success() && told.contains("will not be saved"),
        "{told}"
    );
    assert!(told.contains("library:000.txt"), "{told}");
    assert!(std::fs::read(&library).unwrap() == before && files.len() == 3);
}
