//! Tests of the matrix: its measures, moving in it, the pairs it opens, the picture that is saved.

use egui::{Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable;

use crate::driver::{
    Window, click, key, lacks, open, press_times, samples, sees, shows, type_path,
};
use crate::texts::{Values, beginning, counted, text, text_with};

/// Opens the matrix of the samples.
fn matrix() -> Window {
    let mut window = open([samples()]);
    click(&mut window, &text("pages.matrix"));
    window
}

/// Name of the cells, as a screen reader has it.
fn cells() -> String {
    counted("matrix.label", 15)
}

fn focus_cells(window: &mut Window) {
    window.get_by_label(&cells()).focus();
    window.run_steps(2);
}

#[test]
fn the_matrix_opens_pairs_by_the_keyboard() {
    let mut window = matrix();
    click(&mut window, &text("matrix.by-name"));
    focus_cells(&mut window);
    // From row 1, column 2 to row 1, column 13: the docx and its pdf.
    press_times(&mut window, Key::ArrowRight, 11);
    key(&mut window, Modifiers::NONE, Key::Enter);
    shows(
        &window,
        ["2024届/13_社区图书馆夜间开放服务研究_打印版.pdf", "0 / 64"],
    );
}

/// Returns the middle of the cell in row 1, column 2.
fn first_pair(window: &Window) -> Pos2 {
    let matrix = window.get_by_label(&cells()).rect();
    // Numbers take 22 points; cells fill the height and end at the right.
    let cell = (matrix.height() - 22.0) / 15.0;
    matrix.right_top() + vec2(-13.5 * cell, 22.0 + 0.5 * cell)
}

#[test]
fn the_matrix_opens_a_pair_by_the_mouse() {
    let mut window = matrix();
    click(&mut window, &text("matrix.by-likeness"));
    let at = first_pair(&window);
    window.hover_at(at);
    window.run_steps(40);
    let values: Values<'_> = &[("distance", &0), ("bits", &64)];
    let of_the_pair = beginning("matrix.hover", values);
    assert!(sees(&window, &of_the_pair), "under the pointer");
    for pressed in [true, false] {
        window.event(egui::Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.run_steps(2);
    }
    let page = counted("pair.passages", 1);
    assert!(sees(&window, &page), "the page of the pair is open");
}

#[test]
fn the_legend_says_what_the_colours_of_each_measure_mean() {
    let mut window = matrix();
    // Copied shares are shown by default: a patchwork is far from each of its sources.
    shows(&window, ["matrix.share-1", "matrix.share-6"].map(text));
    click(&mut window, &text("matrix.distance"));
    shows(&window, ["4–6", &text("matrix.near-6")]);
    click(&mut window, &text("matrix.cosine"));
    shows(&window, ["≥ 98.5 %"]);
    click(&mut window, &text("matrix.share"));
    shows(&window, [text("matrix.share-1")]);
}

#[test]
fn by_likeness_similar_documents_stand_beside_each_other() {
    let mut window = matrix();
    click(&mut window, &text("matrix.by-likeness"));
    focus_cells(&mut window);
    press_times(&mut window, Key::ArrowRight, 1);
    press_times(&mut window, Key::ArrowLeft, 1);
    let marked = text_with("matrix.marked", &[("row", &1), ("column", &2)]);
    // The first two are the docx and its pdf.
    let near: Values<'_> = &[("distance", &0), ("bits", &64), ("cosine", &"100.0 %")];
    let near = text_with("matrix.hover", near);
    let copied = beginning("matrix.copied", &[("first", &"100.0 %")]);
    let verdict = text("verdict.near-duplicate");
    shows(&window, [marked, near, copied, verdict]);
}

#[test]
fn an_overview_stands_beside_a_matrix_that_is_not_whole() {
    let mut window = matrix();
    let overview = text("matrix.minimap");
    lacks(&window, [&overview]);
    focus_cells(&mut window);
    for _ in 0..3 {
        click(&mut window, &text("matrix.zoom-in"));
    }
    press_times(&mut window, Key::Plus, 1);
    shows(&window, [&overview]);
    click(&mut window, &overview);
    click(&mut window, &text("matrix.fit"));
    lacks(&window, [&overview]);
}

#[test]
fn the_matrix_is_saved_as_a_picture_in_the_order_that_is_shown() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("矩阵.png");
    let mut window = matrix();
    click(&mut window, &text("matrix.by-likeness"));
    click(&mut window, &text("matrix.save"));
    let [field, save] = ["field.save-as", "field.save"].map(text);
    type_path(&mut window, &field, &file, &save);
    let exported = text_with("notice.exported", &[("file", &file.display())]);
    shows(&window, [exported]);
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
