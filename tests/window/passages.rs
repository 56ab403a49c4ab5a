//! Tests of passages and copied shares: the search in the background, what counts, the texts of a pair.

use std::path::Path;

use chachong::i18n::Language;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::driver::{Opening, Window, click, key, open, samples, sees, wait, wait_until_idle};
use crate::dropped::drop_on;
use crate::texts::{beginning, count_pair, counted, text, text_with, words};

/// Counts the widgets with this label.
fn count(window: &Window, label: &str) -> usize {
    window.query_all_by_label(label).count()
}

/// Returns the paragraphs of a fixture's text, without its title and author.
fn paragraphs(name: &str) -> Vec<String> {
    let file = Path::new("tests/fixtures/texts").join(name);
    let text = std::fs::read_to_string(file).unwrap();
    let long = text.lines().filter(|line| line.chars().count() > 100);
    long.map(str::to_owned).collect()
}

/// Folder with a thesis that has two paragraphs of one source, one of another, and a list of references copied from the
/// first.
fn patchwork() -> tempfile::TempDir {
    let (bikes, canteen, elevator) = (
        paragraphs("zh-bikes.txt"),
        paragraphs("zh-canteen.txt"),
        paragraphs("zh-elevator.txt"),
    );
    let references = "参考文献\n\
        [1] 王某某. 城市共享单车停放秩序研究[J]. 城市规划学刊, 2019(3): 45-52.\n\
        [2] 李某某, 张某某. 电子围栏技术在停放治理中的应用[J]. 交通运输工程, 2020, 12(4): 101-109.\n\
        [3] 赵某某. 公共空间治理的协商机制[M]. 北京: 某某出版社, 2018.\n\
        [4] 陈某某. 居民参与社区治理的路径[D]. 某某大学, 2021.\n";
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, parts: &[&[String]], references: &str| {
        let parts: Vec<String> = parts.iter().map(|part| part.join("\n\n")).collect();
        let text = format!("{}\n\n{references}", parts.join("\n\n"));
        std::fs::write(dir.path().join(name), text).unwrap();
    };
    write("单车.txt", &[&bikes], references);
    write("食堂.txt", &[&canteen], "");
    let half = elevator.len() / 2;
    write(
        "拼凑.txt",
        &[
            &elevator[..half],
            &bikes[1..2],
            &elevator[half..],
            &bikes[3..4],
            &canteen[1..2],
        ],
        references,
    );
    dir
}

/// Returns the two totals of a document's page: net and gross share.
fn totals(window: &Window) -> Vec<String> {
    let mut shares: Vec<(f32, String)> = window
        .query_all_by_label_contains(" %")
        .filter(|node| node.rect().height() > 24.0)
        .filter_map(|node| Some((node.rect().left(), node.accesskit_node().value()?)))
        .collect();
    shares.sort_by(|x, y| x.0.total_cmp(&y.0));
    shares.into_iter().map(|(_, text)| text).collect()
}

#[test]
fn switching_a_source_or_a_reason_changes_the_totals_at_once() {
    let dir = patchwork();
    let mut window = open([dir.path().to_owned()]);
    assert!(
        sees(&window, &format!("{} ▼", text("documents.copied"))),
        "the most copied first"
    );
    click(&mut window, "拼凑.txt");
    assert!(sees(&window, &counted("document.near", 2)));
    let all = totals(&window);
    assert_eq!(all.len(), 2, "{all:?}");
    assert_ne!(all[0], all[1], "references are left out of the one");

    click(&mut window, &text("exclusions.title"));
    click(&mut window, &text("left-out.references"));
    let with_references = totals(&window);
    assert_ne!(with_references[0], all[0]);
    assert_eq!(with_references[1], all[1]);
    click(&mut window, &text("left-out.references"));
    assert_eq!(totals(&window), all);

    click(&mut window, &text("document.sources"));
    click(
        &mut window,
        &text_with("similar.count", &[("name", &"单车.txt")]),
    );
    let without = totals(&window);
    assert_ne!(without[0], all[0]);
    assert_eq!(without[1], all[1], "whatever was chosen");
    click(&mut window, &text("exclusions.title"));
    assert!(sees(&window, &text("exclusions.switched-off")));
    click(&mut window, &text("document.sources"));
    click(
        &mut window,
        &text_with("similar.count", &[("name", &"食堂.txt")]),
    );
    assert_eq!(totals(&window)[0], "0.0 %");
    click(
        &mut window,
        &text_with("similar.count", &[("name", &"单车.txt")]),
    );
    click(
        &mut window,
        &text_with("similar.count", &[("name", &"食堂.txt")]),
    );
    assert_eq!(totals(&window), all);
}

