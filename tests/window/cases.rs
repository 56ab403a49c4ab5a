//! Tests of cases: opened from a pair, changed with undo, kept in the library, deleted, and hidden with names.

use std::path::Path;

use chachong_case::{CaseState, Outcome};
use chachong_library::{CaseStore, SqliteStore};
use chachong_window::LibraryChoice;
use egui::{Key, Modifiers};

use crate::driver::{
    FIRST, Opening, Window, choose, click, close, key, lacks, leftmost, samples, settle, shows,
    type_lines_into, wait_to_see,
};
use crate::texts::{text, text_with};

/// Opens a case about the first pair of the samples.
fn opened(library: &Path) -> Window {
    let opening = Opening {
        paths: vec![samples().into()],
        library: LibraryChoice::File(library.to_owned()),
        ..Opening::default()
    };
    let mut window = opening.open();
    key(&mut window, Modifiers::COMMAND, Key::Num2);
    leftmost(&window, FIRST).click_accesskit();
    settle(&mut window);
    click(&mut window, &text("cases.open"));
    click(
        &mut window,
        &text_with("cases.open-pair", &[("name", &FIRST)]),
    );
    wait_to_see(&mut window, &text_with("cases.name", &[("number", &1)]));
    window
}

#[test]
fn a_case_is_opened_changed_taken_back_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("l.chachong");
    let mut window = opened(&library);
    shows(&window, [text("cases.statement"), text("cases.history")]);
    let improper = CaseState::Decided(Outcome::ImproperCitation);
    let improper = chachong_messages::Language::English.case_state(&improper);
    choose(&mut window, &text("cases.state"), &improper);
    settle(&mut window);
    type_lines_into(&mut window, &text("cases.note"), "打过电话");
    click(&mut window, &text("cases.add-note"));
    settle(&mut window);
    click(&mut window, &text("cases.take-back"));
    settle(&mut window);
    key(&mut window, Modifiers::COMMAND, Key::Num9);
    wait_to_see(&mut window, &improper);
    close(window);
    let store = SqliteStore::open(&library).unwrap();
    let listed = store.cases().unwrap().cases;
    let case = store.case(listed[0].id).unwrap();
    assert_eq!(case.state(), &CaseState::Decided(Outcome::ImproperCitation));
    assert_eq!(case.notes().count(), 0, "taken back");
    assert_eq!(case.history.len(), 2);
}

#[test]
fn a_deleted_case_comes_back_and_names_are_hidden_in_cases_too() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("l.chachong");
    let mut window = opened(&library);
    click(&mut window, &text("cases.delete"));
    wait_to_see(&mut window, &text("cases.deleted-notice"));
    click(&mut window, &text("notice.undo"));
    wait_to_see(&mut window, &text("cases.statement"));
    key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    settle(&mut window);
    shows(&window, [text("cases.hidden")]);
    lacks(&window, [FIRST]);
    close(window);
}
