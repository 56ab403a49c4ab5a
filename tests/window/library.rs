//! Tests of the window with a library: documents added, searched, removed; checks against it; checks opened again.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chachong::app::LibraryChoice;
use chachong::i18n::{Language, day};
use chachong::library::{SqliteStore, Store};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::driver::{
    FIRST, Opening, PATIENCE, Window, click, key, samples, sees, wait, wait_until_idle,
};
use crate::dropped::drop_on;
use crate::texts::{beginning, count_pair, counted, summary, text, text_with, words};

const EARLIER: &str = "07_高校食堂食物浪费调查.txt";

fn open(library: &Path, paths: Vec<PathBuf>) -> Window {
    let opening = Opening {
        paths,
        library: LibraryChoice::File(library.to_owned()),
        ..Opening::default()
    };
    opening.open()
}

/// Returns a temporary folder, and the path of a new library in it.
fn fresh() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("library.chachong");
    (folder, library)
}

/// Opens the first pair of the samples.
fn first_pair(window: &mut Window) {
    click(window, &counted("pages.pairs", 4));
    click(window, FIRST);
}

fn see(window: &mut Window, text: &str) {
    wait(window, |window| sees(window, text));
}

/// Closes the window as a person does: unsaved work is saved. Its threads release the library a moment later.
fn close(mut window: Window, library: &Path) {
    eframe::App::on_exit(window.state_mut());
    drop(window);
    free(library);
}

