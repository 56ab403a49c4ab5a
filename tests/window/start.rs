//! Tests of a start of the window: the welcome, what an earlier run left behind, and the page about the program.

use std::path::{Path, PathBuf};

use chachong_messages::Language;
use chachong_window::{LibraryChoice, Welcome};
use egui::Theme;
use egui_kittest::SnapshotResults;

use crate::driver::{
    FIRST, Opening, Window, click, close, lacks, open_with, press, samples, save_preferences, sees,
    settle, shows, wait_to_see,
};
use crate::library::free;
use crate::pictures::{can_render, picture};
use crate::texts::{beginning, text, text_in, text_with, words};

/// Opens a window that remembers, and has it save its preferences in `folder` after `doing`.
fn remembering(folder: &Path, doing: impl FnOnce(&mut Window)) {
    let opening = Opening {
        remembered: Some(folder.to_owned()),
        ..Opening::default()
    };
    let mut window = opening.open();
    doing(&mut window);
    save_preferences(&mut window);
    close(window);
}

#[test]
fn the_welcome_comes_once() {
    let folder = tempfile::tempdir().unwrap();
    remembering(folder.path(), |window| {
        shows(window, ["welcome.title", "welcome.private"].map(text));
        click(window, "中文");
        let chinese = |key| text_in(Language::Chinese, key, &[]);
        shows(window, [chinese("welcome.title")]);
        click(window, "English");
        click(window, &text("welcome.begin"));
        shows(window, [text("start.drop")]);
    });
    remembering(folder.path(), |window| {
        lacks(window, [text("welcome.title")]);
    });
}

#[test]
fn who_adds_documents_needs_no_welcome() {
    let folder = tempfile::tempdir().unwrap();
    remembering(folder.path(), |window| {
        crate::driver::drop_and_wait(window, &Path::new(samples()).join(FIRST));
        click(window, &text("toolbar.more"));
        click(window, &text("toolbar.clear"));
        shows(window, [text("start.drop")]);
        lacks(window, [text("welcome.title")]);
    });
}

#[test]
fn settings_that_cannot_be_read_are_kept_and_told() {
    let folder = tempfile::tempdir().unwrap();
    remembering(folder.path(), |window| {
        click(window, &text("welcome.begin"));
    });
    let file = folder.path().join("settings.json");
    let whole = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let kept = folder.path().join("settings.json.damaged");
    remembering(folder.path(), |window| {
        let told = text_with("notice.settings-damaged", &[("file", &kept.display())]);
        shows(window, [told, text("welcome.title")]);
    });
    assert_eq!(
        std::fs::read_to_string(&kept).unwrap(),
        whole[..whole.len() / 2]
    );
    serde_json::from_slice::<serde_json::Value>(&std::fs::read(&file).unwrap()).unwrap();
}

/// Opens the window with a library and a folder for notes.
fn noted(library: &Path, logs: &Path, paths: Vec<PathBuf>) -> Window {
    let opening = Opening {
        paths,
        library: LibraryChoice::File(library.to_owned()),
        logs: Some(logs.to_owned()),
        ..Opening::default()
    };
    opening.open()
}

/// Returns the only file in `folder` whose name begins so.
fn file(folder: &Path, start: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    let mut paths = entries.map(|entry| entry.path());
    paths.find(|path| {
        path.file_name()
            .unwrap()
            .to_string_lossy()
            .starts_with(start)
    })
}

#[test]
fn a_window_that_vanished_has_its_check_offered_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("library.chachong");
    let [lived, left] = ["lived", "left"].map(|name| folder.path().join(name));
    std::fs::create_dir(&left).unwrap();
    let mut window = noted(&library, &lived, vec![samples().into()]);
    settle(&mut window);
    // The mark as a killed program leaves it: with the check, held by nobody.
    crate::driver::wait(&mut window, |_| {
        let mark = std::fs::read_to_string(file(&lived, "running-").unwrap()).unwrap();
        mark.contains("check: ") && mark.contains("under way: showing results\ndocuments: 15\n")
    });
    std::fs::copy(
        file(&lived, "running-").unwrap(),
        left.join("running-1.txt"),
    )
    .unwrap();
    close(window);
    free(&library);
    assert_eq!(
        file(&lived, "running-"),
        None,
        "a closed window leaves no mark"
    );
    let mut window = noted(&library, &left, Vec::new());
    wait_to_see(&mut window, &beginning("ended.vanished", &[]));
    shows(&window, ["notice.open", "notice.show-in-folder"].map(text));
    click(&mut window, &text("ended.open-check"));
    wait_to_see(&mut window, FIRST);
    assert!(file(&left, "crash-").is_some());
    close(window);
    free(&library);
    let window = noted(&library, &left, Vec::new());
    lacks(&window, [beginning("ended.vanished", &[])]);
}

#[test]
fn a_newer_library_is_refused_in_words_and_the_check_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("library.chachong");
    std::fs::copy("tests/fixtures/library/v2.chachong", &library).unwrap();
    rusqlite::Connection::open(&library)
        .unwrap()
        .pragma_update(None, "user_version", 99)
        .unwrap();
    let before = std::fs::read(&library).unwrap();
    let mut window = open_with(&library, [""; 0]);
    wait_to_see(
        &mut window,
        &words(Language::English, "library.error.too-new"),
    );
    crate::driver::drop_and_wait(&mut window, &Path::new(samples()).join(FIRST));
    shows(&window, [FIRST]);
    assert!(std::fs::read(&library).unwrap() == before, "written to");
}

/// Opens the page about the program.
fn about(window: &mut Window, language: Language) {
    let name = |key: &str| text_in(language, key, &[]);
    click(window, &name("toolbar.settings"));
    press(window, &name("settings.about"));
    settle(window);
}

#[test]
fn diagnostic_information_has_no_name() {
    let folder = tempfile::tempdir().unwrap();
    let broken = "tests/fixtures/broken";
    let library = folder.path().join("library.chachong");
    let mut window = noted(&library, &folder.path().join("logs"), vec![broken.into()]);
    shows(&window, ["truncated.pdf"]);
    about(&mut window, Language::English);
    press(&mut window, &text("about.copy-diagnostics"));
    settle(&mut window);
    // Of the lines only those in sight are drawn; the unit tests of the diagnostics look at all.
    shows(&window, ["version: 1.2.3"]);
    lacks(&window, ["truncated", "broken"]);
    shows(&window, [text("about.licences")]);
}

/// Languages and themes of the pictures.
const LOOKS: [(Language, Theme, &str); 4] = [
    (Language::Chinese, Theme::Light, "zh-light"),
    (Language::Chinese, Theme::Dark, "zh-dark"),
    (Language::English, Theme::Light, "en-light"),
    (Language::English, Theme::Dark, "en-dark"),
];

#[test]
fn welcome_and_about_look_as_they_were_looked_at() {
    let mut results = SnapshotResults::new();
    for (language, theme, suffix) in LOOKS {
        let opening = Opening {
            language,
            welcome: Welcome::Now,
            ..Opening::default()
        };
        let mut window = opening.open();
        window.ctx.set_theme(theme);
        window.run_steps(3);
        if !can_render(&mut window) {
            return;
        }
        picture(&mut window, &format!("welcome-{suffix}"));
        about(&mut window, language);
        picture(&mut window, &format!("about-{suffix}"));
        assert!(sees(&window, "1.2.3"));
        results.extend_harness(&mut window);
    }
}
