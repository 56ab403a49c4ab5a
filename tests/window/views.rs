//! Tests that every view is reached in both languages, and looks like its approved picture.

use std::io::Write;
use std::path::PathBuf;

use chachong::app::LibraryChoice;
use chachong::i18n::Language;
use egui::{Key, Modifiers, Theme};
use egui_kittest::kittest::Queryable;

use crate::driver::{FIRST, Opening, Window, click, key, open, samples, sees, wait_until_idle};
use crate::groups::group_of_four;

fn open_in(language: Language, theme: Theme, paths: &[&str]) -> Window {
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

/// Opens the page of a library that always has the same documents, days and file.
fn open_library(language: Language, theme: Theme) -> Window {
    let file = PathBuf::from(format!("target/tmp/library-{}.chachong", theme as u8));
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
    click(&mut window, &language.text("toolbar.library"));
    window
}

#[test]
fn every_view_is_reached_by_label() {
    let mut window = open([samples()]);
    assert!(sees(
        &window,
        "read: 15 · similar pairs: 4 · warnings: 0 · failed: 0"
    ));
    // Documents -> one document.
    click(&mut window, FIRST);
    assert!(sees(&window, "Similar documents: 1"));
    let [back, tab] = ["Back", "Matrix"].map(|name| window.get_by_label(name).rect());
    let between = (back.center().y - tab.center().y).abs();
    assert!(
        between < 0.5,
        "{between} between the middles of {back:?} and {tab:?}"
    );
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
    key(&mut window, Modifiers::NONE, Key::Escape);
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
fn language_is_switched_while_running_and_a_cleared_list_comes_back() {
    let mut window = open_in(Language::Chinese, Theme::Dark, &[samples()]);
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

/// Returns whether image snapshots can be rendered on this machine.
pub(crate) fn can_render(window: &mut Window) -> bool {
    let rendered =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| window.render().is_ok()));
    if rendered.unwrap_or(false) {
        return true;
    }
    assert!(
        std::env::var_os("CHACHONG_TEST_EVERYTHING").is_none(),
        "no Vulkan driver for image snapshots: install mesa-vulkan-drivers"
    );
    // Written to stderr directly: the output of a passing test is not shown.
    let _ = writeln!(
        std::io::stderr(),
        "left out: image snapshots (no Vulkan driver; Debian: mesa-vulkan-drivers)"
    );
    false
}

pub(crate) fn picture(window: &mut Window, name: &str) {
    window.remove_cursor();
    window.run_steps(8);
    window.snapshot(name);
}

#[test]
fn views_look_as_they_were_looked_at() {
    let mut start = open_in(Language::Chinese, Theme::Light, &[]);
    if !can_render(&mut start) {
        return;
    }
    picture(&mut start, "start-zh");
    let mut results = start.take_snapshot_results();
    for (language, theme, suffix) in [
        (Language::Chinese, Theme::Light, "zh-light"),
        (Language::English, Theme::Dark, "en-dark"),
    ] {
        let mut window = open_in(language, theme, &[samples()]);
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
        (Language::Chinese, Theme::Light, "zh-light"),
        (Language::English, Theme::Dark, "en-dark"),
    ] {
        let mut window = open_library(language, theme);
        picture(&mut window, &format!("library-{suffix}"));
        results.extend(window.take_snapshot_results());
    }
    let folder = group_of_four();
    let mut group = open_in(
        Language::English,
        Theme::Light,
        &[folder.path().to_str().unwrap()],
    );
    click(&mut group, "Groups (1)");
    picture(&mut group, "groups-of-four-en-light");
    results.extend(group.take_snapshot_results());
    let mut broken = open_in(Language::Chinese, Theme::Light, &["tests/fixtures/broken"]);
    picture(&mut broken, "problems-zh-light");
    results.extend(broken.take_snapshot_results());
}
