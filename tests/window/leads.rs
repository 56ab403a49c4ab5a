//! Tests of the page of leads: the search, a lead with its sentences, a person's word, and what a check keeps of it.

use std::path::{Path, PathBuf};

use chachong_messages::Language;
use chachong_window::LibraryChoice;
use egui::{Key, Modifiers, Role};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::driver::{
    click, exported_in, key, lacks, settle, shows, today, type_into, wait_to_see, wait_until_idle,
};
use crate::page::{Page, in_each_look};
use crate::pictures::picture;
use crate::rewritten_texts::{REWRITTEN, TRANSLATED, has_model, write_pair};
use crate::texts::{counted, text_in};

/// Makes a folder with two rewritten passages and a translated one.
fn theses(folder: &Path) -> PathBuf {
    let theses = folder.join("theses");
    std::fs::create_dir(&theses).unwrap();
    for (id, number) in [REWRITTEN[0], REWRITTEN[1], TRANSLATED[0]].iter().zip(1..) {
        let source = theses.join(format!("{number} 来源.txt"));
        write_pair(id, &source, &theses.join(format!("{number} 论文.txt")));
    }
    theses
}

fn open(language: Language, folder: &Path, library: LibraryChoice) -> Page {
    let mut page = Page::open(language, vec![theses(folder)], library);
    page.key(Modifiers::COMMAND, Key::Num6);
    page
}

impl Page {
    fn shows(&self, key: &str) {
        shows(&self.window, [self.text(key)]);
    }

    /// Searches, and waits until all is compared.
    fn search(&mut self) {
        self.click("leads.search");
        wait_until_idle(&mut self.window);
    }

    /// Labels of the rows of the list.
    fn rows(&self) -> Vec<String> {
        let rows = self.window.query_all_by_role(Role::Button);
        let label = |node: Node<'_>| node.accesskit_node().label();
        rows.filter_map(label)
            .filter(|label| label.contains(" — "))
            .collect()
    }
}

#[test]
fn leads_are_sought_read_and_judged() {
    for (language, _) in Language::ALL {
        let folder = tempfile::tempdir().unwrap();
        let mut page = open(language, folder.path(), LibraryChoice::None);
        page.shows("lead.explanation");
        page.shows("leads.not-sought");
        let has_model = has_model();
        page.search();
        if !has_model {
            shows(&page.window, ["make_models.py"]);
            continue;
        }
        let rows = page.rows();
        assert_eq!(rows.len(), 3, "{rows:?}");
        let kinds = ["lead.kind-rewritten", "lead.kind-translated"].map(|key| page.text(key));
        let of = |kind: &String| {
            rows.iter()
                .filter(|row| row.contains(kind.as_str()))
                .count()
        };
        assert_eq!([of(&kinds[0]), of(&kinds[1])], [2, 1], "{rows:?}");
        // Never in the pairs or the matrix: nothing was copied.
        page.shows("leads.confirm");
        page.click("leads.confirm");
        let confirmed = text_in(language, "leads.confirmed-on", &[("day", &today())]);
        shows(&page.window, [confirmed.clone()]);
        let reports = folder.path().join("reports");
        key(&mut page.window, Modifiers::COMMAND, Key::E);
        page.click("export.format.json");
        let field = page.text("export.folder");
        type_into(&mut page.window, &field, reports.to_str().unwrap());
        page.click("export.start");
        wait_until_idle(&mut page.window);
        let reports = exported_in(&reports);
        let json = std::fs::read_to_string(reports.join("chachong.json")).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["leads"].as_array().map(Vec::len), Some(3));
        assert_eq!(json["leads"][0]["decided"]["word"], "confirmed");
        let pages = std::fs::read_to_string(reports.join("chachong-html/index.html")).unwrap();
        assert!(pages.contains(r#"id="leads""#), "{pages}");
        let note = page.text("leads.note");
        type_into(&mut page.window, &note, "seen with the student");
        key(&mut page.window, Modifiers::NONE, Key::Tab);
        page.click("leads.take-back");
        lacks(&page.window, [confirmed]);
        page.click("leads.dismiss");
        let dismissed = text_in(language, "leads.dismissed-on", &[("day", &today())]);
        shows(&page.window, [dismissed]);
        assert_eq!(page.rows().len(), 3, "dismissed ones stay, last");
    }
}

#[test]
fn a_saved_check_has_its_leads_and_words_again() {
    if !has_model() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("kept.chachong");
    let choice = || LibraryChoice::File(library.clone());
    let mut page = open(Language::English, folder.path(), choice());
    page.search();
    page.click("leads.confirm");
    let rows = page.rows();
    assert_eq!(rows.len(), 3, "{rows:?}");
    crate::driver::close(page.window);
    drop(crate::library::free(&library));
    let mut page = Page::open(Language::English, Vec::new(), choice());
    page.window.get_by_label("theses").click();
    wait_to_see(&mut page.window, &counted("pages.documents", 6));
    wait_until_idle(&mut page.window);
    page.key(Modifiers::COMMAND, Key::Num6);
    assert_eq!(page.rows(), rows);
    let confirmed = text_in(page.language, "leads.confirmed-on", &[("day", &today())]);
    shows(&page.window, [confirmed]);
}

#[test]
fn a_document_and_a_pair_lead_to_their_leads() {
    if !has_model() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut page = open(Language::English, folder.path(), LibraryChoice::None);
    page.search();
    key(&mut page.window, Modifiers::COMMAND, Key::Num1);
    click(&mut page.window, "1 来源.txt");
    let link = text_in(page.language, "leads.link", &[("count", &1)]);
    shows(&page.window, [link.clone()]);
    click(&mut page.window, &link);
    settle(&mut page.window);
    page.click("leads.open-pair");
    shows(&page.window, [link]);
}

#[test]
fn the_page_looks_as_it_was_looked_at() {
    if !has_model() {
        return;
    }
    in_each_look(
        |language, folder| open(language, folder, LibraryChoice::None),
        |page, ending| {
            picture(&mut page.window, &format!("leads-{ending}-not-sought"));
            page.search();
            picture(&mut page.window, &format!("leads-{ending}"));
        },
    );
}
