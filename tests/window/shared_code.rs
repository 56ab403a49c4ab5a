//! Tests of code that several programs share: listed with everyone who has it, decided from its page and from the view of two
//! programs, taken back, and decided still when the check is opened again.

use std::path::{Path, PathBuf};

use chachong_messages::Language;
use chachong_window::LibraryChoice;
use egui::{Key, Modifiers};

use crate::driver::{click, close, lacks, leftmost, settle, shows, wait_to_see, wait_until_idle};
use crate::made_programs::OWN;
use crate::page::{Page, in_each_look};
use crate::pictures::picture;
use crate::texts::beginning;

/// Function that several students have.
const COMMON: &str = "double above(const double *values, int count) {
    double middle = 0, sum = 0;
    for (int i = 0; i < count; i++) middle += values[i];
    middle = middle / count;
    for (int i = 0; i < count; i++) {
        if (values[i] > middle) sum += values[i] * 0.731;
    }
    return sum;
}
";

/// Writes the programs of twelve students; the first `with` also have COMMON.
fn programs(folder: &Path, with: usize) -> PathBuf {
    programs_named(folder, "程序", with)
}

/// Writes such programs with this in their names.
pub(crate) fn programs_named(folder: &Path, name: &str, with: usize) -> PathBuf {
    let class = folder.join("作业");
    std::fs::create_dir_all(&class).unwrap();
    for (at, own) in OWN.into_iter().enumerate() {
        let common = if at < with { COMMON } else { "" };
        let text = format!("{own}\n{own}\n{common}");
        std::fs::write(class.join(format!("{at:02}_{name}.c")), text).unwrap();
    }
    class
}

fn open(language: Language, class: PathBuf, library: LibraryChoice) -> Page {
    Page::open(language, vec![class], library)
}

fn in_each_language(with: usize, test: impl Fn(&mut Page)) {
    for (language, _) in Language::ALL {
        let folder = tempfile::tempdir().unwrap();
        let class = programs(folder.path(), with);
        test(&mut open(language, class, LibraryChoice::None));
    }
}

impl Page {
    /// Checks how many pairs are listed.
    #[track_caller]
    fn has_pairs(&mut self, count: usize) {
        settle(&mut self.window);
        shows(&self.window, [self.counted("pages.pairs", count)]);
    }

    /// Opens the page of shared code.
    fn go_to_code(&mut self) {
        self.key(Modifiers::COMMAND, Key::Num5);
        let tab = self.counted("shared-code.tab", 1);
        click(&mut self.window, &tab);
        wait_until_idle(&mut self.window);
    }
}

#[test]
fn code_that_was_handed_out_weighs_nothing_until_the_decision_is_undone() {
    in_each_language(4, |page| {
        page.has_pairs(6);
        page.go_to_code();
        shows(
            &page.window,
            [
                page.text("shared-code.explanation"),
                page.counted("shared-code.documents", 4),
            ],
        );
        page.click("shared-code.mine");
        shows(
            &page.window,
            [
                page.decided("assignment.is-mine"),
                page.counted("shared-code.left-out", 4),
            ],
        );
        page.has_pairs(0);
        page.undo();
        page.has_pairs(6);
        lacks(&page.window, [page.decided("assignment.is-mine")]);
        page.click("assignment.not");
        shows(&page.window, [page.decided("assignment.is-not")]);
        page.has_pairs(6);
        page.click("shared-texts.undo");
        shows(&page.window, [page.text("shared-texts.undecided")]);
    });
}

#[test]
fn code_of_most_programs_counts_once_a_person_says_that_nobody_handed_it_out() {
    in_each_language(7, |page| {
        page.has_pairs(0);
        page.click("given.look");
        shows(&page.window, [page.text("assignment.code-note")]);
        page.click("assignment.not");
        shows(&page.window, [page.counted("shared-code.now-counts", 7)]);
        page.has_pairs(21);
        page.undo();
        page.has_pairs(0);
        page.click("assignment.mine");
        page.has_pairs(0);
    });
}

#[test]
fn the_view_of_two_programs_leads_to_shared_code_and_decides_on_it() {
    in_each_language(4, |page| {
        page.key(Modifiers::COMMAND, Key::Num2);
        leftmost(&page.window, "00_程序.c").click();
        settle(&mut page.window);
        wait_until_idle(&mut page.window);
        let link = page.counted("shared-texts.link", 4);
        shows(&page.window, [&link]);
        page.click("shared-code.mine");
        shows(&page.window, [page.text("code.none")]);
        page.undo();
        lacks(&page.window, [page.text("code.none")]);
        click(&mut page.window, &link);
        wait_until_idle(&mut page.window);
        shows(&page.window, [page.counted("shared-code.documents", 4)]);
    });
}

#[test]
fn what_many_have_is_named_beside_each_pair_as_one_source() {
    in_each_language(4, |page| {
        page.key(Modifiers::COMMAND, Key::Num2);
        leftmost(&page.window, "00_程序.c").click();
        wait_until_idle(&mut page.window);
        lacks(&page.window, [page.counted("pair.held-by-many", 4)]);
    });
    let folder = tempfile::tempdir().unwrap();
    let class = programs(folder.path(), 5);
    let mut page = open(Language::Chinese, class, LibraryChoice::None);
    page.key(Modifiers::COMMAND, Key::Num2);
    leftmost(&page.window, "00_程序.c").click();
    wait_until_idle(&mut page.window);
    let held = page.counted("pair.held-by-many", 5);
    click(&mut page.window, &held);
    wait_until_idle(&mut page.window);
    shows(&page.window, [page.counted("shared-code.documents", 5)]);
}

#[test]
fn decisions_on_code_hold_when_the_check_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let library = || LibraryChoice::File(folder.path().join("L.chachong"));
    let class = programs(folder.path(), 7);
    let mut page = open(Language::English, class, library());
    page.click("given.look");
    page.click("assignment.not");
    page.has_pairs(21);
    close(page.window);
    let mut page = Page::open(Language::English, Vec::new(), library());
    click(&mut page.window, "作业");
    page.has_pairs(21);
    page.key(Modifiers::COMMAND, Key::Num7);
    shows(&page.window, [page.text("decisions.text-counts")]);
}

#[test]
fn the_library_remembers_code_that_was_handed_out_for_later_checks() {
    let folder = tempfile::tempdir().unwrap();
    let library = || LibraryChoice::File(folder.path().join("L.chachong"));
    let class = programs(folder.path(), 4);
    let mut page = open(Language::English, class.clone(), library());
    page.has_pairs(6);
    page.go_to_code();
    page.click("shared-code.mine");
    wait_to_see(
        &mut page.window,
        &beginning("shared-texts.kept", &[("count", &4)]),
    );
    close(page.window);
    let mut page = open(Language::English, class, library());
    page.has_pairs(0);
    page.click("given.look");
    shows(&page.window, [page.counted("shared-code.documents", 4)]);
}

#[test]
fn the_page_of_shared_code_looks_as_it_was_looked_at() {
    in_each_look(
        |language, folder| open(language, programs(folder, 4), LibraryChoice::None),
        |page, ending| {
            page.go_to_code();
            picture(&mut page.window, &format!("shared-code-{ending}"));
        },
    );
}
