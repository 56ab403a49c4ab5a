//! Tests of the page of shared texts and of the assignment: listed, decided, taken back, kept in the library, and the way to each document
//! that has one.

use std::path::{Path, PathBuf};

use chachong_messages::Language;
use chachong_window::LibraryChoice;
use egui::{Key, Modifiers, Role};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::clipping;
use crate::driver::{
    self, Window, click, click_containing, lacks, leftmost, samples, sees, settle, shows, today,
    type_into, wait, wait_to_see,
};
use crate::page::{Page, in_each_look};
use crate::pictures::picture;
use crate::texts::{Values, beginning, text_in, text_with};
use crate::theses::class_reports;

/// Beginning of the text that all six reports of the class have.
const FORM: &str = "实验报告须在课后";
/// Beginning of the text that four reports have.
const COPIED: &str = "由图三可以看出";

fn open(language: Language, paths: Vec<PathBuf>, library: LibraryChoice) -> Page {
    let mut page = Page::open(language, paths, library);
    page.key(Modifiers::COMMAND, Key::Num5);
    page
}

/// Opens the page on the reports of the class.
fn of_class(language: Language, folder: &Path, library: LibraryChoice) -> Page {
    open(language, vec![class_reports(folder, "报告")], library)
}

/// Runs a test in each language on the reports of the class, without a library.
fn in_each_language(test: impl Fn(&mut Page)) {
    for (language, _) in Language::ALL {
        let folder = tempfile::tempdir().unwrap();
        test(&mut of_class(language, folder.path(), LibraryChoice::None));
    }
}

impl Page {
    /// Finds the row of the list with these words; panics if there is none.
    fn row(&self, words: &str) -> Node<'_> {
        let mut rows = self.window.query_all_by_role(Role::Button);
        let row = rows.find(|node| {
            let label = node.accesskit_node().label().unwrap_or_default();
            label.contains(words) && label.contains(". ")
        });
        row.unwrap_or_else(|| panic!("no row with {words}"))
    }

    /// Chooses the row with these words.
    fn choose(&mut self, words: &str) {
        self.row(words).click();
        settle(&mut self.window);
    }

    /// Checks that the chosen text is the one that so many documents have.
    #[track_caller]
    fn shows_text_of(&self, documents: usize) {
        let documents = self.counted("shared-texts.documents", documents);
        shows(&self.window, [documents]);
    }

    /// Returns the copied share of the first document, as its page says it.
    fn share(&mut self) -> String {
        self.key(Modifiers::COMMAND, Key::Num1);
        leftmost(&self.window, "00_报告.txt").click();
        settle(&mut self.window);
        let share = (self.window.query_all_by_label_contains(" %"))
            .filter_map(|node| {
                let node = node.accesskit_node();
                node.label().or_else(|| node.value())
            })
            .find(|label| label.ends_with(" %"));
        self.key(Modifiers::COMMAND, Key::Num5);
        share.unwrap_or_else(|| panic!("no share"))
    }
}

#[test]
fn each_shared_text_is_listed_with_all_its_documents() {
    in_each_language(|page| {
        shows(&page.window, [page.counted("pages.shared", 2)]);
        shows(&page.window, [page.text("shared-texts.explanation")]);
        page.choose(COPIED);
        page.shows_text_of(4);
        page.choose(FORM);
        page.shows_text_of(6);
        assert!(sees(&page.window, "抄袭者本次实验记零分"), "all of it");
    });
}

#[test]
fn a_template_is_left_out_everywhere_until_it_is_taken_back() {
    in_each_language(|page| {
        page.choose(FORM);
        let before = page.share();
        page.click("shared-texts.template");
        let template = page.decided("shared-texts.is-template");
        shows(
            &page.window,
            [
                &page.counted("shared-texts.left-out", 6),
                &page.text("shared-texts.not-kept"),
                &template,
            ],
        );
        assert_ne!(page.share(), before);
        page.undo();
        lacks(&page.window, [&template]);
        shows(&page.window, [page.counted("shared-texts.taken-back", 6)]);
        assert_eq!(page.share(), before);
    });
}

