//! Tests of a paragraph that several documents of a folder have: rings of copiers, and text of half a folder.

use serde_json::Value;

use crate::planted::{CHINESE, Folder, body, with_paragraph};

const BODIES: [&str; 8] = [
    "zh-bikes.txt",
    "zh-canteen.txt",
    "zh-clothes.txt",
    "zh-elevator.txt",
    "zh-library-a.txt",
    "zh-library-b.txt",
    "zh-library-c.txt",
    "zh-science.txt",
];

/// Makes a folder of the bodies, the first six with a paragraph in common, and of others.
fn ring_of_six(others: &[&str]) -> Folder {
    let texts: Vec<(&str, String)> = (0..)
        .zip(BODIES.iter().chain(others))
        .map(|(i, name)| match i {
            0..6 => (*name, with_paragraph(&body(name), CHINESE)),
            _ => (*name, body(name)),
        })
        .collect();
    let files: Vec<(&str, &str)> = texts
        .iter()
        .map(|(name, text)| (*name, text.as_str()))
        .collect();
    Folder::new(&files)
}

#[test]
fn a_ring_of_six_of_thirteen_counts_and_its_text_is_named() {
    let others = [
        "en-hedgerows.txt",
        "en-repair-a.txt",
        "en-repair-b.txt",
        "zh-bikes-near.txt",
        "zh-science-edited.txt",
    ];
    let report = ring_of_six(&others).check(&[]);
    for name in &BODIES[..6] {
        let document = report.json_document(name);
        let marks = document["marks"].as_array().unwrap();
        assert!(marks.iter().all(|mark| mark["reason"] != "common"));
        let share = document["total_copied_share"].as_f64().unwrap();
        assert!(share > 0.04, "{name}: {share}");
    }
    let last = report.json_document(BODIES[7]);
    assert_eq!(last["total_copied_share_of_everything"], 0.0);
    assert_eq!(report.pairs.len(), 15, "every two of the six");
    for pair in report.json["pairs"].as_array().unwrap() {
        let passage = &pair["passages"][0];
        assert_eq!(passage["documents"], 6);
        assert_eq!(passage["strength"], "strong");
        assert!(passage["expected_by_chance"].as_f64().unwrap() < 1e-4);
    }
    let texts = report.json["shared_texts"].as_array().unwrap();
    assert_eq!(texts.len(), 1);
    assert_eq!(texts[0]["documents"], 6);
    assert_eq!(texts[0]["places"].as_array().unwrap().len(), 6);
    assert_eq!(texts[0]["decided"], Value::Null);
}

#[test]
fn text_that_half_of_eleven_have_is_out_of_the_share_and_marked() {
    let folder = ring_of_six(&["en-hedgerows.txt", "en-repair-a.txt", "en-repair-b.txt"]);
    let report = folder.check(&[]);
    for name in &BODIES[..6] {
        let document = report.json_document(name);
        let marks = document["marks"].as_array().unwrap();
        let common: Vec<&Value> = marks
            .iter()
            .filter(|mark| mark["reason"] == "common")
            .collect();
        assert_eq!(common.len(), 1, "{name}: {marks:?}");
        assert_eq!(common[0]["documents"], 6, "{name}");
        assert!(report.share_of_everything(name) > 0.04, "{name}");
        let share = document["total_copied_share"].as_f64().unwrap();
        assert!(share < 0.01, "{name}: {share}");
    }
    assert_eq!(report.json["shared_texts"], Value::Array(Vec::new()));
}

#[test]
fn a_clique_that_copied_a_tenth_has_its_share() {
    let texts: Vec<String> = (0..)
        .zip(&BODIES[..5])
        .map(|(i, name)| {
            let own: String = body(name).chars().take(600).collect();
            match i {
                0..4 => with_paragraph(&own, CHINESE),
                _ => own,
            }
        })
        .collect();
    let files: Vec<(&str, &str)> = BODIES
        .into_iter()
        .zip(texts.iter().map(String::as_str))
        .collect();
    let report = Folder::new(&files).check(&[]);
    assert_eq!(report.pairs.len(), 6, "every two of the four");
    for row in &report.pairs {
        for share in &row[7..9] {
            assert!(share.parse::<f64>().unwrap() > 0.15, "{row:?}");
        }
        assert_eq!(row[12], "part");
    }
}