/// Opens the library as soon as nobody else holds it.
fn free(library: &Path) -> SqliteStore {
    let start = Instant::now();
    loop {
        let store = SqliteStore::open(library).unwrap();
        if !store.is_read_only() {
            return store;
        }
        assert!(start.elapsed() < PATIENCE, "the library is still held");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Makes a folder with a text that is copied from one of the samples.
fn new_thesis(folder: &Path) -> PathBuf {
    let new = folder.join("new");
    std::fs::create_dir_all(&new).unwrap();
    let mut text = std::fs::read_to_string(Path::new(samples()).join(EARLIER)).unwrap();
    text.push_str("\n今年的作者另外感谢图书馆的夜班馆员。\n");
    std::fs::write(new.join("this year.txt"), text).unwrap();
    new
}

#[test]
fn checked_documents_go_into_the_library_and_the_next_check_finds_them() {
    let (folder, library) = fresh();
    let mut window = open(&library, vec![samples().into()]);
    click(&mut window, &text("toolbar.library"));
    assert!(sees(&window, &text("library.empty")));
    click(&mut window, &counted("library.add-checked", 15));
    see(&mut window, &counted("library.heading", 15));
    close(window, &library);

    let new = new_thesis(folder.path());
    let mut window = open(&library, vec![new.clone()]);
    see(
        &mut window,
        &text_with("library.name", &[("name", &EARLIER)]),
    );
    assert!(
        sees(&window, &counted("pages.documents", 1)),
        "only what is checked counts"
    );
    click(&mut window, &counted("pages.groups", 1));
    assert!(sees(
        &window,
        &text_with("hint.of-library", &[("side", &"B")])
    ));
    click(&mut window, &counted("pages.pairs", 1));
    click(
        &mut window,
        &text_with("library.name", &[("name", &EARLIER)]),
    );
    assert!(sees(&window, &counted("pair.passages", 1)));
    // A decision made here counts in the next check of these two documents too.
    click(&mut window, &count_pair(1, 1));
    close(window, &library);
    let store = free(&library);
    let ids = store.documents().unwrap();
    assert_eq!(store.decisions(&ids).unwrap().len(), 1);
    drop(store);
    let again = folder.path().join("again");
    std::fs::rename(new, &again).unwrap();
    let window = open(&library, vec![again]);
    assert!(sees(&window, &beginning("notice.decided", &[])));
    close(window, &library);
}

fn today() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    day(now.unwrap().as_secs().cast_signed())
}

#[test]
fn what_was_decided_is_undone_step_by_step() {
    let (_folder, library) = fresh();
    let mut window = open(&library, vec![samples().into()]);
    first_pair(&mut window);
    click(&mut window, &text_with("passages.count", &[("number", &1)]));
    assert!(sees(&window, &text("notice.passage-decided")));
    click(&mut window, &count_pair(0, 1));
    assert!(sees(&window, &text("notice.pair-decided")));
    let undo = |window: &mut Window| key(window, Modifiers::COMMAND, Key::Z);
    undo(&mut window);
    assert!(sees(
        &window,
        &text_with("notice.decision-undone", &[("left", &1)])
    ));
    assert!(sees(&window, &count_pair(0, 1)));
    undo(&mut window);
    assert!(sees(&window, &count_pair(1, 1)));
    for decided in [
        text("notice.passage-decided"),
        text("notice.pair-decided"),
        beginning("notice.decision-undone", &[]),
        beginning("passages.decided", &[]),
    ] {
        assert!(
            !sees(&window, &decided),
            "nothing is left to undo: {decided}"
        );
    }
    close(window, &library);
    let store = free(&library);
    let ids = store.documents().unwrap();
    assert_eq!(store.decisions(&ids).unwrap(), []);
}

#[test]
fn the_library_is_searched_and_what_is_removed_comes_back() {
    let (_folder, library) = fresh();
    let mut window = open(&library, vec![samples().into()]);
    click(&mut window, &text("toolbar.library"));
    click(&mut window, &counted("library.add-checked", 15));
    see(&mut window, &counted("library.heading", 15));
    window.get_by_label(&text("library.search")).focus();
    window.run_steps(2);
    field_type(&mut window, "电梯");
    wait_until_idle(&mut window);
    assert!(sees(&window, "06_老旧小区加装电梯的协商机制.pdf"));
    assert!(!sees(&window, FIRST));
    // The text of the document, at the first place found.
    click(&mut window, "06_老旧小区加装电梯的协商机制.pdf");
    see(
        &mut window,
        &beginning("library.member-facts", &[("day", &today())]),
    );
    assert!(
        sees(&window, &beginning("text.found", &[])) && !sees(&window, &counted("text.found", 0))
    );
    assert!(sees(&window, "摘要"), "the text");
    click(&mut window, &text("text.next-found"));
    click(&mut window, &text("pages.back"));
    click(
        &mut window,
        &text_with(
            "library.mark",
            &[("name", &"06_老旧小区加装电梯的协商机制.pdf")],
        ),
    );
    click(&mut window, &counted("library.remove", 1));
    see(&mut window, &counted("library.heading", 14));
    click(&mut window, &text("notice.undo"));
    see(&mut window, &counted("library.heading", 15));
    click(
        &mut window,
        &text_with(
            "library.mark",
            &[("name", &"06_老旧小区加装电梯的协商机制.pdf")],
        ),
    );
    click(&mut window, &counted("library.remove", 1));
    see(&mut window, &counted("library.heading", 14));
    close(window, &library);
    // Without undo the document is deleted for good at the next start.
    let window = open(&library, Vec::new());
    close(window, &library);
    let store = free(&library);
    assert_eq!(store.about().unwrap().members, 14);
}

fn field_type(window: &mut Window, text: &str) {
    window.get_by_label(&text("library.search")).type_text(text);
    window.run_steps(3);
}

#[test]
fn a_check_is_there_tomorrow_as_it_was() {
    let (_folder, library) = fresh();
    let mut window = open(&library, vec![samples().into()]);
    // A pair is decided to be no plagiarism: the decision is kept for tomorrow.
    first_pair(&mut window);
    click(&mut window, &count_pair(1, 1));
    assert!(sees(&window, &count_pair(0, 1)));
    let decided = text_with("passages.decided", &[("day", &today())]);
    assert!(sees(&window, &decided));
    close(window, &library);
    let mut window = open(&library, Vec::new());
    assert!(
        sees(&window, &text("recent.title")) && sees(&window, &counted("recent.documents", 15))
    );
    click(&mut window, "samples");
    see(&mut window, &summary(15, 4));
    first_pair(&mut window);
    assert!(sees(&window, &count_pair(0, 1)));
    see(&mut window, &decided);
    // The saved check is removed, and undo brings it back.
    click(&mut window, &text("toolbar.library"));
    click(&mut window, &counted("library.tab-checks", 1));
    click(&mut window, &text("recent.remove"));
    see(&mut window, &counted("library.tab-checks", 0));
    click(&mut window, &text("notice.undo"));
    see(&mut window, &counted("library.tab-checks", 1));
    close(window, &library);
}

#[test]
fn an_interrupted_check_goes_on_where_it_stopped() {
    let (folder, library) = fresh();
    let new = new_thesis(folder.path());
    std::fs::copy(
        Path::new(samples()).join("03_社区图书馆延时开放的成本与效益分析.txt"),
        new.join("another.txt"),
    )
    .unwrap();
    close(open(&library, vec![new]), &library);
    // State after a crash: one file is still to be read, nothing was compared.
    let store = free(&library);
    let check = store.checks().unwrap()[0].id;
    let (_, mut content) = store.check(check).unwrap();
    content.rows[0].outcome = None;
    content.results = None;
    let state = chachong::library::CheckState::Reading;
    store.save_check(check, state, &content).unwrap();
    drop(store);
    let mut window = open(&library, Vec::new());
    see(&mut window, &text("recent.interrupted"));
    click(&mut window, "new");
    see(
        &mut window,
        &beginning("status-bar.summary", &[("read", &2)]),
    );
    wait_until_idle(&mut window);
    assert!(sees(&window, "another.txt") && sees(&window, "this year.txt"));
    close(window, &library);
    let store = free(&library);
    let saved = store.checks().unwrap();
    assert_eq!(saved[0].state, chachong::library::CheckState::Done);
}

#[test]
fn a_library_in_use_is_read_and_said_to_be() {
    let (_folder, library) = fresh();
    let held = SqliteStore::open(&library).unwrap();
    let mut window = open(&library, vec![samples().into()]);
    assert!(sees(&window, &counted("pages.pairs", 4)));
    click(&mut window, &text("toolbar.library"));
    assert!(sees(&window, &text("library.read-only")));
    drop(held);
}

#[test]
fn a_file_that_is_no_library_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("notes.chachong");
    std::fs::write(&library, "不是比对库").unwrap();
    let window = open(&library, vec![samples().into()]);
    assert!(sees(&window, &counted("pages.pairs", 4)));
    assert_eq!(std::fs::read_to_string(&library).unwrap(), "不是比对库");
}