#[test]
fn a_pair_shows_its_passages_and_their_texts() {
    let dir = patchwork();
    let mut window = open([dir.path().to_owned()]);
    click(&mut window, "拼凑.txt");
    click(&mut window, "单车.txt");
    // Two paragraphs and the references, in the order of the first document.
    assert!(sees(&window, &counted("pair.passages", 3)) && sees(&window, &count_pair(2, 3)));
    let bikes = paragraphs("zh-bikes.txt");
    assert!(side_by_side(&window, &bikes[1]));
    assert!(!side_by_side(&window, &bikes[3]));
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    wait_until_idle(&mut window);
    assert!(side_by_side(&window, &bikes[3]));
    assert!(!side_by_side(&window, &bikes[1]));
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    wait_until_idle(&mut window);
    assert_eq!(
        count(&window, &text("left-out.references")),
        3,
        "in the list, and over both texts"
    );
    // At the last passage the key moves no further.
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(count(&window, &text("left-out.references")), 3);

    click(&mut window, &text_with("passages.count", &[("number", &1)]));
    assert!(sees(&window, &count_pair(1, 3)));
    click(&mut window, &count_pair(1, 3));
    assert!(sees(&window, &count_pair(0, 3)));
    assert_eq!(count(&window, "0.0 %"), 2, "of either document");
}

#[test]
fn both_texts_scroll_together_until_they_are_let_go() {
    let dir = patchwork();
    let mut window = open([dir.path().to_owned()]);
    click(&mut window, "拼凑.txt");
    click(&mut window, "单车.txt");
    let first = &paragraphs("zh-bikes.txt")[1];
    assert!(side_by_side(&window, first));
    let before = tops(&window, first)[0];
    let scroll = |window: &mut Window, side: usize, lines: f32| {
        let start = start_of(first);
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
    };
    for side in [1, 0] {
        scroll(&mut window, side, 1.0);
        assert!(side_by_side(&window, first), "{:?}", tops(&window, first));
    }
    let after = tops(&window, first)[0];
    assert!(before - after > 30.0, "from {before} to {after}");
    click(&mut window, &text("passages.together"));
    scroll(&mut window, 0, -2.0);
    assert!(!side_by_side(&window, first), "{:?}", tops(&window, first));
}

/// Returns the first 12 characters of a text.
fn start_of(text: &str) -> String {
    text.chars().take(12).collect()
}

/// Returns the tops of the paragraphs in sight that begin like this text, in points.
fn tops(window: &Window, text: &str) -> Vec<f32> {
    let start = start_of(text);
    let nodes = window.query_all_by_label_contains(&start);
    nodes.map(|node| node.rect().top()).collect()
}

/// Returns whether the paragraph is at the same height in both texts.
fn side_by_side(window: &Window, text: &str) -> bool {
    let tops = tops(window, text);
    tops.len() == 2 && (tops[0] - tops[1]).abs() < 3.0
}

