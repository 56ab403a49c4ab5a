//! Tests of a person's word on submissions: rows merged, split off and named, the class list, and what is exported of them.

use std::fs;
use std::path::Path;

use chachong_messages::Language;
use chachong_window::LibraryChoice;
use egui::{Key, Modifiers, Theme};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable;

use crate::driver::{
    Opening, Window, choose, click, click_containing, close, count, drop_and_wait, key, lacks,
    leftmost, press, rows, sees, settle, shows, type_into, type_lines_into, type_path, wait_to_see,
    wait_until_idle,
};
use crate::library::free;
use crate::pictures::{can_render, picture};
use crate::submissions::{STUDENTS, folder, names, window};
use crate::texts::{counted, text, text_in, text_with};
use crate::views::{LOOKS, open_in};

fn open_menu(window: &mut Window, row: &str) {
    leftmost(window, row).click_secondary();
    window.run_steps(3);
}

fn menu(window: &mut Window, row: &str, entry: &str) {
    open_menu(window, row);
    click_containing(window, &text(entry));
}

/// Marks the rows of these students with the keyboard: they stand together at the end, sorted by name.
fn mark_all(window: &mut Window) {
    key(window, Modifiers::COMMAND, Key::A);
}

#[test]
fn rows_are_merged_into_one_submission_and_back() {
    let mut window = window("merged");
    shows(&window, [counted("pages.pairs", 1)]);
    mark_all(&mut window);
    menu(&mut window, STUDENTS[0], "submission.merge");
    shows(
        &window,
        [text("submission.merged"), counted("submission.tab", 1)],
    );
    // What the files of one student have in common is no finding.
    shows(
        &window,
        [counted("pages.pairs", 0), counted("versions.files", 6)],
    );
    key(&mut window, Modifiers::COMMAND, Key::Z);
    shows(
        &window,
        [counted("submission.tab", 3), counted("pages.pairs", 1)],
    );
    assert_eq!(names(&window), STUDENTS);
    // The keys do the same.
    mark_all(&mut window);
    key(&mut window, Modifiers::COMMAND, Key::G);
    shows(&window, [counted("submission.tab", 1)]);
}

#[test]
fn each_file_is_a_submission_if_a_person_says_so() {
    let mut window = window("by");
    open_menu(&mut window, STUDENTS[0]);
    window.get_by_label_contains(&text("submission.by")).click();
    window.run_steps(3);
    click(&mut window, &text("submission.by-file"));
    shows(
        &window,
        [
            text("submission.by-changed"),
            text_with("pages.documents", &[("count", &6)]),
        ],
    );
    key(&mut window, Modifiers::COMMAND, Key::Z);
    shows(&window, [counted("submission.tab", 3)]);
}

#[test]
fn a_file_is_split_off_and_named() {
    let mut window = window("split");
    // The row of the first student, with its files below.
    key(&mut window, Modifiers::NONE, Key::Home);
    key(&mut window, Modifiers::NONE, Key::ArrowRight);
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
    shows(
        &window,
        [text("submission.split-off"), counted("submission.tab", 4)],
    );
    let other = rows(&window, "附录.txt");
    assert_eq!(other.len(), 1, "{other:?}");
    menu(&mut window, &other[0], "submission.rename");
    type_into(&mut window, &text("submission.student"), "孙小七");
    type_into(&mut window, &text("record.student-number"), "2021009");
    click(&mut window, &text("submission.set-student"));
    assert_eq!(rows(&window, "孙小七"), ["孙小七"]);
    shows(&window, ["2021009"]);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(rows(&window, "孙小七").is_empty());
    key(&mut window, Modifiers::COMMAND, Key::Z);
    shows(&window, [counted("submission.tab", 3)]);
}

#[test]
fn what_a_person_said_of_submissions_is_there_tomorrow() {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("library.chachong");
    let with_library = |paths| Opening {
        paths,
        library: LibraryChoice::File(library.clone()),
        ..Opening::default()
    };
    let mut window = with_library(vec![folder("kept")]).open();
    mark_all(&mut window);
    menu(&mut window, STUDENTS[0], "submission.merge");
    shows(&window, [counted("submission.tab", 1)]);
    close(window);
    free(&library);
    let mut window = with_library(Vec::new()).open();
    click(&mut window, "kept");
    wait_to_see(&mut window, &counted("submission.tab", 1));
    wait_to_see(&mut window, &counted("pages.pairs", 0));
}

/// Class list in a file: the three students and one who handed in nothing.
fn class_list(dir: &Path) -> std::path::PathBuf {
    let rows = [
        "学号,姓名,班级,备注",
        "2021001,李小四,1班,甲",
        "2021002,王小五,1班,乙",
        "2021003,赵小六,2班,丙",
        "2021004,孙小七,2班,丁",
    ];
    let file = dir.join("名单.csv");
    fs::write(&file, rows.join("\n")).unwrap();
    file
}

#[test]
fn a_chosen_class_list_is_opened_as_one() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = window("chosen");
    press(&mut window, &text("toolbar.add-files"));
    let [field, add] = ["field.path", "field.add"].map(text);
    type_path(&mut window, &field, &class_list(dir.path()), &add);
    wait_to_see(&mut window, &counted("class-list.students", 4));
}

