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

const OTHERS: [&str; 3] = ["en-hedgerows.txt", "en-repair-a.txt", "en-repair-b.txt"];

/// Makes a folder of eleven: the bodies, the first so many with a paragraph in common, and three others.
fn ring(members: usize) -> Folder {
    let texts: Vec<(&str, String)> = (BODIES.iter().chain(&OTHERS).enumerate())
        .map(|(i, name)| {
            if i < members {
                (*name, with_paragraph(&body(name), CHINESE))
            } else {
                (*name, body(name))
            }
        })
        .collect();
    let files: Vec<(&str, &str)> = texts
        .iter()
        .map(|(name, text)| (*name, text.as_str()))
        .collect();
    Folder::new(&files)
}

#[test]
fn a_ring_below_half_counts_and_its_text_is_named() {
    let report = ring(5).check(&[]);
    assert!(report.json["given_text"].is_null());
    for name in &BODIES[..5] {
        let document = report.json_document(name);
        let marks = document["marks"].as_array().unwrap();
        assert!(marks.iter().all(|mark| mark["reason"] != "common"));
        let share = document["total_copied_share"].as_f64().unwrap();
        assert!(share > 0.04, "{name}: {share}");
        let weighted = document["weighted_share"].as_f64().unwrap();
        assert!(weighted < share / 1.5, "five of eleven: {weighted}");
    }
    let last = report.json_document(BODIES[7]);
    assert_eq!(last["total_copied_share_of_everything"], 0.0);
    let pairs = report.json["pairs"].as_array().unwrap().iter();
    let pairs: Vec<&Value> = pairs
        .filter(|pair| pair["a"].as_str().unwrap().starts_with("zh"))
        .collect();
    assert_eq!(pairs.len(), 10, "every two of the five");
    for pair in pairs {
        let passage = &pair["passages"][0];
        assert_eq!(passage["documents"], 5);
        assert_eq!(passage["strength"], "strong");
        assert!(passage["expected_by_chance"].as_f64().unwrap() < 1e-4);
    }
    let texts = report.json["shared_texts"].as_array().unwrap();
    assert_eq!(texts.len(), 1);
    assert_eq!(texts[0]["documents"], 5);
    assert_eq!(texts[0]["places"].as_array().unwrap().len(), 5);
    assert_eq!(texts[0]["decided"], Value::Null);
}

#[test]
fn text_that_half_of_eleven_have_is_out_of_the_share_and_marked() {
    let report = ring(6).check(&[]);
    let given = &report.json["given_text"];
    assert_eq!((&given["documents"], &given["of"]), (&6.into(), &11.into()));
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
