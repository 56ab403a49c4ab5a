//! The window, driven by accessible label as a screen reader or a person would, on the real samples.
//!
//! Image snapshots need a software Vulkan driver (Debian: mesa-vulkan-drivers). Where there is none they are left out,
//! which is printed; with `CHACHONG_TEST_EVERYTHING` set, as .ci/run sets it, that is a failure.
#![cfg(feature = "gui")]
#![cfg_attr(
    feature = "gui",
    expect(
        clippy::panic,
        clippy::unwrap_used,
        reason = "a test that cannot go on stops"
    )
)]

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chachong::app::{App, Desktop, LibraryChoice, Options};
use chachong::i18n::Language;
use chachong::import::Isolation;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

const SIZE: egui::Vec2 = egui::vec2(1280.0, 720.0);
const PATIENCE: Duration = Duration::from_mins(1);

fn open(paths: &[&str], language: Language, theme: egui::Theme) -> Harness<'static, App> {
    let options = Options {
        paths: paths.iter().map(PathBuf::from).collect(),
        language: Some(language),
        isolation: Some(Isolation::Process(env!("CARGO_BIN_EXE_chachong").into())),
        library: LibraryChoice::None,
        desktop: Desktop::LeftAlone,
        ..Options::default()
    };
    let mut harness = Harness::builder()
        .with_size(SIZE)
        .build_eframe(|creation| App::new(creation, options));
    harness.ctx.set_theme(theme);
    wait_until_idle(&mut harness);
    harness
}

/// The page of a library that always has the same documents, days and file.
fn open_library(language: Language, theme: egui::Theme) -> Harness<'static, App> {
    let file = PathBuf::from(format!("target/tmp/library-{}.chachong", theme as u8));
    for ending in ["", "-wal", "-shm", ".index", ".lock"] {
        // From an earlier run, or none.
        let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
    }
    let copied = std::fs::create_dir_all("target/tmp")
        .and_then(|()| std::fs::copy("tests/fixtures/library/v2.chachong", &file));
    assert!(copied.is_ok(), "{copied:?}");
    let options = Options {
        paths: Vec::new(),
        language: Some(language),
        isolation: None,
        library: LibraryChoice::File(file),
        desktop: Desktop::LeftAlone,
        ..Options::default()
    };
    let mut harness = Harness::builder()
        .with_size(SIZE)
        .build_eframe(|creation| App::new(creation, options));
    harness.ctx.set_theme(theme);
    wait_until_idle(&mut harness);
    click(
        &mut harness,
        match language {
            Language::Chinese => "比对库",
            Language::English => "Library",
        },
    );
    harness
}

