//! Tests of the window with a library: documents added, searched, removed; checks against it; checks opened again.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chachong_library::{CheckStore, DocumentStore, MemberStore, SqliteStore, StoreStatus};
use chachong_messages::Language;
use chachong_window::LibraryChoice;
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable;

use crate::driver::{
    self, FIRST, Opening, PATIENCE, Window, click, drop_and_wait, key, lacks, open_with, samples,
    sees, settle, shows, today, type_into, type_lines_into, type_path, wait_to_see,
    wait_until_idle,
};
use crate::dropped::drop_on;
use crate::texts::{beginning, count_pair, counted, summary, text, text_with, words};

pub(crate) const EARLIER: &str = "07_高校食堂食物浪费调查.txt";
const LIFTS: &str = "06_老旧小区加装电梯的协商机制.pdf";

fn open(library: &Path, paths: Vec<PathBuf>) -> Window {
    open_with(library, paths)
}

fn sample(name: &str) -> PathBuf {
    Path::new(samples()).join(name)
}

/// Returns a temporary folder, and the path of a new library in it.
fn fresh() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("library.chachong");
    (folder, library)
}

/// Opens the first pair of the samples.
fn first_pair(window: &mut Window) {
    first_pair_of(window, 4);
}

/// Opens the first pair of the samples while this many count as similar.
fn first_pair_of(window: &mut Window, similar: usize) {
    click(window, &counted("pages.pairs", similar));
    click(window, FIRST);
}

/// Closes the window as a person does. Its threads release the library a moment later.
fn close(window: Window, library: &Path) {
    driver::close(window);
    free(library);
}

