//! Tests of versions of one thesis: the verdict in CSV and JSON, shares without them, words in the terminal.

use serde_json::{Value, json};

use crate::program::{Place, command_in, report_of, stdout, str, text};

/// Folder with one text as txt and md, under one name, and a third document that has half of it.
fn two_files_of_one_text() -> Place {
    let place = Place::new();
    let thesis = text(1, 60);
    let half: String = thesis.chars().take(thesis.chars().count() / 2).collect();
    place.write("in/other.txt", format!("{half}\n{}", text(2, 30)));
    for name in ["in/thesis.txt", "in/thesis.md"] {
        place.write(name, &thesis);
    }
    place
}

#[test]
fn one_text_in_two_files_is_a_version_and_in_no_share_of_its_documents() {
    let place = two_files_of_one_text();
    let report = report_of(&[str(&place.at("in"))]);
    let pairs = report["pairs"].as_array().unwrap();
    let verdict = |a: &str, b: &str| {
        let of = |pair: &&Value| pair["a"] == a && pair["b"] == b;
        pairs.iter().find(of).unwrap()["verdict"].clone()
    };
    assert_eq!(verdict("thesis.md", "thesis.txt"), "version");
    assert_eq!(verdict("other.txt", "thesis.md"), "large-part");
    assert_eq!(
        pairs.last().unwrap()["verdict"],
        "version",
        "no finding, so the last"
    );
    assert_eq!(
        report["theses"],
        json!([{"ground": "file-name", "versions": [
            {"path": "thesis.txt", "same_text_as": null},
            {"path": "thesis.md", "same_text_as": "thesis.txt"},
        ]}])
    );
    assert_eq!(report["version_conflicts"], json!([]));
    let documents = report["documents"].as_array().unwrap();
    for document in documents {
        let share = document["total_copied_share"].as_f64().unwrap();
        assert!((0.2..0.8).contains(&share), "{document}");
        let sources = document["sources"].as_array().unwrap();
        let own = sources
            .iter()
            .filter(|source| document["path"] != "other.txt" && source["path"] != "other.txt");
        assert_eq!(own.count(), 0, "{document}");
    }
    // Half of the thesis is in three files and in two theses.
    assert_eq!(report["shared_texts"], json!([]));
}

#[test]
fn versions_are_named_after_the_pairs_and_counted_in_no_number_of_findings() {
    let place = two_files_of_one_text();
    let text = place.done("check in --csv pairs.csv --html html");
    assert!(
        text.contains("Versions of one thesis (not plagiarism"),
        "{text}"
    );
    assert!(
        text.contains("thesis.md (same text in another format)"),
        "{text}"
    );
    let listed = place.rows("pairs.csv");
    let column = listed[0].iter().position(|name| name == "verdict").unwrap();
    let verdicts: Vec<&str> = (listed.iter().skip(1))
        .map(|row| row[column].as_str())
        .collect();
    assert_eq!(verdicts, ["large-part", "large-part", "version"]);
    let two = place.done("compare in/thesis.md in/thesis.txt");
    assert!(two.contains(": version"), "{two}");
    let documents = std::fs::read_dir(place.at("html/documents")).unwrap();
    let naming = documents.filter(|entry| {
        let page = std::fs::read_to_string(entry.as_ref().unwrap().path()).unwrap();
        page.contains("<dt>Versions of one thesis</dt>")
    });
    assert_eq!(naming.count(), 2);
    let chinese = command_in("zh", &["check", str(&place.at("in"))]).output();
    assert!(stdout(&chinese.unwrap()).contains("同一文档的两种格式"));
    // One name in two folders says nothing: it may be two students' thesis.
    std::fs::create_dir(place.at("in/b")).unwrap();
    std::fs::rename(place.at("in/thesis.md"), place.at("in/b/thesis.md")).unwrap();
    let text = place.done("check in");
    assert!(!text.contains("Versions of one thesis"), "{text}");
}