fn wait_until_idle(harness: &mut Harness<'_, App>) {
    let start = Instant::now();
    loop {
        harness.step();
        if harness.state().is_idle() {
            harness.run_steps(3);
            return;
        }
        assert!(
            start.elapsed() < PATIENCE,
            "still working after {PATIENCE:?}"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Relative to the package, where tests run: paths shown on a page are then the same on every machine.
const SAMPLES: &str = "assets/samples";

fn click(harness: &mut Harness<'_, App>, label: &str) {
    harness
        .get_all_by_label(label)
        .next()
        .unwrap_or_else(|| panic!("nothing is labelled {label}"))
        .click();
    harness.run_steps(3);
    wait_until_idle(harness);
}

fn sees(harness: &Harness<'_, App>, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn every_view_is_reached_by_label() {
    let mut window = open(&[SAMPLES], Language::English, egui::Theme::Light);
    assert!(sees(
        &window,
        "read: 15 · similar pairs: 4 · warnings: 0 · failed: 0"
    ));
    // Documents -> one document.
    click(&mut window, "01_社区图书馆夜间开放服务研究.docx");
    assert!(sees(&window, "Similar documents: 1"));
    assert!(
        sees(&window, "Others, for comparison only"),
        "unrelated ones stand apart from sources"
    );
    click(&mut window, "File");
    assert!(sees(&window, "9fd6ec9e95963b02"));
    click(&mut window, "Sources");
    // -> its near-duplicate as a pair.
    click(
        &mut window,
        "2024届/13_社区图书馆夜间开放服务研究_打印版.pdf",
    );
    assert!(sees(&window, "Passages (1)") && sees(&window, "0 / 64"));
    click(&mut window, "Fingerprints");
    assert!(sees(&window, "Block A: equal") && sees(&window, "Why the index found"));
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    assert!(sees(&window, "Similar documents: 1"), "Escape leads back");
    // Pairs -> a pair with differing bits.
    click(&mut window, "Similar pairs (4)");
    click(&mut window, "04_城市共享单车停放治理研究.docx");
    assert!(sees(&window, "2 / 64"));
    click(&mut window, "Fingerprints");
    assert!(sees(&window, "Block B: equal") && sees(&window, "Block A: 1 of 16 bits differ"));
    // Matrix.
    click(&mut window, "Matrix");
    assert!(sees(&window, "Similarity matrix of 15 documents"));
}

#[test]
fn groups_lead_to_their_pairs_and_documents() {
    let mut window = open(&[SAMPLES], Language::English, egui::Theme::Light);
    click(&mut window, "Groups (4)");
    assert!(sees(&window, "Group 1") && sees(&window, "Group 4"));
    assert!(sees(&window, "2 documents, similar pairs: 1") && sees(&window, "100.0 %"));
    let pair =
        "01_社区图书馆夜间开放服务研究.docx — 2024届/13_社区图书馆夜间开放服务研究_打印版.pdf";
    click(&mut window, &format!("Open the pair {pair}"));
    assert!(sees(&window, "Passages (1)") && sees(&window, "0 / 64"));
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    click(&mut window, "04_城市共享单车停放治理研究.docx");
    assert!(sees(&window, "Similar documents: 1"));
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Num4);
    window.run_steps(3);
    assert!(sees(&window, "Group 1"), "Ctrl+4");
    // Without a pair there is no group.
    let mut window = open(
        &["assets/samples/07_高校食堂食物浪费调查.txt"],
        Language::English,
        egui::Theme::Light,
    );
    click(&mut window, "Groups (0)");
    assert!(sees(&window, "There are no groups"));
}

/// A Word file of this text, made on this day.
fn word_file(path: &std::path::Path, text: &str, created: &str) {
    const KIND: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let lines = text.replace('\n', "</w:t></w:r></w:p><w:p><w:r><w:t>");
    let body = format!("<w:p><w:r><w:t>{lines}</w:t></w:r></w:p>");
    let parts = [
        (
            "_rels/.rels",
            format!(
                r#"<Relationships><Relationship Id="a" Type="{KIND}/officeDocument" Target="word/document.xml"/>
                <Relationship Id="b" Type="x/core-properties" Target="docProps/core.xml"/></Relationships>"#
            ),
        ),
        (
            "docProps/core.xml",
            format!(
                r#"<cp:coreProperties xmlns:cp="c" xmlns:dcterms="t"><dcterms:created>{created}</dcterms:created></cp:coreProperties>"#
            ),
        ),
        (
            "word/document.xml",
            format!(
                r#"<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>"#
            ),
        ),
    ];
    let mut zip = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
    for (name, part) in parts {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(name, options).unwrap();
        zip.write_all(part.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
}

/// Four files of long names: three have from d what they share with others.
fn group_of_four() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| -> Vec<char> {
        let text = std::fs::read_to_string(format!("tests/fixtures/texts/{name}"));
        text.unwrap().chars().collect()
    };
    let source = read("zh-library-a.txt");
    let other = read("zh-canteen.txt");
    let (half, third) = (source.len() / 2, source.len() / 3);
    let own = other.len() / 3;
    for (name, parts, created) in [
        ("d", [&source[..], &[]], "2024-05-01T08:00:00Z"),
        (
            "b",
            [&source[..half], &other[..own]],
            "2024-05-20T08:00:00Z",
        ),
        (
            "c",
            [&source[half..], &other[own..2 * own]],
            "2024-04-20T08:00:00Z",
        ),
        (
            "a",
            [&source[..third], &other[2 * own..]],
            "1970-01-01T00:00:00Z",
        ),
    ] {
        let name = format!("{name}{}.docx", "长名字的毕业论文".repeat(7));
        let text: String = parts.concat().into_iter().collect();
        word_file(&folder.path().join(name), &text, created);
    }
    folder
}

#[test]
fn a_group_names_its_source_first_and_fits_the_smallest_window() {
    let folder = group_of_four();
    let folder = folder.path().to_str().unwrap();
    let mut window = open(&[folder], Language::English, egui::Theme::Light);
    click(&mut window, "Groups (1)");
    assert!(sees(&window, "4 documents"));
    let links = |window: &Harness<'_, App>| {
        let links = window.query_all_by_label_contains("Open the pair");
        links.count()
    };
    assert_eq!(links(&window), 3, "the strongest, not all");
    assert!(sees(&window, "Links of group 1"));
    assert!(sees(&window, "B earlier by its date of creation"));
    assert!(sees(&window, "A earlier by its date of creation"));
    assert!(sees(&window, "nothing in the files says which was first"));
    // The numbered names come from left to right, line by line.
    let first = (window.query_all_by_label_contains("长名字"))
        .filter(|node| {
            !node
                .accesskit_node()
                .label()
                .is_some_and(|l| l.contains('—'))
        })
        .min_by(|x, y| {
            let key = |node: &egui_kittest::Node<'_>| (node.rect().top(), node.rect().left());
            key(x).partial_cmp(&key(y)).unwrap()
        })
        .and_then(|node| node.accesskit_node().label());
    assert!(first.unwrap().starts_with('d'), "most lead to d");
    // A pair that does not count holds nothing together.
    let pair = window.get_by_label_contains("Open the pair c");
    pair.click();
    window.run_steps(3);
    window.get_by_label_contains("Count this pair").click();
    window.run_steps(3);
    wait_until_idle(&mut window);
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    assert!(sees(&window, "3 documents, similar pairs: 3"));
    assert_eq!(links(&window), 2);
    // The smallest window.
    window.set_size(egui::vec2(1024.0, 640.0));
    window.run_steps(3);
    for node in window.query_all_by_label_contains("长名字") {
        assert!(node.rect().right() <= 1024.0, "{:?}", node.rect());
    }
}

#[test]
fn a_document_shows_its_evidence() {
    let files = [
        "tests/fixtures/import/docx/metadata.docx",
        "tests/fixtures/import/docx/trick-zero-width.docx",
    ];
    let mut window = open(&files, Language::English, egui::Theme::Light);
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
    let mut window = open(&files[1..], Language::English, egui::Theme::Light);
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
    let mut window = open(&files, Language::English, egui::Theme::Light);
    click(&mut window, "Similar pairs (1)");
    click(&mut window, "white-run.docx");
    assert!(sees(&window, "Passages (1)"));
    assert!(sees(&window, "text that no one sees in print"));
}

#[test]
fn a_plain_text_is_read_again_in_a_chosen_encoding() {
    let file = "tests/fixtures/texts-encoded/big5.txt";
    let mut window = open(&[file], Language::English, egui::Theme::Light);
    // Read as something that it is not, it has characters that the bundled font lacks.
    let tofu = egui::MissingGlyphPolicy::Tofu;
    window.ctx.set_missing_glyph_policy(tofu);
    click(&mut window, "big5.txt");
    click(&mut window, "File");
    let fingerprint = |window: &Harness<'_, App>| {
        let mut texts = window
            .query_all_by_label_contains("")
            .filter_map(|node| node.accesskit_node().value());
        // Sixteen digits and the bits in four blocks.
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
    let choose = |window: &mut Harness<'_, App>, encoding: &str| {
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
fn the_matrix_opens_pairs_by_mouse_and_by_keyboard() {
    let mut window = open(&[SAMPLES], Language::English, egui::Theme::Light);
    click(&mut window, "Matrix");
    let matrix = window.get_by_label("Similarity matrix of 15 documents");
    matrix.focus();
    window.run_steps(2);
    // From row 1, column 2 to row 1, column 13: the docx and its pdf.
    for _ in 0..11 {
        window.key_press(egui::Key::ArrowRight);
        window.run_steps(2);
    }
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
    assert!(
        sees(&window, "2024届/13_社区图书馆夜间开放服务研究_打印版.pdf") && sees(&window, "0 / 64")
    );
}

#[test]
fn the_matrix_is_measured_ordered_and_saved_as_a_picture() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("矩阵.png");
    let mut window = open(&[SAMPLES], Language::English, egui::Theme::Light);
    click(&mut window, "Matrix");
    // What was copied is seen without a choice: a patchwork is far from each of its sources.
    assert!(sees(&window, "mostly copied") && sees(&window, "nothing found"));
    click(&mut window, "Distance");
    assert!(sees(&window, "4–6") && sees(&window, "unrelated"));
    click(&mut window, "Estimated cosine");
    assert!(sees(&window, "≥ 98.5 %"));
    click(&mut window, "Copied share");
    assert!(sees(&window, "mostly copied"));
    // Similar documents stand beside each other: the first two are the docx and its pdf.
    click(&mut window, "By likeness");
    window
        .get_by_label("Similarity matrix of 15 documents")
        .focus();
    window.run_steps(2);
    window.key_press(egui::Key::ArrowRight);
    window.run_steps(2);
    window.key_press(egui::Key::ArrowLeft);
    window.run_steps(2);
    assert!(sees(&window, "Marked: row 1, column 2"));
    assert!(sees(&window, "distance 0 / 64, estimated cosine 100.0 %"));
    assert!(sees(&window, "copied share: 100.0 % (row)") && sees(&window, "near-duplicate"));
    // Zoomed in there is an overview, and the whole comes back.
    assert!(!sees(&window, "Overview"));
    for _ in 0..3 {
        click(&mut window, "Zoom in");
    }
    window.key_press(egui::Key::Plus);
    window.run_steps(2);
    assert!(sees(&window, "Overview: click or drag to move there"));
    click(&mut window, "Overview: click or drag to move there");
    click(&mut window, "Whole matrix");
    assert!(!sees(&window, "Overview"));
    click(&mut window, "Save picture...");
    type_path(&mut window, &file);
    assert!(sees(&window, "Exported to"));
    let picture = image::open(&file).unwrap().to_rgb8();
    // 15 cells of 24 pixels, names to the left, numbers above.
    let (width, height) = picture.dimensions();
    assert!(
        width > 500 && (375..440).contains(&height),
        "{width} x {height}"
    );
    let cell = |row: u32, column: u32| {
        // Space for half a number to the right, a little below.
        let (left, top) = (width - 360 - 22, height - 360 - 6);
        picture.get_pixel(left + column * 24 + 12, top + row * 24 + 12)
    };
    assert_ne!(cell(0, 1), cell(0, 2));
    assert_eq!(cell(0, 1), cell(1, 0));
}

#[test]
fn the_matrix_opens_a_pair_by_the_mouse() {
    let mut window = open(&[SAMPLES], Language::English, egui::Theme::Light);
    click(&mut window, "Matrix");
    click(&mut window, "By likeness");
    let matrix = window.get_by_label("Similarity matrix of 15 documents");
    // Names take 210 points and numbers 22; cells fill the height.
    let (corner, height) = (matrix.rect().min, matrix.rect().height() - 22.0);
    let cell = height / 15.0;
    window.hover_at(corner + egui::vec2(210.0 + 1.5 * cell, 22.0 + 0.5 * cell));
    window.run_steps(40);
    assert!(sees(&window, "distance 0 / 64"), "under the pointer");
    let at = corner + egui::vec2(210.0 + 1.5 * cell, 22.0 + 0.5 * cell);
    for pressed in [true, false] {
        window.event(egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        });
        window.run_steps(2);
    }
    assert!(
        sees(&window, "Passages (1)"),
        "the page of the pair is open"
    );
}

#[test]
fn the_table_filters_and_sorts() {
    let mut window = open(&[SAMPLES], Language::English, egui::Theme::Light);
    click(&mut window, "Similar");
    assert!(sees(&window, "8 of 15 shown"));
    click(&mut window, "All");
    window.get_by_label("Filter").focus();
    window.run_steps(2);
    window.get_by_label("Filter").type_text("图书馆");
    window.run_steps(3);
    assert!(sees(&window, "4 of 15 shown"));
    let names = |window: &Harness<'_, App>| -> Vec<String> {
        let mut found: Vec<(f32, f32, String)> = window
            .query_all_by_label_contains("图书馆")
            .filter_map(|node| {
                let rect = node.rect();
                Some((rect.top(), rect.left(), node.accesskit_node().label()?))
            })
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        // The first name in each row is the row's own.
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
    let mut window = open(
        &["tests/fixtures/broken"],
        Language::English,
        egui::Theme::Light,
    );
    click(&mut window, "Problems");
    click(&mut window, "encrypted.pdf");
    assert!(sees(
        &window,
        "protected by a password; open it with its password and save it without one"
    ));
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    click(&mut window, "scanned.pdf");
    assert!(sees(&window, "no text layer"));
    assert!(
        !sees(&window, "0.0 %"),
        "nothing could be compared, which is not nothing copied"
    );
}

#[test]
fn language_is_switched_while_running_and_a_cleared_list_comes_back() {
    let mut window = open(&[SAMPLES], Language::Chinese, egui::Theme::Dark);
    assert!(sees(&window, "已读取 15 · 相似对 4"));
    click(&mut window, "清空");
    assert!(sees(&window, "把论文文件夹拖到这里"));
    click(&mut window, "撤销");
    wait_until_idle(&mut window);
    assert!(sees(&window, "相似对（4）"));
    click(&mut window, "设置");
    click(&mut window, "English");
    assert!(sees(&window, "Similar pairs (4)"));
}

#[test]
fn the_threshold_changes_what_is_listed() {
    let mut window = open(&[SAMPLES], Language::English, egui::Theme::Light);
    click(&mut window, "Settings");
    click(&mut window, "By the length of the documents");
    wait_until_idle(&mut window);
    let slider = window.get_by_role_and_label(egui::Role::Slider, "Distance up to");
    slider.focus();
    window.run_steps(2);
    for _ in 0..3 {
        window.key_press(egui::Key::ArrowLeft);
        window.run_steps(2);
    }
    wait_until_idle(&mut window);
    assert!(
        sees(&window, "Pairs listed now: 4; within this distance: 2"),
        "at distance 3 only the near-duplicates remain, and the pairs with passages"
    );
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &std::path::Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn a_dropped_folder_is_imported_and_a_second_one_added() {
    let mut window = open(&[], Language::English, egui::Theme::Light);
    assert!(sees(&window, "Drag a folder of theses here"));
    for (folder, then) in [
        (SAMPLES, "Documents (15)"),
        ("tests/fixtures/texts", "Documents (29)"),
    ] {
        window
            .input_mut()
            .dropped_files
            .push(std::sync::Arc::new(Dropped(folder.into())));
        window.step();
        window.step();
        wait_until_idle(&mut window);
        assert!(sees(&window, then), "{folder}");
    }
    // The same folder again adds nothing, and says so.
    window
        .input_mut()
        .dropped_files
        .push(std::sync::Arc::new(Dropped(SAMPLES.into())));
    window.step();
    window.step();
    wait_until_idle(&mut window);
    assert!(sees(&window, "Files already in the list: 15"));
}

#[test]
fn a_report_is_exported_by_a_typed_path() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("结果.csv");
    let mut window = open(&[SAMPLES], Language::English, egui::Theme::Light);
    click(&mut window, "Export CSV...");
    click(&mut window, "Pairs...");
    type_path(&mut window, &file);
    assert!(sees(&window, "Exported to"));
    let csv = std::fs::read_to_string(file).unwrap();
    assert_eq!(csv.lines().count(), 5);
    assert!(csv.contains(",1.0000,1.0000,"), "with the copied shares");
}

/// Answers the question where something is to be saved.
fn type_path(window: &mut Harness<'_, App>, file: &std::path::Path) {
    // Where there is a dialog it stays open; where there is none the field comes by itself.
    let start = Instant::now();
    while !sees(window, "Save as") {
        if let Some(instead) = window.query_by_label("Type a path instead") {
            instead.click();
        }
        window.step();
        std::thread::sleep(Duration::from_millis(20));
        assert!(start.elapsed() < PATIENCE);
    }
    let field = window.get_by_role_and_label(egui::Role::TextInput, "Save as");
    field.focus();
    window.run_steps(2);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.run_steps(2);
    window
        .get_by_role_and_label(egui::Role::TextInput, "Save as")
        .type_text(&file.to_string_lossy());
    window.run_steps(3);
    click(window, "Save");
}

/// Whether pictures can be made here.
fn can_render(window: &mut Harness<'_, App>) -> bool {
    let rendered =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| window.render().is_ok()));
    if rendered.unwrap_or(false) {
        return true;
    }
    assert!(
        std::env::var_os("CHACHONG_TEST_EVERYTHING").is_none(),
        "no Vulkan driver for image snapshots: install mesa-vulkan-drivers"
    );
    // Straight to stderr: what a passing test prints is not shown.
    let _ = writeln!(
        std::io::stderr(),
        "left out: image snapshots (no Vulkan driver; Debian: mesa-vulkan-drivers)"
    );
    false
}

