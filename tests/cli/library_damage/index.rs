//! Test of a library whose index is missing, damaged or of another library.

use std::path::{Path, PathBuf};

use super::Ground;
use crate::program::{
    Dice, copy_library, done, is_in_order, said, stderr, stdout, str, write_texts,
};

fn index_of(library: &Path) -> PathBuf {
    let mut name = library.as_os_str().to_owned();
    name.push(".index");
    PathBuf::from(name)
}

#[test]
fn an_index_that_lies_is_made_again_and_costs_no_finding() {
    let ground = Ground::new();
    let folder = &ground.folder;
    folder.write("copy.txt", &ground.texts["003.txt"]);
    folder.done("library add -q other.chachong other");
    let other = folder.at("other.chachong");
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
        let check = folder.done("check -q copy.txt --library work.chachong");
        assert!(check.contains("library:003.txt"), "{kind}: {check}");
        if kind == 3 {
            std::fs::remove_dir(&index).unwrap();
        }
        is_in_order(&library);

        // Once more, without a check that saves the index again.
        let bytes = std::fs::read(&index).unwrap();
        std::fs::write(&index, &bytes[..bytes.len() / 2]).unwrap();
        let looked = folder.run("library verify -q --no-repair work.chachong");
        assert!(!looked.status.success(), "{}", said(&looked));
        assert!(
            stdout(&looked).contains("wrong: index"),
            "{}",
            said(&looked)
        );
        let mended = folder.done("library verify -q work.chachong");
        assert!(mended.contains("rebuilt: index"), "{mended}");
    }
}

/// An older copy of a library beside a newer index: additions are lost, which every command says until a verification has.
#[test]
fn an_older_library_than_its_index_is_told_until_it_is_verified() {
    let ground = Ground::new();
    let folder = &ground.folder;
    write_texts(&folder.at("more"), 300..302, 60);
    let told = "latest additions to the library work may be lost";
    for first in ["add", "check", "verify"] {
        let library = ground.fresh();
        let old = std::fs::read(&library).unwrap();
        folder.done("library add -q work.chachong other");
        std::fs::write(&library, old).unwrap();
        let check = "check -q more/301.txt --library work.chachong";
        let verify = "library verify -q work.chachong";
        if first == "add" {
            let added = folder.run("library add -q work.chachong more/300.txt");
            assert!(stderr(&added).contains(told), "{}", said(&added));
        }
        if first != "verify" {
            for _ in 0..2 {
                folder.refused(check, told);
            }
        }
        let verified = folder.run(verify);
        let named = stdout(&verified).contains("wrong: what was added last");
        assert!(named, "{first}: {}", said(&verified));
        is_in_order(&library);
        folder.done(check);
    }
}

/// Two copies of a library that went apart, and the index of one beside the other.
#[test]
fn the_index_of_a_sibling_is_corrected() {
    let ground = Ground::new();
    let sibling = ground.folder.at("sibling.chachong");
    let library = ground.fresh();
    copy_library(&library, &sibling);
    let add = |library: &Path, number, sentences| {
        let name = format!("apart{number}");
        let files = write_texts(&ground.folder.at(&name), number..number + 1, sentences);
        done(&["library", "add", "-q", str(library), str(&files[0])]);
    };
    let changes = |library: &Path| -> i64 {
        let sql = "SELECT changes FROM library";
        (crate::program::sql(library).query_row(sql, (), |row| row.get(0))).unwrap()
    };
    add(&sibling, 400, 90);
    // Each change adds a random number: an index that is ahead would tell of lost additions.
    for number in 401.. {
        add(&library, number, 60);
        if number > 401 && changes(&library) > changes(&sibling) {
            break;
        }
    }
    std::fs::copy(index_of(&sibling), index_of(&library)).unwrap();
    (ground.folder).done("check -q files/000.txt --library work.chachong");
    let verified = (ground.folder).done("library verify -q --no-repair work.chachong");
    assert!(verified.contains("everything is in order"), "{verified}");
}
