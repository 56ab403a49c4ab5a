//! Tests of the strength of evidence: verdicts, shares that need words, the strongest passages, possible ones on
//! request, and links of a group.

use std::path::Path;

use chachong::i18n::Language;
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::driver::{Window, click, key, open, samples, sees, wait_until_idle};
use crate::texts::{beginning, counted, text, text_with, words};

/// Returns the paragraphs of a fixture's text, without its title and author.
fn paragraphs(name: &str) -> Vec<String> {
    let file = Path::new("tests/fixtures/texts").join(name);
    let text = std::fs::read_to_string(file).unwrap();
    let long = text.lines().filter(|line| line.chars().count() > 100);
    long.map(str::to_owned).collect()
}

/// Writes a folder of texts, given by name and paragraphs.
fn folder(texts: &[(&str, Vec<String>)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, paragraphs) in texts {
        std::fs::write(dir.path().join(name), paragraphs.join("\n\n")).unwrap();
    }
    dir
}

/// Returns the names of the table's rows, from the top.
fn rows(window: &Window) -> Vec<String> {
    let mut names: Vec<(f32, f32, String)> = (window.query_all_by_label_contains(".txt"))
        .filter_map(|node| {
            let at = node.rect().left_center();
            Some((at.y, at.x, node.accesskit_node().label()?))
        })
        .collect();
    names.sort_by(|x, y| (x.0, x.1).partial_cmp(&(y.0, y.1)).unwrap());
    // The name further right is the closest document.
    names.dedup_by(|x, y| (x.0 - y.0).abs() < 5.0);
    names.into_iter().map(|(_, _, name)| name).collect()
}

#[test]
fn the_pairs_say_what_each_verdict_means() {
    let mut window = open([samples()]);
    click(&mut window, &counted("pages.pairs", 4));
    for verdict in [
        &text("verdict.near-duplicate"),
        &text("verdict.large-part"),
        &text("verdict.part"),
        &text("verdict.passage"),
        &text("verdict.related"),
    ] {
        assert!(sees(&window, verdict), "{verdict}");
    }
    assert!(
        sees(&window, &text_with("verdict.both", &[("share", &"≥ 90 %")]))
            && sees(&window, &text("verdict.by-fingerprint"))
    );
    click(&mut window, &counted("pages.documents", 15));
    window.get_by_label(&text("column.verdict")).click();
    window.run_steps(3);
    click(&mut window, &text("verdict.large-part"));
    assert!(sees(&window, &text("documents.none-shown")));
}