#[test]
fn a_dropped_class_list_names_the_students_and_tells_who_is_missing() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = window("listed");
    drop_and_wait(&mut window, &class_list(dir.path()));
    shows(
        &window,
        [
            counted("class-list.students", 4),
            text("class-list.columns-hint"),
        ],
    );
    // The remark is taken for the class, and then not any more.
    choose(&mut window, "备注", &text("class-list.column.class"));
    let value = |window: &Window, column: &str| window.get_by_label(column).value();
    let [class, unused] = ["class", "unused"].map(|key| text(&format!("class-list.column.{key}")));
    assert_eq!(value(&window, "备注"), Some(class.clone()));
    assert_eq!(value(&window, "班级"), Some(unused));
    choose(&mut window, "班级", &class);
    click(&mut window, &text("class-list.use"));
    let missing = text_with("class-list.missing", &[("count", &1)]);
    shows(&window, [missing, "2021004 孙小七".to_owned()]);
    shows(
        &window,
        [text_with("class-list.unassigned", &[("count", &0)])],
    );
    click(&mut window, &text("class-list.close"));
    shows(
        &window,
        [text_with("class-list.open-missing", &[("count", &1)])],
    );
    shows(&window, ["1班", "2班"]);
    // The groups tell the classes apart.
    click(&mut window, &counted("pages.groups", 1));
    shows(&window, [text("submission.class"), "1班".to_owned()]);
    click(&mut window, &counted("submission.tab", 3));
    click(
        &mut window,
        &text_with("class-list.open-missing", &[("count", &1)]),
    );
    click(&mut window, &text("class-list.remove"));
    // Without a list there are the ways to give one.
    type_lines_into(
        &mut window,
        &text("class-list.paste"),
        "2021001 李小四\n2021002 王小五",
    );
    click(&mut window, &text("class-list.read-pasted"));
    click(&mut window, &text("class-list.use"));
    shows(
        &window,
        [text_with("class-list.unassigned", &[("count", &2)])],
    );
    // A file of nobody leads to its page.
    click_containing(&mut window, "赵小六_839202_assignsubmission_file/报告.txt");
    assert_eq!(count(&window, &text("class-list.title")), 0);
    shows(&window, [text("submission.other-files")]);
}

#[test]
fn a_class_list_dropped_while_names_are_hidden_is_not_displayed() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = window("listed-hidden");
    key(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    drop_and_wait(&mut window, &class_list(dir.path()));
    let switch = text("blind.switch");
    shows(
        &window,
        [text_with("class-list.names-hidden", &[("switch", &switch)])],
    );
    assert_eq!(count(&window, &text("class-list.title")), 0);
    lacks(&window, ["孙小七"]);
}

#[test]
fn another_table_is_no_class_list() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = window("tables");
    let file = dir.path().join("data.csv");
    fs::write(&file, "t,U\n1,2\n2,3\n").unwrap();
    drop_and_wait(&mut window, &file);
    assert_eq!(count(&window, &text("class-list.title")), 0);
    click(&mut window, &text("class-list.open"));
    type_lines_into(&mut window, &text("class-list.paste"), "!");
    click(&mut window, &text("class-list.read-pasted"));
    shows(&window, [text("class-list.nobody")]);
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(count(&window, &text("class-list.title")), 0);
}

#[test]
fn feedback_and_the_gradebook_are_exported() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = window("feedback");
    click(&mut window, &text("toolbar.export"));
    press(&mut window, &text("export.feedback"));
    press(&mut window, &text("export.format.submissions-csv"));
    let typed = dir.path().to_str().unwrap();
    type_into(&mut window, &text("export.folder"), typed);
    click(&mut window, &text("export.start"));
    wait_until_idle(&mut window);
    // Each export has a folder of its own.
    let folder = fs::read_dir(dir.path())
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let zip = fs::read(folder.join("chachong-feedback.zip")).unwrap();
    let names: Vec<u8> = "王小五_839201_assignsubmission_file/".bytes().collect();
    assert!(zip.windows(names.len()).any(|part| part == names));
    let table = fs::read_to_string(folder.join("chachong-submissions.csv")).unwrap();
    assert_eq!(table.lines().count(), 4);
}

#[test]
fn changes_to_submissions_look_as_they_were_looked_at() {
    let mut results = SnapshotResults::new();
    let dir = tempfile::tempdir().unwrap();
    let list = class_list(dir.path());
    for (language, theme, suffix) in LOOKS {
        let mut window = of_look(language, theme);
        if !can_render(&mut window) {
            return;
        }
        let name = |key: &str| text_in(language, key, &[]);
        open_menu(&mut window, STUDENTS[0]);
        picture(&mut window, &format!("submission-menu-{suffix}"));
        click_containing(&mut window, &name("submission.rename"));
        picture(&mut window, &format!("submission-student-{suffix}"));
        key(&mut window, Modifiers::NONE, Key::Escape);
        drop_and_wait(&mut window, &list);
        picture(&mut window, &format!("class-list-read-{suffix}"));
        click(&mut window, &name("class-list.use"));
        picture(&mut window, &format!("class-list-{suffix}"));
        click(&mut window, &name("class-list.close"));
        picture(&mut window, &format!("class-list-rows-{suffix}"));
        click(
            &mut window,
            &text_in(language, "pages.groups", &[("count", &1)]),
        );
        picture(&mut window, &format!("class-list-groups-{suffix}"));
        click(&mut window, &name("pages.matrix"));
        picture(&mut window, &format!("class-list-matrix-{suffix}"));
        results.extend_harness(&mut window);
    }
}

fn of_look(language: Language, theme: Theme) -> Window {
    let folder = folder("changes");
    let mut window = open_in(language, theme, &[folder.to_str().unwrap()]);
    window.set_size(egui::vec2(1366.0, 768.0));
    settle(&mut window);
    assert!(sees(&window, STUDENTS[0]));
    window
}
