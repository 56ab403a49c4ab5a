//! Tests of `chachong check --library`: what a library adds to a check, and what a check keeps in it.

use std::path::Path;

use super::{SAMPLES, four_samples};
use crate::checked::Checked;
use crate::program::{Place, members, said, sql, stdout, str, text, write_old, write_texts};

#[test]
fn new_documents_are_held_against_the_library() {
    let place = four_samples();
    let [first, second, _, fourth] = SAMPLES;
    place.done(&format!("library add -q l.chachong {first} {fourth}"));
    let check = |more: &str| {
        let reports = "--csv pairs.csv --documents-csv documents.csv";
        let output = place.done(&format!("check -q --library l.chachong {reports} {more}"));
        (output, place.rows("pairs.csv"), place.rows("documents.csv"))
    };
    // A new document against an old one.
    let (output, found, all) = check(second);
    assert_eq!(found.len(), 2, "{output}");
    let names: String = found[1].join(" ");
    assert!(names.contains(second), "{names}");
    assert!(names.contains(&format!("library:{first}")), "{names}");
    // Documents of the library are not judged and have no row.
    assert_eq!(all.len(), 2, "{all:?}");
    assert!(all[1].join(" ").contains(second));

    // The file that was added is not its own source.
    let (output, found, _) = check(fourth);
    assert_eq!(found.len(), 1, "{output}");
    // The same content elsewhere is a source.
    std::fs::copy(place.at(fourth), place.at("copy.txt")).unwrap();
    let (output, found, _) = check("copy.txt");
    assert_eq!(found.len(), 2, "{output}");
    assert!(output.contains("100"), "{output}");

    // Put into the library afterwards, and found by the next check.
    place.write("third.txt", text(50, 60));
    let (output, found, _) = check("third.txt --add");
    assert_eq!(found.len(), 1, "{output}");
    assert!(
        output.contains("1 document added to the library, which now has 3"),
        "{output}"
    );
    place.write("fourth.txt", text(50, 60).replace("第50号", "新"));
    let (output, found, _) = check("fourth.txt");
    assert_eq!(found.len(), 2, "{output}");
    assert!(output.contains("library:third.txt"), "{output}");
}

#[test]
fn a_class_that_is_checked_again_has_each_finding_once() {
    let place = Place::new();
    let shared = text(9, 20);
    place.write("w1/20231234_沈知远.txt", text(1, 40) + &shared);
    place.write("w1/20231235_方越.txt", text(2, 40) + &shared);
    place.write("w1/20231236_顾明月.txt", text(3, 40));
    let check = |class: &str| {
        let output = place.done(&format!(
            "check -q --add --library l.chachong --csv pairs.csv {class}"
        ));
        (place.rows("pairs.csv").len() - 1, output)
    };
    assert_eq!(check("w1").0, 1);
    let (found, output) = check("w1");
    assert_eq!(found, 1, "{output}");
    let moved = place.at("2026-spring");
    std::fs::rename(place.at("w1"), &moved).unwrap();
    let (found, output) = check("2026-spring");
    assert_eq!(found, 1, "{output}");
    // Under another name it is somebody else's, until the contrary is known.
    std::fs::rename(moved.join("20231234_沈知远.txt"), moved.join("x.txt")).unwrap();
    let (found, output) = check("2026-spring");
    assert_eq!(found, 2, "{output}");
    assert!(output.contains("library:20231234_沈知远.txt"), "{output}");
}

/// Many files have the same name. One that is moved keeps its time, a copy that somebody hands in later has another.
#[test]
fn a_file_of_last_year_is_a_source_of_its_copy_though_it_is_gone() {
    let place = Place::new();
    let old = place.write("last/thesis.txt", text(1, 40));
    crate::program::set_old(&old);
    place.done("library add -q l.chachong last");
    std::fs::rename(place.at("last"), place.at("moved")).unwrap();
    // A memory stick keeps times to two seconds.
    let moved = std::fs::File::options()
        .write(true)
        .open(place.at("moved/thesis.txt"))
        .unwrap();
    let time = moved.metadata().unwrap().modified().unwrap();
    moved
        .set_modified(time - std::time::Duration::from_secs(1))
        .unwrap();
    place.write("new/thesis.txt", text(1, 40));
    for (name, sources) in [("moved", 0), ("new", 1)] {
        place.done(&format!(
            "check -q --library l.chachong --csv pairs.csv {name}"
        ));
        assert_eq!(place.rows("pairs.csv").len(), 1 + sources, "{name}");
    }
}

