//! Tests of `chachong check --marked`: copies of the students' own files with marks on what they share.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::program::{chachong, done, first_samples, new_library, samples, stderr, str};

/// The first sample, and another one that has text of it.
const DOCX: &str = "01_社区图书馆夜间开放服务研究.docx";
const PDF: &str = "02_夜间时段社区图书馆的运行与读者需求.pdf";

/// Copies in a folder by their names.
fn copies(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries
        .map(|entry| {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            (name, std::fs::read(entry.path()).unwrap())
        })
        .collect()
}

/// Folder with the two samples and one text, and a folder for the copies.
fn folder() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let theses = dir.path().join("theses");
    std::fs::create_dir(&theses).unwrap();
    for name in [DOCX, PDF, "03_社区图书馆延时开放的成本与效益分析.txt"] {
        std::fs::copy(samples().join(name), theses.join(name)).unwrap();
    }
    let marked = dir.path().join("marked");
    (dir, theses, marked)
}

#[test]
fn each_file_with_passages_has_a_copy_with_the_same_text() {
    let (_dir, theses, marked) = folder();
    let run = chachong(&["check", str(&theses), "--marked", str(&marked)]);
    assert!(run.status.success(), "{}", stderr(&run));
    // The text file is named.
    assert!(stderr(&run).contains("03_"), "{}", stderr(&run));
    let found = copies(&marked);
    let names: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    for (original, name) in [DOCX, PDF].into_iter().zip(names) {
        let copy = marked.join(name);
        let bytes = &found[name];
        let old = std::fs::read(theses.join(original)).unwrap();
        if original == PDF {
            assert!(bytes.starts_with(&old) && bytes.len() > old.len());
        }
        let extracted = |file: &Path| done(&["extract", str(file)]);
        assert_eq!(extracted(&copy), extracted(&theses.join(original)));
    }
    // The same check gives the same bytes, in the place of the old copies.
    done(&["check", str(&theses), "--marked", str(&marked)]);
    assert_eq!(copies(&marked), found);
}

#[test]
fn copies_do_not_go_where_theses_are_read() {
    let (_dir, theses, _) = folder();
    let inside = theses.join("marked");
    let run = chachong(&["check", str(&theses), "--marked", str(&inside)]);
    assert!(
        !run.status.success() && !inside.exists(),
        "{}",
        stderr(&run)
    );
    assert!(stderr(&run).contains(str(&inside)), "{}", stderr(&run));
}

#[test]
fn blind_copies_name_no_other_document() {
    let (_dir, theses, marked) = folder();
    let run = chachong(&["check", str(&theses), "--blind", "--marked", str(&marked)]);
    assert!(run.status.success(), "{}", stderr(&run));
    let found = copies(&marked);
    assert_eq!(found.len(), 2, "{:?}", found.keys());
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
    let dir = first_samples();
    let theses = dir.path();
    let out = tempfile::tempdir().unwrap();
    let (library, marked) = (
        out.path().join("theses.chachong"),
        out.path().join("marked"),
    );
    new_library(&library);
    done(&["check", str(theses), "-q", "--library", str(&library)]);
    let (mut changed, mut gone) = (None, None);
    for entry in walkdir::WalkDir::new(theses).sort_by_file_name() {
        let path = entry.unwrap().into_path();
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("docx") if changed.is_none() => changed = Some(path),
            Some("pdf") if gone.is_none() => gone = Some(path),
            _ => {}
        }
    }
    let (changed, gone) = (changed.unwrap(), gone.unwrap());
    std::fs::write(&changed, "changed").unwrap();
    std::fs::remove_file(&gone).unwrap();
    let run = chachong(&[
        "report",
        "1",
        "-q",
        "--library",
        str(&library),
        "--marked",
        str(&marked),
    ]);
    let said = stderr(&run);
    assert!(run.status.success(), "{said}");
    for file in [changed, gone] {
        let name = file.file_name().unwrap().to_str().unwrap();
        assert!(said.contains(name), "{name}: {said}");
    }
}
