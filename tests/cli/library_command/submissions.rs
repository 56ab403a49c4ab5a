//! Tests of who handed in the members of a library, as it is written, listed and carried to other libraries.

use std::path::Path;

use chachong_library::{DocumentId, KeptSubmission, MemberStore, SqliteStore};
use chachong_submission::FoundBy;

use crate::program::{Place, text};

/// Files of a class as Moodle exports them: two of one student, and one of another.
const MOODLE: [&str; 3] = [
    "沈知远_839201_assignsubmission_file/报告.txt",
    "沈知远_839201_assignsubmission_file/附录.txt",
    "顾明月_839202_assignsubmission_file/报告.txt",
];

/// Makes a place with the class.
fn class() -> Place {
    let place = Place::new();
    for (name, seed) in MOODLE.iter().zip(3_000..) {
        place.write(&format!("作业一/{name}"), text(seed, 20));
    }
    place
}

/// Names of the members with all that is kept of who handed them in.
fn kept(library: &Path) -> Vec<(String, Vec<KeptSubmission>)> {
    let store = SqliteStore::open_read_only(library).unwrap();
    let of = |document: DocumentId| -> Vec<KeptSubmission> {
        let kept = store.submissions(&[document]).unwrap().into_iter();
        kept.map(|(_, one)| one).collect()
    };
    let mut members: Vec<(String, Vec<KeptSubmission>)> =
        (store.current_members().unwrap().into_iter())
            .map(|member| (member.name, of(member.document)))
            .collect();
    members.sort_by(|a, b| a.0.cmp(&b.0));
    members
}

/// Asserts that the members of a library say whose they are.
fn are_of_their_students(library: &Path) {
    let members = kept(library);
    let keys: Vec<i64> = members.iter().map(|(_, kept)| kept[0].key).collect();
    assert!(keys[0] == keys[1] && keys[1] != keys[2], "{keys:?}");
    for ((name, kept), expected) in members.iter().zip(MOODLE) {
        assert!(name.ends_with(expected), "{name}");
        assert_eq!(kept.len(), 1, "{kept:?}");
        let one = &kept[0];
        assert_eq!(one.found_by, FoundBy::Moodle);
        assert_eq!(one.student.as_deref(), expected.split('_').next());
        // Moodle's number of the participant is no student number.
        assert_eq!(one.number, None);
    }
}

#[test]
fn members_tell_who_handed_them_in_wherever_they_go() {
    let place = class();
    let are_told = |library: &str| are_of_their_students(&place.at(library));
    for (line, library) in [
        ("check -q --add --library checked 作业一", "checked"),
        ("library add -q added 作业一", "added"),
        ("library export -q checked exported", "exported"),
        ("library import -q imported exported", "imported"),
        ("library copy -q checked copied", "copied"),
        // Adding again keeps one entry of each.
        ("library add -q copied 作业一", "copied"),
    ] {
        place.done(line);
        are_told(library);
    }
    for library in ["checked", "copied"] {
        place.is_in_order(library);
    }
}

#[test]
fn the_list_names_students_with_their_numbers() {
    let place = class();
    let list = "学号,姓名,班级\n2021001,沈知远,软工2班\n2021002,顾明月,软工2班\n";
    place.write("class.csv", list);
    // Before anybody is known there are no columns for them.
    place.write("x.txt", text(3_100, 20));
    place.done("library add -q l.chachong x.txt");
    let listed = place.done("library list l.chachong");
    assert!(!listed.contains("Student"), "{listed}");
    place.done("check -q --add --list class.csv --library l.chachong 作业一");
    let listed = place.done("library list l.chachong");
    let lines: Vec<&str> = listed.lines().collect();
    assert!(lines[0].ends_with("Student  Student number"), "{listed}");
    for (student, number, files) in [("沈知远", "2021001", 2), ("顾明月", "2021002", 1)] {
        let end = format!("{student}   {number}");
        let of_student = lines.iter().filter(|line| line.ends_with(&end));
        assert_eq!(of_student.count(), files, "{listed}");
    }
    let classes = kept(&place.at("l.chachong"))
        .into_iter()
        .flat_map(|(_, kept)| kept);
    let classes: Vec<Option<String>> = classes.map(|one| one.class).collect();
    assert_eq!(classes, vec![Some("软工2班".to_owned()); 3]);
}