fn picture(window: &mut Harness<'_, App>, name: &str) {
    window.remove_cursor();
    window.run_steps(8);
    window.snapshot(name);
}

#[test]
fn views_look_as_they_were_looked_at() {
    let mut start = open(&[], Language::Chinese, egui::Theme::Light);
    if !can_render(&mut start) {
        return;
    }
    picture(&mut start, "start-zh");
    let mut results = start.take_snapshot_results();
    for (language, theme, suffix) in [
        (Language::Chinese, egui::Theme::Light, "zh-light"),
        (Language::English, egui::Theme::Dark, "en-dark"),
    ] {
        let mut window = open(&[SAMPLES], language, theme);
        picture(&mut window, &format!("documents-{suffix}"));
        click(&mut window, "08_Repair_Cafes_and_Household_Objects.pdf");
        picture(&mut window, &format!("document-{suffix}"));
        click(&mut window, "2024届/15_Second_Life_of_Objects_final.docx");
        picture(&mut window, &format!("pair-{suffix}"));
        let (pairs, matrix, settings, groups) = match language {
            Language::Chinese => ("相似对（4）", "矩阵", "设置", "雷同组（4）"),
            Language::English => ("Similar pairs (4)", "Matrix", "Settings", "Groups (4)"),
        };
        click(
            &mut window,
            match language {
                Language::Chinese => "指纹",
                Language::English => "Fingerprints",
            },
        );
        picture(&mut window, &format!("pair-prints-{suffix}"));
        click(&mut window, pairs);
        picture(&mut window, &format!("pairs-{suffix}"));
        click(&mut window, matrix);
        picture(&mut window, &format!("matrix-{suffix}"));
        click(&mut window, groups);
        picture(&mut window, &format!("groups-{suffix}"));
        click(&mut window, matrix);
        click(&mut window, settings);
        picture(&mut window, &format!("settings-{suffix}"));
        results.extend(window.take_snapshot_results());
    }
    for (language, theme, suffix) in [
        (Language::Chinese, egui::Theme::Light, "zh-light"),
        (Language::English, egui::Theme::Dark, "en-dark"),
    ] {
        let mut window = open_library(language, theme);
        picture(&mut window, &format!("library-{suffix}"));
        results.extend(window.take_snapshot_results());
    }
    let folder = group_of_four();
    let mut group = open(
        &[folder.path().to_str().unwrap()],
        Language::English,
        egui::Theme::Light,
    );
    click(&mut group, "Groups (1)");
    picture(&mut group, "groups-of-four-en-light");
    results.extend(group.take_snapshot_results());
    let mut broken = open(
        &["tests/fixtures/broken"],
        Language::Chinese,
        egui::Theme::Light,
    );
    picture(&mut broken, "problems-zh-light");
    results.extend(broken.take_snapshot_results());
}
