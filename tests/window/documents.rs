//! Tests of documents: dropped, filtered and sorted, failed, read again, with their evidence; the report of their
//! pairs.

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::driver::{Window, click, key, open, samples, sees, type_path, wait_until_idle};
use crate::dropped::drop_on;

#[test]
fn a_document_shows_its_evidence() {
    let files = [
        "tests/fixtures/import/docx/metadata.docx",
        "tests/fixtures/import/docx/trick-zero-width.docx",
    ];
    let mut window = open(files);
    click(&mut window, "metadata.docx");
    assert!(!sees(&window, "学生辰"), "until it is asked for");
    click(&mut window, "File");
    for fact in [
        "学生辰",
        "同学巳",
        "某大学",
        "Microsoft Office Word",
        "SHA-256",
    ] {
        assert!(sees(&window, fact), "{fact}");
    }
    let mut window = open(files.into_iter().skip(1));
    click(&mut window, "trick-zero-width.docx");
    assert!(sees(&window, "invisible characters inside the text: 60"));
    click(&mut window, "File");
    assert!(sees(&window, "60 characters, at characters 2, 5, 9"));
}

#[test]
fn a_pair_shows_what_its_documents_warn_of() {
    let files = [
        "tests/fixtures/import/docx/metadata.docx",
        "tests/fixtures/import/docx/white-run.docx",
    ];
    let mut window = open(files);
    click(&mut window, "Similar pairs (1)");
    click(&mut window, "white-run.docx");
    assert!(sees(&window, "Passages (1)"));
    assert!(sees(&window, "text that no one sees in print"));
}

#[test]
fn a_plain_text_is_read_again_in_a_chosen_encoding() {
    let file = "tests/fixtures/texts-encoded/big5.txt";
    let mut window = open([file]);
    // Read in a wrong encoding, the text has characters that the bundled font lacks.
    let tofu = egui::MissingGlyphPolicy::Tofu;
    window.ctx.set_missing_glyph_policy(tofu);
    click(&mut window, "big5.txt");
    click(&mut window, "File");
    let fingerprint = |window: &Window| {
        let mut texts = window
            .query_all_by_label_contains("")
            .filter_map(|node| node.accesskit_node().value());
        // A fingerprint's text: sixteen digits and the bits in four blocks.
        let digits = |text: &str| {
            text.chars()
                .all(|c| c.is_ascii_hexdigit() || " \n".contains(c))
        };
        texts
            .find(|text| text.len() > 80 && digits(text))
            .unwrap_or_default()
    };
    let before = fingerprint(&window);
    let hint = window.get_by_label("if the text looks garbled, choose another");
    let inside = window.ctx.content_rect();
    assert!(inside.contains_rect(hint.rect()), "{:?}", hint.rect());
    let choose = |window: &mut Window, encoding: &str| {
        window.get_by_label("Encoding").click();
        window.run_steps(3);
        click(window, encoding);
        wait_until_idle(window);
    };
    choose(&mut window, "gb18030");
    assert_ne!(fingerprint(&window), before, "read as mojibake");
    assert!(!before.is_empty());
    choose(&mut window, "recognise it");
    assert_eq!(fingerprint(&window), before);
}

#[test]
fn the_table_filters_and_sorts() {
    let mut window = open([samples()]);
    click(&mut window, "Similar");
    assert!(sees(&window, "8 of 15 shown"));
    click(&mut window, "All");
    window.get_by_label("Filter").focus();
    window.run_steps(2);
    window.get_by_label("Filter").type_text("图书馆");
    window.run_steps(3);
    assert!(sees(&window, "4 of 15 shown"));
    let names = |window: &Window| -> Vec<String> {
        let mut found: Vec<(f32, f32, String)> = window
            .query_all_by_label_contains("图书馆")
            .filter_map(|node| {
                let rect = node.rect();
                Some((rect.top(), rect.left(), node.accesskit_node().label()?))
            })
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        // The leftmost name in a row is the row's own.
        let mut rows: Vec<(f32, String)> = Vec::new();
        for (top, left, name) in found {
            if left < 100.0 && rows.last().is_none_or(|(last, _)| top - last > 5.0) {
                rows.push((top, name));
            }
        }
        rows.into_iter().map(|(_, name)| name).collect()
    };
    click(&mut window, "Document");
    let ascending = names(&window);
    click(&mut window, "Document ▲");
    let mut descending = names(&window);
    descending.reverse();
    assert_eq!(ascending, descending);
    assert_eq!(ascending.len(), 4);
    assert!(ascending[0].starts_with("01_"));
}

#[test]
fn failed_files_are_rows_with_reason_and_remedy() {
    let mut window = open(["tests/fixtures/broken"]);
    click(&mut window, "Problems");
    click(&mut window, "encrypted.pdf");
    assert!(sees(
        &window,
        "protected by a password; open it with its password and save it without one"
    ));
    key(&mut window, Modifiers::NONE, Key::Escape);
    click(&mut window, "scanned.pdf");
    assert!(sees(&window, "no text layer"));
    assert!(
        !sees(&window, "0.0 %"),
        "nothing could be compared, which is not nothing copied"
    );
}

#[test]
fn a_dropped_folder_is_imported_and_a_second_one_added() {
    let mut window = open([""; 0]);
    assert!(sees(&window, "Drag a folder of theses here"));
    for (folder, then) in [
        (samples(), "Documents (15)"),
        ("tests/fixtures/texts", "Documents (29)"),
    ] {
        drop_on(&mut window, folder.as_ref());
        window.run_steps(2);
        wait_until_idle(&mut window);
        assert!(sees(&window, then), "{folder}");
    }
    // A folder added a second time changes nothing, and a notice says so.
    drop_on(&mut window, samples().as_ref());
    window.run_steps(2);
    wait_until_idle(&mut window);
    assert!(sees(&window, "Files already in the list: 15"));
}

#[test]
fn a_report_is_exported_by_a_typed_path() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("结果.csv");
    let mut window = open([samples()]);
    click(&mut window, "Export CSV...");
    click(&mut window, "Pairs...");
    type_path(&mut window, "Save as", &file, "Save");
    assert!(sees(&window, "Exported to"));
    let csv = std::fs::read_to_string(file).unwrap();
    assert_eq!(csv.lines().count(), 5);
    assert!(csv.contains(",1.0000,1.0000,"), "with the copied shares");
}
