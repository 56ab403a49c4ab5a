//! Tests of the strength of evidence: verdicts, shares that need words, the strongest passages, possible ones on
//! request, and links of a group.

use chachong_messages::Language;
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable;
use tempfile::TempDir;

use crate::driver::{
    Window, choose, click, count, key, lacks, leftmost, open, press_times, rows, samples, sees,
    settle, shows, wait_until_idle,
};
use crate::groups::size;
use crate::texts::{beginning, counted, text, text_with, words};
use crate::theses::{folder, paragraphs};

#[test]
fn the_pairs_say_what_each_verdict_means() {
    let mut window = open([samples()]);
    click(&mut window, &counted("pages.pairs", 4));
    let verdicts = [
        "verdict.near-duplicate",
        "verdict.large-part",
        "verdict.part",
        "verdict.passage",
        "verdict.related",
        "verdict.by-fingerprint",
    ];
    shows(&window, verdicts.map(text));
    shows(
        &window,
        [text_with("verdict.both", &[("share", &"≥ 90 %")])],
    );
}

#[test]
fn a_verdict_that_no_document_has_shows_none() {
    let mut window = open([samples()]);
    let part = text("verdict.part");
    choose(&mut window, &text("column.verdict"), &part);
    shows(&window, [text("documents.none-shown")]);
}

/// Two texts of which hardly anything counts: the rest are references.
fn mostly_references() -> TempDir {
    let references: Vec<String> = (1..30)
        .map(|number| {
            format!(
                "[{number}] 王某某, 李某某. 城市共享单车停放秩序第{number}次调查[J]. 城市规划学刊, {}(3): {number}-52.",
                1990 + number
            )
        })
        .collect();
    let references = format!("参考文献\n{}", references.join("\n"));
    let opening: String = paragraphs("zh-bikes.txt")[1].clone();
    folder(&[
        ("甲.txt", vec![opening.clone(), references.clone()]),
        ("乙.txt", vec![opening, references]),
        ("丙.txt", paragraphs("zh-canteen.txt")),
    ])
}

#[test]
fn a_text_of_which_too_little_counts_says_why_wherever_it_stands() {
    let dir = mostly_references();
    let mut window = open([dir.path()]);
    let too_little = format!("– {}", text("shares.too-little"));
    let why = words(Language::English, "shares.most-left-out");
    shows(&window, [&too_little]);
    assert!(!sees(&window, &why), "under the pointer only");
    // The first row.
    click(&mut window, "乙.txt");
    shows(&window, [&why]);
    click(&mut window, "甲.txt");
    assert_eq!(window.query_all_by_label_contains(&why).count(), 2);
    click(&mut window, &counted("pages.pairs", 1));
    assert_eq!(count(&window, &too_little), 2, "of either");
}

#[test]
fn the_table_is_sorted_by_the_strongest_passage() {
    let (bikes, canteen) = (paragraphs("zh-bikes.txt"), paragraphs("zh-canteen.txt"));
    let long = [
        paragraphs("zh-elevator.txt"),
        canteen[..canteen.len() / 2].to_vec(),
        paragraphs("zh-clothes.txt"),
        paragraphs("zh-science.txt"),
    ];
    let short = vec![paragraphs("zh-library-a.txt")[0].clone(), bikes[1].clone()];
    let dir = folder(&[
        ("单车.txt", bikes),
        ("短文.txt", short),
        ("食堂.txt", canteen),
        ("长文.txt", long.concat()),
    ]);
    let mut window = open([dir.path()]);
    let names = rows(&window, ".txt");
    assert_eq!(names[..2], ["食堂.txt", "短文.txt"], "by share");
    click(&mut window, &text("documents.strongest"));
    let heading = format!("{} ▼", text("documents.strongest"));
    shows(&window, [heading.clone(), text("chance.practically-not")]);
    let strongest = rows(&window, ".txt");
    assert!(
        strongest[..2].contains(&"长文.txt".to_owned()),
        "{strongest:?}"
    );
    click(&mut window, &heading);
    assert_eq!(rows(&window, ".txt").last(), strongest.first());
}

/// A text with a few lines of another text, hardly recognizable, and with a paragraph of a third one.
fn reworded() -> TempDir {
    let (mut canteen, bikes) = (paragraphs("zh-canteen.txt"), paragraphs("zh-bikes.txt"));
    let characters = |text: &str| text.chars().collect::<Vec<char>>();
    let (other, own) = (characters(&bikes[3]), characters(&canteen[3]));
    // Three characters of the other text, then five of its own.
    let mixed: String = (0..81)
        .step_by(3)
        .flat_map(|at| [&other[at..at + 3], &own[at..at + 5]].concat())
        .collect();
    let clothes = paragraphs("zh-clothes.txt");
    canteen[2] = format!("{}{mixed}。", canteen[2]);
    canteen.push(clothes[1].clone());
    folder(&[
        ("单车.txt", bikes),
        ("旧衣.txt", clothes),
        ("改写.txt", canteen),
    ])
}

