//! Tests of `chachong check --marked`: copies of the students' own files with marks on what they share.

use std::path::{Path, PathBuf};

use crate::program::{Place, done, files_in, new_library, stderr, str};

/// Returns the file below a folder of which a copy was made.
fn original(theses: &Path, copy: &str) -> PathBuf {
    let (stem, _) = copy.rsplit_once('_').unwrap();
    let ending = Path::new(copy).extension().unwrap().to_str().unwrap();
    let name = format!("{stem}.{ending}");
    let mut files = walkdir::WalkDir::new(theses).into_iter().flatten();
    // A file in a subfolder has the folder's name before its own.
    let is_named = |file: &walkdir::DirEntry| {
        let own = file.file_name().to_str();
        file.file_type().is_file() && own.is_some_and(|own| name.ends_with(own))
    };
    let found = files.find(is_named);
    found.unwrap().into_path()
}

/// Samples, their folder, and a folder for the copies.
fn folder() -> (Place, PathBuf, PathBuf) {
    let place = Place::of_first_samples();
    let [theses, marked] = ["samples", "marked"].map(|name| place.at(name));
    (place, theses, marked)
}

#[test]
fn each_file_with_passages_has_a_copy_with_the_same_text() {
    let (place, theses, marked) = folder();
    let first = original(&theses, "01_社区图书馆夜间开放服务研究_x.docx");
    std::fs::write(theses.join("抄写.txt"), done(&["extract", str(&first)])).unwrap();
    let run = place.run("check samples --marked marked");
    assert!(run.status.success(), "{}", stderr(&run));
    // A text file is named.
    assert!(stderr(&run).contains("抄写.txt"), "{}", stderr(&run));
    let found = files_in(&marked);
    let is = |ending: &str| found.keys().any(|name| name.contains(ending));
    assert!(is(".pdf") && is(".docx"), "{:?}", found.keys());
    for (name, bytes) in &found {
        let original = original(&theses, name);
        let old = std::fs::read(&original).unwrap();
        if name.contains(".pdf") {
            assert!(bytes.starts_with(&old) && bytes.len() > old.len(), "{name}");
        }
        let extracted = |file: &Path| done(&["extract", str(file)]);
        assert_eq!(
            extracted(&marked.join(name)),
            extracted(&original),
            "{name}"
        );
    }
    // The same check gives the same bytes, in the place of the old copies.
    place.done("check samples --marked marked");
    assert!(files_in(&marked) == found);
}

#[test]
fn copies_do_not_go_where_theses_are_read() {
    let (place, theses, _) = folder();
    place.refused("check samples --marked samples/marked", "samples/marked");
    assert!(!theses.join("marked").exists());
}

#[test]
fn blind_copies_name_no_other_document() {
    let (place, _, marked) = folder();
    place.done("check samples --blind --marked marked");
    let found = files_in(&marked);
    assert!(found.len() > 1, "{:?}", found.keys());
    let hex = |text: &str| {
        let units: Vec<String> = (text.encode_utf16())
            .map(|unit| format!("{unit:04X}"))
            .collect();
        units.concat()
    };
    for (name, bytes) in &found {
        assert!(!name.contains("社区图书馆"), "{name}");
        if name.ends_with("pdf") {
            let text = String::from_utf8_lossy(bytes);
            let update = text.rsplit_once("%Chachong marked copy").unwrap().1;
            assert!(update.contains("/Contents<FEFF"), "{name}");
            assert!(
                !update.contains(&hex("社区图书馆夜间开放服务研究.docx")),
                "{name}"
            );
        }
    }
}

#[test]
fn a_file_that_changed_or_went_is_named() {
    let (place, theses, marked) = folder();
    new_library(&place.at("l.chachong"));
    place.done("check samples -q --library l.chachong --marked marked");
    let found = files_in(&marked);
    let of = |ending: &str| {
        let mut names = found.keys().filter(|name| name.contains(ending));
        original(&theses, names.next().unwrap())
    };
    let (changed, gone) = (of(".docx"), of(".pdf"));
    std::fs::write(&changed, "changed").unwrap();
    std::fs::remove_file(&gone).unwrap();
    std::fs::remove_dir_all(&marked).unwrap();
    let run = place.refused("report 1 -q --library l.chachong --marked marked", "");
    let said = stderr(&run);
    for file in [changed, gone] {
        let name = file.file_name().unwrap().to_str().unwrap();
        assert!(said.contains(name), "{name}: {said}");
    }
    assert_eq!(files_in(&marked).len() + 2, found.len());
}
