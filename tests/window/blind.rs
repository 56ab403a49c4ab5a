//! Tests of names hidden on the screen: no page and no export has one, and the check stays as it is.

use std::fs;
use std::path::Path;

use chachong_window::LibraryChoice;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::driver::{
    FIRST, Opening, Window, click, click_containing, close, key, lacks, open, press, rows, samples,
    settle, shows, type_into, type_lines_into, wait_to_see, wait_until_idle,
};
use crate::library::free;
use crate::submissions::{STUDENTS, folder, names};
use crate::texts::{counted, text};

/// Folder in which a copy has the name of the student it was copied from.
fn class(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    let copy = folder.join(format!(
        "{}_839202_assignsubmission_file/报告.txt",
        STUDENTS[2]
    ));
    let mut said = fs::read_to_string(&copy).unwrap();
    said.insert_str(0, "感谢王小五同学提供的数据。\n\n");
    fs::write(copy, said).unwrap();
    folder
}

fn hide(window: &mut Window) {
    key(window, Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
}

/// Returns what a screen reader finds in the window that tells of a student.
fn told(window: &Window) -> Vec<String> {
    let all = window.query_all_by(|_| true).flat_map(|node| {
        let node = node.accesskit_node();
        [node.label(), node.value()].into_iter().flatten()
    });
    let words = STUDENTS.into_iter().chain(["83920", "报告.txt", "附录"]);
    let words: Vec<&str> = words.collect();
    all.filter(|said| words.iter().any(|word| said.contains(word)))
        .collect()
}

#[track_caller]
fn tells_nobody(window: &Window) {
    assert_eq!(told(window), [""; 0]);
}

#[test]
fn no_page_names_a_student_while_names_are_hidden() {
    let mut window = open([class("blind")]);
    assert!(!told(&window).is_empty());
    // A note may name a student too.
    key(&mut window, Modifiers::COMMAND, Key::Num2);
    click(&mut window, STUDENTS[1]);
    let note = format!("{}承认是抄的", STUDENTS[2]);
    type_lines_into(&mut window, &text("decision.note"), &note);
    for _ in 0..2 {
        key(&mut window, Modifiers::NONE, Key::Escape);
    }
    settle(&mut window);
    key(&mut window, Modifiers::COMMAND, Key::Num1);
    hide(&mut window);
    tells_nobody(&window);
    let students = rows(&window, &text("blind.student"));
    assert_eq!(students.len(), 3, "{students:?}");
    for page in [Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6] {
        key(&mut window, Modifiers::COMMAND, page);
        tells_nobody(&window);
    }
    // The same pseudonym on the pages of a document and of a pair.
    key(&mut window, Modifiers::COMMAND, Key::Num1);
    click(&mut window, &students[0]);
    shows(&window, [&students[0]]);
    tells_nobody(&window);
    key(&mut window, Modifiers::COMMAND, Key::Num2);
    click(&mut window, &students[0]);
    shows(&window, [&students[0]]);
    tells_nobody(&window);
    click(&mut window, &text("toolbar.more"));
    click_containing(&mut window, &text("pages.decisions"));
    tells_nobody(&window);
    hide(&mut window);
    assert!(told(&window).contains(&note), "{:?}", told(&window));
    key(&mut window, Modifiers::COMMAND, Key::Num1);
    assert_eq!(names(&window), STUDENTS);
}

/// Collects the text of all files below a folder.
fn all_text(folder: &Path) -> String {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let texts = entries.map(|path| {
        if path.is_dir() {
            all_text(&path)
        } else {
            String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()
        }
    });
    texts.collect::<Vec<_>>().concat()
}

#[test]
fn exports_are_blind_while_names_are_hidden() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = open([class("blind-export")]);
    hide(&mut window);
    let students = rows(&window, &text("blind.student"));
    click(&mut window, &text("toolbar.export"));
    press(&mut window, &text("export.format.json"));
    let typed = dir.path().to_str().unwrap();
    type_into(&mut window, &text("export.folder"), typed);
    click(&mut window, &text("export.start"));
    wait_until_idle(&mut window);
    let written = all_text(dir.path());
    for name in STUDENTS.into_iter().chain(["83920", "附录.txt"]) {
        assert!(!written.contains(name), "{name}");
    }
    for student in students {
        assert!(written.contains(&student), "{student}");
    }
}

#[test]
fn hidden_names_stay_hidden_and_saved_as_they_are() {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("library.chachong");
    let with_library = |paths| Opening {
        paths,
        library: LibraryChoice::File(library.clone()),
        ..Opening::default()
    };
    let mut window = with_library(vec![class("blind-kept")]).open();
    hide(&mut window);
    let students = rows(&window, &text("blind.student"));
    // A decision is kept about the documents themselves.
    click(&mut window, &counted("pages.pairs", 1));
    click(&mut window, &students[0]);
    close(window);
    free(&library);
    let mut window = with_library(Vec::new()).open();
    click(&mut window, "blind-kept");
    wait_to_see(&mut window, &students[0]);
    settle(&mut window);
    assert_eq!(rows(&window, &text("blind.student")), students);
    click(&mut window, &text("blind.switch"));
    assert_eq!(names(&window), STUDENTS);
}

#[test]
fn names_can_be_hidden_where_no_student_is_known() {
    let mut window = open([samples()]);
    shows(&window, [FIRST]);
    click(&mut window, &text("toolbar.more"));
    click_containing(&mut window, &text("blind.switch"));
    settle(&mut window);
    lacks(&window, [FIRST]);
}