#[test]
fn decisions_are_undone_step_by_step() {
    in_each_language(|page| {
        let template = page.decided("shared-texts.is-template");
        let counts = page.decided("shared-texts.is-counted");
        page.choose(FORM);
        let before = page.share();
        page.click("shared-texts.template");
        let without = page.share();
        // The other text still counts.
        page.choose(COPIED);
        shows(&page.window, [page.text("shared-texts.undecided")]);
        page.click("shared-texts.counts");
        shows(&page.window, [&counts, &template]);
        assert_eq!(page.share(), without);
        page.undo();
        lacks(&page.window, [&counts]);
        shows(&page.window, [&template]);
        page.undo();
        lacks(&page.window, [&template]);
        shows(&page.window, [page.counted("shared-texts.taken-back", 6)]);
        assert_eq!(page.share(), before);
    });
}

#[test]
fn the_page_of_decisions_lists_a_text_and_takes_its_decision_back() {
    in_each_language(|page| {
        page.choose(FORM);
        let before = page.share();
        page.click("shared-texts.template");
        page.key(Modifiers::COMMAND, Key::Num7);
        let given = page.text("decisions.text-given");
        shows(&page.window, [&given]);
        let back = page.text("decisions.take-back");
        click_containing(&mut page.window, &back);
        lacks(&page.window, [&given]);
        assert_eq!(page.share(), before);
    });
}

#[test]
fn the_button_of_a_text_takes_its_decision_back() {
    in_each_language(|page| {
        let template = page.decided("shared-texts.is-template");
        let counts = page.decided("shared-texts.is-counted");
        page.choose(FORM);
        let before = page.share();
        page.click("shared-texts.counts");
        page.click("shared-texts.template");
        shows(&page.window, [&template]);
        page.click("shared-texts.undo");
        lacks(&page.window, [&template, &counts]);
        assert_eq!(page.share(), before);
    });
}

/// Opens the page on the reports of the class with a library in their folder, and leaves out what all of them have.
fn with_template_kept(folder: &Path) -> Page {
    let library = folder.join("L.chachong");
    let mut page = of_class(
        Language::English,
        folder,
        LibraryChoice::File(library.clone()),
    );
    page.choose(FORM);
    page.click("shared-texts.counts");
    page.click("shared-texts.template");
    wait_to_see(&mut page.window, &kept());
    shows(&page.window, [library.display().to_string()]);
    page
}

/// Returns how a notice begins that says where a template was kept.
fn kept() -> String {
    beginning("shared-texts.kept", &[("count", &6)])
}

/// Returns how the settings name a template that was kept, before its words.
fn listed() -> String {
    let name = beginning("shared-texts.template-name", &[("day", &today())]);
    text_with("library.template-is", &[("name", &name)])
}

#[test]
fn a_template_is_kept_in_the_library_until_the_decision_is_undone() {
    let folder = tempfile::tempdir().unwrap();
    let mut page = with_template_kept(folder.path());
    // The text is among the school's templates in the settings …
    page.key(Modifiers::COMMAND, Key::Comma);
    wait_to_see(&mut page.window, &listed());
    // … until the decision is undone, and then once more.
    page.undo();
    let dropped = page.counted("shared-texts.dropped", 6);
    wait_to_see(&mut page.window, &dropped);
    let listed = listed();
    wait(&mut page.window, |window| !sees(window, &listed));
    page.key(Modifiers::COMMAND, Key::Num5);
    page.click("shared-texts.template");
    wait_to_see(&mut page.window, &kept());
}

#[test]
fn later_checks_leave_out_by_themselves_what_was_kept_as_a_template() {
    let folder = tempfile::tempdir().unwrap();
    driver::close(with_template_kept(folder.path()).window);
    let library = LibraryChoice::File(folder.path().join("L.chachong"));
    let mut page = of_class(Language::English, folder.path(), library);
    // Only the other text is undecided.
    shows(&page.window, [page.counted("pages.shared", 1)]);
    page.row(COPIED);
    page.key(Modifiers::COMMAND, Key::Comma);
    wait_to_see(&mut page.window, &listed());
}

