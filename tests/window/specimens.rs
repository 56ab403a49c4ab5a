//! Tests of program code in common: the pairs below the listed ones, the row of a source file, both programs beside each other.

use egui_kittest::kittest::Queryable;

use crate::driver::{click, open, sees, wait_until_idle};
use crate::pictures::{can_render, picture};

fn programs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["parking.py", "fahrrad.py", "garden.py"] {
        let file = std::path::Path::new("tests/fixtures/lab").join(name);
        std::fs::copy(file, folder.path().join(name)).unwrap();
    }
    folder
}

#[test]
fn copied_programs_stand_beside_each_other() {
    let folder = programs();
    let mut window = open([folder.path()]);
    // The row of a source file names the one with most of its code; nothing is wrong with it.
    assert!(sees(&window, "fahrrad.py · code copied:"));
    assert!(sees(&window, "warnings: 0"));
    click(&mut window, "Similar pairs (0)");
    assert!(sees(&window, "No pair shares text."));
    assert!(sees(&window, "code copied:"));
    let row = window.query_all_by_label("fahrrad.py").next().unwrap();
    row.click();
    window.run_steps(3);
    wait_until_idle(&mut window);
    for text in [
        "Program code in common",
        "program code also stands in",
        "Comments in common",
        "late since the powercut",
    ] {
        assert!(sees(&window, text), "{text}");
    }
    if can_render(&mut window) {
        picture(&mut window, "specimens-en-dark");
    }
}

#[test]
fn the_matrix_of_programs_shows_their_code() {
    let folder = programs();
    let mut window = open([folder.path()]);
    click(&mut window, "Matrix");
    wait_until_idle(&mut window);
    // Nothing else is known of source files.
    assert!(sees(&window, "nearly all"));
    if can_render(&mut window) {
        picture(&mut window, "matrix-code-en-dark");
    }
}