/// Two texts of which hardly anything counts: the rest are references.
pub(crate) fn mostly_references() -> tempfile::TempDir {
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
fn a_share_of_everything_says_why_wherever_it_stands() {
    let dir = mostly_references();
    let mut window = open([dir.path().to_owned()]);
    assert!(sees(&window, &format!("100.0 % {}", text("shares.of-all"))));
    let why = &words(Language::English, "shares.most-left-out");
    assert!(!sees(&window, why), "under the pointer only");
    // The first row.
    click(&mut window, "乙.txt");
    assert!(sees(&window, &format!("100.0 % {}", text("shares.of-all"))) && sees(&window, why));
    click(&mut window, "甲.txt");
    assert_eq!(window.query_all_by_label_contains(why).count(), 2);
    click(&mut window, &counted("pages.pairs", 1));
    let of_all = window
        .query_all_by_label(&format!("100.0 % {}", text("shares.of-all")))
        .count();
    assert_eq!(of_all, 2, "of either");
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
    let mut window = open([dir.path().to_owned()]);
    assert_eq!(rows(&window)[0], "食堂.txt");
    assert_eq!(rows(&window)[1], "短文.txt", "by share");
    click(&mut window, &text("documents.strongest"));
    assert!(
        sees(&window, &format!("{} ▼", text("documents.strongest")))
            && sees(
                &window,
                &text_with(
                    "chance.strength",
                    &[("word", &text("chance.extreme")), ("pairs", &"10^")]
                )
            )
    );
    let strongest = rows(&window);
    assert!(
        strongest[..2].contains(&"长文.txt".to_owned()),
        "{strongest:?}"
    );
    click(&mut window, &format!("{} ▼", text("documents.strongest")));
    assert_eq!(rows(&window).last(), strongest.first());
}

/// A text with a few lines of another text, hardly recognizable, and with a paragraph of a third one.
pub(crate) fn reworded() -> tempfile::TempDir {
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

#[test]
fn possible_passages_are_shown_on_request_and_counted_nowhere() {
    let dir = reworded();
    let mut window = open([dir.path().to_owned()]);
    assert!(
        sees(&window, &counted("pages.pairs", 1)),
        "a possible passage lists no pair"
    );
    assert!(
        window.query_by_label(&text("documents.possible")).is_none(),
        "no column"
    );
    click(&mut window, &text("documents.show-possible"));
    click(&mut window, &text("documents.possible"));
    assert!(sees(&window, &format!("{} ▼", text("documents.possible"))));
    assert_eq!(rows(&window).last().unwrap(), "旧衣.txt", "it has none");
    // Possible passages of a document.
    click(&mut window, "改写.txt");
    assert!(sees(
        &window,
        &format!(
            "{} · {}",
            counted("text.passages", 1),
            counted("text.possible", 1)
        )
    ));
    click(&mut window, &counted("possible.tab", 1));
    let one = &(beginning("possible.open", &[("name", &"单车.txt")])
        + &beginning("passages.at-characters", &[]));
    assert!(sees(&window, one) && sees(&window, &beginning("chance.once-in", &[])));
    click(&mut window, &counted("possible.show", 1));
    assert!(!sees(&window, one) && !sees(&window, &counted("text.possible", 1)));
    click(&mut window, &counted("possible.show", 1));
    // Possible passages of a pair.
    let open_it = window.query_all_by_label_contains(one).next().unwrap();
    open_it.click_accesskit();
    window.run_steps(3);
    wait_until_idle(&mut window);
    assert!(
        sees(&window, &counted("pair.passages", 0))
            && sees(
                &window,
                &text_with("passages.possible-name", &[("number", &1)])
            )
    );
    assert!(sees(&window, &text("possible.title")));
    assert!(window.query_all_by_label("0.0 %").count() >= 2, "of either");
    assert!(
        window
            .query_by_label(&text_with("passages.count", &[("number", &1)]))
            .is_none()
    );
    click(&mut window, &counted("possible.show", 1));
    assert!(!sees(
        &window,
        &text_with("passages.possible-name", &[("number", &1)])
    ));
    // A strong passage shows how sure it is, too.
    click(&mut window, &counted("pages.pairs", 1));
    click(&mut window, "改写.txt");
    assert!(sees(&window, &counted("pair.passages", 1)));
    assert!(sees(&window, &text("chance.hardly")));
    assert!(!sees(&window, &beginning("possible.show", &[])));
}

/// A class of eight: all have a paragraph from one encyclopedia, four have half a text in common.
pub(crate) fn class() -> tempfile::TempDir {
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
        "en-repair-b.txt",
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
    let mut window = open([dir.path().to_owned()]);
    click(&mut window, &counted("pages.groups", 1));
    assert!(sees(
        &window,
        &text_with("groups.size", &[("documents", &4), ("pairs", &6)])
    ));
    assert!(sees(
        &window,
        &text_with("groups.least-means", &[("least", &30)])
    ));
    let slider = |window: &Window| {
        window
            .get_by_role_and_label(Role::Slider, &text("groups.least"))
            .focus();
    };
    slider(&window);
    window.run_steps(2);
    for _ in 0..27 {
        window.key_press(Key::ArrowLeft);
        window.run_steps(1);
    }
    window.run_steps(2);
    wait_until_idle(&mut window);
    assert!(sees(
        &window,
        &text_with("groups.least-means", &[("least", &3)])
    ));
    assert!(
        sees(
            &window,
            &text_with("groups.size", &[("documents", &8), ("pairs", &28)])
        ),
        "the encyclopedia links all"
    );
    for _ in 0..100 {
        window.key_press(Key::ArrowRight);
        window.run_steps(1);
    }
    wait_until_idle(&mut window);
    assert!(sees(&window, &text("groups.none-so-strong")));
    assert!(sees(&window, &counted("pages.groups", 0)));
    click(&mut window, &text_with("groups.usual", &[("least", &30)]));
    assert!(sees(
        &window,
        &text_with("groups.size", &[("documents", &4), ("pairs", &6)])
    ));
    key(&mut window, Modifiers::COMMAND, Key::Num1);
    assert!(sees(&window, &counted("pages.groups", 1)));
}