#[test]
fn a_click_leads_to_a_document_at_the_place_of_the_text_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut page = of_class(Language::English, folder.path(), LibraryChoice::None);
    page.choose(COPIED);
    click(&mut page.window, "03_报告.txt");
    // The text is at the end of the document, and in sight.
    let text = (page.window.get_by_label_contains("涂蜡的尼龙线")).rect();
    let screen = page.window.ctx.content_rect();
    assert!(screen.contains_rect(text), "{text:?}");
    let link = page.counted("shared-texts.link", 4);
    click(&mut page.window, &link);
    page.shows_text_of(4);
}

#[test]
fn a_passage_of_a_pair_leads_to_the_shared_text() {
    let folder = tempfile::tempdir().unwrap();
    let mut page = of_class(Language::English, folder.path(), LibraryChoice::None);
    page.key(Modifiers::COMMAND, Key::Num2);
    click(&mut page.window, "00_报告.txt");
    let links = [4, 6].map(|documents| page.counted("shared-texts.link", documents));
    for moved in [false, true] {
        if moved {
            page.key(Modifiers::NONE, Key::ArrowDown);
        }
        let is_there = |link: &String| page.window.query_by_label(link).is_some();
        assert!(links.iter().any(is_there), "moved: {moved}");
    }
}

#[test]
fn keys_lead_through_the_list_to_a_document_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut page = of_class(Language::Chinese, folder.path(), LibraryChoice::None);
    // The heaviest first.
    page.shows_text_of(6);
    page.key(Modifiers::NONE, Key::ArrowDown);
    page.shows_text_of(4);
    page.key(Modifiers::NONE, Key::ArrowUp);
    page.shows_text_of(6);
    page.key(Modifiers::NONE, Key::Enter);
    let sources = page.text("document.sources");
    assert!(sees(&page.window, &sources), "the document");
    page.key(Modifiers::NONE, Key::Escape);
    page.shows_text_of(6);
}

#[test]
fn the_filter_finds_texts_by_their_words_and_their_documents() {
    let folder = tempfile::tempdir().unwrap();
    let mut page = of_class(Language::Chinese, folder.path(), LibraryChoice::None);
    let filter = page.text("documents.filter");
    for (typed, shown) in [("04_报告", 1), ("光电门", 1), ("报告", 2), ("没有的字", 0)] {
        type_into(&mut page.window, &filter, typed);
        let values: Values<'_> = &[("shown", &shown), ("all", &2)];
        let count = text_in(page.language, "shared-texts.count", values);
        assert!(sees(&page.window, &count), "{typed}: {count}");
    }
    shows(&page.window, [page.text("shared-texts.none-shown")]);
}

#[test]
fn an_empty_page_explains_itself() {
    for (language, _) in Language::ALL {
        let mut page = open(language, vec![samples().into()], LibraryChoice::None);
        page.key(Modifiers::COMMAND, Key::Num1);
        let tab = page.counted("pages.shared", 0);
        click(&mut page.window, &tab);
        shows(
            &page.window,
            ["shared-texts.explanation", "shared-texts.none"].map(|key| page.text(key)),
        );
    }
}

/// Looks in every size at the list and, where there is no room beside it, at the chosen text and its documents.
fn faults(page: &mut Page) -> Vec<String> {
    let mut found = Vec::new();
    for (size, text) in clipping::SIZES {
        let mut look = |window: &mut Window, view: &str| {
            let mut faults = clipping::faults(window);
            faults.extend(clipping::never_whole(window));
            let at = format!("{view} {size:?} x {text}");
            found.extend(faults.into_iter().map(|fault| format!("{at}: {fault}")));
        };
        clipping::resize(&mut page.window, size, text);
        look(&mut page.window, "list");
        let documents = page.counted("shared-texts.documents", 6);
        if !sees(&page.window, &documents) {
            page.key(Modifiers::NONE, Key::Enter);
            look(&mut page.window, "text");
            click(&mut page.window, &documents);
            look(&mut page.window, "documents");
            page.click("document.text");
            page.key(Modifiers::NONE, Key::Escape);
            shows(&page.window, [page.text("documents.filter")]);
        }
    }
    let (usual, text) = clipping::SIZES[1];
    clipping::resize(&mut page.window, usual, text);
    found
}

