//! Tests that every view is reached in both languages, and looks like its approved picture.

use std::path::PathBuf;

use chachong_messages::Language;
use chachong_window::LibraryChoice;
use egui::{Key, Modifiers, Theme};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable;

use crate::driver::{
    FIRST, Opening, Window, click, key, lacks, open, samples, sees, shows, wait_until_idle,
};
use crate::pictures::{can_render, picture};
use crate::texts::{Values, beginning_in, counted, counted_in, summary, text, text_in, text_with};
use crate::theses::group_of_four;

/// Looks of the pictures, each with the ending of its pictures' names.
pub(crate) const LOOKS: [(Language, Theme, &str); 2] = [
    (Language::Chinese, Theme::Light, "zh-light"),
    (Language::English, Theme::Dark, "en-dark"),
];

pub(crate) fn open_in(language: Language, theme: Theme, paths: &[&str]) -> Window {
    let opening = Opening {
        paths: paths.iter().map(PathBuf::from).collect(),
        language,
        ..Opening::default()
    };
    let mut window = opening.open();
    window.ctx.set_theme(theme);
    window.run_steps(3);
    window
}

/// Opens the page of a library that always has the same documents and days, in a file of this name.
pub(crate) fn open_library(language: Language, theme: Theme, name: &str) -> Window {
    let file = PathBuf::from(format!("target/tmp/{name}.chachong"));
    for ending in ["", "-wal", "-shm", ".index", ".lock"] {
        // Left over from an earlier run, or missing.
        let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
    }
    let copied = std::fs::create_dir_all("target/tmp")
        .and_then(|()| std::fs::copy("tests/fixtures/library/v2.chachong", &file));
    assert!(copied.is_ok(), "{copied:?}");
    let opening = Opening {
        language,
        library: LibraryChoice::File(file),
        ..Opening::default()
    };
    let mut window = opening.open();
    window.ctx.set_theme(theme);
    click(&mut window, &text_in(language, "toolbar.library", &[]));
    window
}

#[test]
fn the_documents_lead_to_a_document_and_to_its_near_duplicate() {
    let mut window = open([samples()]);
    shows(&window, [summary(15, 4)]);
    click(&mut window, FIRST);
    let near = counted("document.near", 1);
    shows(&window, [&near]);
    let others = text("similar.others");
    assert!(
        sees(&window, &others),
        "unrelated ones stand apart from sources"
    );
    click(&mut window, &text("document.file"));
    shows(&window, ["9fd6ec9e95963b02"]);
    click(&mut window, &text("document.sources"));
    let duplicate = "2024届/13_社区图书馆夜间开放服务研究_打印版.pdf";
    click(&mut window, duplicate);
    shows(&window, ["0 / 64", &counted("pair.passages", 1)]);
    click(&mut window, &text("pair.fingerprints"));
    let equal = text_with("pair.block-equal", &[("block", &1)]);
    shows(&window, [equal, text("pair.why")]);
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert!(sees(&window, &near), "Escape leads back");
}

#[test]
fn the_way_back_is_as_high_as_the_tabs() {
    let mut window = open(["assets/samples/07_高校食堂食物浪费调查.txt"]);
    click(&mut window, "07_高校食堂食物浪费调查.txt");
    let [back, tab] =
        ["pages.back", "pages.matrix"].map(|key| window.get_by_label(&text(key)).rect());
    let between = (back.center().y - tab.center().y).abs();
    assert!(
        between < 0.5,
        "{between} between the middles of {back:?} and {tab:?}"
    );
}

#[test]
fn the_pairs_lead_to_the_bits_that_differ() {
    let mut window = open([samples()]);
    click(&mut window, &counted("pages.pairs", 4));
    click(&mut window, "04_城市共享单车停放治理研究.docx");
    shows(&window, ["2 / 64"]);
    click(&mut window, &text("pair.fingerprints"));
    let equal = text_with("pair.block-equal", &[("block", &2)]);
    let differs: Values<'_> = &[("block", &1), ("bits", &1)];
    shows(&window, [equal, text_with("pair.block-differs", differs)]);
    click(&mut window, &text("pages.matrix"));
    shows(&window, [counted("matrix.label", 15)]);
}

