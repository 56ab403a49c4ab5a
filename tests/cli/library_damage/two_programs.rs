//! Test of a library that two programs use at once.

use chachong_library::{SqliteStore, StoreStatus};

use super::Ground;
use crate::program::{
    chachong, command, done, members, said, stderr, stdout, str, text, write_old,
};

#[test]
fn of_two_programs_one_writes_and_the_other_reads() {
    let ground = Ground::new();
    let library = ground.fresh();
    let held = SqliteStore::open(&library).unwrap();
    let count = held.about().unwrap();
    let list = done(&["library", "list", str(&library)]);
    assert!(
        list.contains("013.txt") && list.contains("is read-only at the moment"),
        "{list}"
    );
    for arguments in [
        vec!["library", "add", "-q", str(&library), str(&ground.files[0])],
        vec!["library", "remove", str(&library), "000.txt"],
        vec!["library", "import", str(&library), str(&ground.base())],
    ] {
        let refused = chachong(&arguments);
        assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
        let words = stderr(&refused);
        assert!(words.contains("is read-only at the moment"), "{words}");
        assert_eq!(words.lines().count(), 1, "{words}");
        assert_eq!(stdout(&refused), "");
    }
    let copy = ground.folder.path().join("copy.txt");
    write_old(&copy, ground.texts["003.txt"].as_bytes());
    let new = ground.folder.path().join("new.txt");
    write_old(&new, text(700, 60).as_bytes());
    let check = chachong(&[
        "check",
        "-q",
        str(&copy),
        str(&new),
        "--library",
        str(&library),
    ]);
    assert!(check.status.success(), "{}", said(&check));
    assert!(
        stdout(&check).contains("library:003.txt"),
        "{}",
        said(&check)
    );
    let adding = chachong(&[
        "check",
        "-q",
        str(&copy),
        "--library",
        str(&library),
        "--add",
    ]);
    assert_eq!(adding.status.code(), Some(1), "{}", said(&adding));
    let verified = chachong(&["library", "verify", "-q", str(&library)]);
    assert!(verified.status.success(), "{}", said(&verified));
    let exported = ground.folder.path().join("work.exported");
    done(&["library", "export", "-q", str(&library), str(&exported)]);
    assert_eq!(members(&exported).len(), ground.files.len());
    // Nothing was kept meanwhile.
    assert_eq!(held.about().unwrap(), count);
    drop(held);
    done(&["library", "add", "-q", str(&library), str(&new)]);
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