#[test]
fn the_page_fits_every_window() {
    let mut found = Vec::new();
    for (language, _) in Language::ALL {
        let folder = tempfile::tempdir().unwrap();
        let name = "基于深度学习与大数据分析的城市社区公共图书馆夜间开放服务模式创新".repeat(2);
        let class = class_reports(folder.path(), &name);
        let mut page = open(language, vec![class], LibraryChoice::None);
        clipping::show_tooltips_at_once(&page.window);
        for decided in ["", "shared-texts.template", "shared-texts.counts"] {
            if !decided.is_empty() {
                page.click(decided);
            }
            let at = format!("{language:?} {decided:?}");
            found.extend((faults(&mut page).iter()).map(|fault| format!("{at} {fault}")));
        }
    }
    let count = found.len();
    assert!(found.is_empty(), "{count} faults\n{}", found.join("\n"));
}

#[test]
fn the_page_looks_as_it_was_looked_at() {
    in_each_look(
        |language, folder| of_class(language, folder, LibraryChoice::None),
        |page, ending| picture(&mut page.window, &format!("shared-texts-{ending}")),
    );
}

/// Writes a class of nine reports, all with the same instructions, and opens the page of its assignment.
fn of_assignment(language: Language, folder: &Path) -> Page {
    let class = class_reports(folder, "报告");
    let first = std::fs::read_to_string(class.join("00_报告.txt")).unwrap();
    let given = &first[first.find(FORM).unwrap()..];
    let given = given.lines().next().unwrap();
    for (number, own) in (6..).zip(["zh-library-b", "en-hedgerows", "en-repair-b"]) {
        let own = std::fs::read_to_string(format!("tests/fixtures/texts/{own}.txt")).unwrap();
        let file = class.join(format!("{number:02}_报告.txt"));
        std::fs::write(file, format!("{own}\n{given}\n")).unwrap();
    }
    let mut page = open(language, vec![class], LibraryChoice::None);
    page.key(Modifiers::COMMAND, Key::Num1);
    page.click("given.look");
    page
}

#[test]
fn the_line_above_the_documents_leads_to_each_piece_of_the_assignment() {
    for (language, _) in Language::ALL {
        let folder = tempfile::tempdir().unwrap();
        let mut page = of_assignment(language, folder.path());
        shows(&page.window, [page.counted("assignment.tab", 1)]);
        page.choose(FORM);
        page.shows_text_of(9);
        assert!(sees(&page.window, "抄袭者本次实验记零分"), "all of it");
        let keys = [
            "assignment.explanation",
            "assignment.of-documents",
            "assignment.undecided",
        ];
        shows(&page.window, keys.map(|key| page.text(key)));
        let shared = page.counted("shared-texts.tab", 1);
        click(&mut page.window, &shared);
        page.shows_text_of(4);
    }
}

#[test]
fn a_piece_that_was_not_handed_out_counts_until_it_is_undone() {
    for (language, _) in Language::ALL {
        let folder = tempfile::tempdir().unwrap();
        let mut page = of_assignment(language, folder.path());
        let before = page.share();
        page.click("assignment.not");
        shows(&page.window, [page.decided("assignment.is-not")]);
        assert_ne!(page.share(), before);
        page.undo();
        shows(&page.window, [page.counted("given.taken-back", 9)]);
        assert_eq!(page.share(), before);
        page.click("assignment.mine");
        shows(&page.window, [page.decided("assignment.is-mine")]);
        assert_eq!(page.share(), before);
    }
}

#[test]
fn the_assignment_looks_as_it_was_looked_at() {
    in_each_look(of_assignment, |page, ending| {
        picture(&mut page.window, &format!("assignment-{ending}"));
    });
}
