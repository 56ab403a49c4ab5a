//! Tests of passages and copied shares: the search in the background, what counts, the texts of a pair.

use std::path::Path;

use chachong_messages::Language;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use tempfile::TempDir;

use crate::driver::{
    Opening, Window, click, close, count, drop_and_wait, exported_in, key, lacks, leftmost, open,
    press, samples, sees, settle, shows, side_by_side, tops, type_into, wait, wait_to_see,
    wait_until_idle,
};
use crate::texts::{beginning, count_pair, counted, text, text_with, words};
use crate::theses::{paragraphs, patchwork, start_of};

/// Returns the two totals of a document's page: net and gross share.
fn totals(window: &Window) -> [String; 2] {
    let mut shares: Vec<(f32, String)> = window
        .query_all_by_label_contains(" %")
        .filter(|node| node.rect().height() > 24.0)
        .filter_map(|node| Some((node.rect().left(), node.accesskit_node().value()?)))
        // The line below with the parts of the share.
        .filter(|(_, text)| !text.contains('·'))
        .collect();
    shares.sort_by(|x, y| x.0.total_cmp(&y.0));
    let shares: Vec<String> = shares.into_iter().map(|(_, text)| text).collect();
    shares.try_into().unwrap()
}

/// Opens the thesis that is a patchwork. The folder is there as long as it is held.
fn open_patchwork() -> (Window, TempDir) {
    let dir = patchwork();
    let mut window = open([dir.path()]);
    let copied = format!("{} ▼", text("documents.weighted"));
    assert!(sees(&window, &copied), "what few have first");
    click(&mut window, "拼凑.txt");
    (window, dir)
}

#[test]
fn a_reason_that_counts_after_all_changes_the_net_share_at_once() {
    let (mut window, _dir) = open_patchwork();
    let [net, gross] = totals(&window);
    assert_ne!(net, gross, "references are left out of the one");
    click(&mut window, &text("exclusions.title"));
    click(&mut window, &text("left-out.references"));
    let with_references = totals(&window);
    assert_ne!(with_references[0], net);
    assert_eq!(with_references[1], gross);
    click(&mut window, &text("left-out.references"));
    assert_eq!(totals(&window), [net, gross]);
}

#[test]
fn a_source_that_is_switched_off_changes_the_net_share_at_once() {
    let (mut window, _dir) = open_patchwork();
    shows(&window, [counted("document.near", 2)]);
    let all = totals(&window);
    let switch = |window: &mut Window, source: &str| {
        click(window, &text_with("similar.count", &[("name", &source)]));
    };
    switch(&mut window, "单车.txt");
    let without = totals(&window);
    assert_ne!(without[0], all[0]);
    assert_eq!(without[1], all[1], "whatever was chosen");
    click(&mut window, &text("exclusions.title"));
    shows(&window, [text("exclusions.switched-off")]);
    click(&mut window, &text("document.sources"));
    switch(&mut window, "食堂.txt");
    assert_eq!(totals(&window)[0], "0.0 %");
    switch(&mut window, "单车.txt");
    switch(&mut window, "食堂.txt");
    assert_eq!(totals(&window), all);
}

/// Opens the pair of the patchwork and the source of two of its paragraphs and of the references.
fn open_pair() -> (Window, TempDir) {
    let (mut window, dir) = open_patchwork();
    click(&mut window, "单车.txt");
    (window, dir)
}

#[test]
fn arrow_keys_lead_from_passage_to_passage_of_a_pair() {
    let (mut window, _dir) = open_pair();
    // In the order of the first document.
    shows(&window, [counted("pair.passages", 3)]);
    let bikes = paragraphs("zh-bikes.txt");
    assert!(side_by_side(&window, &bikes[1]));
    assert!(!side_by_side(&window, &bikes[3]));
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert!(side_by_side(&window, &bikes[3]));
    assert!(!side_by_side(&window, &bikes[1]));
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    let references = text("left-out.references");
    assert_eq!(count(&window, &references), 2, "over both texts");
    // The list says how many of its characters do not count, and why.
    shows(&window, [format!("({references})")]);
    // At the last passage the key moves no further.
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(count(&window, &references), 2);
}

