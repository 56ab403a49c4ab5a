//! Tests of evidence beyond text: after the table of pairs, and in JSON.

use serde_json::{Value, json};

use crate::program::{command_in, done, read_json, stdout};
use crate::related_files::folder;

#[test]
fn evidence_beyond_text_is_printed_after_the_pairs() {
    let folder = folder();
    let path = folder.path().to_str().unwrap();
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
    let folder = folder();
    std::fs::copy(folder.path().join("a.docx"), folder.path().join("d.docx")).unwrap();
    let file = folder.path().join("report.json");
    done(&[
        "check",
        folder.path().to_str().unwrap(),
        "--json",
        file.to_str().unwrap(),
    ]);
    let report: Value = read_json(&file);
    let of = |list: &Value, a: &str, b: &str| {
        let pairs = list.as_array().unwrap().iter();
        let mut found = pairs.filter(|pair| pair["a"] == a && pair["b"] == b);
        found.next().map(|pair| pair["evidence"].clone())
    };
    let copy = of(&report["pairs"], "a.docx", "d.docx").unwrap();
    assert_eq!(copy[0]["kind"], "same-file");
    assert_eq!(of(&report["pairs"], "a.docx", "c.docx"), Some(json!([])));
    assert_eq!(
        of(&report["pairs"], "b.docx", "c.docx"),
        None,
        "names are hints"
    );
    let saved = of(&report["evidence_only"], "b.docx", "c.docx").unwrap();
    assert_eq!(
        (&saved[0]["kind"], &saved[0]["edited"]),
        (&json!("edited-by-other"), &json!("b"))
    );
    assert_eq!(saved[0]["name"], "学生乙");
    // What three of four files have is no evidence: here their revision ids, drawing and author.
    assert_eq!(of(&report["evidence_only"], "a.docx", "b.docx"), None);
    std::fs::remove_file(folder.path().join("d.docx")).unwrap();
    done(&[
        "check",
        folder.path().to_str().unwrap(),
        "--json",
        file.to_str().unwrap(),
    ]);
    let report: Value = read_json(&file);
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
    let folder = folder();
    let [a, b] = ["a.docx", "b.docx"].map(|name| folder.path().join(name));
    let text = done(&["compare", a.to_str().unwrap(), b.to_str().unwrap()]);
    assert!(
        text.contains("Evidence beyond the text") && text.contains("3 revision ids"),
        "{text}"
    );
    let json = done(&[
        "compare",
        a.to_str().unwrap(),
        b.to_str().unwrap(),
        "--json",
    ]);
    let pair: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(pair["evidence"][0]["kind"], "revision-ids");
}

#[test]
fn every_report_shows_the_evidence_and_the_pages_show_the_pictures() {
    let folder = folder();
    std::fs::copy(folder.path().join("a.docx"), folder.path().join("d.docx")).unwrap();
    let out = tempfile::tempdir().unwrap();
    let at = |name: &str| out.path().join(name).to_str().unwrap().to_owned();
    done(&[
        "check",
        folder.path().to_str().unwrap(),
        "--csv",
        &at("pairs.csv"),
        "--xlsx",
        &at("check.xlsx"),
        "--docx",
        &at("docx"),
        "--pdf",
        &at("pdf"),
    ]);
    std::fs::remove_file(folder.path().join("d.docx")).unwrap();
    done(&[
        "check",
        folder.path().to_str().unwrap(),
        "--html",
        &at("html"),
    ]);
    let csv = std::fs::read_to_string(at("pairs.csv")).unwrap();
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
        assert!(std::fs::metadata(at(name)).is_ok(), "{name}");
    }
    let page = std::fs::read_to_string(at("html/pairs/0001-0002.html")).unwrap();
    assert_eq!(page.matches("<img src=\"data:image/").count(), 2);
    for words in [
        "Picture of document A: image1.png · 640 × 480",
        "Picture of document B: image7.jpeg · 400 × 300",
        "3 revision ids",
    ] {
        assert!(page.contains(words), "{words}");
    }
}
