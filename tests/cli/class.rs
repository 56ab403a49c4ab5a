//! A class that answered one assignment: `tests/fixtures/class` has the sheet and twenty answers, of which three are a ring, two
//! reworded one answer, and one has nothing from anybody.

use std::path::PathBuf;
use std::sync::OnceLock;

use serde_json::Value;

use crate::program::{done, fixture, read_json, report_of, str};

fn class() -> PathBuf {
    fixture("class")
}

/// Copies files of the class into a folder of their own and checks it.
fn check(files: &[String], options: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        std::fs::copy(class().join(file), folder.path().join(file)).unwrap();
    }
    report_of(&[&[str(folder.path())][..], options].concat())
}

fn all() -> Vec<String> {
    (1..=20).map(|number| format!("{number:02}.txt")).collect()
}

/// Report on the whole class.
fn whole() -> &'static Value {
    static REPORT: OnceLock<Value> = OnceLock::new();
    REPORT.get_or_init(|| check(&all(), &[]))
}

fn truth() -> Value {
    read_json(class().join("truth.json"))
}

fn names(pair: &Value) -> [&str; 2] {
    ["a", "b"].map(|side| pair[side].as_str().unwrap())
}

/// Returns the larger of the two figures of a pair.
fn larger(pair: &Value, figure: &str) -> f64 {
    let of = |side| pair[format!("{figure}_{side}")].as_f64().unwrap();
    f64::max(of("a"), of("b"))
}

fn pair<'r>(report: &'r Value, a: &str, b: &str) -> Option<&'r Value> {
    let mut pairs = report["pairs"].as_array().unwrap().iter();
    pairs.find(|pair| names(pair) == [a, b])
}

/// Returns the number of characters of a file.
fn length(file: &str) -> u64 {
    let text = std::fs::read_to_string(class().join(file)).unwrap();
    text.chars().filter(|c| !c.is_whitespace()).count() as u64
}

const RING: [[&str; 2]; 3] = [
    ["04.txt", "11.txt"],
    ["04.txt", "17.txt"],
    ["11.txt", "17.txt"],
];

#[test]
fn who_copied_stands_on_top_and_nobody_else_is_accused() {
    let report = whole();
    let pairs = report["pairs"].as_array().unwrap();
    let mut first: Vec<[&str; 2]> = pairs[..3].iter().map(names).collect();
    first.sort_unstable();
    assert_eq!(first, RING);
    for pair in &pairs[..3] {
        assert_eq!(pair["verdict"], "large-part");
        assert!(larger(pair, "weighted_share") > 0.5, "{pair}");
    }
    for pair in &pairs[3..] {
        assert!(larger(pair, "copied_share") < 0.1, "{pair}");
        assert_ne!(pair["verdict"], "near-duplicate");
    }
    // What the ring has from each other, by the truth: six answers of each.
    let truth = truth();
    for document in report["documents"].as_array().unwrap() {
        let path = document["path"].as_str().unwrap();
        let share = document["total_copied_share"].as_f64().unwrap();
        let Some(spans) = truth["ring"]["spans"][path].as_array() else {
            assert!(share < 0.1, "{path}: {share}");
            continue;
        };
        let characters: u64 = spans
            .iter()
            .map(|span| span[1].as_u64().unwrap() - span[0].as_u64().unwrap())
            .sum();
        let planted = characters as f64 / document["countable_characters"].as_f64().unwrap();
        assert!(
            (share - planted).abs() < 0.1,
            "{path}: {share} of {planted}"
        );
    }
}

#[test]
fn the_sheet_is_taken_for_the_assignment_and_said_so() {
    let report = whole();
    let given = &report["given_text"];
    assert_eq!(
        (&given["documents"], &given["of"]),
        (&19.into(), &20.into())
    );
    let sheet = length("sheet.txt");
    let characters = given["characters"].as_u64().unwrap();
    assert!(
        (sheet * 3 / 4..=sheet + 50).contains(&characters),
        "{characters} of {sheet}"
    );
    // The twentieth left the sheet out and wrote everything alone.
    let own = &report["documents"][19];
    assert_eq!(own["total_copied_share"], 0.0);
    assert!(own["left_out"].as_array().unwrap().is_empty());
    // Counted, the sheet is in everybody's share.
    let counted = check(&all(), &["--exclude", "references,templates"]);
    let share = counted["documents"][0]["total_copied_share"]
        .as_f64()
        .unwrap();
    assert!(share > 0.3, "{share}");
}

