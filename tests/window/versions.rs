//! Tests of versions of one thesis: one row for all, shown and hidden, parted and joined by a person, with undo.

use std::fs;

use egui::{Key, Modifiers};

use crate::driver::{
    Window, click, click_containing, key, lacks, leftmost, open, rows, sees, settle, shows,
};
use crate::library_members::sentences;
use crate::texts::{counted, text};

/// Window on one text as txt and md, and another text.
fn window() -> (tempfile::TempDir, Window) {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    write("thesis.txt", sentences(1));
    write("thesis.md", sentences(1));
    write("other.txt", sentences(2));
    let window = open([folder.path().to_owned()]);
    (folder, window)
}

fn menu(window: &mut Window, row: &str, entry: &str) {
    leftmost(window, row).click_secondary();
    window.run_steps(3);
    click_containing(window, &text(entry));
    settle(window);
}

#[test]
fn a_thesis_is_one_row_with_its_versions_behind_it() {
    let (_folder, mut window) = window();
    let files = counted("versions.files", 2);
    assert_eq!(rows(&window, "thesis."), ["thesis.txt"]);
    shows(&window, [files.clone()]);
    click(&mut window, &files);
    assert_eq!(rows(&window, "thesis."), ["thesis.txt", "thesis.md"]);
    shows(&window, [text("versions.same-text")]);
    click(&mut window, &files);
    assert_eq!(rows(&window, "thesis."), ["thesis.txt"]);
    // The keys do the same.
    key(&mut window, Modifiers::NONE, Key::Home);
    for _ in 0..2 {
        key(&mut window, Modifiers::NONE, Key::ArrowRight);
        key(&mut window, Modifiers::NONE, Key::ArrowDown);
    }
    assert_eq!(rows(&window, "thesis.").len(), 2);
}

/// Number of rows of the three files.
fn theses(window: &Window) -> usize {
    let files = ["thesis.txt", "thesis.md", "other.txt"];
    let is_row = |file: &&str| leftmost(window, file).rect().left() < 200.0;
    files
        .iter()
        .filter(|file| sees(window, file) && is_row(file))
        .count()
}

#[test]
fn a_person_parts_and_joins_and_takes_it_back() {
    let (_folder, mut window) = window();
    menu(&mut window, "thesis.txt", "versions.part");
    assert_eq!(rows(&window, "thesis.").len(), 2);
    lacks(&window, [text("versions.same-text")]);
    shows(&window, [text("versions.parted")]);
    click(&mut window, &text("notice.undo"));
    settle(&mut window);
    assert_eq!(rows(&window, "thesis.").len(), 1);
    // Texts that have nothing in common are versions if a person says so.
    key(&mut window, Modifiers::COMMAND, Key::A);
    menu(&mut window, "other.txt", "versions.join");
    assert_eq!(theses(&window), 1);
    shows(&window, [counted("versions.count", 3)]);
    shows(&window, [text("versions.joined")]);
    click(&mut window, &text("notice.undo"));
    settle(&mut window);
    assert_eq!(theses(&window), 2);
}

#[test]
fn the_page_of_decisions_lists_parted_versions_and_takes_that_back() {
    let (_folder, mut window) = window();
    menu(&mut window, "thesis.txt", "versions.part");
    key(&mut window, Modifiers::COMMAND, Key::Num7);
    shows(&window, [text("decisions.two-theses")]);
    click_containing(&mut window, &text("decisions.take-back"));
    settle(&mut window);
    lacks(&window, [text("decisions.two-theses")]);
    key(&mut window, Modifiers::COMMAND, Key::Num1);
    assert_eq!(rows(&window, "thesis.").len(), 1);
}
