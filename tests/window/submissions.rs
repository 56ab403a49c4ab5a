//! Tests of submissions: what a student handed in is one row on every page, with its files behind it.

use std::path::{Path, PathBuf};

use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable;

use crate::driver::{
    Window, click, click_containing, count, key, lacks, leftmost, open, rows, sees, settle, shows,
};
use crate::pictures::{can_render, picture};
use crate::texts::{Values, counted, text, text_in, text_with};
use crate::theses::paragraphs;
use crate::views::{LOOKS, open_in};

const FOLDER: &str = "target/tmp/submissions";
pub(crate) const STUDENTS: [&str; 3] = ["李小四", "王小五", "赵小六"];

/// Folder of a Moodle assignment: three students with two files each. Two files of 赵小六 hold text of both files of 王小五, which
/// have a paragraph in common.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(FOLDER).join(name);
    let [bikes, canteen, elevator, library, science] = [
        "zh-bikes.txt",
        "zh-canteen.txt",
        "zh-elevator.txt",
        "zh-library-a.txt",
        "zh-science.txt",
    ]
    .map(paragraphs);
    let write = |student: usize, file: &str, parts: &[&[String]]| {
        let name = format!("{}_83920{student}_assignsubmission_file", STUDENTS[student]);
        let folder = folder.join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(file), parts.concat().join("\n\n")).unwrap();
    };
    write(0, "报告.txt", &[&canteen]);
    write(0, "附录.txt", &[&elevator[6..]]);
    write(1, "报告.txt", &[&bikes]);
    write(1, "附录.txt", &[&bikes[..1], &library[..5]]);
    write(2, "报告.txt", &[&science[..6], &bikes[4..9]]);
    write(2, "附录.txt", &[&elevator[..5], &library[2..4]]);
    folder
}

/// Window on the folder in English.
pub(crate) fn window(name: &str) -> Window {
    open([folder(name)])
}

pub(crate) fn names(window: &Window) -> Vec<String> {
    let mut names: Vec<String> = STUDENTS
        .iter()
        .filter(|student| !rows(window, student).is_empty())
        .map(|student| (*student).to_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_row_is_a_submission_with_its_files_behind_it() {
    let mut window = window("rows");
    assert_eq!(names(&window), STUDENTS);
    let values: Values<'_> = &[("shown", &3), ("all", &3), ("files", &6)];
    shows(
        &window,
        [
            counted("submission.tab", 3),
            text_with("submission.shown", values),
            counted("submission.count", 3),
        ],
    );
    let files = counted("versions.files", 2);
    assert_eq!(count(&window, &files), 3);
    assert!(rows(&window, "附录.txt").is_empty());
    click(&mut window, &files);
    assert_eq!(rows(&window, "附录.txt"), ["附录.txt"]);
    // The page of a document names its submission, and leads to the other files.
    click(&mut window, STUDENTS[0]);
    shows(&window, [text("submission.other-files")]);
    let found_by = text("submission.found-by.moodle");
    shows(&window, [STUDENTS[0].to_owned(), found_by]);
    click(&mut window, "附录.txt");
    assert!(sees(&window, "报告.txt"));
}

#[test]
fn two_submissions_are_one_pair_that_leads_to_their_pairs_of_files() {
    let mut window = window("pairs");
    // The two students, and the two files of one of them.
    click(&mut window, &counted("pages.pairs", 1));
    let several = counted("submission.pairs", 2);
    shows(&window, [&several]);
    assert!(sees(&window, &text("verdict.own")));
    assert_eq!(count(&window, "报告.txt"), 1);
    click(&mut window, &several);
    assert_eq!(
        (count(&window, "报告.txt"), count(&window, "附录.txt")),
        (3, 3)
    );
    click(&mut window, STUDENTS[1]);
    let values: Values<'_> = &[("a", &STUDENTS[1]), ("b", &STUDENTS[2])];
    shows(&window, [text_with("submission.pair", values)]);
    let place = |place: usize| {
        let values: Values<'_> = &[("place", &place), ("count", &2)];
        text_with("submission.pair-place", values)
    };
    shows(&window, [place(1)]);
    click(&mut window, &text("submission.next-pair"));
    shows(&window, [place(2)]);
    // A list leads to each pair of files.
    click(&mut window, &place(2));
    click_containing(&mut window, "报告.txt – 报告.txt");
    shows(&window, [place(1)]);
}

#[test]
fn removing_a_submission_removes_all_its_files() {
    let mut window = window("removing");
    leftmost(&window, STUDENTS[0]).click_secondary();
    window.run_steps(3);
    window
        .get_by_label_contains(&counted("row.remove", 2))
        .click();
    settle(&mut window);
    assert_eq!(names(&window), STUDENTS[1..]);
    shows(&window, [counted("submission.tab", 2)]);
    click(&mut window, &text("notice.undo"));
    settle(&mut window);
    assert_eq!(names(&window), STUDENTS);
}

#[test]
fn single_files_have_no_word_about_submissions() {
    let mut window = open([Path::new("assets/samples")]);
    lacks(&window, [text("submission.name")]);
    key(&mut window, egui::Modifiers::COMMAND, egui::Key::Num2);
    lacks(&window, [text("submission.a"), text("verdict.own")]);
}

#[test]
fn the_pages_of_submissions_look_as_they_were_looked_at() {
    let mut results = SnapshotResults::new();
    for (language, theme, suffix) in LOOKS {
        let folder = folder("looks");
        let mut window = open_in(language, theme, &[folder.to_str().unwrap()]);
        if !can_render(&mut window) {
            return;
        }
        let name = |key: &str| text_in(language, key, &[]);
        let count = |key: &str, count: usize| text_in(language, key, &[("count", &count)]);
        let chip = count("versions.files", 2);
        click(&mut window, &chip);
        picture(&mut window, &format!("submissions-{suffix}"));
        leftmost(&window, STUDENTS[1]).click();
        settle(&mut window);
        picture(&mut window, &format!("submission-document-{suffix}"));
        click(&mut window, &count("pages.pairs", 1));
        click(&mut window, &count("submission.pairs", 2));
        picture(&mut window, &format!("submission-pairs-{suffix}"));
        click(&mut window, STUDENTS[1]);
        picture(&mut window, &format!("submission-pair-{suffix}"));
        click(&mut window, &name("pages.matrix"));
        picture(&mut window, &format!("submission-matrix-{suffix}"));
        click(&mut window, &count("pages.groups", 1));
        picture(&mut window, &format!("submission-groups-{suffix}"));
        results.extend_harness(&mut window);
    }
}