#[test]
fn a_sheet_that_is_given_beforehand_has_the_same_effect() {
    let files = ["04.txt", "11.txt", "01.txt"].map(str::to_owned);
    let sheet = class().join("sheet.txt");
    let report = check(&files, &["--template", str(&sheet)]);
    assert!(report["given_text"].is_null(), "three are no class");
    let ring = pair(&report, "04.txt", "11.txt").unwrap();
    assert_eq!(ring["verdict"], "large-part");
    for other in ["04.txt", "11.txt"] {
        let share = pair(&report, "01.txt", other).map_or(0.0, |pair| larger(pair, "copied_share"));
        assert!(share < 0.1, "{other}: {share}");
    }
    let whole = whole();
    let same = pair(whole, "04.txt", "11.txt").unwrap();
    let (one, other) = (larger(ring, "copied_share"), larger(same, "copied_share"));
    assert!((one - other).abs() < 0.05, "{one} and {other}");
}

#[test]
fn the_sheet_is_left_out_of_documents_of_a_library_too() {
    let files = all();
    let (checked, before) = files.split_at(16);
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("before.chachong");
    let mut add = vec!["library", "add", "-q", str(&library)];
    let before: Vec<PathBuf> = before.iter().map(|file| class().join(file)).collect();
    add.extend(before.iter().map(|file| str(file)));
    done(&add);
    let report = check(checked, &["--library", str(&library)]);
    let whole = whole();
    for member in ["04.txt", "11.txt"] {
        let found = pair(&report, member, "library:17.txt").expect("the ring reaches the library");
        let expected = pair(whole, member, "17.txt").unwrap();
        for side in ["copied_share_a", "copied_share_b"] {
            let (one, other) = (&found[side], &expected[side]);
            let apart = one.as_f64().unwrap() - other.as_f64().unwrap();
            assert!(apart.abs() < 0.03, "{member}, {side}: {one} and {other}");
        }
    }
    for pair in report["pairs"].as_array().unwrap() {
        let [a, b] = names(pair);
        let is_ring = |name: &str| RING.concat().contains(&name.trim_start_matches("library:"));
        assert!(
            is_ring(a) && is_ring(b) || larger(pair, "copied_share") < 0.1,
            "{pair}"
        );
    }
}

#[test]
fn a_reworded_answer_has_a_figure_of_its_own_and_accuses_nobody() {
    let report = whole();
    let truth = truth();
    let pair = pair(report, "07.txt", "15.txt").expect("the pair is listed");
    assert_eq!(pair["verdict"], "passage");
    for (side, file) in [("a", "07.txt"), ("b", "15.txt")] {
        let span = &truth["reworded"]["spans"][file][0];
        let planted = span[1].as_f64().unwrap() - span[0].as_f64().unwrap();
        let figure = |name: &str| pair[format!("{name}_characters_{side}")].as_f64().unwrap();
        let (copied, reworded) = (figure("identical") + figure("edited"), figure("reworded"));
        let found = (copied + reworded) / planted;
        assert!(
            (0.7..1.2).contains(&found),
            "{file}: {copied} + {reworded} of {planted}"
        );
        assert!(reworded > 0.4 * planted, "{file}: {reworded} of {planted}");
    }
}

#[test]
fn a_definition_from_the_textbook_is_in_no_share() {
    let report = whole();
    let truth = truth();
    let files = truth["textbook"]["files"].as_array().unwrap();
    for file in files {
        let documents = report["documents"].as_array().unwrap();
        let document = documents.iter().find(|document| document["path"] == *file);
        assert_eq!(document.unwrap()["total_copied_share"], 0.0, "{file}");
    }
}