#[test]
fn language_is_switched_while_running_and_a_cleared_list_comes_back() {
    let mut window = open_in(Language::Chinese, Theme::Dark, &[samples()]);
    let chinese = |key: &str| text_in(Language::Chinese, key, &[]);
    let values: Values<'_> = &[("read", &15), ("pairs", &4)];
    let read = beginning_in(Language::Chinese, "status-bar.summary", values);
    shows(&window, [read]);
    click(&mut window, &chinese("toolbar.more"));
    click(&mut window, &chinese("toolbar.clear"));
    shows(&window, [chinese("start.drop")]);
    click(&mut window, &chinese("notice.undo"));
    wait_until_idle(&mut window);
    let pairs = counted_in(Language::Chinese, "pages.pairs", 4);
    shows(&window, [&pairs]);
    click(&mut window, &chinese("toolbar.settings"));
    click(&mut window, "English");
    shows(&window, [counted("pages.pairs", 4)]);
    lacks(&window, [&pairs]);
}

#[test]
fn the_start_page_looks_as_it_was_looked_at() {
    let mut start = open_in(Language::Chinese, Theme::Light, &[]);
    if can_render(&mut start) {
        picture(&mut start, "start-zh");
    }
}

#[test]
fn the_pages_of_a_check_look_as_they_were_looked_at() {
    let mut results = SnapshotResults::new();
    for (language, theme, suffix) in LOOKS {
        let mut window = open_in(language, theme, &[samples()]);
        if !can_render(&mut window) {
            return;
        }
        let name = |key: &str| text_in(language, key, &[]);
        let count = |key: &str| counted_in(language, key, 4);
        picture(&mut window, &format!("documents-{suffix}"));
        click(&mut window, "08_Repair_Cafes_and_Household_Objects.pdf");
        picture(&mut window, &format!("document-{suffix}"));
        click(&mut window, &name("page-view.tab"));
        wait_until_idle(&mut window);
        picture(&mut window, &format!("page-{suffix}"));
        click(&mut window, &name("document.sources"));
        click(&mut window, "2024届/15_Second_Life_of_Objects_final.docx");
        picture(&mut window, &format!("pair-{suffix}"));
        click(&mut window, &name("pair.fingerprints"));
        picture(&mut window, &format!("pair-prints-{suffix}"));
        click(&mut window, &count("pages.pairs"));
        picture(&mut window, &format!("pairs-{suffix}"));
        click(&mut window, &name("pages.matrix"));
        picture(&mut window, &format!("matrix-{suffix}"));
        click(&mut window, &count("pages.groups"));
        picture(&mut window, &format!("groups-{suffix}"));
        click(&mut window, &name("pages.matrix"));
        click(&mut window, &name("toolbar.settings"));
        picture(&mut window, &format!("settings-{suffix}"));
        results.extend_harness(&mut window);
    }
}

#[test]
fn the_library_looks_as_it_was_looked_at() {
    let mut results = SnapshotResults::new();
    for (language, theme, suffix) in LOOKS {
        let mut window = open_library(language, theme, &format!("library-{}", theme as u8));
        if !can_render(&mut window) {
            return;
        }
        picture(&mut window, &format!("library-{suffix}"));
        results.extend_harness(&mut window);
    }
}

#[test]
fn a_group_of_four_looks_as_it_was_looked_at() {
    let folder = group_of_four();
    let folder = folder.path().to_str().unwrap();
    let mut group = open_in(Language::English, Theme::Light, &[folder]);
    if can_render(&mut group) {
        click(&mut group, &counted("pages.groups", 1));
        picture(&mut group, "groups-of-four-en-light");
    }
}

#[test]
fn files_that_failed_look_as_they_were_looked_at() {
    let broken = "tests/fixtures/broken";
    let mut window = open_in(Language::Chinese, Theme::Light, &[broken]);
    if can_render(&mut window) {
        picture(&mut window, "problems-zh-light");
    }
}
