//! Libraries of which one text or one saved check is damaged: this costs nothing else.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use chachong_check::{Origin, Settings};
use chachong_compare::Choices;
use chachong_import::{Format, ImportCause, Isolation};
use chachong_jobs::library::{
    Joining, add_to_library, copy_library, join_library, library_frequencies, transfer,
};
use chachong_jobs::{CheckOfReportError, check_of_report};
use chachong_library::{CheckContent, CheckRow, CheckState, Library, LibraryError};
use chachong_simhash::Recipe;

use crate::beside;
use crate::made_texts::text;

/// Library with three members that were read from files.
fn with_files(file: &Path) -> Library {
    let folder = tempfile::tempdir().unwrap();
    for seed in 1..=3 {
        fs::write(
            folder.path().join(format!("论文{seed}.txt")),
            text(seed, 900),
        )
        .unwrap();
    }
    let library = Library::open(file).unwrap();
    let settings = Settings {
        isolation: Isolation::Thread,
        ..Settings::default()
    };
    let paths = vec![folder.path().to_owned()];
    add_to_library(&library, paths, settings, false, &mut |_| true).unwrap();
    library
}

/// Such a library, the text of the first of whose members is damaged.
fn with_lost_text(folder: &Path) -> PathBuf {
    let file = folder.join("damaged.chachong");
    let library = with_files(&file);
    let members = library.store().current_members().unwrap();
    let lost = members.iter().find(|one| one.name == "论文1.txt").unwrap();
    drop(library);
    fs::remove_file(beside(&file, ".index")).unwrap();
    let connection = Connection::open(&file).unwrap();
    let damage = "UPDATE text SET body = x'00' WHERE document = ?1";
    let changed = connection.execute(damage, [lost.document.0]);
    assert_eq!(changed, Ok(1));
    file
}

#[test]
fn a_damaged_text_costs_the_others_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&with_lost_text(folder.path())).unwrap();
    let (damaged, step) = (library.store(), &mut |_, _| true);
    // Counted are the others, and only once.
    let counted = library_frequencies(damaged.as_ref(), step).unwrap();
    assert_eq!(damaged.frequencies().unwrap().unwrap().counted.len(), 2);
    assert_eq!(
        library_frequencies(damaged.as_ref(), step).unwrap(),
        counted
    );
    assert!(!library.damage().is_empty());
    library.refresh_index().unwrap();
    assert!(beside(library.file(), ".index").exists());
    let name = || vec![String::from("论文1.txt")];
    let new = |name: &str| Library::open(&folder.path().join(name)).unwrap();
    let copied = copy_library(damaged.as_ref(), new("a").store().as_ref(), step).unwrap();
    assert_eq!((copied.added, copied.lost), (2, name()));
    let moved = transfer(damaged.as_ref(), new("b").store().as_ref(), step).unwrap();
    assert_eq!((moved.added, moved.lost), (2, name()));
    // The same texts, sound in one library, are damaged in the other.
    let sound = with_files(&folder.path().join("c.chachong"));
    let copied = copy_library(sound.store().as_ref(), damaged.as_ref(), step).unwrap();
    assert_eq!((copied.known, copied.lost), (2, name()));
    damaged
        .remove_members(&damaged.member_numbers().unwrap())
        .unwrap();
    let moved = transfer(sound.store().as_ref(), damaged.as_ref(), step).unwrap();
    assert_eq!((moved.added, moved.lost), (2, name()));
}

#[test]
fn a_damaged_text_keeps_no_other_from_becoming_a_member() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&with_lost_text(folder.path())).unwrap();
    let store = library.store();
    let members = store.current_members().unwrap();
    let joining = members.iter().map(|member| Joining {
        document: member.document,
        name: member.name.clone(),
        path: PathBuf::from(&member.name),
    });
    let joining: Vec<Joining> = joining.collect();
    store
        .remove_members(&store.member_numbers().unwrap())
        .unwrap();
    let mut joined = 0;
    let lost = join_library(store.as_ref(), &joining, &mut |batch| {
        joined += batch.len();
        true
    });
    let lost = lost.unwrap();
    assert_eq!((joined, lost.len()), (2, 1));
    assert_eq!(lost[0].name, "论文1.txt");
    let cause = lost[0].failure();
    assert!(
        matches!(cause, Some(ImportCause::Damaged { .. })),
        "{cause:?}"
    );
    assert_eq!(store.member_numbers().unwrap().len(), 2);
}

#[test]
fn a_member_that_is_also_a_template_is_counted_once_in_a_copy() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&with_lost_text(folder.path())).unwrap();
    let from = library.store();
    for member in from.current_members().unwrap() {
        from.set_template(member.document, &member.name, true)
            .unwrap();
    }
    let to = Library::open(&folder.path().join("copy")).unwrap();
    let copied = copy_library(from.as_ref(), to.store().as_ref(), &mut |_, _| true).unwrap();
    assert_eq!((copied.added, copied.verified), (2, 2));
    assert_eq!(copied.lost, ["论文1.txt"]);
    assert_eq!(to.store().templates().unwrap().len(), 2);
}

#[test]
fn a_damaged_check_hides_no_other_from_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checks.chachong");
    let library = with_files(&file);
    let store = library.store();
    let member = store.current_members().unwrap().remove(0);
    let recipe = Recipe::THESIS.text_form();
    let derived = store.derived(member.document, &recipe).unwrap().unwrap();
    let content = CheckContent {
        rows: vec![CheckRow {
            name: member.name.clone(),
            path: PathBuf::from("x"),
            origin: Origin::Checked,
            format: Some(Format::Txt),
            outcome: Some(Ok(member.document)),
        }],
        choices: Choices::default(),
        settings: serde_json::Value::Null,
        results: None,
    };
    let save = || {
        let check = store.begin_check("a check").unwrap();
        store.save_check(check, CheckState::Done, &content).unwrap();
        check
    };
    let (sound, damaged) = (save(), save());
    drop(library);
    let connection = Connection::open(&file).unwrap();
    let damage = "UPDATE saved_check SET choices = x'00' WHERE id = ?1";
    assert_eq!(connection.execute(damage, [damaged.0]), Ok(1));
    drop(connection);
    let library = Library::open(&file).unwrap();
    let store = library.store();
    assert!(store.check(damaged).is_err());
    let report = folder.path().join("report.json");
    let fingerprint = derived.fingerprint.map(|print| print.to_string());
    let written = serde_json::json!({
        "settings": {"recipe": Recipe::THESIS.name(), "max_distance": null},
        "documents": [{
            "path": member.name,
            "characters": derived.characters,
            "fingerprint": fingerprint,
        }],
    });
    fs::write(&report, written.to_string()).unwrap();
    let found = check_of_report(store.as_ref(), &report).unwrap();
    assert_eq!(found.about.id, sound);
    // With the sound one gone, the damage is the reason why none is found.
    store.remove_check(sound).unwrap();
    let error = check_of_report(store.as_ref(), &report).unwrap_err();
    let is_damage = matches!(
        error,
        CheckOfReportError::Library(LibraryError::Damaged { .. })
    );
    assert!(is_damage, "{error}");
}
