//! Tests of text recognition in the window: pages that are only pictures are read where a person asks for it.

use std::path::Path;

use egui::{Key, Modifiers};

use crate::driver::{
    click, drop_and_wait, key, lacks, open, press, shows, type_into, wait_until_idle,
};
use crate::texts::{counted, text, text_with};

/// Returns whether the models are there; without them a test of everything fails, and says how to get them.
fn has_models() -> bool {
    let there = Path::new("assets/models/tiny-recognition.onnx").is_file();
    assert!(
        there || std::env::var_os("CHACHONG_TEST_EVERYTHING").is_none(),
        "no models: run python3 assets/make_models.py usual"
    );
    there
}

#[test]
fn a_setting_reads_them_by_itself() {
    if !has_models() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let scan = folder.path().join("scan.pdf");
    std::fs::copy("tests/fixtures/scans/zh-bikes.pdf", &scan).unwrap();
    let text_file = folder.path().join("text.txt");
    std::fs::copy("tests/fixtures/texts/zh-bikes.txt", &text_file).unwrap();
    let mut window = open([text_file]);
    click(&mut window, &text("toolbar.settings"));
    press(&mut window, &text("settings.recognise"));
    drop_and_wait(&mut window, &scan);
    wait_until_idle(&mut window);
    key(&mut window, Modifiers::COMMAND, Key::Num1);
    lacks(&window, [counted("recognition.read-pages", 1)]);
    click(&mut window, "scan.pdf");
    shows(&window, ["lower estimates"]);
}

#[test]
fn a_button_reads_the_pages_that_are_pictures() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(
        "tests/fixtures/scans/zh-bikes.pdf",
        folder.path().join("scan.pdf"),
    )
    .unwrap();
    // Half of the text is its own, so that its share can be larger than what is found.
    let texts = ["bikes", "canteen"].map(|name| {
        std::fs::read_to_string(format!("tests/fixtures/texts/zh-{name}.txt")).unwrap()
    });
    std::fs::write(folder.path().join("text.txt"), texts.concat()).unwrap();
    let mut window = open([folder.path().to_owned()]);
    let button = counted("recognition.read-pages", 1);
    shows(&window, [button.clone()]);
    let has_models = has_models();
    click(&mut window, &button);
    wait_until_idle(&mut window);
    if !has_models {
        shows(&window, ["make_models.py"]);
        return;
    }
    lacks(&window, [button]);
    // The second page was nowhere before; now nearly all of the scan is in the text.
    click(&mut window, "scan.pdf");
    shows(&window, ["lower estimates", "text.txt"]);
    // Every share over the text that was read says so, also that of the other document.
    shows(&window, [counted("lower-estimate.reason", 1)]);
    key(&mut window, Modifiers::NONE, Key::Escape);
    let spoken = counted("lower-estimate.reason", 1);
    shows(&window, ["≥ ".to_owned(), spoken]);
}

#[test]
fn a_line_of_a_page_is_corrected_beside_its_picture() {
    if !has_models() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let scan = folder.path().join("scan.pdf");
    std::fs::copy("tests/fixtures/scans/zh-bikes.pdf", &scan).unwrap();
    let mut window = open([scan]);
    click(&mut window, &counted("recognition.read-pages", 1));
    wait_until_idle(&mut window);
    click(&mut window, "scan.pdf");
    click(&mut window, &text("page-view.tab"));
    wait_until_idle(&mut window);
    shows(&window, [text_with("page-view.picture", &[("page", &1)])]);
    click(&mut window, &text("page-view.next"));
    wait_until_idle(&mut window);
    shows(&window, [text_with("page-view.picture", &[("page", &2)])]);
    shows(&window, ["2 uncertain lines"]);
    click(&mut window, &text("page-view.next-unsure"));
    type_into(&mut window, &text("page-view.line"), "由人改正的一行");
    click(&mut window, &text("page-view.take"));
    wait_until_idle(&mut window);
    lacks(&window, [text("page-view.not-kept")]);
    // The document was read again with the correction: one of two uncertain lines is left.
    shows(&window, ["1 uncertain line."]);
}

#[test]
fn a_narrow_window_shows_the_page_too() {
    let folder = tempfile::tempdir().unwrap();
    let scan = folder.path().join("scan.pdf");
    std::fs::copy("tests/fixtures/scans/zh-bikes.pdf", &scan).unwrap();
    let mut window = open([scan]);
    window.set_size(egui::vec2(820.0, 700.0));
    window.run_steps(2);
    click(&mut window, "scan.pdf");
    wait_until_idle(&mut window);
    click(&mut window, &text("page-view.tab"));
    wait_until_idle(&mut window);
    click(&mut window, &text("page-view.next"));
    wait_until_idle(&mut window);
    shows(&window, [text_with("page-view.picture", &[("page", &2)])]);
}
