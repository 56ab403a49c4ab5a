//! Test of a library whose index is missing, damaged or of another library.

use std::path::{Path, PathBuf};

use super::Ground;
use crate::program::{Dice, chachong, done, said, stdout, str, write_old};

fn index_of(library: &Path) -> PathBuf {
    let mut name = library.as_os_str().to_owned();
    name.push(".index");
    PathBuf::from(name)
}

#[test]
fn an_index_that_lies_is_made_again_and_costs_no_finding() {
    let ground = Ground::new();
    let copy = ground.folder.path().join("copy.txt");
    write_old(&copy, ground.texts["003.txt"].as_bytes());
    let other = ground.folder.path().join("other.chachong");
    done(&[
        "library",
        "add",
        "-q",
        str(&other),
        str(&ground.folder.path().join("other")),
    ]);
    let mut dice = Dice(5);
    for kind in 0..8 {
        let library = ground.fresh();
        let index = index_of(&library);
        let mut bytes = std::fs::read(&index).unwrap();
        match kind {
            0 => std::fs::remove_file(&index).unwrap(),
            1 => std::fs::write(&index, b"").unwrap(),
            2 => {
                std::fs::copy(index_of(&other), &index).unwrap();
            }
            3 => {
                std::fs::remove_file(&index).unwrap();
                std::fs::create_dir(&index).unwrap();
            }
            4 | 5 => {
                bytes.truncate(dice.index(bytes.len()));
                std::fs::write(&index, bytes).unwrap();
            }
            _ => {
                let place = dice.index(bytes.len());
                bytes[place] ^= 4;
                std::fs::write(&index, bytes).unwrap();
            }
        }
        let check = chachong(&["check", "-q", str(&copy), "--library", str(&library)]);
        assert!(check.status.success(), "{kind}: {}", said(&check));
        assert!(
            stdout(&check).contains("library:003.txt"),
            "{kind}: {}",
            said(&check)
        );
        if kind == 3 {
            std::fs::remove_dir(&index).unwrap();
        }
        let verified = done(&["library", "verify", "-q", str(&library)]);
        assert!(
            verified.contains("everything is in order"),
            "{kind}: {verified}"
        );

        // Once more, without a check that saves the index again.
        let bytes = std::fs::read(&index).unwrap();
        std::fs::write(&index, &bytes[..bytes.len() / 2]).unwrap();
        let looked = chachong(&["library", "verify", "-q", "--no-repair", str(&library)]);
        assert!(!looked.status.success(), "{}", said(&looked));
        assert!(
            stdout(&looked).contains("wrong: index"),
            "{}",
            said(&looked)
        );
        let mended = done(&["library", "verify", "-q", str(&library)]);
        assert!(mended.contains("rebuilt: index"), "{mended}");
    }
}
