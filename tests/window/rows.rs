//! Tests of rows of the documents table: selected by keys and clicks, removed, put back; the samples.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::driver::{FIRST, Opening, click, key, open, samples, sees, wait, wait_until_idle};
use crate::texts::{counted, text};

#[test]
fn marked_documents_are_taken_out_and_put_back() {
    let mut window = open([samples()]);
    assert!(sees(&window, &counted("pages.pairs", 4)));
    // The two most similar documents come first.
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    key(&mut window, Modifiers::NONE, Key::Delete);
    wait(&mut window, |window| {
        sees(window, &counted("pages.documents", 14))
    });
    wait_until_idle(&mut window);
    assert!(sees(&window, &counted("pages.pairs", 3)));
    assert!(!sees(&window, FIRST));
    assert!(sees(&window, &counted("notice.taken-out", 1)));
    click(&mut window, &text("notice.undo"));
    assert!(
        sees(&window, &counted("pages.documents", 15)) && sees(&window, &counted("pages.pairs", 4))
    );
    // A range of rows, then all.
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    key(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert!(sees(&window, &counted("pages.documents", 13)));
    key(&mut window, Modifiers::COMMAND, Key::A);
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert!(
        sees(&window, &text("start.samples")),
        "an empty list shows what to do"
    );
}

#[test]
fn enter_shows_the_document_that_keys_moved_to() {
    let mut window = open([samples()]);
    key(&mut window, Modifiers::NONE, Key::Home);
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert!(sees(&window, &counted("document.near", 1)));
}

#[test]
fn a_row_has_a_menu() {
    let mut window = open([samples()]);
    window
        .get_all_by_label(FIRST)
        .next()
        .unwrap_or_else(|| panic!("no row"))
        .click_secondary();
    window.run_steps(3);
    assert!(sees(&window, &text("row.open")) && sees(&window, &text("row.folder")));
    let take_out = &counted("row.remove", 1);
    window.get_by_label_contains(take_out).click();
    window.run_steps(3);
    wait_until_idle(&mut window);
    assert!(sees(&window, &counted("pages.documents", 14)));
}

#[test]
fn the_samples_are_a_click_away() {
    let mut window = Opening::default().start();
    wait_until_idle(&mut window);
    click(&mut window, &text("start.samples"));
    wait(&mut window, |window| {
        sees(window, &counted("pages.documents", 23))
    });
    wait_until_idle(&mut window);
    assert!(sees(&window, "20_流动菜摊进城卖菜的时间与路线.docx"));
}
