//! Tests of `chachong check --library`: what a library adds to a check, and what a check keeps in it.

use std::path::Path;

use super::{SAMPLES, four_samples};
use crate::checked::Checked;
use crate::program::{
    chachong, done, members, rows, said, set_old, sql, stdout, str, text, write_old, write_texts,
};

#[test]
fn new_documents_are_held_against_the_library() {
    let (folder, files) = four_samples();
    let place = |name: &str| folder.path().join(name);
    let library = place("l.chachong");
    done(&[
        "library",
        "add",
        "-q",
        str(&library),
        str(&files[0]),
        str(&files[3]),
    ]);
    let [pairs, documents] = ["pairs.csv", "documents.csv"].map(place);
    let check = |paths: &[&Path], more: &[&str]| {
        let mut arguments = vec!["check", "-q", "--library", str(&library)];
        arguments.extend(["--csv", str(&pairs), "--documents-csv", str(&documents)]);
        arguments.extend(more);
        arguments.extend(paths.iter().map(|path| str(path)));
        let output = done(&arguments);
        (output, rows(&pairs), rows(&documents))
    };
    // A new document against an old one.
    let (output, found, all) = check(&[&files[1]], &[]);
    assert_eq!(found.len(), 2, "{output}");
    let names: String = found[1].join(" ");
    assert!(names.contains(SAMPLES[1]), "{names}");
    assert!(
        names.contains(&format!("library:{}", SAMPLES[0])),
        "{names}"
    );
    // Documents of the library are not judged and have no row.
    assert_eq!(all.len(), 2, "{all:?}");
    assert!(all[1].join(" ").contains(SAMPLES[1]));

    // The file that was added is not its own source.
    let (output, found, _) = check(&[&files[3]], &[]);
    assert_eq!(found.len(), 1, "{output}");
    // The same content elsewhere is a source.
    let copy = place("copy.txt");
    std::fs::copy(&files[3], &copy).unwrap();
    set_old(&copy);
    let (output, found, _) = check(&[&copy], &[]);
    assert_eq!(found.len(), 2, "{output}");
    assert!(output.contains("100"), "{output}");

    // Put into the library afterwards, and found by the next check.
    let third = place("third.txt");
    write_old(&third, text(50, 60).as_bytes());
    let (output, found, _) = check(&[&third], &["--add"]);
    assert_eq!(found.len(), 1, "{output}");
    assert!(
        output.contains("1 document added to the library, which now has 3"),
        "{output}"
    );
    let fourth = place("fourth.txt");
    write_old(&fourth, text(50, 60).replace("第50号", "新").as_bytes());
    let (output, found, _) = check(&[&fourth], &[]);
    assert_eq!(found.len(), 2, "{output}");
    assert!(output.contains("library:third.txt"), "{output}");
}

#[test]
fn a_class_that_is_checked_again_has_each_finding_once() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let class = place("w1");
    std::fs::create_dir(&class).unwrap();
    let shared = text(9, 20);
    let write = |name: &str, words: String| write_old(&class.join(name), words.as_bytes());
    write("20231234_沈知远.txt", text(1, 40) + &shared);
    write("20231235_方越.txt", text(2, 40) + &shared);
    write("20231236_顾明月.txt", text(3, 40));
    let (library, csv) = (place("l.chachong"), place("pairs.csv"));
    let check = |class: &Path| {
        let output = done(&[
            "check",
            "-q",
            "--add",
            "--library",
            str(&library),
            "--csv",
            str(&csv),
            str(class),
        ]);
        (rows(&csv).len() - 1, output)
    };
    assert_eq!(check(&class).0, 1);
    let (found, output) = check(&class);
    assert_eq!(found, 1, "{output}");
    let moved = place("2026-spring");
    std::fs::rename(&class, &moved).unwrap();
    let (found, output) = check(&moved);
    assert_eq!(found, 1, "{output}");
    // Under another name it is somebody else's, until the contrary is known.
    std::fs::rename(moved.join("20231234_沈知远.txt"), moved.join("x.txt")).unwrap();
    let (found, output) = check(&moved);
    assert_eq!(found, 2, "{output}");
    assert!(output.contains("library:20231234_沈知远.txt"), "{output}");
}

/// Many files have the same name. One that is moved keeps its time, a copy that somebody hands in later has another.
#[test]
fn a_file_of_last_year_is_a_source_of_its_copy_though_it_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    for name in ["last year", "moved", "this year"] {
        std::fs::create_dir(place(name)).unwrap();
    }
    let (library, csv) = (place("l.chachong"), place("pairs.csv"));
    let last = place("last year/thesis.txt");
    write_old(&last, text(1, 40).as_bytes());
    done(&["library", "add", "-q", str(&library), str(&last)]);
    std::fs::rename(&last, place("moved/thesis.txt")).unwrap();
    std::fs::write(place("this year/thesis.txt"), text(1, 40)).unwrap();
    for (name, sources) in [("moved", 0), ("this year", 1)] {
        let check = ["check", "-q", "--library", str(&library)];
        done(&[&check[..], &["--csv", str(&csv), str(&place(name))]].concat());
        assert_eq!(rows(&csv).len(), 1 + sources, "{name}");
    }
}

#[test]
fn what_has_not_changed_is_not_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("new");
    let files = write_texts(&place, 0..3, 40);
    let library = folder.path().join("l.chachong");
    crate::program::new_library(&library);
    let check = || done(&["check", "-q", str(&place), "--library", str(&library)]);
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
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let (library, csv) = (place("l.chachong"), place("p.csv"));
    let (template, old, new) = (place("template.txt"), place("old.txt"), place("new.txt"));
    write_old(&template, text(1, 30).as_bytes());
    write_old(&old, (text(1, 30) + &text(2, 60)).as_bytes());
    write_old(&new, (text(1, 30) + &text(3, 60)).as_bytes());
    done(&["library", "add", "-q", str(&library), str(&old)]);
    let check = || {
        done(&[
            "check",
            "-q",
            str(&new),
            "--library",
            str(&library),
            "--csv",
            str(&csv),
        ]);
        let rows = rows(&csv);
        let column = rows[0]
            .iter()
            .position(|name| name.contains("copied") || name.contains("share"));
        rows.get(1)
            .map_or(0.0, |row| row[column.unwrap()].parse::<f64>().unwrap())
    };
    let counted = check();
    assert!(counted > 0.2, "{counted}");
    let added = done(&[
        "library",
        "add",
        "-q",
        "--template",
        str(&library),
        str(&template),
    ]);
    assert!(added.contains("added  template.txt"), "{added}");
    assert!(done(&["library", "list", str(&library)]).contains("template.txt"));
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
    let library = str(&class.library).to_owned();
    let arguments = [
        "check",
        "-q",
        str(&class.place),
        "--library",
        &library,
        "--add",
    ];
    let output = chachong(&arguments);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let told = stdout(&output);
    let line = told.lines().find(|line| line.starts_with("Not added"));
    assert!(line.unwrap().contains("d.txt"), "{told}");
    drop(held);
    done(&arguments);
    assert_eq!(members(&class.library).len(), 4);
}