#[test]
fn a_document_leads_to_its_source_and_not_to_one_that_is_nearer_by_fingerprint() {
    let dir = patchwork();
    let texts = Path::new("tests/fixtures/texts");
    for name in ["zh-library-a.txt", "zh-library-b.txt", "zh-library-c.txt"] {
        std::fs::copy(texts.join(name), dir.path().join(name)).unwrap();
    }
    std::fs::remove_file(dir.path().join("单车.txt")).unwrap();
    let mut window = open([dir.path().to_owned()]);
    // Once in its own row, and once as the closest of its source.
    assert_eq!(count(&window, "拼凑.txt"), 2);
    let closest = |window: &Window, document: &str| {
        let rows = window.query_all_by_label(document);
        let row = rows.min_by(|x, y| x.rect().left().total_cmp(&y.rect().left()));
        let height = row.map(|row| row.rect().center().y).unwrap_or_default();
        let mut names: Vec<(f32, String)> = window
            .query_all_by_label_contains(".txt")
            .filter(|node| (node.rect().center().y - height).abs() < 5.0)
            .filter_map(|node| Some((node.rect().left(), node.accesskit_node().label()?)))
            .collect();
        names.sort_by(|x, y| x.0.total_cmp(&y.0));
        names.pop().map(|(_, name)| name).unwrap_or_default()
    };
    assert_eq!(closest(&window, "食堂.txt"), "拼凑.txt");
    assert_eq!(closest(&window, "拼凑.txt"), "食堂.txt");
    click(&mut window, &counted("pages.pairs", 1));
    click(&mut window, "拼凑.txt");
    click(&mut window, &text("pair.fingerprints"));
    assert!(sees(&window, &beginning("pair.found-by-passages", &[])));
    assert!(sees(
        &window,
        &words(Language::English, "pair.found-by-passages")
    ));
}

#[test]
fn a_documents_text_leads_from_passage_to_passage_and_to_the_source() {
    let dir = patchwork();
    let mut window = open([dir.path().to_owned()]);
    click(&mut window, "拼凑.txt");
    let (bikes, canteen) = (paragraphs("zh-bikes.txt"), paragraphs("zh-canteen.txt"));
    let elevator = paragraphs("zh-elevator.txt");
    assert_eq!(tops(&window, &elevator[0]).len(), 1, "its own text first");
    // Two paragraphs, one of another source, the references.
    assert!(
        sees(&window, &counted("text.passages", 3)) || sees(&window, &counted("text.passages", 4))
    );
    click(&mut window, &text("passages.next"));
    assert_eq!(tops(&window, &bikes[1]).len(), 1);
    click(
        &mut window,
        &text_with("similar.next-of", &[("name", &"食堂.txt")]),
    );
    assert_eq!(tops(&window, &canteen[1]).len(), 1);
    let start = start_of(&canteen[1]);
    window.get_by_label_contains(&start).click();
    window.run_steps(3);
    wait_until_idle(&mut window);
    assert!(sees(&window, &counted("pair.passages", 1)) && side_by_side(&window, &canteen[1]));
    assert!(sees(&window, "食堂.txt") && !sees(&window, "单车.txt"));
}

#[test]
fn the_strip_beside_a_text_moves_it_while_the_pointer_moves() {
    let dir = patchwork();
    let mut window = open([dir.path().to_owned()]);
    click(&mut window, "拼凑.txt");
    let last = paragraphs("zh-canteen.txt");
    assert_eq!(tops(&window, &last[1]).len(), 0, "far down");
    let strip = window.get_by_label(&text("text.strip")).rect();
    window.drag_at(strip.center_top() + egui::vec2(0.0, 5.0));
    window.run_steps(2);
    window.hover_at(strip.center_bottom() - egui::vec2(0.0, 5.0));
    window.run_steps(8);
    assert_eq!(tops(&window, &last[1]).len(), 1);
    let output = &window.output().viewport_output[&egui::ViewportId::ROOT];
    assert!(!output.repaint_delay.is_zero(), "held still it rests");
}

#[test]
fn a_passage_is_copied_with_its_source() {
    let dir = patchwork();
    let mut window = open([dir.path().to_owned()]);
    click(&mut window, "拼凑.txt");
    click(&mut window, "单车.txt");
    window
        .get_by_label(&text_with("passages.copy", &[("side", &"A")]))
        .click();
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
    wait(&mut window, |window| sees(window, &text("notice.copied")));
}

