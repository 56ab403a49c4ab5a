//! Tests of documents: dropped, filtered and sorted, failed, read again, with their evidence; the report of their
//! pairs.

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::driver::{Window, click, key, open, samples, sees, type_path, wait_until_idle};
use crate::dropped::drop_on;
use crate::texts::{beginning, counted, shown, text, text_with};

#[test]
fn a_document_shows_its_evidence() {
    let files = [
        "tests/fixtures/import/docx/metadata.docx",
        "tests/fixtures/import/docx/trick-zero-width.docx",
    ];
    let mut window = open(files);
    click(&mut window, "metadata.docx");
    assert!(!sees(&window, "学生辰"), "until it is asked for");
    click(&mut window, &text("document.file"));
    for fact in [
        "学生辰",
        "同学巳",
        "某大学",
        "Microsoft Office Word",
        &text("evidence.sha256"),
    ] {
        assert!(sees(&window, fact), "{fact}");
    }
    let mut window = open(files.into_iter().skip(1));
    click(&mut window, "trick-zero-width.docx");
    assert!(sees(&window, &counted("warning.invisible-characters", 60)));
    click(&mut window, &text("document.file"));
    assert!(sees(
        &window,
        &format!(
            "{}2, 5, 9",
            beginning("evidence.at-characters", &[("count", &60)])
        )
    ));
}

#[test]
fn a_pair_shows_what_its_documents_warn_of() {
    let files = [
        "tests/fixtures/import/docx/metadata.docx",
        "tests/fixtures/import/docx/white-run.docx",
    ];
    let mut window = open(files);
    click(&mut window, &counted("pages.pairs", 1));
    click(&mut window, "white-run.docx");
    assert!(sees(&window, &counted("pair.passages", 1)));
    assert!(sees(&window, &beginning("warning.invisible-text", &[])));
}

#[test]
fn a_plain_text_is_read_again_in_a_chosen_encoding() {
    let file = "tests/fixtures/texts-encoded/big5.txt";
    let mut window = open([file]);
    // Read in a wrong encoding, the text has characters that the bundled font lacks.
    let tofu = egui::MissingGlyphPolicy::Tofu;
    window.ctx.set_missing_glyph_policy(tofu);
    click(&mut window, "big5.txt");
    click(&mut window, &text("document.file"));
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
    let hint = text("document.encoding-hint");
    let hint = window.get_by_label(&hint);
    let inside = window.ctx.content_rect();
    assert!(inside.contains_rect(hint.rect()), "{:?}", hint.rect());
    let choose = |window: &mut Window, encoding: &str| {
        window.get_by_label(&text("document.encoding")).click();
        window.run_steps(3);
        click(window, encoding);
        wait_until_idle(window);
    };
    choose(&mut window, "gb18030");
    assert_ne!(fingerprint(&window), before, "read as mojibake");
    assert!(!before.is_empty());
    choose(&mut window, &text("document.recognise"));
    assert_eq!(fingerprint(&window), before);
}

#[test]
fn the_table_filters_and_sorts() {
    let mut window = open([samples()]);
    click(&mut window, &text("documents.show-similar"));
    assert!(sees(&window, &shown(8, 15)));
    click(&mut window, &text("documents.show-all"));
    window.get_by_label(&text("documents.filter")).focus();
    window.run_steps(2);
    window
        .get_by_label(&text("documents.filter"))
        .type_text("图书馆");
    window.run_steps(3);
    assert!(sees(&window, &shown(4, 15)));
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
    click(&mut window, &text("documents.name"));
    let ascending = names(&window);
    click(&mut window, &format!("{} ▲", text("documents.name")));
    let mut descending = names(&window);
    descending.reverse();
    assert_eq!(ascending, descending);
    assert_eq!(ascending.len(), 4);
    assert!(ascending[0].starts_with("01_"));
}

/// Returns what a failed document says: the reason and the remedy.
fn failure(key: &str) -> String {
    let [reason, remedy] = ["reason", "remedy"].map(|part| text(&format!("{key}.{part}")));
    format!("{reason}{}{remedy}", text("punctuation.semicolon"))
}

#[test]
fn failed_files_are_rows_with_reason_and_remedy() {
    let mut window = open(["tests/fixtures/broken"]);
    click(&mut window, &text("documents.show-problems"));
    click(&mut window, "encrypted.pdf");
    assert!(sees(&window, &failure("import.encrypted")));
    key(&mut window, Modifiers::NONE, Key::Escape);
    click(&mut window, "scanned.pdf");
    assert!(sees(&window, &text("warning.no-text-layer")));
    assert!(
        !sees(&window, "0.0 %"),
        "nothing could be compared, which is not nothing copied"
    );
}

#[test]
fn a_dropped_folder_is_imported_and_a_second_one_added() {
    let mut window = open([""; 0]);
    assert!(sees(&window, &text("start.drop")));
    for (folder, then) in [
        (samples(), &counted("pages.documents", 15)),
        ("tests/fixtures/texts", &counted("pages.documents", 29)),
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
    assert!(sees(&window, &counted("notice.already-there", 15)));
}

#[test]
fn a_report_is_exported_by_a_typed_path() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("结果.csv");
    let mut window = open([samples()]);
    click(&mut window, &text("toolbar.export"));
    click(&mut window, &text("toolbar.export-pairs"));
    type_path(
        &mut window,
        &text("field.save-as"),
        &file,
        &text("field.save"),
    );
    assert!(sees(
        &window,
        &text_with("notice.exported", &[("file", &file.display())])
    ));
    let csv = std::fs::read_to_string(file).unwrap();
    assert_eq!(csv.lines().count(), 5);
    assert!(csv.contains(",1.0000,1.0000,"), "with the copied shares");
}