#[test]
fn what_is_dropped_on_a_check_that_reopens_moves_no_choice() {
    let (folder, library) = fresh();
    let mut window = open(&library, vec![samples().into()]);
    first_pair(&mut window);
    click(&mut window, &count_pair(1, 1));
    close(window, &library);
    // Sorted before all others by its name, so that every position moves.
    let first = folder.path().join("00.txt");
    std::fs::write(
        &first,
        "与其他论文都没有关系的一段文字，说的是水塔和渡口。".repeat(20),
    )
    .unwrap();
    let mut window = open(&library, Vec::new());
    window.get_by_label("samples").click();
    // The rows of the check are there, and still being read.
    let start = Instant::now();
    while !sees(&window, &counted("pages.documents", 15)) {
        window.step();
        assert!(start.elapsed() < PATIENCE);
    }
    drop_on(&mut window, &first);
    wait(&mut window, |window| {
        sees(window, &counted("pages.documents", 16))
    });
    wait_until_idle(&mut window);
    first_pair(&mut window);
    assert!(sees(&window, &count_pair(0, 1)));
    close(window, &library);
}

#[test]
fn a_library_that_fails_costs_no_comparison_of_the_folder() {
    let (_folder, library) = fresh();
    let mut window = open(&library, Vec::new());
    // Like a damaged page: the members can no longer be read.
    let other = rusqlite::Connection::open(&library).unwrap();
    other
        .execute_batch("ALTER TABLE passages RENAME TO gone")
        .unwrap();
    drop_on(&mut window, Path::new(samples()));
    see(
        &mut window,
        &words(Language::English, "notice.without-library"),
    );
    wait_until_idle(&mut window);
    assert!(sees(&window, &counted("pages.pairs", 4)) && sees(&window, "100.0 %"));
}

#[test]
fn a_folder_without_documents_begins_no_check() {
    let (folder, library) = fresh();
    let empty = folder.path().join("nothing here");
    std::fs::create_dir(&empty).unwrap();
    let mut window = open(&library, vec![empty]);
    see(&mut window, &text("notice.no-documents"));
    drop_on(&mut window, &new_thesis(folder.path()));
    see(&mut window, &counted("pages.documents", 1));
    wait_until_idle(&mut window);
    close(window, &library);
    let checks = free(&library).checks().unwrap();
    let titles: Vec<&str> = checks.iter().map(|check| check.title.as_str()).collect();
    assert_eq!(titles, ["new"], "the next folder names the check");
}
