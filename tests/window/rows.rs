//! Tests of rows of the documents table: selected by keys and clicks, removed, put back; the samples.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::driver::{
    FIRST, Opening, click, click_containing, key, lacks, open, samples, sees, shows, wait_to_see,
    wait_until_idle,
};
use crate::texts::{counted, text};

/// Names of the pages, which say how many documents and pairs there are.
fn tabs(documents: usize, pairs: usize) -> [String; 2] {
    [
        counted("pages.documents", documents),
        counted("pages.pairs", pairs),
    ]
}

#[test]
fn a_marked_document_is_taken_out_and_put_back() {
    let mut window = open([samples()]);
    shows(&window, tabs(15, 4));
    // The two most similar documents come first.
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    key(&mut window, Modifiers::NONE, Key::Delete);
    wait_to_see(&mut window, &counted("pages.documents", 14));
    wait_until_idle(&mut window);
    shows(&window, tabs(14, 3));
    lacks(&window, ["01_社区图书馆夜间开放服务研究.docx"]);
    shows(&window, [counted("notice.taken-out", 1)]);
    click(&mut window, &text("notice.undo"));
    shows(&window, tabs(15, 4));
}

#[test]
fn a_range_of_rows_or_all_are_taken_out() {
    let mut window = open([samples()]);
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    key(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    key(&mut window, Modifiers::NONE, Key::Delete);
    shows(&window, [counted("pages.documents", 13)]);
    key(&mut window, Modifiers::COMMAND, Key::A);
    key(&mut window, Modifiers::NONE, Key::Delete);
    let samples = text("start.samples");
    assert!(sees(&window, &samples), "an empty list shows what to do");
}

#[test]
fn enter_shows_the_document_that_keys_moved_to() {
    let mut window = open([samples()]);
    key(&mut window, Modifiers::NONE, Key::Home);
    key(&mut window, Modifiers::NONE, Key::Enter);
    shows(&window, [counted("document.near", 1)]);
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
    shows(&window, ["row.open", "row.folder"].map(text));
    click_containing(&mut window, &counted("row.remove", 1));
    shows(&window, [counted("pages.documents", 14)]);
}

#[test]
fn the_samples_are_a_click_away() {
    let mut window = Opening::default().open();
    click(&mut window, &text("start.samples"));
    wait_to_see(&mut window, &counted("pages.documents", 23));
    wait_until_idle(&mut window);
    shows(&window, ["20_流动菜摊进城卖菜的时间与路线.docx"]);
}
