//! Tests of the export: reports of the whole check, of one document, a folder that cannot be made.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use chachong_messages::Language;
use egui::{Key, Modifiers, Theme, vec2};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable;

use crate::clipping::{resize, show_tooltips_at_once};
use crate::driver::{
    FIRST, Opening, Window, click, close, exported_in, key, lacks, open, open_with, press, samples,
    shows, tops, type_into, wait_until_idle,
};
use crate::library::free;
use crate::pictures::{can_render, picture};
use crate::texts::{counted, text, text_in, text_with};

/// Names of the files in a folder, sorted; folders with a slash.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = (std::fs::read_dir(folder).unwrap())
        .map(|entry| {
            let entry = entry.unwrap();
            let slash = if entry.path().is_dir() { "/" } else { "" };
            format!("{}{slash}", entry.file_name().to_str().unwrap())
        })
        .collect();
    names.sort();
    names
}

/// Types the folder into the open dialog and starts the export; returns the folder that was made for it, the last of several.
fn export_to(window: &mut Window, folder: &Path) -> PathBuf {
    type_into(window, &text("export.folder"), folder.to_str().unwrap());
    click(window, &text("export.start"));
    wait_until_idle(window);
    exported_in(folder)
}

fn choose_format(window: &mut Window, name: &str) {
    // In a low window the list of formats scrolls.
    press(window, &text(&format!("export.format.{name}")));
}

#[test]
fn a_check_is_exported_in_the_chosen_formats() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("报告");
    let mut window = open([samples()]);
    click(&mut window, &text("toolbar.export"));
    // Web pages and the workbook are chosen at first.
    for format in ["csv", "documents-csv", "json"] {
        choose_format(&mut window, format);
    }
    let folder = export_to(&mut window, &folder);
    assert_eq!(
        names(&folder),
        [
            "chachong-documents.csv",
            "chachong-html/",
            "chachong-pairs.csv",
            "chachong.json",
            "chachong.xlsx"
        ]
    );
    let shown = folder.display();
    let done = text_with("export.done", &[("count", &5), ("folder", &shown)]);
    shows(&window, [done]);
    // It names the folder with all of them.
    let pages = format!("{}chachong-html", std::path::MAIN_SEPARATOR);
    lacks(&window, [format!("{}{pages}", folder.display())]);
    shows(&window, ["notice.open", "notice.show-in-folder"].map(text));
    let csv = std::fs::read_to_string(folder.join("chachong-pairs.csv")).unwrap();
    assert_eq!(csv.lines().count(), 5);
    assert!(csv.contains(",1.0000,1.0000,"), "with the copied shares");
    // The choices are remembered.
    key(&mut window, Modifiers::COMMAND, Key::E);
    window.get_by_label(&text("export.title"));
    press(&mut window, &text("export.cancel"));
    lacks(&window, [text("export.title")]);
}

#[test]
fn one_document_is_exported_from_its_page() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = open([samples()]);
    click(&mut window, FIRST);
    click(&mut window, &text("toolbar.export"));
    choose_format(&mut window, "pdf");
    choose_format(&mut window, "docx");
    let names = names(&export_to(&mut window, dir.path()));
    let endings: Vec<&str> = (names.iter())
        .filter_map(|name| Some(name.rsplit_once('.')?.1))
        .collect();
    assert_eq!(endings, ["docx", "html", "pdf"], "{names:?}");
}

#[test]
fn a_marked_copy_of_the_students_own_file_is_exported() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = open([samples()]);
    click(&mut window, FIRST);
    click(&mut window, &text("toolbar.export"));
    choose_format(&mut window, "html");
    choose_format(&mut window, "marked");
    let folder = export_to(&mut window, dir.path());
    let names = names(&folder);
    assert_eq!(names.len(), 1, "{names:?}");
    let copy = std::fs::read(folder.join(&names[0])).unwrap();
    let original = std::fs::read(Path::new(samples()).join(FIRST)).unwrap();
    let is_copy = chachong_import::is_marked_copy(&mut std::io::Cursor::new(&copy));
    assert!(copy != original && is_copy, "{names:?}");
}

#[test]
fn the_choice_of_forms_looks_as_it_was_looked_at() {
    let mut results = SnapshotResults::new();
    for (language, theme, name) in [
        (Language::Chinese, Theme::Light, "export-form-zh-light"),
        (Language::English, Theme::Dark, "export-form-en-dark"),
    ] {
        let mut window = Opening {
            paths: vec![samples().into()],
            language,
            ..Opening::default()
        }
        .open();
        wait_until_idle(&mut window);
        window.ctx.set_theme(theme);
        click(&mut window, &text_in(language, "toolbar.export", &[]));
        press(&mut window, &text_in(language, "export.format.form", &[]));
        let full = text_in(language, "export.form-full", &[]);
        shows(&window, [&full]);
        press(&mut window, &full);
        let folder = text_in(language, "export.folder", &[]);
        type_into(&mut window, &folder, "/forms");
        if !can_render(&mut window) {
            return;
        }
        picture(&mut window, name);
        results.extend_harness(&mut window);
    }
}

