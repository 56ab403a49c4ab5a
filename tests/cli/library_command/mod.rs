//! Tests of `chachong library` and `chachong check --library`, as people and scripts call them.

mod check;
mod submissions;

use std::path::PathBuf;

use tempfile::TempDir;

use crate::program::{
    chachong, command_in, done, members, said, samples, set_old, sql, stderr, stdout, str, text,
    write_old, write_texts,
};

const SAMPLES: [&str; 4] = [
    "05_乡村小学科学课的现状与改进.docx",
    "12_农村小学科学课教学的问题与出路.docx",
    "03_社区图书馆延时开放的成本与效益分析.txt",
    "07_高校食堂食物浪费调查.txt",
];

/// Copies samples to a temporary folder, with old times, so that a change of them shows.
fn four_samples() -> (TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().unwrap();
    let from = samples();
    let files = SAMPLES
        .iter()
        .map(|name| {
            let file = folder.path().join(name);
            let found = [from.join(name), from.join("2024届").join(name)];
            let found = found.iter().find(|file| file.exists()).unwrap();
            std::fs::copy(found, &file).unwrap();
            set_old(&file);
            file
        })
        .collect();
    (folder, files)
}

#[test]
fn documents_are_added_listed_searched_and_removed() {
    let (folder, files) = four_samples();
    let library = folder.path().join("l.chachong");
    let added = done(&[
        "library",
        "add",
        "-q",
        str(&library),
        str(&files[0]),
        str(&files[2]),
    ]);
    assert!(added.contains(&format!("added  {}", SAMPLES[0])), "{added}");
    assert!(
        added.contains("2 documents added, 0 not read. The library now has 2."),
        "{added}"
    );
    // Adding again adds nothing twice.
    let again = done(&["library", "add", "-q", str(&library), str(&files[0])]);
    assert!(again.contains("The library now has 2."), "{again}");
    done(&[
        "library",
        "add",
        "-q",
        str(&library),
        str(&files[1]),
        str(&files[3]),
    ]);
    let list = done(&["library", "list", str(&library)]);
    for name in SAMPLES {
        assert!(list.contains(name), "{list}");
    }
    let found = done(&["library", "list", str(&library), "--search", "食物浪费"]);
    assert!(
        found.contains(SAMPLES[3]) && !found.contains(SAMPLES[0]),
        "{found}"
    );
    let nothing = done(&[
        "library",
        "list",
        str(&library),
        "--search",
        "\"不会有这样的话\"",
    ]);
    assert!(nothing.contains("Found in 0 documents"), "{nothing}");
    assert_eq!(
        chachong(&["library", "list", str(&library), "--search", "，"])
            .status
            .code(),
        Some(1)
    );

    // Removal by name, by number and by path; one that is named twice is removed once.
    let number = members(&library)
        .iter()
        .find(|(_, name, _)| name == SAMPLES[1])
        .unwrap()
        .0
        .0
        .to_string();
    let removed = done(&[
        "library",
        "remove",
        str(&library),
        SAMPLES[0],
        &number,
        str(&files[2]),
        &number,
        SAMPLES[1],
    ]);
    assert_eq!(
        removed
            .lines()
            .filter(|line| line.starts_with("removed  "))
            .count(),
        3,
        "{removed}"
    );
    let unknown = chachong(&["library", "remove", str(&library), SAMPLES[0], SAMPLES[3]]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(stderr(&unknown).contains(SAMPLES[0]) && stdout(&unknown).contains("removed  07"));
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
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("l.chachong");
    for (number, year) in [(1, "2023"), (2, "2024")] {
        let place = folder.path().join(year);
        std::fs::create_dir(&place).unwrap();
        let file = place.join("thesis.txt");
        write_old(&file, text(number, 40).as_bytes());
        done(&["library", "add", "-q", str(&library), str(&file)]);
    }
    let refused = chachong(&["library", "remove", str(&library), "thesis.txt"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        stderr(&refused).contains("give the number"),
        "{}",
        said(&refused)
    );
    assert_eq!(members(&library).len(), 2);
    // A check gives the two different names.
    let both = folder.path().join("both.txt");
    write_old(&both, (text(1, 40) + &text(2, 40)).as_bytes());
    let check = done(&["check", "-q", str(&both), "--library", str(&library)]);
    assert!(
        check.contains("library:thesis.txt #1") && check.contains("library:thesis.txt #2"),
        "{check}"
    );
    done(&["library", "remove", str(&library), "2"]);
    let left = members(&library);
    assert!(left.len() == 1 && left[0].2 == Some(text(1, 40)));
}

#[test]
fn a_library_is_exported_imported_and_verified() {
    let (folder, files) = four_samples();
    let place = |name: &str| folder.path().join(name);
    let (library, exported, other) = (
        place("l.chachong"),
        place("e.chachong"),
        place("o.chachong"),
    );
    for file in &files {
        done(&["library", "add", "-q", str(&library), str(file)]);
    }
    let all = members(&library);
    done(&["library", "export", "-q", str(&library), str(&exported)]);
    let beside = std::fs::read_dir(folder.path()).unwrap().filter(|entry| {
        entry
            .as_ref()
            .unwrap()
            .file_name()
            .to_string_lossy()
            .starts_with("e.")
    });
    assert_eq!(beside.count(), 1, "one file, which needs no other");
    let exists = chachong(&["library", "export", "-q", str(&library), str(&exported)]);
    assert_eq!(exists.status.code(), Some(1));
    done(&["library", "add", "-q", str(&other), str(&files[0])]);
    let imported = done(&["library", "import", "-q", str(&other), str(&exported)]);
    assert!(
        imported.contains("3 documents added; already in the library: 1"),
        "{imported}"
    );
    let of = |all: &[(chachong_library::DocumentId, String, Option<String>)]| {
        let mut texts: Vec<_> = all.iter().map(|m| (m.1.clone(), m.2.clone())).collect();
        texts.sort();
        texts
    };
    assert!(of(&members(&other)) == of(&all));
    for library in [&library, &exported, &other] {
        let verified = done(&["library", "verify", "-q", str(library)]);
        assert!(
            verified.contains("Verified 4 documents; everything is in order"),
            "{verified}"
        );
    }
    // A mistyped name makes no library.
    let none = place("none.chachong");
    for command in ["list", "verify"] {
        assert_eq!(
            chachong(&["library", command, str(&none)]).status.code(),
            Some(1)
        );
    }
    assert!(!none.exists());
}

#[test]
fn both_languages_have_all_words() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let texts = place("texts");
    write_texts(&texts, 0..3, 40);
    let spoiled = place("spoiled.chachong");
    for (language, of) in [("en", "e"), ("zh", "z")] {
        let library = place(&format!("{of}.chachong"));
        let exported = place(&format!("{of}.exported"));
        let missing = place("none.chachong");
        let runs: Vec<Vec<&str>> = vec![
            vec!["library", "--help"],
            vec!["library", "add", "--help"],
            vec!["library", "list", "--help"],
            vec!["library", "remove", "--help"],
            vec!["library", "verify", "--help"],
            vec!["library", "export", "--help"],
            vec!["library", "import", "--help"],
            vec!["check", "--help"],
            vec!["library", "add", str(&library), str(&texts)],
            vec!["library", "add", str(&library), str(&texts), "--template"],
            vec!["library", "list", str(&library)],
            vec!["library", "list", str(&library), "--search", "图书馆"],
            vec!["library", "list", str(&library), "--search", "。"],
            vec!["check", str(&texts), "--library", str(&library), "--add"],
            vec!["library", "remove", str(&library), "000.txt", "nobody"],
            vec!["library", "verify", str(&library)],
            vec!["library", "export", str(&library), str(&exported)],
            vec!["library", "export", str(&library), str(&exported)],
            vec!["library", "import", str(&library), str(&exported)],
            vec!["library", "list", str(&missing)],
            vec!["library", "verify", str(&spoiled)],
        ];
        for arguments in runs {
            if arguments.contains(&str(&spoiled)) {
                std::fs::copy(&library, &spoiled).unwrap();
                sql(&spoiled)
                    .execute_batch("UPDATE text SET body = x'00'; UPDATE fingerprint SET checksum = 0; DELETE FROM path; UPDATE member SET path = x''")
                    .unwrap();
            }
            let output = command_in(language, &arguments).output().unwrap();
            let words = said(&output);
            if arguments[1] == "add" && !arguments.contains(&"--help") {
                assert!(output.status.success(), "{words}");
            }
            for sign in ["cli.", "library.error.", "column.", "%{", "copies."] {
                let missing = words
                    .split_whitespace()
                    .any(|word| word.starts_with(sign) && word.len() > sign.len());
                assert!(!missing, "{language} {arguments:?}: {words}");
            }
        }
    }
}
