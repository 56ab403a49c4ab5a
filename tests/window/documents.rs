//! Tests of documents: dropped, filtered and sorted, failed, read again, with their evidence.

use std::path::Path;

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::clipping::{LAPTOP, at_notices, resize};
use crate::driver::{
    Window, choose, click, click_containing, drop_and_wait, key, lacks, open, rows, samples, sees,
    shows, type_into,
};
use crate::texts::{beginning, counted, shown, text, text_with};

const METADATA: &str = "tests/fixtures/import/docx/metadata.docx";

#[test]
fn a_document_shows_its_evidence_when_asked_for() {
    let mut window = open([METADATA, "tests/fixtures/import/docx/trick-zero-width.docx"]);
    click(&mut window, "metadata.docx");
    assert!(!sees(&window, "学生辰"), "until it is asked for");
    click(&mut window, &text("document.file"));
    shows(
        &window,
        ["学生辰", "同学巳", "某大学", "Microsoft Office Word"],
    );
    shows(&window, [text("evidence.sha256")]);
}

#[test]
fn invisible_characters_are_counted_and_placed() {
    let mut window = open(["tests/fixtures/import/docx/trick-zero-width.docx"]);
    click(&mut window, "trick-zero-width.docx");
    shows(&window, [counted("warning.invisible-characters", 60)]);
    click(&mut window, &text("document.file"));
    let places = beginning("evidence.at-characters", &[("count", &60)]) + "2, 5, 9";
    shows(&window, [places]);
}

#[test]
fn a_pair_shows_what_its_documents_warn_of() {
    let mut window = open([METADATA, "tests/fixtures/import/docx/white-run.docx"]);
    click(&mut window, &counted("pages.pairs", 1));
    click(&mut window, "white-run.docx");
    shows(&window, [counted("pair.passages", 1)]);
    shows(&window, [beginning("warning.invisible-text", &[])]);
}

/// Returns the fingerprint on a document's page: sixteen digits and the bits in four blocks.
fn fingerprint(window: &Window) -> String {
    let digits = |text: &str| {
        text.chars()
            .all(|c| c.is_ascii_hexdigit() || " \n".contains(c))
    };
    window
        .query_all_by_label_contains("")
        .filter_map(|node| node.accesskit_node().value())
        .find(|text| text.len() > 80 && digits(text))
        .unwrap_or_default()
}

#[test]
fn a_plain_text_is_read_again_in_a_chosen_encoding() {
    let mut window = open(["tests/fixtures/texts-encoded/big5.txt"]);
    // Read in a wrong encoding, the text has characters that the bundled font lacks.
    let tofu = egui::MissingGlyphPolicy::Tofu;
    window.ctx.set_missing_glyph_policy(tofu);
    click(&mut window, "big5.txt");
    click(&mut window, &text("document.file"));
    let before = fingerprint(&window);
    assert!(!before.is_empty());
    let hint = (window.get_by_label(&text("document.encoding-hint"))).rect();
    assert!(window.ctx.content_rect().contains_rect(hint), "{hint:?}");
    choose(&mut window, &text("document.encoding"), "gb18030");
    assert_ne!(fingerprint(&window), before, "read as mojibake");
    let recognise = text("document.recognise");
    choose(&mut window, &text("document.encoding"), &recognise);
    assert_eq!(fingerprint(&window), before);
}

#[test]
fn the_table_shows_what_fits_the_filter() {
    let mut window = open([samples()]);
    click(&mut window, &text("documents.show-similar"));
    shows(&window, [shown(8, 15)]);
    click(&mut window, &text("documents.show-all"));
    type_into(&mut window, &text("documents.filter"), "图书馆");
    shows(&window, [shown(4, 15)]);
    let names = rows(&window, "图书馆");
    assert_eq!(names.len(), 4, "{names:?}");
}

#[test]
fn a_click_on_the_heading_sorts_what_is_shown_either_way() {
    let names = ["library-a", "library-b", "library-c", "canteen"];
    let mut window = open(names.map(|name| format!("tests/fixtures/texts/zh-{name}.txt")));
    type_into(&mut window, &text("documents.filter"), "library");
    click(&mut window, &text("documents.name"));
    let sorted = ["library-a", "library-b", "library-c"].map(|name| format!("zh-{name}.txt"));
    assert_eq!(rows(&window, "library"), sorted);
    click(&mut window, &format!("{} ▲", text("documents.name")));
    let mut reversed = rows(&window, "library");
    reversed.reverse();
    assert_eq!(reversed, sorted);
}

/// Returns what a failed document says: the reason and the remedy.
fn failure(key: &str) -> String {
    let [reason, remedy] = ["reason", "remedy"].map(|part| text(&format!("{key}.{part}")));
    format!("{reason}{}{remedy}", text("punctuation.semicolon"))
}

#[test]
fn failed_files_are_rows_with_reason_and_remedy() {
    let mut window = open(["tests/fixtures/broken"]);
    click_containing(&mut window, &beginning("documents.show-failed", &[]));
    click(&mut window, "encrypted.pdf");
    shows(&window, [failure("import.encrypted")]);
    key(&mut window, Modifiers::NONE, Key::Escape);
    click(&mut window, "scanned.pdf");
    shows(&window, [text_with("lower-estimate.scan", &[("all", &1)])]);
    // Nothing could be compared, which is not nothing copied.
    lacks(&window, ["0.0 %"]);
    // The filter would hide what is well read of the documents that come next.
    key(&mut window, Modifiers::NONE, Key::Escape);
    drop_and_wait(
        &mut window,
        Path::new("tests/fixtures/texts/zh-library-a.txt"),
    );
    shows(&window, ["zh-library-a.txt"]);
}

#[test]
fn a_dropped_folder_is_imported_and_a_second_one_added() {
    let mut window = open([""; 0]);
    shows(&window, [text("start.drop")]);
    for (folder, then) in [(samples(), 15), ("tests/fixtures/texts", 29)] {
        drop_and_wait(&mut window, Path::new(folder));
        shows(&window, [counted("pages.documents", then)]);
    }
    // A folder added a second time changes nothing, and a notice says so. A drop on a page without documents leads to them.
    click(&mut window, &text("toolbar.settings"));
    lacks(&window, [text("documents.filter")]);
    drop_and_wait(&mut window, Path::new(samples()));
    shows(
        &window,
        [
            counted("notice.already-there", 15),
            text("documents.filter"),
        ],
    );
}

#[test]
fn a_notice_covers_no_row() {
    let mut window = open([samples()]);
    resize(&mut window, LAPTOP.0, LAPTOP.1);
    drop_and_wait(&mut window, Path::new(samples()));
    let seen = at_notices(&window);
    let has = |part: &str| seen.iter().any(|text| text.contains(part));
    assert!(
        has(&counted("notice.already-there", 15)) && !has("docx"),
        "{seen:?}"
    );
}
