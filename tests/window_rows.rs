//! Rows of the documents table as a person handles them: marked by keys and clicks, taken out, put back; the samples.
#![cfg(feature = "gui")]
#![cfg_attr(
    feature = "gui",
    expect(clippy::panic, reason = "a test that cannot go on stops")
)]

#[path = "window_pair/driver.rs"]
mod driver;

use std::path::PathBuf;

use chachong::app::{App, LibraryChoice};
use driver::{click, open, sees, start, wait, wait_until_idle};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

const FIRST: &str = "01_社区图书馆夜间开放服务研究.docx";

fn samples() -> Harness<'static, App> {
    open(vec![PathBuf::from("assets/samples")], LibraryChoice::None)
}

fn key(window: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(3);
    wait_until_idle(window);
}

#[test]
fn marked_documents_are_taken_out_and_put_back() {
    let mut window = samples();
    assert!(sees(&window, "Similar pairs (4)"));
    // The two that are most alike stand first.
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    key(&mut window, Modifiers::NONE, Key::Delete);
    wait(&mut window, |window| sees(window, "Documents (14)"));
    wait_until_idle(&mut window);
    assert!(sees(&window, "Similar pairs (3)"));
    assert!(!sees(&window, FIRST));
    assert!(sees(&window, "Taken out of this check: 1 documents"));
    click(&mut window, "Undo");
    assert!(sees(&window, "Documents (15)") && sees(&window, "Similar pairs (4)"));
    // A run, and all.
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    key(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert!(sees(&window, "Documents (13)"));
    key(&mut window, Modifiers::COMMAND, Key::A);
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert!(
        sees(&window, "Try it with the samples"),
        "an empty list shows what to do"
    );
}

#[test]
fn enter_shows_the_document_that_keys_moved_to() {
    let mut window = samples();
    key(&mut window, Modifiers::NONE, Key::Home);
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert!(sees(&window, "Similar documents: 1"));
}

#[test]
fn a_row_has_a_menu() {
    let mut window = samples();
    window
        .get_all_by_label(FIRST)
        .next()
        .unwrap_or_else(|| panic!("no row"))
        .click_secondary();
    window.run_steps(3);
    assert!(sees(&window, "Open the file") && sees(&window, "Show in its folder"));
    let take_out = "Take out of this check (1)";
    window.get_by_label_contains(take_out).click();
    window.run_steps(3);
    wait_until_idle(&mut window);
    assert!(sees(&window, "Documents (14)"));
}

#[test]
fn the_samples_are_a_click_away() {
    let mut window = start(Vec::new(), LibraryChoice::None);
    wait_until_idle(&mut window);
    click(&mut window, "Try it with the samples");
    wait(&mut window, |window| sees(window, "Similar pairs (4)"));
    assert!(sees(&window, "Documents (15)"));
}