/// Opens the library as soon as nobody else holds it.
pub(crate) fn free(library: &Path) -> SqliteStore {
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
pub(crate) fn new_thesis(folder: &Path) -> PathBuf {
    let new = folder.join("new");
    std::fs::create_dir_all(&new).unwrap();
    let mut text = std::fs::read_to_string(Path::new(samples()).join(EARLIER)).unwrap();
    text.push_str("\n今年的作者另外感谢图书馆的夜班馆员。\n");
    std::fs::write(new.join("this year.txt"), text).unwrap();
    new
}

#[test]
fn only_new_documents_are_counted_as_added() {
    let (folder, library) = fresh();
    let given = folder.path().join("given");
    std::fs::create_dir(&given).unwrap();
    for name in ["甲.txt", "乙.txt"] {
        std::fs::copy(sample(EARLIER), given.join(name)).unwrap();
    }
    let broken = "tests/fixtures/broken/truncated.docx";
    std::fs::copy(broken, given.join("丙.docx")).unwrap();
    let mut window = open(&library, vec![given]);
    click(&mut window, &text("toolbar.library"));
    click(&mut window, &counted("library.add-checked", 2));
    let added = text_with("notice.joined", &[("count", &1)]);
    let known = text_with("notice.joined-known", &[("count", &1)]);
    wait_to_see(&mut window, &format!("{added}{known}"));
    wait_to_see(&mut window, &counted("library.heading", 1));
    type_into(&mut window, &text("library.search"), "987654321");
    wait_to_see(&mut window, &text("documents.none-shown"));
    close(window, &library);
}

/// Puts the documents of the check into the library that is open.
fn add_checked(window: &mut Window, count: usize) {
    click(window, &text("toolbar.library"));
    shows(window, [text("library.empty")]);
    click(window, &counted("library.add-checked", count));
    wait_to_see(window, &counted("library.heading", count));
}

#[test]
fn checked_documents_go_into_the_library_and_the_next_check_finds_them() {
    let (folder, library) = fresh();
    let mut window = open(&library, vec![samples().into()]);
    add_checked(&mut window, 15);
    close(window, &library);

    let mut window = open(&library, vec![new_thesis(folder.path())]);
    let source = text_with("library.name", &[("name", &EARLIER)]);
    wait_to_see(&mut window, &source);
    let checked = counted("pages.documents", 1);
    assert!(sees(&window, &checked), "only what is checked counts");
    click(&mut window, &counted("pages.groups", 1));
    shows(&window, [text_with("hint.of-library", &[("side", &"B")])]);
    click(&mut window, &counted("pages.pairs", 1));
    click(&mut window, &source);
    shows(&window, [counted("pair.passages", 1)]);
    close(window, &library);
}

#[test]
fn the_matrix_has_columns_for_what_the_library_has_in_common() {
    let (folder, library) = fresh();
    let mut window = open(&library, vec![samples().into()]);
    add_checked(&mut window, 15);
    close(window, &library);

    let new = new_thesis(folder.path());
    std::fs::copy(sample(LIFTS), new.join("lifts.pdf")).unwrap();
    std::fs::copy(
        sample("09_Why_People_Volunteer_to_Fix_Things.docx"),
        new.join("Why.docx"),
    )
    .unwrap();
    std::fs::write(new.join("a own.txt"), "夜班馆员每晚十点关灯。".repeat(40)).unwrap();
    let mut window = open(&library, vec![new]);
    wait_to_see(&mut window, &counted("pages.groups", 3));
    // The earlier check, which most of these documents were in, is offered with its time.
    wait_to_see(&mut window, &text("notice.dismiss"));
    click(&mut window, &text("notice.dismiss"));
    click(&mut window, &text("pages.matrix"));
    let cells = counted("matrix.label", 4);
    wait_to_see(&mut window, &cells);
    window.snapshot("matrix-library-en-dark");
    window.get_by_label(&cells).focus();
    window.run_steps(2);
    // From row 1, column 2 to the first column of the library.
    for _ in 0..3 {
        key(&mut window, Modifiers::NONE, Key::ArrowRight);
    }
    key(&mut window, Modifiers::NONE, Key::Enter);
    shows(&window, [counted("pair.passages", 1)]);
    close(window, &library);
}

#[test]
fn a_decision_counts_in_the_next_check_of_the_same_documents() {
    let (folder, library) = fresh();
    let mut window = open(&library, vec![sample(EARLIER)]);
    add_checked(&mut window, 1);
    close(window, &library);

    let new = new_thesis(folder.path());
    let mut window = open(&library, vec![new.clone()]);
    wait_to_see(&mut window, &counted("pages.pairs", 1));
    click(&mut window, &counted("pages.pairs", 1));
    let source = text_with("library.name", &[("name", &EARLIER)]);
    click(&mut window, &source);
    click(&mut window, &text("decision.not-plagiarism"));
    type_lines_into(&mut window, &text("decision.note"), "两稿");
    close(window, &library);
    let store = free(&library);
    let ids = store.documents().unwrap();
    let decisions = store.decisions(&ids).unwrap();
    assert_eq!(decisions.len(), 1);
    assert_eq!(decisions[0].note.as_deref(), Some("两稿"));
    drop(store);

    let again = folder.path().join("again");
    std::fs::rename(new, &again).unwrap();
    let mut window = open(&library, vec![again]);
    shows(&window, [beginning("notice.decided", &[])]);
    click(&mut window, &counted("pages.pairs", 0));
    click(&mut window, &source);
    let field = text("decision.note");
    let field = window.get_by_role_and_label(Role::MultilineTextInput, &field);
    assert_eq!(field.value().as_deref(), Some("两稿"));
    close(window, &library);
}

#[test]
fn what_was_decided_is_undone_step_by_step() {
    let (_folder, library) = fresh();
    let mut window = open(&library, vec![samples().into()]);
    first_pair(&mut window);
    click(&mut window, &text_with("passages.count", &[("number", &1)]));
    shows(&window, [text("notice.passage-decided")]);
    click(&mut window, &text("decision.not-plagiarism"));
    shows(&window, [text("notice.pair-decided")]);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    shows(
        &window,
        [text_with("notice.decision-undone", &[("left", &1)])],
    );
    shows(&window, [count_pair(0, 1)]);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    shows(&window, [count_pair(1, 1)]);
    shows(
        &window,
        [text_with("notice.decision-undone", &[("left", &0)])],
    );
    // Nothing is left to undo.
    lacks(
        &window,
        [
            "notice.passage-decided",
            "notice.pair-decided",
            "notice.undo",
        ]
        .map(text),
    );
    lacks(&window, [beginning("passages.decided", &[])]);
    close(window, &library);
    let store = free(&library);
    let ids = store.documents().unwrap();
    assert_eq!(store.decisions(&ids).unwrap(), []);
}

/// Note of a person, in two lines.
const NOTE: &str = "引自同一规定\n第三条";

/// Checks that a decision in a library has this note, and that its saved check has it too.
fn kept_note(library: &Path, note: Option<&str>) {
    let store = free(library);
    let ids = store.documents().unwrap();
    let decisions = store.decisions(&ids).unwrap();
    assert_eq!(decisions.len(), 1);
    assert_eq!(decisions[0].note.as_deref(), note);
    let check = store.checks().unwrap()[0].id;
    let (_, content) = store.check(check).unwrap();
    let saved = serde_json::to_string(&content.choices).unwrap();
    assert_eq!(saved.contains("第三条"), note.is_some(), "{saved}");
}

#[test]
fn a_note_is_typed_beside_the_decision_shown_undone_and_kept() {
    let (_folder, library) = fresh();
    let mut window = open(&library, vec![samples().into()]);
    first_pair(&mut window);
    let field = text_with("note.of-passage", &[("number", &1)]);
    lacks(&window, [&field]);
    click(&mut window, &text_with("passages.count", &[("number", &1)]));
    shows(&window, [&field]);
    type_lines_into(&mut window, &field, "引自同一规定 ");
    let node = window.get_by_role_and_label(Role::MultilineTextInput, &field);
    assert_eq!(
        node.value().as_deref(),
        Some("引自同一规定 "),
        "the white space stays while it is typed"
    );
    shows(&window, [text("note.kept")]);
    type_lines_into(&mut window, &field, NOTE);
    let shown = text_with("note.shown", &[("note", &"引自同一规定 第三条")]);
    shows(&window, [&shown]);
    // Escape leaves the field and not the page; the next undo takes all of the typing back.
    key(&mut window, Modifiers::NONE, Key::Escape);
    shows(&window, [&field, &shown]);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    lacks(&window, [&shown]);
    shows(
        &window,
        [&field, &text_with("note.undone", &[("left", &1)])],
    );
    type_lines_into(&mut window, &field, NOTE);
    close(window, &library);
    kept_note(&library, Some(NOTE));

    // The check is there tomorrow with its note, which is deleted once the passage counts again.
    let mut window = open(&library, Vec::new());
    click(&mut window, "samples");
    wait_to_see(&mut window, &summary(15, 4));
    first_pair(&mut window);
    wait_to_see(&mut window, &shown);
    type_lines_into(&mut window, &field, "第三条");
    click(&mut window, &text_with("passages.count", &[("number", &1)]));
    lacks(&window, [&field, &beginning("note.shown", &[])]);
    click(&mut window, &text_with("passages.count", &[("number", &1)]));
    close(window, &library);
    kept_note(&library, None);
}

#[test]
fn undo_of_a_removal_is_saved_in_the_check_it_belongs_to() {
    let (folder, library) = fresh();
    let rows = |title: &str| {
        let store = free(&library);
        let checks = store.checks().unwrap();
        let check = checks.iter().find(|check| check.title == title).unwrap();
        check.documents
    };
    let mut window = open(&library, vec![new_thesis(folder.path())]);
    click(&mut window, &text("toolbar.more"));
    click(&mut window, &text("toolbar.clear"));
    drop_and_wait(&mut window, Path::new(samples()));
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    key(&mut window, Modifiers::NONE, Key::Delete);
    shows(&window, [counted("pages.documents", 14)]);
    click(&mut window, &text("notice.undo"));
    shows(&window, [counted("pages.documents", 15)]);
    close(window, &library);
    assert_eq!((rows("new"), rows("samples")), (1, 15));
}

/// Opens the page of a library that has two samples, one of them about lifts.
fn page_of_two(library: &Path) -> Window {
    let mut window = open(library, vec![sample(FIRST), sample(LIFTS)]);
    add_checked(&mut window, 2);
    window
}

#[test]
fn a_search_of_the_library_leads_to_the_place_in_a_document() {
    let (_folder, library) = fresh();
    let mut window = page_of_two(&library);
    type_into(&mut window, &text("library.search"), "电梯");
    shows(&window, [LIFTS]);
    lacks(&window, [FIRST]);
    // The text of the document, at the first place found.
    click(&mut window, LIFTS);
    let facts = beginning("library.member-facts", &[("day", &today())]);
    wait_to_see(&mut window, &facts);
    shows(&window, [beginning("text.found", &[])]);
    lacks(&window, [counted("text.found", 0)]);
    assert!(sees(&window, "摘要"), "the text");
    click(&mut window, &text("text.next-found"));
    click(&mut window, &text("pages.back"));
    shows(&window, [counted("library.heading", 2)]);
    close(window, &library);
}

#[test]
fn what_is_removed_from_the_library_comes_back_until_the_next_start() {
    let (_folder, library) = fresh();
    let mut window = page_of_two(&library);
    let remove = |window: &mut Window| {
        click(window, &text_with("library.mark", &[("name", &LIFTS)]));
        click(window, &counted("library.remove", 1));
        wait_to_see(window, &counted("library.heading", 1));
    };
    remove(&mut window);
    click(&mut window, &text("notice.undo"));
    wait_to_see(&mut window, &counted("library.heading", 2));
    remove(&mut window);
    close(window, &library);
    // Without undo the document is deleted for good at the next start.
    close(open(&library, Vec::new()), &library);
    let store = free(&library);
    assert_eq!(store.about().unwrap().members, 1);
}

#[test]
fn a_check_is_there_tomorrow_as_it_was() {
    let (_folder, library) = fresh();
    let mut window = open(&library, vec![samples().into()]);
    // A pair is decided to be no plagiarism: the decision is kept for tomorrow.
    first_pair(&mut window);
    click(&mut window, &text("decision.not-plagiarism"));
    let decided = text_with("decision.on", &[("day", &today())]);
    shows(&window, [&count_pair(0, 1), &decided]);
    close(window, &library);
    let mut window = open(&library, Vec::new());
    shows(
        &window,
        [text("recent.title"), counted("recent.documents", 15)],
    );
    click(&mut window, "samples");
    wait_to_see(&mut window, &summary(15, 3));
    first_pair_of(&mut window, 3);
    shows(&window, [count_pair(0, 1)]);
    wait_to_see(&mut window, &decided);
    close(window, &library);
}

#[test]
fn a_check_that_goes_on_with_another_library_means_its_own_documents_there() {
    let (folder, earlier) = fresh();
    let mut window = open(&earlier, vec![sample(EARLIER), sample(LIFTS)]);
    add_checked(&mut window, 2);
    close(window, &earlier);

    // Both libraries number their documents from 1.
    let another = folder.path().join("another.chachong");
    let mut window = open(&another, vec![new_thesis(folder.path())]);
    let source = text_with("library.name", &[("name", &EARLIER)]);
    lacks(&window, [&source]);
    click(&mut window, &text("toolbar.library"));
    click(&mut window, &text("library.more"));
    click(&mut window, &text("library.open"));
    let [field, go] = ["field.path", "field.open"].map(text);
    type_path(&mut window, &field, &earlier, &go);
    wait_to_see(&mut window, &counted("library.heading", 2));
    // What the new library has is a source at once.
    click(&mut window, &counted("pages.pairs", 1));
    shows(&window, [&source]);
    // Another file makes the check one of the library in use, in which the first document has no number.
    drop_and_wait(&mut window, &sample(FIRST));
    click(&mut window, &text("toolbar.library"));
    click(&mut window, &counted("library.add-checked", 2));
    wait_to_see(&mut window, &counted("library.heading", 4));
    lacks(&window, [beginning("library.error.failed", &[])]);
    close(window, &earlier);
    drop(free(&another));

    let store = free(&earlier);
    let recipe = chachong_simhash::Recipe::THESIS.text_form();
    let members = store.members(&recipe, 0).unwrap();
    let this_year = members.iter().find(|member| member.name == "this year.txt");
    let text_of = |document| store.text(document).unwrap();
    assert!(text_of(this_year.unwrap().document).contains("夜班馆员"));
    let check = store.checks().unwrap()[0].id;
    let (_, content) = store.check(check).unwrap();
    let of_this_year = |row: &&chachong_library::CheckRow| row.name == "this year.txt";
    let row = content.rows.iter().find(of_this_year).unwrap();
    assert_eq!(row.outcome, None, "to be read when the check is opened");
}

#[test]
fn an_earlier_check_is_removed_and_comes_back() {
    let (folder, library) = fresh();
    close(open(&library, vec![new_thesis(folder.path())]), &library);
    let mut window = open(&library, Vec::new());
    click(&mut window, "new");
    wait_to_see(&mut window, &summary(1, 0));
    click(&mut window, &text("toolbar.library"));
    click(&mut window, &counted("library.tab-checks", 1));
    click(&mut window, &text("recent.remove"));
    wait_to_see(&mut window, &counted("library.tab-checks", 0));
    click(&mut window, &text("notice.undo"));
    wait_to_see(&mut window, &counted("library.tab-checks", 1));
    close(window, &library);
}

#[test]
fn an_interrupted_check_goes_on_where_it_stopped() {
    let (folder, library) = fresh();
    let new = new_thesis(folder.path());
    std::fs::copy(
        sample("03_社区图书馆延时开放的成本与效益分析.txt"),
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
    let state = chachong_library::CheckState::Reading;
    store.save_check(check, state, &content).unwrap();
    drop(store);
    let mut window = open(&library, Vec::new());
    wait_to_see(&mut window, &text("recent.interrupted"));
    click(&mut window, "new");
    let read = beginning("status-bar.summary", &[("read", &2)]);
    wait_to_see(&mut window, &read);
    // The comparison follows the reading in a later frame.
    settle(&mut window);
    shows(&window, ["another.txt", "this year.txt"]);
    close(window, &library);
    let store = free(&library);
    let saved = store.checks().unwrap();
    assert_eq!(saved[0].state, chachong_library::CheckState::Done);
}

#[test]
fn a_library_in_use_is_read_and_said_to_be() {
    let (_folder, library) = fresh();
    let held = SqliteStore::open(&library).unwrap();
    let mut window = open(&library, vec![samples().into()]);
    shows(&window, [counted("pages.pairs", 4)]);
    click(&mut window, &text("toolbar.library"));
    shows(&window, [text("library.read-only")]);
    drop(held);
}

#[test]
fn a_file_that_is_no_library_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("notes.chachong");
    std::fs::write(&library, "不是比对库").unwrap();
    let window = open(&library, vec![samples().into()]);
    shows(&window, [counted("pages.pairs", 4)]);
    assert_eq!(std::fs::read_to_string(&library).unwrap(), "不是比对库");
}

#[test]
fn only_a_library_that_could_be_opened_is_opened_at_the_next_start() {
    let (folder, library) = fresh();
    let opening = Opening {
        paths: vec![sample(FIRST)],
        library: LibraryChoice::File(library),
        remembered: Some(folder.path().to_owned()),
        ..Opening::default()
    };
    let mut window = opening.open();
    let [notes, other] = ["notes.chachong", "other.chachong"].map(|name| folder.path().join(name));
    std::fs::write(&notes, "不是比对库").unwrap();
    SqliteStore::open(&other).unwrap();
    click(&mut window, &text("toolbar.library"));
    let mut remembered = |file: &Path| {
        click(&mut window, &text("library.more"));
        click(&mut window, &text("library.open"));
        let [field, go] = ["field.path", "field.open"].map(text);
        type_path(&mut window, &field, file, &go);
        wait_until_idle(&mut window);
        driver::save_preferences(&mut window);
        std::fs::read_to_string(folder.path().join("settings.json")).unwrap()
    };
    assert!(!remembered(&notes).contains("notes.chachong"));
    assert!(remembered(&other).contains("other.chachong"));
}

#[test]
fn what_is_dropped_on_a_check_that_reopens_moves_no_choice() {
    let (folder, library) = fresh();
    let mut window = open(&library, vec![samples().into()]);
    first_pair(&mut window);
    click(&mut window, &text("decision.not-plagiarism"));
    close(window, &library);
    // Sorted before all others by its name, so that every position moves.
    let first = folder.path().join("00.txt");
    let unrelated = "与其他论文都没有关系的一段文字，说的是水塔和渡口。";
    std::fs::write(&first, unrelated.repeat(20)).unwrap();
    let mut window = open(&library, Vec::new());
    window.get_by_label("samples").click();
    // The rows of the check are there, and still being read.
    let (start, rows) = (Instant::now(), counted("pages.documents", 15));
    while !sees(&window, &rows) {
        window.step();
        assert!(start.elapsed() < PATIENCE);
    }
    drop_on(&mut window, &first);
    wait_to_see(&mut window, &counted("pages.documents", 16));
    wait_until_idle(&mut window);
    first_pair_of(&mut window, 3);
    shows(&window, [count_pair(0, 1)]);
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
    let without = words(Language::English, "notice.without-library");
    wait_to_see(&mut window, &without);
    wait_until_idle(&mut window);
    shows(&window, ["100.0 %", &counted("pages.pairs", 4)]);
}

#[test]
fn a_folder_without_documents_begins_no_check() {
    let (folder, library) = fresh();
    let empty = folder.path().join("nothing here");
    std::fs::create_dir(&empty).unwrap();
    let mut window = open(&library, vec![empty]);
    wait_to_see(&mut window, &text("notice.no-documents"));
    drop_and_wait(&mut window, &new_thesis(folder.path()));
    wait_to_see(&mut window, &counted("pages.documents", 1));
    wait_until_idle(&mut window);
    close(window, &library);
    let checks = free(&library).checks().unwrap();
    let titles: Vec<&str> = checks.iter().map(|check| check.title.as_str()).collect();
    assert_eq!(titles, ["new"], "the next folder names the check");
}

#[test]
fn a_low_start_page_lists_the_earlier_checks_too() {
    let (_folder, library) = fresh();
    let window = open(&library, vec![sample(EARLIER)]);
    close(window, &library);
    let mut window = open(&library, Vec::new());
    window.set_size(egui::vec2(911.0, 440.0));
    window.run_steps(3);
    shows(&window, ["recent.title", "start.private"].map(text));
}

#[test]
fn a_pair_whose_passages_a_person_judged_says_so_in_the_list() {
    let (_folder, library) = fresh();
    // Their fingerprints are not near, so nothing is left without the passage.
    let names = [
        "20_流动菜摊进城卖菜的时间与路线.docx",
        "21_夜市摊位的轮换与收费.txt",
    ];
    let files = names.map(|name| Path::new("assets/samples").join(name));
    let mut window = open(&library, files.to_vec());
    key(&mut window, Modifiers::COMMAND, Key::Num2);
    let judged = text("decision.not-plagiarism");
    let before = driver::count(&window, &judged);
    click(&mut window, names[0]);
    click(&mut window, &text_with("passages.count", &[("number", &1)]));
    // The other passage is left out anyway.
    shows(&window, [count_pair(0, 2)]);
    key(&mut window, Modifiers::COMMAND, Key::Num2);
    assert_eq!(
        driver::count(&window, &judged),
        before + 1,
        "{:?}",
        driver::rows(&window, "")
    );
    shows(&window, [text_with("pairs.count-beside", &[("count", &1)])]);
}
