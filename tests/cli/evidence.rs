//! Tests of evidence beyond text: after the table of pairs, and in JSON.

use serde_json::{Value, json};

use crate::program::{Place, command_in, done, stdout, str};
use crate::related_files::folder;

#[test]
fn evidence_beyond_text_is_printed_after_the_pairs() {
    let folder = folder();
    let path = str(folder.path());
    let text = done(&["check", path]);
    let only = text.find("Pairs with nothing but hints").unwrap();
    let (listed, only) = text.split_at(only);
    assert!(listed.contains("files related"), "{text}");
    assert!(listed.contains("A: a.docx\n  B: b.docx"), "{text}");
    assert!(only.contains("A: b.docx\n  B: c.docx"), "{text}");
    for item in [
        "3 revision ids",
        "looks nearly the same",
        "B was last saved under the name “学生甲”",
    ] {
        assert!(listed.contains(item), "{item}: {text}");
    }
    let chinese = command_in("zh", &["check", path]).output().unwrap();
    assert!(stdout(&chinese).contains("只有线索的文档对"));
    // Files with nothing in common besides text have no such section.
    let texts = [
        "tests/fixtures/texts/zh-science.txt",
        "tests/fixtures/texts/zh-bikes.txt",
    ];
    let text = done(&["check", texts[0], texts[1]]);
    assert!(!text.contains("Evidence beyond the text"), "{text}");
}

#[test]
fn json_has_evidence_of_listed_pairs_and_of_others() {
    let place = Place(folder());
    std::fs::copy(place.at("a.docx"), place.at("d.docx")).unwrap();
    let report = || {
        place.done("check . --json report.json");
        place.json("report.json")
    };
    let all = report();
    let of = |list: &Value, a: &str, b: &str| {
        let pairs = list.as_array().unwrap().iter();
        let mut found = pairs.filter(|pair| pair["a"] == a && pair["b"] == b);
        found.next().map(|pair| pair["evidence"].clone())
    };
    let copy = of(&all["pairs"], "a.docx", "d.docx").unwrap();
    assert_eq!(copy[0]["kind"], "same-file");
    assert_eq!(of(&all["pairs"], "a.docx", "c.docx"), Some(json!([])));
    assert_eq!(
        of(&all["pairs"], "b.docx", "c.docx"),
        None,
        "names are hints"
    );
    let saved = of(&all["evidence_only"], "b.docx", "c.docx").unwrap();
    assert_eq!(
        (&saved[0]["kind"], &saved[0]["edited"]),
        (&json!("edited-by-other"), &json!("b"))
    );
    assert_eq!(saved[0]["name"], "学生乙");
    // What three of four files have is no evidence: here their revision ids, drawing and author.
    assert_eq!(of(&all["evidence_only"], "a.docx", "b.docx"), None);
    std::fs::remove_file(place.at("d.docx")).unwrap();
    let report = report();
    let items = of(&report["evidence_only"], "a.docx", "b.docx").unwrap();
    assert_eq!(
        of(&report["pairs"], "a.docx", "b.docx"),
        Some(items.clone())
    );
    let mut pairs = report["pairs"].as_array().unwrap().iter();
    let pair = pairs.find(|pair| pair["b"] == "b.docx").unwrap();
    assert_eq!(
        (&pair["strongest"], &pair["verdict"]),
        (&json!("files"), &Value::Null)
    );
    let kinds: Vec<&Value> = items
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["kind"])
        .collect();
    assert_eq!(kinds, ["revision-ids", "pictures", "edited-by-other"]);
    assert_eq!(
        (&items[0]["shared"], &items[0]["earlier"]),
        (&json!(3), &json!("a"))
    );
    let picture = &items[1]["pictures"][0];
    assert_eq!(picture["a"], "word/media/image1.png");
    assert!(picture["distance"].as_u64().unwrap() <= 4);
}

#[test]
fn two_compared_documents_show_their_evidence() {
    let place = Place(folder());
    let text = place.done("compare a.docx b.docx");
    assert!(
        text.contains("Evidence beyond the text") && text.contains("3 revision ids"),
        "{text}"
    );
    let json = place.done("compare a.docx b.docx --json");
    let pair: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(pair["evidence"][0]["kind"], "revision-ids");
}

#[test]
fn every_report_shows_the_evidence_and_the_pages_show_the_pictures() {
    let place = Place(folder());
    std::fs::copy(place.at("a.docx"), place.at("d.docx")).unwrap();
    let files = "a.docx b.docx c.docx";
    place.done(&format!(
        "check {files} d.docx --csv pairs.csv --xlsx check.xlsx --docx docx --pdf pdf"
    ));
    place.done(&format!("check {files} --html html"));
    let csv = place.read("pairs.csv");
    let ends = |a: &str, b: &str| {
        let row = csv
            .lines()
            .find(|line| line.starts_with(&format!("{a},{b},")));
        row.unwrap().split(',').nth(13).unwrap().to_owned()
    };
    assert_eq!(ends("a.docx", "d.docx"), "same-file");
    assert_eq!(ends("a.docx", "c.docx"), "");
    assert!(!csv.contains("b.docx,c.docx"), "names list no pair");
    for name in ["check.xlsx", "docx/a_report.docx", "pdf/a_report.pdf"] {
        assert!(place.at(name).is_file(), "{name}");
    }
    let page = place.read("html/pairs/0001-0002.html");
    assert_eq!(page.matches("<img src=\"data:image/").count(), 2);
    for words in [
        "Picture of document A: image1.png · 640 × 480",
        "Picture of document B: image7.jpeg · 400 × 300",
        "3 revision ids",
    ] {
        assert!(page.contains(words), "{words}");
    }
}
