//! Tests of the window with further libraries: added, switched, refused, remembered, and what they gave in a saved check.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use chachong_jobs::KeptSettings;
use chachong_library::{CheckStore, SqliteStore, StoreStatus};
use chachong_messages::Language;
use chachong_window::LibraryChoice;
use egui::{Role, Theme};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::driver::{
    self, Opening, Window, click, lacks, press, samples, sees, settle, shows, type_path, type_text,
    wait_to_see, wait_until_idle,
};
use crate::library::{EARLIER, free, new_thesis};
use crate::pictures::{can_render, picture};
use crate::texts::{counted, text, text_in, text_with};

/// Makes a library of this name with one of the samples in it.
fn wiki(folder: &Path, name: &str) -> PathBuf {
    let library = folder.join(name);
    let sample = Path::new(samples()).join(EARLIER);
    let mut program = Command::new(env!("CARGO_BIN_EXE_chachong"));
    program.args(["library", "add", "-q"]);
    let done = program.arg(&library).arg(sample).status().unwrap();
    assert!(done.success());
    library
}

fn open(library: &Path, paths: Vec<PathBuf>, remembered: Option<&Path>) -> Window {
    let opening = Opening {
        paths,
        library: LibraryChoice::File(library.to_owned()),
        remembered: remembered.map(Path::to_owned),
        ..Opening::default()
    };
    opening.open()
}

/// Adds a further library on the library's page.
fn add_source(window: &mut Window, file: &Path) {
    click(window, &text("source-libraries.add"));
    let [field, go] = ["field.path", "field.add"].map(text);
    type_path(window, &field, file, &go);
    wait_until_idle(window);
}

fn source() -> String {
    text_with("library.name", &[("name", &EARLIER)])
}

fn switch(name: &str) -> String {
    text_with("source-libraries.switch", &[("name", &name)])
}

fn compared_with(names: &str) -> String {
    text_with("status-bar.compared-with", &[("libraries", &names)])
}

#[test]
fn a_further_library_gives_sources_is_remembered_and_its_finds_stay_in_the_check() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own.chachong");
    let wiki = wiki(folder.path(), "wiki.chachong");
    let settings = Some(folder.path());
    let mut window = open(&own, vec![new_thesis(folder.path())], settings);
    lacks(&window, [source()]);
    click(&mut window, &text("toolbar.library"));
    add_source(&mut window, &wiki);
    wait_to_see(&mut window, &compared_with("wiki (1)"));
    shows(&window, [counted("source-libraries.documents", 1)]);
    click(&mut window, &counted("pages.pairs", 1));
    shows(&window, [source()]);
    driver::save_preferences(&mut window);
    driver::close(window);
    let store = free(&own);
    assert_eq!(store.about().unwrap().members, 0, "nothing became a member");
    let (_, content) = store.check(store.checks().unwrap()[0].id).unwrap();
    let found_in = KeptSettings::of_json(content.settings).found_in;
    assert_eq!(found_in.of_rows(&content.rows)[1].as_deref(), Some("wiki"));
    drop((store, free(&wiki)));

    // The next window has the library in its list; without it the check still shows what it gave.
    let gone = folder.path().join("gone");
    std::fs::rename(&wiki, &gone).unwrap();
    let mut window = open(&own, Vec::new(), settings);
    click(&mut window, "new");
    wait_to_see(&mut window, &compared_with("wiki"));
    settle(&mut window);
    click(&mut window, &counted("pages.pairs", 1));
    shows(&window, [source()]);
    click(&mut window, &text("toolbar.library"));
    let failed = text_with("library.error.not-there", &[("file", &wiki.display())]);
    shows(&window, [failed]);
    driver::close(window);
    drop(free(&own));

    std::fs::rename(&gone, &wiki).unwrap();
    let mut window = open(&own, vec![new_thesis(folder.path())], settings);
    wait_to_see(&mut window, &compared_with("wiki (1)"));
    click(&mut window, &text("toolbar.library"));
    click(&mut window, &switch("wiki"));
    wait_to_see(&mut window, &counted("pages.pairs", 0));
    lacks(&window, [compared_with("")]);
    click(&mut window, &counted("pages.pairs", 0));
    lacks(&window, [source()]);
    click(&mut window, &text("toolbar.library"));
    let name = switch("wiki");
    let toggled = window.get_by_role_and_label(Role::CheckBox, &name);
    assert_eq!(
        toggled.accesskit_node().toggled(),
        Some(egui::accesskit::Toggled::False)
    );
    let remove = text_with("source-libraries.remove-name", &[("name", &"wiki")]);
    click(&mut window, &remove);
    lacks(&window, [switch("wiki")]);
    driver::close(window);
}