#[test]
fn marked_copies_are_refused_in_the_folder_that_is_checked() {
    let dir = tempfile::tempdir().unwrap();
    let theses = dir.path().join("theses");
    std::fs::create_dir(&theses).unwrap();
    for file in std::fs::read_dir(samples()).unwrap().flatten() {
        if file.path().is_file() {
            std::fs::copy(file.path(), theses.join(file.file_name())).unwrap();
        }
    }
    let mut window = open([theses.clone()]);
    click(&mut window, &text("toolbar.export"));
    let inside = theses.join("out");
    let field = text("export.folder");
    type_into(&mut window, &field, inside.to_str().unwrap());
    let refused = text_with("export.copies-inside", &[("folder", &theses.display())]);
    lacks(&window, [&refused]);
    choose_format(&mut window, "marked");
    window.run_steps(2);
    shows(&window, [&refused]);
    assert!(!inside.exists());
    // Beside it they can be written.
    let beside = dir.path().join("out");
    type_into(&mut window, &field, beside.to_str().unwrap());
    window.run_steps(2);
    lacks(&window, [&refused]);
}

#[test]
fn a_folder_that_cannot_be_made_is_told_and_nothing_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a file");
    std::fs::write(&file, "kept").unwrap();
    let mut window = open([samples()]);
    click(&mut window, &text("toolbar.export"));
    export_to(&mut window, &file.join("reports"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "kept");
    lacks(&window, ["notice.open", "export.title"].map(text));
    shows(&window, [text("notice.dismiss")]);
    shows(&window, [counted("pages.documents", 15)]);
}

#[test]
fn an_export_replaces_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("chachong.xlsx");
    std::fs::write(&file, "marks of a class").unwrap();
    let mut window = open([samples()]);
    for number in 1..=2 {
        click(&mut window, &text("toolbar.export"));
        let folder = export_to(&mut window, dir.path());
        assert_eq!(names(&folder), ["chachong-html/", "chachong.xlsx"]);
        assert_eq!(names(dir.path()).len(), 1 + number);
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "marks of a class");
    let made = names(dir.path());
    let mut folders: Vec<&str> = made[1..]
        .iter()
        .map(|name| name.trim_end_matches('/'))
        .collect();
    folders.sort_unstable();
    let [first, again] = folders[..] else {
        unreachable!("{made:?}")
    };
    assert!(first.starts_with("samples 20"), "{made:?}");
    assert_eq!(again, format!("{first} (2)"));
}

/// Returns every file below a folder with its bytes, by path.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).unwrap().to_owned();
            (path, std::fs::read(entry.path()).unwrap())
        })
        .collect()
}

#[test]
fn a_report_from_the_window_is_byte_for_byte_that_of_the_command_line() {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("l.chachong");
    let mut window = open_with(&library, [samples()]);
    // A decision that both must know.
    click(&mut window, &counted("pages.pairs", 4));
    click(&mut window, FIRST);
    click(&mut window, &text_with("passages.count", &[("number", &1)]));
    wait_until_idle(&mut window);
    key(&mut window, Modifiers::COMMAND, Key::Num1);
    click(&mut window, &text("toolbar.export"));
    for format in ["csv", "documents-csv", "json"] {
        choose_format(&mut window, format);
    }
    let exported = dir.path().join("window");
    let exported = export_to(&mut window, &exported);
    close(window);
    drop(free(&library));
    let written = dir.path().join("command line");
    let at = |name: &str| written.join(name);
    let run = Command::new(env!("CARGO_BIN_EXE_chachong"))
        .args(["report", "1", "--lang", "en", "--quiet", "--library"])
        .arg(&library)
        .args(["--name", "samples", "--date"])
        .arg("--html")
        .arg(at("chachong-html"))
        .arg("--xlsx")
        .arg(at("chachong.xlsx"))
        .arg("--csv")
        .arg(at("chachong-pairs.csv"))
        .arg("--documents-csv")
        .arg(at("chachong-documents.csv"))
        .arg("--json")
        .arg(at("chachong.json"))
        .output()
        .unwrap();
    assert!(run.status.success(), "{run:?}");
    let (window, command) = (contents(&exported), contents(&written));
    assert!(window.keys().eq(command.keys()));
    for (path, bytes) in &window {
        assert!(*bytes == command[path], "{} differs", path.display());
    }
}

#[test]
fn in_a_low_window_the_choices_open_at_their_beginning() {
    let mut window = open([samples()]);
    window.set_size(vec2(1024.0, 480.0));
    window.run_steps(2);
    key(&mut window, Modifiers::COMMAND, Key::E);
    window.run_steps(30);
    let [title, first] = ["export.title", "export.of"].map(|key| tops(&window, &text(key))[0]);
    assert!(title < first, "{first} is scrolled out of sight");
}

#[test]
fn no_tooltip_stays_over_the_dialog() {
    let mut window = open([samples()]);
    show_tooltips_at_once(&window);
    let button = window.get_by_label(&text("toolbar.settings")).rect();
    window.hover_at(button.center());
    window.run_steps(4);
    shows(&window, ["Ctrl+,"]);
    key(&mut window, Modifiers::COMMAND, Key::E);
    window.run_steps(4);
    shows(&window, [text("export.title")]);
    lacks(&window, ["Ctrl+,"]);
}

#[test]
fn the_scroll_bar_covers_no_hint() {
    let mut window = open([samples()]);
    let size = vec2(1024.0, 640.0);
    resize(&mut window, size, 1.0);
    click(&mut window, &text("toolbar.export"));
    // The dialog is in the middle of the window.
    let left = window.get_by_label(&text("export.title")).rect().left();
    for format in ["html", "class-pdf", "marked"] {
        let hint = text(&format!("export.format.{format}-hint"));
        let right = window.get_by_label(&hint).rect().right();
        assert!(right + 10.0 < size.x - left, "{hint}");
    }
}
