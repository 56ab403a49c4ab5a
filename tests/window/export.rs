//! Tests of the export: reports of the whole check, of one document, a folder that cannot be made.

use std::path::Path;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::driver::{
    FIRST, Window, click, key, lacks, open, press, samples, shows, type_into, wait_until_idle,
};
use crate::texts::{counted, text, text_with};

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

/// Types the folder into the open dialog and starts the export.
fn export_to(window: &mut Window, folder: &Path) {
    type_into(window, &text("export.folder"), folder.to_str().unwrap());
    click(window, &text("export.start"));
    wait_until_idle(window);
}

fn choose_format(window: &mut Window, name: &str) {
    click(window, &text(&format!("export.format.{name}")));
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
    export_to(&mut window, &folder);
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
    let pages = folder.join("chachong-html");
    let pages = pages.display();
    let done = text_with("export.done", &[("count", &5), ("folder", &pages)]);
    shows(&window, [done]);
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
    export_to(&mut window, dir.path());
    let names = names(dir.path());
    let endings: Vec<&str> = (names.iter())
        .filter_map(|name| Some(name.rsplit_once('.')?.1))
        .collect();
    assert_eq!(endings, ["docx", "html", "pdf"], "{names:?}");
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
fn an_export_overwrites_no_file_of_a_person() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("chachong.xlsx");
    std::fs::write(&file, "marks of a class").unwrap();
    let mut window = open([samples()]);
    click(&mut window, &text("toolbar.export"));
    export_to(&mut window, dir.path());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "marks of a class");
    assert_eq!(names(dir.path()), ["chachong.xlsx"], "nothing is written");
    lacks(&window, ["notice.open", "export.title"].map(text));
    shows(&window, [text("notice.dismiss")]);
    // Without that file all is written, and written again.
    std::fs::remove_file(&file).unwrap();
    for _ in 0..2 {
        click(&mut window, &text("toolbar.export"));
        export_to(&mut window, dir.path());
        assert_eq!(names(dir.path()), ["chachong-html/", "chachong.xlsx"]);
    }
}