#[test]
fn what_has_not_changed_is_not_read_again() {
    let folder = Place::new();
    let place = folder.at("new");
    let files = write_texts(&place, 0..3, 40);
    let library = folder.at("l.chachong");
    crate::program::new_library(&library);
    let check = || folder.done("check -q new --library l.chachong");
    check();
    let kept = |number: i64| -> String {
        use chachong_library::{DocumentId, DocumentStore, SqliteStore};
        SqliteStore::open(&library)
            .unwrap()
            .text(DocumentId(number))
            .unwrap()
    };
    let ids = || -> Vec<(String, i64)> {
        let connection = sql(&library);
        let mut rows = connection
            .prepare("SELECT CAST(path AS TEXT), document FROM path ORDER BY path")
            .unwrap();
        rows.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect()
    };
    let before = ids();
    // Other bytes with the same size and time: that they go unnoticed shows that nothing was read.
    let length = std::fs::metadata(&files[0]).unwrap().len();
    write_old(&files[0], &vec![b'x'; usize::try_from(length).unwrap()]);
    // One file changed, one moved.
    std::fs::write(&files[1], text(77, 40)).unwrap();
    let moved = place.join("moved.txt");
    std::fs::rename(&files[2], &moved).unwrap();
    check();
    let after = ids();
    assert_eq!(kept(before[0].1), text(0, 40));
    let of = |ids: &[(String, i64)], file: &Path| {
        let name = str(&file.canonicalize().unwrap_or(file.to_owned())).to_owned();
        ids.iter()
            .find(|(path, _)| *path == name)
            .map(|(_, id)| *id)
    };
    assert_eq!(of(&after, &files[0]), of(&before, &files[0]));
    let changed = of(&after, &files[1]).unwrap();
    assert_ne!(Some(changed), of(&before, &files[1]));
    assert_eq!(kept(changed), text(77, 40));
    assert_eq!(of(&after, &moved), Some(before[2].1));
}

#[test]
fn a_template_is_not_counted() {
    let place = Place::new();
    place.write("template.txt", text(1, 30));
    place.write("old.txt", text(1, 30) + &text(2, 60));
    place.write("new.txt", text(1, 30) + &text(3, 60));
    place.done("library add -q l.chachong old.txt");
    let check = || {
        place.done("check -q new.txt --library l.chachong --csv p.csv");
        let rows = place.rows("p.csv");
        let column = rows[0]
            .iter()
            .position(|name| name.contains("copied") || name.contains("share"));
        rows.get(1)
            .map_or(0.0, |row| row[column.unwrap()].parse::<f64>().unwrap())
    };
    let counted = check();
    assert!(counted > 0.2, "{counted}");
    let added = place.done("library add -q --template l.chachong template.txt");
    assert!(added.contains("added  template.txt"), "{added}");
    assert!(
        place
            .done("library list l.chachong")
            .contains("template.txt")
    );
    let left = check();
    assert!(left < counted / 4.0, "{left} of {counted}");
}

#[test]
fn documents_that_a_held_library_cannot_take_are_named() {
    let class = Checked::new();
    std::fs::write(class.place.join("d.txt"), text(4, 40)).unwrap();
    let held = std::fs::File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(class.beside("l.chachong.lock"))
        .unwrap();
    held.lock().unwrap();
    let check = "check -q 班级 --library l.chachong --add";
    let output = class.folder.run(check);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let told = stdout(&output);
    let line = told.lines().find(|line| line.starts_with("Not added"));
    assert!(line.unwrap().contains("d.txt"), "{told}");
    drop(held);
    class.folder.done(check);
    assert_eq!(members(&class.library).len(), 4);
}