#[test]
fn what_is_no_further_library_is_refused_or_says_so_in_its_row() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own.chachong");
    let wiki = wiki(folder.path(), "wiki.chachong");
    let notes = folder.path().join("notes.chachong");
    std::fs::write(&notes, "no library").unwrap();
    let mut window = open(&own, Vec::new(), None);
    click(&mut window, &text("toolbar.library"));
    add_source(&mut window, &own);
    let in_use = text_with("source-libraries.in-use", &[("file", &own.display())]);
    shows(&window, [in_use]);
    add_source(&mut window, &wiki);
    add_source(&mut window, &wiki);
    let listed = |file: &Path| text_with("source-libraries.listed", &[("file", &file.display())]);
    shows(&window, [listed(&wiki)]);
    if cfg!(unix) {
        let other_name = folder.path().join("other name.chachong");
        #[cfg(unix)]
        std::os::unix::fs::symlink(&wiki, &other_name).unwrap();
        add_source(&mut window, &other_name);
        shows(&window, [listed(&other_name)]);
        assert!(!sees(&window, &switch("other name")));
    }
    add_source(&mut window, &notes);
    let damaged = text_with("library.error.not-a-library", &[("file", &notes.display())]);
    shows(&window, [damaged, switch("notes"), switch("wiki")]);
    // A library of the list becomes the one in use: its row says so.
    click(&mut window, &text("library.more"));
    click(&mut window, &text("library.open"));
    let [field, go] = ["field.path", "field.open"].map(text);
    type_path(&mut window, &field, &wiki, &go);
    wait_to_see(&mut window, &counted("library.heading", 1));
    wait_until_idle(&mut window);
    shows(
        &window,
        [text_with(
            "source-libraries.in-use",
            &[("file", &wiki.display())],
        )],
    );
    lacks(&window, [text("library.read-only")]);
    driver::close(window);
}

#[test]
fn a_further_library_that_another_program_holds_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own.chachong");
    let wiki = wiki(folder.path(), "wiki.chachong");
    let _held = SqliteStore::open(&wiki).unwrap();
    let mut window = open(&own, vec![new_thesis(folder.path())], None);
    click(&mut window, &text("toolbar.library"));
    // Only the further library is compared with.
    click(&mut window, &text("library.against"));
    wait_until_idle(&mut window);
    add_source(&mut window, &wiki);
    wait_to_see(&mut window, &compared_with("wiki (1)"));
    let facts = counted("source-libraries.documents", 1) + &text("source-libraries.read-only");
    shows(&window, [facts]);
    click(&mut window, &counted("pages.pairs", 1));
    shows(&window, [source()]);
    driver::close(window);
}

#[test]
fn the_page_with_further_libraries_looks_as_it_did() {
    if cfg!(windows) {
        // The paths that are shown are of another form.
        return;
    }
    let mut results = SnapshotResults::new();
    for (language, theme, name) in [
        (Language::Chinese, Theme::Light, "source-libraries-zh-light"),
        (Language::English, Theme::Dark, "source-libraries-en-dark"),
    ] {
        // The same paths at every run, as they are shown.
        let folder = Path::new("/tmp/chachong-source-libraries");
        let _ = std::fs::remove_dir_all(folder);
        std::fs::create_dir_all(folder).unwrap();
        let wiki = wiki(folder, "维基百科.chachong");
        let held = self::wiki(folder, "colleague.chachong");
        let held = SqliteStore::open(&held).unwrap();
        std::fs::write(folder.join("notes.chachong"), "no library").unwrap();
        // Nothing in it, as its list would show today's date.
        let own = folder.join("own.chachong");
        let opening = Opening {
            paths: vec![new_thesis(folder)],
            language,
            library: LibraryChoice::File(own),
            ..Opening::default()
        };
        let mut window = opening.open();
        if !can_render(&mut window) {
            return;
        }
        let text = |key: &str| text_in(language, key, &[]);
        click(&mut window, &text("toolbar.library"));
        for file in [
            wiki,
            folder.join("colleague.chachong"),
            folder.join("notes.chachong"),
        ] {
            click(&mut window, &text("source-libraries.add"));
            type_path(&mut window, &text("field.path"), &file, &text("field.add"));
            wait_until_idle(&mut window);
        }
        window.ctx.set_theme(theme);
        settle(&mut window);
        picture(&mut window, name);
        results.extend_harness(&mut window);
        driver::close(window);
        drop(held);
    }
}

