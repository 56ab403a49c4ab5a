//! `chachong verify`: files of a case that are unchanged, changed, moved, compared with originals and looked up in a library.

use std::path::{Path, PathBuf};

use crate::checked::Checked;
use crate::program::{chachong, command_in, done, said, stderr, stdout, str};

/// Kinds of files.
const KINDS: [&str; 3] = ["committee", "student", "archive"];

/// Case of the class, with a file of each kind.
fn written() -> (Checked, [PathBuf; 3]) {
    let checked = Checked::new();
    checked.case("open", &["1", "李小四.txt", "b.txt", "-q"]);
    let files = KINDS.map(|kind| {
        let file = checked.beside(&format!("{kind}.case"));
        checked.case(kind, &["1", str(&file), "--by", "周老师"]);
        file
    });
    (checked, files)
}

/// Exit code of `verify`, with all that it says.
fn verify(arguments: &[&Path]) -> (i32, String) {
    let arguments: Vec<&str> = arguments.iter().map(|path| str(path)).collect();
    let output = chachong(&[&["verify"], &arguments[..]].concat());
    (output.status.code().unwrap(), said(&output))
}

#[test]
fn a_file_is_known_wherever_it_is_and_every_change_is_seen() {
    let (checked, files) = written();
    for (file, name) in files.iter().zip(KINDS) {
        let moved = checked.place.join("另一个名字.bin");
        std::fs::rename(file, &moved).unwrap();
        let (code, said) = verify(&[&moved]);
        assert_eq!(code, 0, "{said}");
        assert!(said.contains(name), "{name}: {said}");
        let bytes = std::fs::read(&moved).unwrap();
        let seal = bytes.len() - 60;
        for at in [0, 200, bytes.len() / 2, seal, bytes.len() - 1] {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            std::fs::write(&moved, changed).unwrap();
            let (code, said) = verify(&[&moved]);
            assert_eq!(code, 1, "{name}, byte {at}: {said}");
        }
        for other in [&bytes[..bytes.len() / 2], &bytes[..0], b"no case file\n"] {
            std::fs::write(&moved, other).unwrap();
            assert_eq!(verify(&[&moved]).0, 1, "{name}");
        }
    }
    let (code, said) = verify(&[&checked.place.join("c.txt")]);
    assert!(code == 1 && said.contains("no seal"), "{said}");
    let (code, said) = verify(&[&checked.place]);
    assert_eq!(code, 1, "a folder: {said}");
    assert_eq!(verify(&[&checked.beside("missing")]).0, 1);
}

#[test]
fn originals_are_those_that_the_file_names() {
    let (checked, [committee, student, archive]) = written();
    let own = checked.place.join("李小四.txt");
    let [source, other] = ["b.txt", "c.txt"].map(|name| checked.place.join(name));
    for (file, code) in [(&committee, 0), (&archive, 0), (&student, 1)] {
        // The student's file does not tell which file the source is.
        let (found, said) = verify(&[file, &own, &source]);
        assert_eq!(found, code, "{said}");
        assert_eq!(said.matches("SHA-256").count(), 2, "{said}");
        assert_eq!(verify(&[file, &own]).0, 0);
        assert_eq!(verify(&[file, &own, &other]).0, 1);
    }
    let (code, said) = verify(&[&committee, &own, &checked.place.join("z.txt")]);
    assert!(code == 1 && said.contains("z.txt"), "{said}");
    let mut changed = std::fs::read(&own).unwrap();
    changed.push(b'\n');
    std::fs::write(&own, changed).unwrap();
    let (code, said) = verify(&[&committee, &own]);
    assert!(code == 1 && said.contains("李小四.txt"), "{said}");
}

#[test]
fn a_library_knows_the_files_that_it_issued() {
    let (checked, [committee, _, archive]) = written();
    let verify = |file: &Path, library: &Path| {
        let output = chachong(&["verify", str(file), "--library", str(library)]);
        (output.status.code().unwrap(), said(&output))
    };
    let (code, said) = verify(&committee, &checked.library);
    assert!(code == 0 && said.contains("周老师"), "{said}");
    // The archive was written before its own entry in the history, which the other library does not have.
    let other = checked.beside("other.chachong");
    done(&["case", "import", str(&other), str(&archive)]);
    assert_eq!(verify(&committee, &other).0, 0, "the history came along");
    assert_eq!(verify(&archive, &other).0, 1);
    checked.case("delete", &["1"]);
    let (code, said) = verify(&committee, &checked.library);
    assert!(code == 1 && said.contains("l.chachong"), "{said}");
    let missing = checked.beside("missing.chachong");
    assert_eq!(verify(&committee, &missing).0, 1);
    assert!(!missing.exists());
}

#[test]
fn it_answers_in_chinese() {
    let (_checked, [committee, ..]) = written();
    let output = command_in("zh", &["verify", str(&committee)])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let found = stdout(&output);
    assert!(found.contains("封存后未被改动"), "{found}");
}
