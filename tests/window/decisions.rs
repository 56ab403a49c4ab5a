//! Tests of the table of pairs and of decisions: order, filters, keys, decisions with notes, and the page that lists them.

use egui::{Key, Modifiers};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable;

use crate::driver::{
    FIRST, Window, choose, click, click_containing, key, lacks, open, rows, samples, settle, shows,
    today, type_lines_into, type_text,
};
use crate::pictures::{can_render, picture};
use crate::texts::{Values, counted, counted_in, text, text_with};
use crate::views::{LOOKS, open_in};

/// Page of the pairs of the samples.
fn pairs() -> Window {
    let mut window = open([samples()]);
    click(&mut window, &counted("pages.pairs", 4));
    window
}

/// Names of the first documents of the rows, from the top.
fn firsts(window: &Window) -> Vec<String> {
    let mut names = rows(window, ".");
    names.retain(|name| !name.ends_with("..."));
    names
}

fn shown(shown: usize, all: usize) -> String {
    let values: Values<'_> = &[("shown", &shown), ("all", &all)];
    text_with("pairs.count", values)
}

#[test]
fn any_heading_sorts_the_pairs_and_says_so() {
    let mut window = pairs();
    let listed = firsts(&window);
    assert_eq!(listed.len(), 4);
    shows(&window, [format!("{} ▼", text("column.verdict"))]);
    let by_name = text("column.document-a");
    click(&mut window, &by_name);
    let mut sorted = listed.clone();
    sorted.sort();
    assert_eq!(firsts(&window), sorted);
    click(&mut window, &format!("{by_name} ▲"));
    sorted.reverse();
    assert_eq!(firsts(&window), sorted);
    click(&mut window, &text("column.copied-a"));
    shows(&window, [format!("{} ▼", text("column.copied-a"))]);
    click(&mut window, &text("column.verdict"));
    assert_eq!(firsts(&window), listed);
}

#[test]
fn the_pairs_are_filtered_by_name_verdict_and_decision() {
    let mut window = pairs();
    shows(&window, [shown(4, 4)]);
    let near = text("verdict.near-duplicate");
    let chip = |window: &mut Window| {
        let all = window.query_all_by_label(&near);
        let top = all.min_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
        top.unwrap().click();
        window.run_steps(3);
    };
    chip(&mut window);
    let only = firsts(&window);
    assert!(!only.is_empty() && only.len() < 4, "{only:?}");
    shows(&window, [shown(only.len(), 4)]);
    chip(&mut window);
    shows(&window, [shown(4, 4)]);
    choose(
        &mut window,
        &text("decision.filter"),
        &text("decision.confirmed"),
    );
    shows(&window, [text("pairs.none-shown")]);
    click(&mut window, &text("documents.reset"));
    shows(&window, [shown(4, 4)]);
    key(&mut window, Modifiers::COMMAND, Key::F);
    type_text(&mut window, "社区图书馆");
    assert!(
        firsts(&window)
            .iter()
            .all(|name| name.contains("社区图书馆"))
    );
}

#[test]
fn keys_move_mark_decide_and_open_pairs() {
    let mut window = pairs();
    let listed = firsts(&window);
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    key(&mut window, Modifiers::SHIFT, Key::ArrowDown);
    key(&mut window, Modifiers::NONE, Key::Num3);
    settle(&mut window);
    let decided = text("decision.to-discuss");
    assert_eq!(window.query_all_by_label(&decided).count(), 2);
    key(&mut window, Modifiers::NONE, Key::Space);
    key(&mut window, Modifiers::NONE, Key::Num0);
    settle(&mut window);
    assert_eq!(window.query_all_by_label(&decided).count(), 1);
    key(&mut window, Modifiers::NONE, Key::Home);
    key(&mut window, Modifiers::NONE, Key::Enter);
    shows(&window, [text("pair.fingerprints"), listed[0].clone()]);
}

#[test]
fn a_pair_is_decided_with_a_note_in_three_clicks_and_stays_in_its_place() {
    let mut window = pairs();
    let listed = firsts(&window);
    click(&mut window, &listed[0]);
    click(&mut window, &text("decision.not-plagiarism"));
    shows(&window, [text("verdict.not-counted")]);
    lacks(&window, [text("verdict.none")]);
    let note = text("decision.note");
    type_lines_into(&mut window, &note, "双方都引自同一规定");
    key(&mut window, Modifiers::NONE, Key::Escape);
    key(&mut window, Modifiers::NONE, Key::Escape);
    settle(&mut window);
    assert_eq!(firsts(&window), listed, "no row moved");
    lacks(&window, [text("verdict.none")]);
    shows(&window, [counted("pages.pairs", 3)]);
    // The page of all decisions names it, and takes it back.
    click(&mut window, &text("toolbar.more"));
    click_containing(&mut window, &text("pages.decisions"));
    shows(&window, ["双方都引自同一规定", &today()]);
    let about = &format!("{} × ", listed[0]);
    shows(&window, [about]);
    click(&mut window, &text("decision.reviewed"));
    shows(&window, [text("decisions.none")]);
    click(&mut window, &text("decision.any"));
    let take_back = text_with("decisions.take-back-of", &[("about", &"")]);
    click_containing(&mut window, take_back.trim_end());
    settle(&mut window);
    shows(&window, [text("decisions.none"), counted("pages.pairs", 4)]);
    key(&mut window, Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    shows(&window, ["双方都引自同一规定"]);
}

#[test]
fn a_document_is_decided_and_filtered_by_it() {
    let mut window = open([samples()]);
    click(&mut window, FIRST);
    key(&mut window, Modifiers::NONE, Key::Num4);
    type_lines_into(&mut window, &text("decision.note"), "已读");
    key(&mut window, Modifiers::NONE, Key::Escape);
    key(&mut window, Modifiers::NONE, Key::Escape);
    settle(&mut window);
    choose(
        &mut window,
        &text("decision.filter"),
        &text("decision.reviewed"),
    );
    assert_eq!(firsts(&window), [FIRST]);
    let noted = text_with("note.shown", &[("note", &"已读")]);
    shows(&window, [noted]);
}

#[test]
fn decisions_look_as_they_were_looked_at() {
    let mut results = SnapshotResults::new();
    for (language, theme, suffix) in LOOKS {
        let mut window = open_in(language, theme, &[samples()]);
        if !can_render(&mut window) {
            return;
        }
        window.set_size(egui::vec2(1366.0, 768.0));
        click(&mut window, &counted_in(language, "pages.pairs", 4));
        key(&mut window, Modifiers::NONE, Key::ArrowDown);
        key(&mut window, Modifiers::NONE, Key::Num2);
        key(&mut window, Modifiers::NONE, Key::ArrowDown);
        key(&mut window, Modifiers::NONE, Key::Num1);
        settle(&mut window);
        key(&mut window, Modifiers::NONE, Key::Tab);
        picture(&mut window, &format!("decided-pairs-{suffix}"));
        results.extend_harness(&mut window);
    }
}

#[test]
fn the_pages_of_the_menu_lead_back() {
    let mut window = pairs();
    for (page, title) in [(Key::Num7, "pages.decisions"), (Key::Num8, "pages.recheck")] {
        key(&mut window, Modifiers::COMMAND, page);
        shows(&window, [text(title)]);
        click(&mut window, &text("pages.back"));
        shows(&window, [shown(4, 4)]);
    }
}