#[test]
fn a_pair_is_exported_as_one_page_with_both_texts() {
    let (mut window, dir) = open_pair();
    let reports = dir.path().join("reports");
    click(&mut window, &text("toolbar.export"));
    press(&mut window, &text("export.format.pdf"));
    type_into(
        &mut window,
        &text("export.folder"),
        reports.to_str().unwrap(),
    );
    click(&mut window, &text("export.start"));
    wait_until_idle(&mut window);
    let files = std::fs::read_dir(exported_in(&reports)).unwrap();
    let mut files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let of = |ending: &str| {
        let is = |file: &&std::path::PathBuf| file.extension().is_some_and(|own| own == ending);
        files.iter().filter(is).collect::<Vec<_>>()
    };
    assert_eq!((files.len(), of("pdf").len()), (3, 2), "{files:?}");
    let [page] = of("html")[..] else {
        unreachable!("{files:?}")
    };
    let name = page.file_name().unwrap().to_str().unwrap();
    assert!(name.contains("单车.txt"), "{name}");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains(r#"id="pane-a""#) && page.contains(r#"id="pane-b""#));
}

#[test]
fn a_passage_and_a_pair_are_switched_off() {
    let (mut window, _dir) = open_pair();
    shows(&window, [count_pair(2, 3)]);
    click(&mut window, &text_with("passages.count", &[("number", &1)]));
    shows(&window, [count_pair(1, 3)]);
    click(&mut window, &text("decision.not-plagiarism"));
    shows(&window, [count_pair(0, 3)]);
    assert_eq!(count(&window, "0.0 %"), 2, "of either document");
}

/// Turns the wheel over the paragraph that begins like this text, on one side of a pair.
fn scroll(window: &mut Window, paragraph: &str, side: usize, lines: f32) {
    let start = start_of(paragraph);
    let text = window.query_all_by_label_contains(&start);
    let middle = text.map(|node| node.rect().center()).nth(side).unwrap();
    window.hover_at(middle);
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -lines * 22.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    window.run_steps(30);
}

#[test]
fn both_texts_scroll_together_until_they_are_let_go() {
    let (mut window, _dir) = open_pair();
    let first = &paragraphs("zh-bikes.txt")[1];
    assert!(side_by_side(&window, first));
    let before = tops(&window, first)[0];
    for side in [1, 0] {
        scroll(&mut window, first, side, 1.0);
        assert!(side_by_side(&window, first), "{:?}", tops(&window, first));
    }
    let after = tops(&window, first)[0];
    assert!(before - after > 30.0, "from {before} to {after}");
    click(&mut window, &text("passages.together"));
    scroll(&mut window, first, 0, -2.0);
    assert!(!side_by_side(&window, first), "{:?}", tops(&window, first));
}

#[test]
fn a_passage_is_copied_with_its_source() {
    let (mut window, _dir) = open_pair();
    let copy = text_with("passages.copy", &[("side", &"A")]);
    window.get_by_label(&copy).click();
    let copied = (0..20).find_map(|_| {
        window.step();
        let commands = &window.output().platform_output.commands;
        commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    });
    let copied = copied.unwrap_or_default();
    let cited = beginning("passages.cited", &[("text", &"…"), ("name", &"单车.txt")]);
    let (_, source) = cited.split_once('…').unwrap();
    let source = source.to_owned() + &beginning("passages.at-characters", &[]);
    assert!(copied.contains(&source), "{copied} without {source}");
    wait_to_see(&mut window, &text("notice.copied"));
}

/// Opens the patchwork without its first source, and three texts that are nearer to it by fingerprint than the second.
fn open_among_nearer() -> (Window, TempDir) {
    let dir = patchwork();
    let texts = Path::new("tests/fixtures/texts");
    for name in ["zh-library-a.txt", "zh-library-b.txt", "zh-library-c.txt"] {
        std::fs::copy(texts.join(name), dir.path().join(name)).unwrap();
    }
    std::fs::remove_file(dir.path().join("单车.txt")).unwrap();
    (open([dir.path()]), dir)
}

/// Returns the closest document in the row of a document: the name furthest to the right.
fn closest(window: &Window, document: &str) -> String {
    let height = leftmost(window, document).rect().center().y;
    let names = window.query_all_by_label_contains(".txt");
    names
        .filter(|node| (node.rect().center().y - height).abs() < 5.0)
        .max_by(|x, y| x.rect().left().total_cmp(&y.rect().left()))
        .and_then(|node| node.accesskit_node().label())
        .unwrap_or_default()
}

#[test]
fn the_closest_document_is_the_source_and_not_one_nearer_by_fingerprint() {
    let (window, _dir) = open_among_nearer();
    // Once in its own row, and once as the closest of its source.
    assert_eq!(count(&window, "拼凑.txt"), 2);
    assert_eq!(closest(&window, "食堂.txt"), "拼凑.txt");
    assert_eq!(closest(&window, "拼凑.txt"), "食堂.txt");
}

#[test]
fn a_pair_that_only_its_passages_found_says_so() {
    let (mut window, _dir) = open_among_nearer();
    click(&mut window, &counted("pages.pairs", 1));
    click(&mut window, "拼凑.txt");
    click(&mut window, &text("pair.fingerprints"));
    let key = "pair.found-by-passages";
    shows(
        &window,
        [beginning(key, &[]), words(Language::English, key)],
    );
}

/// Opens the samples and cancels the search for passages; `None` if the search ended first.
fn cancelled_search() -> Option<Window> {
    let mut window = Opening {
        paths: vec![samples().into()],
        ..Opening::default()
    }
    .start();
    // The button that cancels reading becomes the one that cancels the search: it is pressed when all is read.
    let [preparing, cancel] = ["copies.preparing", "progress.cancel"].map(text);
    wait(&mut window, |window| {
        sees(window, &preparing) || window.state().is_idle()
    });
    if !window.state().is_idle() && sees(&window, &cancel) {
        click(&mut window, &cancel);
        let told = ["notice.not-compared", "status-bar.not-compared"].map(text);
        if told.iter().all(|text| sees(&window, text)) {
            return Some(window);
        }
    }
    close(window);
    None
}

#[test]
fn a_cancelled_search_says_so_and_is_done_again_on_request() {
    // On a busy machine the search may end before the button is pressed: then once more.
    let mut window = (0..20)
        .find_map(|_| cancelled_search())
        .expect("a search of twenty was cancelled in time");
    assert!(sees(&window, "0 / 64"), "what fingerprints say stays");
    click(&mut window, &text("notice.compare-again"));
    let cancelled = [
        "notice.not-compared",
        "notice.cancelled",
        "copies.cancelled",
        "status-bar.not-compared",
    ];
    lacks(&window, cancelled.map(text));
    shows(&window, ["100.0 %"]);
}

#[test]
fn a_document_alone_is_not_judged_and_more_documents_start_the_search_again() {
    let dir = patchwork();
    let mut window = open([dir.path().join("拼凑.txt")]);
    shows(&window, ["0.0 %"]);
    lacks(&window, [text("verdict.passage")]);
    let alone = text("documents.alone");
    assert!(sees(&window, &alone), "0 % is no verdict");
    for name in ["单车.txt", "食堂.txt"] {
        drop_and_wait(&mut window, &dir.path().join(name));
    }
    lacks(&window, [alone]);
    click(&mut window, &counted("pages.pairs", 2));
    assert_eq!(count(&window, "拼凑.txt"), 2);
}

#[test]
fn another_distance_does_not_start_the_search_again() {
    let dir = patchwork();
    let mut window = open([dir.path()]);
    click(&mut window, &text("toolbar.settings"));
    (window.get_by_label(&text("settings.by-length"))).click();
    let preparing = text("copies.preparing");
    for _ in 0..20 {
        window.step();
        lacks(&window, [&preparing]);
    }
    settle(&mut window);
    click(&mut window, &counted("pages.pairs", 2));
    assert_eq!(count(&window, "拼凑.txt"), 2);
}