/// Opens the page of the text that is hardly recognizable. The folder is there as long as it is held.
fn open_reworded() -> (Window, TempDir) {
    let dir = reworded();
    let mut window = open([dir.path()]);
    leftmost(&window, "改写.txt").click();
    settle(&mut window);
    (window, dir)
}

/// Returns the name of the possible passage, before its place in the text.
fn possible_passage() -> String {
    let place = beginning("passages.at-characters", &[]);
    beginning("possible.open", &[("name", &"单车.txt")]) + &place
}

/// Asks for possible passages, or no longer.
fn switch_possible(window: &mut Window) {
    click(window, &counted("possible.show", 1));
}

#[test]
fn a_possible_passage_lists_no_pair_and_has_a_column_on_request() {
    let dir = reworded();
    let mut window = open([dir.path()]);
    shows(&window, [counted("pages.pairs", 1)]);
    let column = text("documents.possible");
    assert_eq!(count(&window, &column), 0, "no column");
    click(&mut window, &text("documents.show-possible"));
    click(&mut window, &column);
    shows(&window, [format!("{column} ▼")]);
    let names = rows(&window, ".txt");
    assert_eq!(names.last().unwrap(), "旧衣.txt", "it has none");
}

#[test]
fn possible_passages_of_a_document_are_listed_on_request() {
    let (mut window, _dir) = open_reworded();
    let (one, counted_one) = (possible_passage(), counted("text.possible", 1));
    click(&mut window, &counted("possible.tab", 1));
    lacks(&window, [&one, &counted_one]);
    switch_possible(&mut window);
    shows(
        &window,
        [format!("{} · {counted_one}", counted("text.passages", 1))],
    );
    shows(&window, [&one, &beginning("chance.once-in", &[])]);
    switch_possible(&mut window);
    lacks(&window, [&one, &counted_one]);
}

#[test]
fn a_possible_passage_leads_to_its_pair_and_counts_nowhere() {
    let (mut window, _dir) = open_reworded();
    click(&mut window, &counted("possible.tab", 1));
    switch_possible(&mut window);
    let one = possible_passage();
    let passage = window.query_all_by_label_contains(&one).next();
    passage.unwrap().click_accesskit();
    settle(&mut window);
    let name = text_with("passages.possible-name", &[("number", &1)]);
    let title = text("possible.title");
    shows(&window, [&counted("pair.passages", 0), &name, &title]);
    assert!(count(&window, "0.0 %") >= 2, "of either");
    let counts = text_with("passages.count", &[("number", &1)]);
    assert_eq!(count(&window, &counts), 0);
    switch_possible(&mut window);
    lacks(&window, [&name]);
}

#[test]
fn a_strong_passage_says_how_sure_it_is() {
    let dir = reworded();
    let mut window = open([dir.path()]);
    click(&mut window, &counted("pages.pairs", 1));
    click(&mut window, "改写.txt");
    shows(
        &window,
        [counted("pair.passages", 1), text("chance.practically-not")],
    );
    lacks(&window, [beginning("possible.show", &[])]);
}

/// A class of seven: all have a paragraph from one encyclopedia, four have half a text in common.
fn class() -> TempDir {
    let encyclopedia = paragraphs("zh-library-b.txt");
    let shared = paragraphs("zh-science.txt");
    let own = [
        "zh-bikes.txt",
        "zh-canteen.txt",
        "zh-clothes.txt",
        "zh-elevator.txt",
        "zh-library-a.txt",
        "zh-library-c.txt",
        "en-hedgerows.txt",
    ];
    let texts: Vec<(String, Vec<String>)> = (own.iter().enumerate())
        .map(|(number, own)| {
            let mut text = paragraphs(own);
            if number < 4 {
                text.extend_from_slice(&shared);
            }
            let from = encyclopedia
                .iter()
                .take(if own.starts_with("en") { 4 } else { 2 });
            text.extend(from.cloned());
            (format!("{number}.txt"), text)
        })
        .collect();
    let texts: Vec<(&str, Vec<String>)> = (texts.iter())
        .map(|(name, text)| (name.as_str(), text.clone()))
        .collect();
    folder(&texts)
}

#[test]
fn a_clique_stands_out_and_the_slider_says_how_strong_a_link_is() {
    let dir = class();
    let mut window = open([dir.path()]);
    let means = |least: u32| text_with("groups.least-means", &[("least", &least)]);
    click(&mut window, &counted("pages.groups", 1));
    shows(&window, [size(4, 6), means(30)]);
    window
        .get_by_role_and_label(Role::Slider, &text("groups.least"))
        .focus();
    window.run_steps(2);
    press_times(&mut window, Key::ArrowLeft, 27);
    wait_until_idle(&mut window);
    // The encyclopedia links all.
    shows(&window, [means(3), size(7, 21)]);
    press_times(&mut window, Key::ArrowRight, 100);
    wait_until_idle(&mut window);
    shows(
        &window,
        [text("groups.none-so-strong"), counted("pages.groups", 0)],
    );
    click(&mut window, &text_with("groups.usual", &[("least", &30)]));
    shows(&window, [size(4, 6)]);
    key(&mut window, Modifiers::COMMAND, Key::Num1);
    shows(&window, [counted("pages.groups", 1)]);
}
