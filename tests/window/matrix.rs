//! Tests of the matrix: its measures, moving in it, the pairs it opens, the picture that is saved.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::driver::{click, key, open, samples, sees, type_path};
use crate::texts::{beginning, counted, text, text_with};

#[test]
fn the_matrix_opens_pairs_by_mouse_and_by_keyboard() {
    let mut window = open([samples()]);
    click(&mut window, &text("pages.matrix"));
    let matrix = counted("matrix.label", 15);
    let matrix = window.get_by_label(&matrix);
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
    click(&mut window, &text("pages.matrix"));
    // Copied shares are shown by default: a patchwork is far from each of its sources.
    assert!(sees(&window, &text("matrix.share-1")) && sees(&window, &text("matrix.share-6")));
    click(&mut window, &text("matrix.distance"));
    assert!(sees(&window, "4–6") && sees(&window, &text("matrix.near-6")));
    click(&mut window, &text("matrix.cosine"));
    assert!(sees(&window, "≥ 98.5 %"));
    click(&mut window, &text("matrix.share"));
    assert!(sees(&window, &text("matrix.share-1")));
    // Similar documents are beside each other: the first two are the docx and its pdf.
    click(&mut window, &text("matrix.by-likeness"));
    window.get_by_label(&counted("matrix.label", 15)).focus();
    window.run_steps(2);
    window.key_press(Key::ArrowRight);
    window.run_steps(2);
    window.key_press(Key::ArrowLeft);
    window.run_steps(2);
    assert!(sees(
        &window,
        &text_with("matrix.marked", &[("row", &1), ("column", &2)])
    ));
    assert!(sees(
        &window,
        &text_with(
            "matrix.hover",
            &[("distance", &0), ("bits", &64), ("cosine", &"100.0 %")]
        )
    ));
    assert!(
        sees(
            &window,
            &beginning("matrix.copied", &[("first", &"100.0 %")])
        ) && sees(&window, &text("verdict.near-duplicate"))
    );
    // Zoomed in, an overview appears; the whole matrix comes back afterwards.
    assert!(!sees(&window, &text("matrix.minimap")));
    for _ in 0..3 {
        click(&mut window, &text("matrix.zoom-in"));
    }
    window.key_press(Key::Plus);
    window.run_steps(2);
    assert!(sees(&window, &text("matrix.minimap")));
    click(&mut window, &text("matrix.minimap"));
    click(&mut window, &text("matrix.fit"));
    assert!(!sees(&window, &text("matrix.minimap")));
    click(&mut window, &text("matrix.save"));
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
    click(&mut window, &text("pages.matrix"));
    click(&mut window, &text("matrix.by-likeness"));
    let matrix = counted("matrix.label", 15);
    let matrix = window.get_by_label(&matrix);
    // Names take 210 points and numbers 22; cells fill the height.
    let (corner, height) = (matrix.rect().min, matrix.rect().height() - 22.0);
    let cell = height / 15.0;
    window.hover_at(corner + egui::vec2(210.0 + 1.5 * cell, 22.0 + 0.5 * cell));
    window.run_steps(40);
    assert!(
        sees(
            &window,
            &beginning("matrix.hover", &[("distance", &0), ("bits", &64)])
        ),
        "under the pointer"
    );
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
        sees(&window, &counted("pair.passages", 1)),
        "the page of the pair is open"
    );
}