#[test]
fn adding_a_dump_pauses_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own.chachong");
    let dump = folder.path().join("papers.jsonl");
    let article = |number: u32| {
        let words: String = (0..600)
            .filter_map(|at| char::from_u32(0x4e00 + (number * 7919 + at * at * 31) % 5000))
            .collect();
        format!("{{\"id\":\"{number}\",\"title\":\"条目{number}\",\"text\":\"{words}\"}}\n")
    };
    std::fs::write(&dump, (0..999).map(article).collect::<String>()).unwrap();
    let mut window = open(&own, Vec::new(), None);
    click(&mut window, &text("toolbar.library"));
    click(&mut window, &text("library.more"));
    click(&mut window, &text("library.sources"));
    type_text(&mut window, &dump.to_string_lossy());
    press(&mut window, &text("field.add"));
    wait_to_see(&mut window, &text("dump.add"));
    press(&mut window, &text("dump.add"));
    wait_to_see(&mut window, &text("library.pause-adding"));
    press(&mut window, &text("library.pause-adding"));
    shows(
        &window,
        ["library.paused", "library.go-on-adding"].map(text),
    );
    // What was read before the pause is still written.
    std::thread::sleep(Duration::from_secs(1));
    window.run_steps(2);
    let shown = |window: &Window| {
        let bars = window.query_all_by_role(Role::ProgressIndicator);
        bars.filter_map(|bar| bar.accesskit_node().value())
            .collect::<Vec<String>>()
    };
    let before = shown(&window);
    std::thread::sleep(Duration::from_secs(1));
    window.run_steps(2);
    assert_eq!(shown(&window), before, "nothing is added in the pause");
    assert!(!window.state().is_idle(), "it is not done");
    press(&mut window, &text("library.go-on-adding"));
    wait_to_see(&mut window, &counted("library.heading", 999));
    lacks(&window, [text("library.pause-adding")]);
    driver::close(window);
}

/// Opens the dialog about a dump on the library's page.
fn look_at(window: &mut Window, dump: &Path) {
    click(window, &text("library.more"));
    click(window, &text("library.sources"));
    type_text(window, &dump.to_string_lossy());
    press(window, &text("field.add"));
    wait_to_see(window, &text("dump.add"));
}

#[test]
fn a_dump_is_looked_at_before_it_is_added() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own.chachong");
    let dump = folder.path().join("papers.jsonl");
    let articles: Vec<String> = (1..=14)
        .map(|number| {
            let words = "图书馆在夜间开放以后，读者的人数有了明显的增加。".repeat(10 + number);
            format!("{{\"id\":{number},\"title\":\"条目{number}\",\"text\":\"{words}\",\"date\":\"2024-05-01\"}}\n")
        })
        .collect();
    std::fs::write(&dump, articles.concat()).unwrap();
    let mut window = open(&own, Vec::new(), None);
    click(&mut window, &text("toolbar.library"));
    look_at(&mut window, &dump);
    let shows_first = |window: &Window| {
        shows(
            window,
            ["papers：条目1，2024-05-01", "papers：条目10，2024-05-01"],
        );
        lacks(window, ["papers：条目11，2024-05-01"]);
    };
    shows_first(&window);
    // Closed by the button and by the key: nothing is added, and the keys of the page work again.
    press(&mut window, &text("export.cancel"));
    window.run_steps(3);
    lacks(&window, [text("dump.add")]);
    look_at(&mut window, &dump);
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    lacks(&window, [text("dump.add"), counted("library.heading", 14)]);

    // A file that is no dump says so, and cannot be added.
    let broken = folder.path().join("broken.zim");
    std::fs::write(&broken, b"ZIM\x04 and no more").unwrap();
    look_at(&mut window, &broken);
    assert!(
        window
            .get_by_label(&text("dump.add"))
            .accesskit_node()
            .is_disabled(),
        "there is nothing to add"
    );
    assert!(window.query_by_label_contains("broken.zim").is_some());
    press(&mut window, &text("export.cancel"));

    look_at(&mut window, &dump);
    shows_first(&window);
    press(&mut window, &text("dump.add"));
    wait_to_see(&mut window, &counted("library.heading", 14));
    wait_until_idle(&mut window);
    driver::close(window);
}
