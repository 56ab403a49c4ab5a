//! Tests of groups of copies: their cards, their source, their links.

use egui::{Key, Modifiers};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::driver::{FIRST, Window, click, click_containing, key, open, samples, sees, shows};
use crate::texts::{Values, beginning, counted, text, text_with};
use crate::theses::group_of_four;

fn number(number: usize) -> String {
    text_with("groups.number", &[("number", &number)])
}

/// Returns what a group's card says of its size.
pub(crate) fn size(documents: usize, pairs: usize) -> String {
    let values: Values<'_> = &[("documents", &documents), ("pairs", &pairs)];
    text_with("groups.size", values)
}

#[test]
fn groups_lead_to_their_pairs_and_documents() {
    let mut window = open([samples()]);
    click(&mut window, &counted("pages.groups", 4));
    shows(&window, [number(1), number(4), size(2, 1)]);
    shows(&window, ["100.0 %"]);
    let (a, b) = (FIRST, "2024届/13_社区图书馆夜间开放服务研究_打印版.pdf");
    let pair = text_with("groups.open-pair", &[("a", &a), ("b", &b)]);
    click(&mut window, &pair);
    shows(&window, ["0 / 64", &counted("pair.passages", 1)]);
    key(&mut window, Modifiers::NONE, Key::Escape);
    click(&mut window, "04_城市共享单车停放治理研究.docx");
    shows(&window, [counted("document.near", 1)]);
    key(&mut window, Modifiers::COMMAND, Key::Num4);
    assert!(sees(&window, &number(1)), "Ctrl+4");
}

#[test]
fn without_a_pair_there_is_no_group() {
    let mut window = open(["assets/samples/07_高校食堂食物浪费调查.txt"]);
    click(&mut window, &counted("pages.groups", 0));
    shows(&window, [text("passages.one-read")]);
}

/// Opens the page of groups on a group of four. The folder is there as long as it is held.
fn page_of_four() -> (Window, tempfile::TempDir) {
    let folder = group_of_four();
    let mut window = open([folder.path()]);
    click(&mut window, &counted("pages.groups", 1));
    (window, folder)
}

/// Returns the beginning of the name of every link of a group.
fn link() -> String {
    beginning("groups.open-pair", &[])
}

fn links(window: &Window) -> usize {
    window.query_all_by_label_contains(&link()).count()
}

#[test]
fn a_group_shows_its_strongest_links_with_hints_of_who_was_first() {
    let (window, _folder) = page_of_four();
    shows(&window, [beginning("groups.size", &[("documents", &4)])]);
    assert_eq!(links(&window), 3, "the strongest, not all");
    shows(&window, [text_with("groups.drawing", &[("number", &1)])]);
    shows(
        &window,
        ["A", "B"].map(|side| text_with("hint.made-earlier", &[("side", &side)])),
    );
    shows(&window, [text("groups.no-hints")]);
}

#[test]
fn a_group_names_its_source_first() {
    let (window, _folder) = page_of_four();
    // Numbered names come from left to right, line by line.
    let (link, label) = (link(), |node: &Node<'_>| node.accesskit_node().label());
    let first = (window.query_all_by_label_contains("长名字"))
        .filter(|node| !label(node).is_some_and(|label| label.starts_with(&link)))
        .min_by(|x, y| {
            let key = |node: &Node<'_>| (node.rect().top(), node.rect().left());
            key(x).partial_cmp(&key(y)).unwrap()
        })
        .and_then(|node| label(&node));
    assert!(first.unwrap().starts_with('d'), "most lead to d");
}

#[test]
fn a_pair_that_does_not_count_links_nothing() {
    let (mut window, _folder) = page_of_four();
    click_containing(&mut window, &format!("{}c", link()));
    click(&mut window, &text("decision.not-plagiarism"));
    key(&mut window, Modifiers::NONE, Key::Escape);
    shows(&window, [size(3, 3)]);
    assert_eq!(links(&window), 2);
}

#[test]
fn long_names_of_a_group_fit_the_smallest_window() {
    let (mut window, _folder) = page_of_four();
    window.set_size(egui::vec2(1024.0, 640.0));
    window.run_steps(3);
    assert!(sees(&window, "长名字"));
    for node in window.query_all_by_label_contains("长名字") {
        assert!(node.rect().right() <= 1024.0, "{:?}", node.rect());
    }
}