#[test]
fn a_cancelled_search_says_so_and_is_done_again_on_request() {
    let mut window = Opening {
        paths: vec![samples().into()],
        ..Opening::default()
    }
    .start();
    // The button that cancels reading becomes the one that cancels the search: it is pressed when all is read.
    wait(&mut window, |window| {
        sees(window, &text("copies.preparing")) || window.state().is_idle()
    });
    assert!(!window.state().is_idle(), "the search could be seen");
    window.get_by_label(&text("progress.cancel")).click();
    wait_until_idle(&mut window);
    assert!(sees(&window, &text("notice.not-compared")));
    assert!(sees(&window, &text("status-bar.not-compared")));
    assert!(sees(&window, "0 / 64"), "what fingerprints say stays");
    click(&mut window, &text("notice.compare-again"));
    for cancelled in [
        "notice.not-compared",
        "status-bar.not-compared",
        "copies.cancelled",
        "notice.cancelled",
    ] {
        assert!(!sees(&window, &text(cancelled)), "{cancelled}");
    }
    assert!(sees(&window, "100.0 %"));
}

#[test]
fn more_documents_start_the_search_again_and_a_distance_does_not() {
    let dir = patchwork();
    let mut window = open([dir.path().join("拼凑.txt")]);
    assert!(sees(&window, "0.0 %") && !sees(&window, &text("verdict.passage")));
    let alone = &text("documents.alone");
    assert!(sees(&window, alone), "0 % is no verdict");
    for name in ["单车.txt", "食堂.txt"] {
        drop_on(&mut window, &dir.path().join(name));
        window.run_steps(2);
        wait_until_idle(&mut window);
    }
    assert!(!sees(&window, alone));
    click(&mut window, &counted("pages.pairs", 2));
    assert_eq!(count(&window, "拼凑.txt"), 2);
    click(&mut window, &text("toolbar.settings"));
    window.get_by_label(&text("settings.by-length")).click();
    for _ in 0..20 {
        window.step();
        assert!(!sees(&window, &text("copies.preparing")));
    }
    wait_until_idle(&mut window);
    click(&mut window, &counted("pages.pairs", 2));
    assert_eq!(count(&window, "拼凑.txt"), 2);
}

#[test]
fn what_is_left_out_says_why_under_the_pointer() {
    let dir = patchwork();
    let mut window = open([dir.path().to_owned()]);
    click(&mut window, "拼凑.txt");
    window.key_press(Key::End);
    window.run_steps(5);
    let reference = window.get_by_label_contains("陈某某").rect();
    let why = &text_with("text.left-out", &[("reason", &text("left-out.references"))]);
    assert!(!sees(&window, why));
    window.hover_at(reference.left_center() + egui::vec2(30.0, 0.0));
    window.run_steps(40);
    assert!(sees(&window, why) && sees(&window, "1  单车.txt"));
}

#[test]
fn what_is_typed_is_found_in_the_text() {
    let dir = patchwork();
    let mut window = open([dir.path().to_owned()]);
    click(&mut window, "拼凑.txt");
    let canteen = paragraphs("zh-canteen.txt");
    assert_eq!(tops(&window, &canteen[1]).len(), 0, "far down");
    key(&mut window, Modifiers::COMMAND, Key::F);
    let words: String = canteen[1].chars().skip(3).take(9).collect();
    window.event(egui::Event::Text(words));
    window.run_steps(3);
    wait_until_idle(&mut window);
    window.run_steps(3);
    assert!(sees(&window, &counted("text.found", 1)));
    assert_eq!(tops(&window, &canteen[1]).len(), 1, "brought into sight");
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(tops(&window, &canteen[1]).len(), 1);
    window.event(egui::Event::Text("没有这样的字".to_owned()));
    window.run_steps(3);
    wait_until_idle(&mut window);
    assert!(sees(&window, &counted("text.found", 0)));
}
