//! Tests of the matrix: its measures, moving in it, the pairs it opens, the picture that is saved.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::driver::{click, key, open, samples, sees, type_path};

#[test]
fn the_matrix_opens_pairs_by_mouse_and_by_keyboard() {
    let mut window = open([samples()]);
    click(&mut window, "Matrix");
    let matrix = window.get_by_label("Similarity matrix of 15 documents");
    matrix.focus();
    window.run_steps(2);
    // From row 1, column 2 to row 1, column 13: the docx and its pdf.
    for _ in 0..11 {
        window.key_press(Key::ArrowRight);
        window.run_steps(2);
    }
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert!(
        sees(&window, "2024届/13_社区图书馆夜间开放服务研究_打印版.pdf") && sees(&window, "0 / 64")
    );
}

#[test]
fn the_matrix_is_measured_ordered_and_saved_as_a_picture() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("矩阵.png");
    let mut window = open([samples()]);
    click(&mut window, "Matrix");
    // Copied shares are shown by default: a patchwork is far from each of its sources.
    assert!(sees(&window, "nearly all") && sees(&window, "nothing found"));
    click(&mut window, "Distance");
    assert!(sees(&window, "4–6") && sees(&window, "unrelated"));
    click(&mut window, "Estimated cosine");
    assert!(sees(&window, "≥ 98.5 %"));
    click(&mut window, "Copied share");
    assert!(sees(&window, "nearly all"));
    // Similar documents are beside each other: the first two are the docx and its pdf.
    click(&mut window, "By likeness");
    window
        .get_by_label("Similarity matrix of 15 documents")
        .focus();
    window.run_steps(2);
    window.key_press(Key::ArrowRight);
    window.run_steps(2);
    window.key_press(Key::ArrowLeft);
    window.run_steps(2);
    assert!(sees(&window, "Marked: row 1, column 2"));
    assert!(sees(&window, "distance 0 / 64, estimated cosine 100.0 %"));
    assert!(sees(&window, "copied share: 100.0 % (row)") && sees(&window, "near-duplicate"));
    // Zoomed in, an overview appears; the whole matrix comes back afterwards.
    assert!(!sees(&window, "Overview"));
    for _ in 0..3 {
        click(&mut window, "Zoom in");
    }
    window.key_press(Key::Plus);
    window.run_steps(2);
    assert!(sees(&window, "Overview: click or drag to move there"));
    click(&mut window, "Overview: click or drag to move there");
    click(&mut window, "Whole matrix");
    assert!(!sees(&window, "Overview"));
    click(&mut window, "Save picture...");
    type_path(&mut window, "Save as", &file, "Save");
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
    let mut window = open([samples()]);
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
            modifiers: Modifiers::NONE,
        });
        window.run_steps(2);
    }
    assert!(
        sees(&window, "Passages (1)"),
        "the page of the pair is open"
    );
}
