//! Tests of `chachong library` and `chachong check --library`, as people and scripts call them.

mod check;
mod submissions;

use crate::program::{
    Place, command_in, done, members, said, samples, set_old, sql, stderr, stdout, str, text,
    write_texts,
};

const SAMPLES: [&str; 4] = [
    "05_乡村小学科学课的现状与改进.docx",
    "12_农村小学科学课教学的问题与出路.docx",
    "03_社区图书馆延时开放的成本与效益分析.txt",
    "07_高校食堂食物浪费调查.txt",
];

/// Copies samples to a place, with old times, so that a change of them shows.
fn four_samples() -> Place {
    let place = Place::new();
    for name in SAMPLES {
        let found = [samples().join(name), samples().join("2024届").join(name)];
        let found = found.iter().find(|file| file.exists()).unwrap();
        set_old(&place.write(name, std::fs::read(found).unwrap()));
    }
    place
}

#[test]
fn documents_are_added_listed_searched_and_removed() {
    let place = four_samples();
    let [first, second, third, fourth] = SAMPLES;
    let added = place.done(&format!("library add -q l.chachong {first} {third}"));
    assert!(added.contains(&format!("added  {first}")), "{added}");
    assert!(
        added.contains("2 documents added, 0 not read. The library now has 2."),
        "{added}"
    );
    // Adding again adds nothing twice.
    let again = place.done(&format!("library add -q l.chachong {first}"));
    assert!(again.contains("The library now has 2."), "{again}");
    place.done(&format!("library add -q l.chachong {second} {fourth}"));
    let list = place.done("library list l.chachong");
    for name in SAMPLES {
        assert!(list.contains(name), "{list}");
    }
    let search = |words: &str| place.run(&format!("library list l.chachong --search {words}"));
    let found = stdout(&search("食物浪费"));
    assert!(found.contains(fourth) && !found.contains(first), "{found}");
    let nothing = stdout(&search("\"不会有这样的话\""));
    assert!(nothing.contains("Found in 0 documents"), "{nothing}");
    assert_eq!(search("，").status.code(), Some(1));

    // Removal by name, by number and by path; one that is named twice is removed once.
    let library = place.at("l.chachong");
    let number = members(&library)
        .iter()
        .find(|(_, name, _)| name == second)
        .unwrap()
        .0
        .0
        .to_string();
    let (of, path) = (str(&library), place.at(third));
    let named = [first, &*number, str(&path), &*number, second];
    let removed = done(&[&["library", "remove", of], &named[..]].concat());
    assert_eq!(
        removed
            .lines()
            .filter(|line| line.starts_with("removed  "))
            .count(),
        3,
        "{removed}"
    );
    let unknown = place.run(&format!("library remove l.chachong {first} {fourth}"));
    assert_eq!(unknown.status.code(), Some(1));
    assert!(stderr(&unknown).contains(first) && stdout(&unknown).contains("removed  07"));
    assert!(members(&library).is_empty());
    let about: (i64, i64) = sql(&library)
        .query_row(
            "SELECT (SELECT count(*) FROM document), (SELECT count(*) FROM search)",
            (),
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .unwrap();
    // Nothing of them is left.
    assert_eq!(about, (0, 0));
}

#[test]
fn of_two_documents_with_one_name_the_number_is_asked_for() {
    let place = Place::new();
    let library = place.at("l.chachong");
    for (number, year) in [(1, "2023"), (2, "2024")] {
        place.write(&format!("{year}/thesis.txt"), text(number, 40));
        place.done(&format!("library add -q l.chachong {year}/thesis.txt"));
    }
    place.refused("library remove l.chachong thesis.txt", "give the number");
    assert_eq!(members(&library).len(), 2);
    // A check gives the two different names.
    place.write("both.txt", text(1, 40) + &text(2, 40));
    let check = place.done("check -q both.txt --library l.chachong");
    assert!(
        check.contains("library:thesis.txt #1") && check.contains("library:thesis.txt #2"),
        "{check}"
    );
    place.done("library remove l.chachong 2");
    let left = members(&library);
    assert!(left.len() == 1 && left[0].2 == Some(text(1, 40)));
}

#[test]
fn a_library_is_exported_imported_and_verified() {
    let place = four_samples();
    for file in SAMPLES {
        place.done(&format!("library add -q l.chachong {file}"));
    }
    let all = members(&place.at("l.chachong"));
    place.done("library export -q l.chachong e.chachong");
    let beside = std::fs::read_dir(place.path()).unwrap();
    let beside = beside.map(|entry| entry.unwrap().file_name());
    let beside = beside.filter(|name| name.to_string_lossy().starts_with("e."));
    assert_eq!(beside.count(), 1, "one file, which needs no other");
    place.refused("library export -q l.chachong e.chachong", "");
    place.done(&format!("library add -q o.chachong {}", SAMPLES[0]));
    let imported = place.done("library import -q o.chachong e.chachong");
    assert!(
        imported.contains("3 documents added; already in the library: 1"),
        "{imported}"
    );
    let of = |all: &[(chachong_library::DocumentId, String, Option<String>)]| {
        let mut texts: Vec<_> = all.iter().map(|m| (m.1.clone(), m.2.clone())).collect();
        texts.sort();
        texts
    };
    assert!(of(&members(&place.at("o.chachong"))) == of(&all));
    for library in ["l", "e", "o"] {
        let verified = place.done(&format!("library verify -q {library}.chachong"));
        assert!(
            verified.contains("Verified 4 documents; everything is in order"),
            "{verified}"
        );
    }
    // A mistyped name makes no library.
    for command in ["list", "verify"] {
        place.refused(&format!("library {command} none.chachong"), "");
    }
    assert!(!place.at("none.chachong").exists());
}

#[test]
fn both_languages_have_all_words() {
    let place = Place::new();
    write_texts(&place.at("texts"), 0..3, 40);
    for (language, of) in [("en", "e"), ("zh", "z")] {
        for line in [
            "library --help",
            "library add --help",
            "library list --help",
            "library remove --help",
            "library verify --help",
            "library export --help",
            "library import --help",
            "check --help",
            "library add LIBRARY texts",
            "library add LIBRARY texts --template",
            "library list LIBRARY",
            "library list LIBRARY --search 图书馆",
            "library list LIBRARY --search 。",
            "check texts --library LIBRARY --add",
            "library remove LIBRARY 000.txt nobody",
            "library verify LIBRARY",
            "library export LIBRARY LIBRARY.exported",
            "library export LIBRARY LIBRARY.exported",
            "library import LIBRARY LIBRARY.exported",
            "library list none.chachong",
            "library verify spoiled.chachong",
        ] {
            let line = line.replace("LIBRARY", of);
            if line.contains("spoiled") {
                let spoiled = place.at("spoiled.chachong");
                std::fs::copy(place.at(of), &spoiled).unwrap();
                sql(&spoiled)
                    .execute_batch("UPDATE text SET body = x'00'; UPDATE fingerprint SET checksum = 0; DELETE FROM path; UPDATE member SET path = x''")
                    .unwrap();
            }
            let arguments: Vec<&str> = line.split(' ').collect();
            let output = command_in(language, &arguments)
                .current_dir(place.path())
                .output()
                .unwrap();
            let words = said(&output);
            if line.starts_with("library add") && !line.contains("--help") {
                assert!(output.status.success(), "{words}");
            }
            for sign in ["cli.", "library.error.", "column.", "%{", "copies."] {
                let missing = words
                    .split_whitespace()
                    .any(|word| word.starts_with(sign) && word.len() > sign.len());
                assert!(!missing, "{language} {line}: {words}");
            }
        }
    }
}
