//! Tests of the table of a library's members: records and batches, sorting and filters; earlier versions that open.

use std::path::Path;

use egui::Role;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::driver::{
    self, Window, click, lacks, open_with, rows, sees, shows, type_into, type_path, wait_to_see,
};
use crate::texts::{beginning, counted, text, text_with};

const NAMES: [(&str, &str); 2] = [("沈知远", "20230101"), ("方越", "20230102")];

/// Text of many sentences that no other number has.
pub(crate) fn sentences(number: u32) -> String {
    let character = |at: u32| {
        let mixed = (number * 7_919 + at).wrapping_mul(0x9E37_79B9) >> 8;
        char::from_u32(0x4E00 + mixed % 0x3000).unwrap()
    };
    let sentence = |at: u32| (30 * at..30 * at + 29).map(character).chain(['。']);
    (0..40).flat_map(sentence).collect()
}

/// Writes a report of each student into a folder; `more` ends each.
fn write_reports(folder: &Path, more: &str) {
    std::fs::create_dir_all(folder).unwrap();
    for ((name, number), seed) in NAMES.into_iter().zip(1..) {
        let cover = format!(
            "课程报告\n\n题目：夜班馆员作息的调查研究之{seed}\n姓名：{name}\n学号：{number}\n\n"
        );
        let report = cover + &sentences(seed) + more;
        std::fs::write(folder.join(format!("r{seed}.txt")), report).unwrap();
    }
}

fn open(library: &Path, paths: &[&Path]) -> Window {
    open_with(library, paths.iter().copied())
}

/// Adds a folder to the library, in a batch of this name.
fn fill(window: &mut Window, folder: &Path, batch: &str, members: usize) {
    if !batch.is_empty() {
        type_into(window, &text("library.batch-name"), batch);
    }
    click(window, &text("library.fill"));
    let [field, go] = ["field.path", "field.add"].map(text);
    type_path(window, &field, folder, &go);
    wait_to_see(window, &counted("library.heading", members));
    driver::settle(window);
}

/// Returns the label of the first cell of a member's row.
fn row(name: &str) -> String {
    text_with("library.mark", &[("name", &name)])
}

#[test]
fn members_have_records_and_batches_to_sort_and_filter_by() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("library.chachong");
    let [last, this] = ["2025届", "x"].map(|name| folder.path().join(name));
    write_reports(&last, "");
    write_reports(&this, "后来又改。");
    std::fs::remove_file(this.join("r2.txt")).unwrap();
    std::fs::rename(this.join("r1.txt"), this.join("r3.txt")).unwrap();
    let mut window = open(&library, &[]);
    click(&mut window, &text("toolbar.library"));
    fill(&mut window, &last, "", 2);
    fill(&mut window, &this, "2026届 软件工程", 3);
    wait_to_see(&mut window, "2026届 软件工程");
    shows(
        &window,
        ["2025届", "沈知远", "方越", "20230102", "调查研究之2"],
    );
    click(&mut window, &text("record.author"));
    let by_author = rows(&window, ".txt");
    click(&mut window, &format!("{} ▲", text("record.author")));
    let mut reversed = rows(&window, ".txt");
    reversed.reverse();
    assert_eq!(reversed, by_author);
    let batch = text("library.batch");
    window.get_by_role_and_label(Role::ComboBox, &batch).click();
    window.run_steps(3);
    let mut named = window.query_all_by_label("2026届 软件工程");
    let entry = named.find(|node| node.accesskit_node().role() != Role::Label);
    entry.unwrap().click();
    drop(named);
    driver::settle(&mut window);
    assert_eq!(rows(&window, ".txt"), [row("r3.txt")]);
    // The search looks into the records of these.
    type_into(&mut window, &text("library.search"), "20230101");
    assert_eq!(rows(&window, ".txt"), [row("r3.txt")]);
    type_into(&mut window, &text("library.search"), "9");
    lacks(&window, ["r3.txt"]);
    driver::close(window);
}

#[test]
fn an_earlier_version_in_a_library_is_named_calmly_and_opens() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("library.chachong");
    let [last, this] = ["drafts", "final"].map(|name| folder.path().join(name));
    write_reports(&last, "");
    write_reports(&this, "后来又改。");
    let mut window = open(&library, &[]);
    click(&mut window, &text("toolbar.library"));
    fill(&mut window, &last, "", 2);
    crate::dropped::drop_on(&mut window, &this);
    wait_to_see(&mut window, &counted("pages.documents", 2));
    driver::wait_until_idle(&mut window);
    click(&mut window, &counted("pages.documents", 2));
    let what = text("versions.earlier");
    let line = beginning("origins.own-in-library", &[("what", &what)]);
    wait_to_see(&mut window, &line);
    let own = text("library.default");
    let compared = text_with("status-bar.library", &[("name", &own), ("count", &2)]);
    let compared = text_with("status-bar.compared-with", &[("libraries", &compared)]);
    assert!(sees(&window, &compared), "{compared}");
    click(&mut window, "r1.txt");
    driver::click_containing(&mut window, &line);
    shows(&window, [text("versions.ground-student-number")]);
    driver::close(window);
}
