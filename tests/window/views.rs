//! Tests that every view is reached in both languages, and looks like its approved picture.

use std::io::Write;
use std::path::PathBuf;

use chachong::app::LibraryChoice;
use chachong::i18n::Language;
use egui::{Key, Modifiers, Theme};
use egui_kittest::kittest::Queryable;

use crate::driver::{FIRST, Opening, Window, click, key, open, samples, sees, wait_until_idle};
use crate::groups::group_of_four;
use crate::texts::{beginning_in, counted, counted_in, summary, text, text_in, text_with};

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
    click(&mut window, &text_in(language, "toolbar.library", &[]));
    window
}

#[test]
fn every_view_is_reached_by_label() {
    let mut window = open([samples()]);
    assert!(sees(&window, &summary(15, 4)));
    // Documents -> one document.
    click(&mut window, FIRST);
    assert!(sees(&window, &counted("document.near", 1)));
    let [back, tab] =
        [&text("pages.back"), &text("pages.matrix")].map(|name| window.get_by_label(name).rect());
    let between = (back.center().y - tab.center().y).abs();
    assert!(
        between < 0.5,
        "{between} between the middles of {back:?} and {tab:?}"
    );
    assert!(
        sees(&window, &text("similar.others")),
        "unrelated ones stand apart from sources"
    );
    click(&mut window, &text("document.file"));
    assert!(sees(&window, "9fd6ec9e95963b02"));
    click(&mut window, &text("document.sources"));
    // -> its near-duplicate as a pair.
    click(
        &mut window,
        "2024届/13_社区图书馆夜间开放服务研究_打印版.pdf",
    );
    assert!(sees(&window, &counted("pair.passages", 1)) && sees(&window, "0 / 64"));
    click(&mut window, &text("pair.fingerprints"));
    assert!(
        sees(&window, &text_with("pair.block-equal", &[("block", &"A")]))
            && sees(&window, &text("pair.why"))
    );
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert!(
        sees(&window, &counted("document.near", 1)),
        "Escape leads back"
    );
    // Pairs -> a pair with differing bits.
    click(&mut window, &counted("pages.pairs", 4));
    click(&mut window, "04_城市共享单车停放治理研究.docx");
    assert!(sees(&window, "2 / 64"));
    click(&mut window, &text("pair.fingerprints"));
    assert!(
        sees(&window, &text_with("pair.block-equal", &[("block", &"B")]))
            && sees(
                &window,
                &text_with("pair.block-differs", &[("block", &"A"), ("bits", &1)])
            )
    );
    // Matrix.
    click(&mut window, &text("pages.matrix"));
    assert!(sees(&window, &counted("matrix.label", 15)));
}

#[test]
fn language_is_switched_while_running_and_a_cleared_list_comes_back() {
    let mut window = open_in(Language::Chinese, Theme::Dark, &[samples()]);
    let chinese = |key: &str| text_in(Language::Chinese, key, &[]);
    assert!(sees(
        &window,
        &beginning_in(
            Language::Chinese,
            "status-bar.summary",
            &[("read", &15), ("pairs", &4)]
        )
    ));
    click(&mut window, &chinese("toolbar.clear"));
    assert!(sees(&window, &chinese("start.drop")));
    click(&mut window, &chinese("notice.undo"));
    wait_until_idle(&mut window);
    assert!(sees(
        &window,
        &counted_in(Language::Chinese, "pages.pairs", 4)
    ));
    click(&mut window, &chinese("toolbar.settings"));
    click(&mut window, "English");
    assert!(sees(&window, &counted("pages.pairs", 4)));
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
        let name = |key: &str| text_in(language, key, &[]);
        click(&mut window, &name("pair.fingerprints"));
        picture(&mut window, &format!("pair-prints-{suffix}"));
        click(&mut window, &counted_in(language, "pages.pairs", 4));
        picture(&mut window, &format!("pairs-{suffix}"));
        click(&mut window, &name("pages.matrix"));
        picture(&mut window, &format!("matrix-{suffix}"));
        click(&mut window, &counted_in(language, "pages.groups", 4));
        picture(&mut window, &format!("groups-{suffix}"));
        click(&mut window, &name("pages.matrix"));
        click(&mut window, &name("toolbar.settings"));
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
    click(&mut group, &counted("pages.groups", 1));
    picture(&mut group, "groups-of-four-en-light");
    results.extend(group.take_snapshot_results());
    let mut broken = open_in(Language::Chinese, Theme::Light, &["tests/fixtures/broken"]);
    picture(&mut broken, "problems-zh-light");
    results.extend(broken.take_snapshot_results());
}
