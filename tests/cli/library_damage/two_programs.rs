//! Test of a library that two programs use at once.

use chachong_library::{SqliteStore, Store};

use super::Ground;
use crate::program::{chachong, done, members, said, stderr, stdout, str, text, write_old};

#[test]
fn of_two_programs_one_writes_and_the_other_reads() {
    let ground = Ground::new();
    let library = ground.fresh();
    let held = SqliteStore::open(&library).unwrap();
    let count = held.about().unwrap();
    let list = done(&["library", "list", str(&library)]);
    assert!(
        list.contains("013.txt") && list.contains("can only be read now"),
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
        assert!(words.contains("can only be read now"), "{words}");
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
