//! Tests of `chachong check --form`: the form that schools file, with its number, its limits and its blank lines.

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::program::{Place, files_in, new_library, said, stdout, text};
use crate::reports::{tool, words_of};

/// Text of a form without white space.
fn text_of(file: &Path) -> Option<String> {
    tool("pdftotext", "poppler-utils")?;
    let text = words_of(&std::fs::read(file).unwrap());
    Some(text.chars().filter(|c| !c.is_whitespace()).collect())
}

/// Computes the number of a form from the JSON report, as docs/reports.md describes it.
fn number(report: &Value, document: &Value) -> String {
    let plain = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let mut lines = vec![
        "chachong-form 2".to_owned(),
        format!("sha256={}", plain(&document["sha256"])),
    ];
    for field in [
        "title",
        "author",
        "student_number",
        "supervisor",
        "institution",
    ] {
        let record = document["record"].as_array().unwrap().iter();
        let mut stated = record.filter(|one| one["field"] == field && one["certainty"] != "guess");
        let value = stated
            .next()
            .map_or_else(String::new, |one| plain(&one["value"]));
        lines.push(format!("{field}={value}"));
    }
    lines.push(format!("path={}", plain(&document["path"])));
    let submission = document["submission"].as_u64();
    let submission = submission.and_then(|at| usize::try_from(at).ok());
    let submission = submission.map(|at| &report["submissions"][at]);
    for (line, name) in [("submission", "name"), ("submission-number", "number")] {
        let value = submission.map_or_else(String::new, |one| plain(&one[name]));
        lines.push(format!("{line}={value}"));
    }
    let read = (report["documents"].as_array().unwrap().iter())
        .filter(|one| one.get("origin").is_none() && one["characters"].is_number());
    lines.push(format!("documents={}", read.count()));
    for library in report["compared_with"].as_array().into_iter().flatten() {
        let parts = ["name", "documents", "newest"].map(|name| plain(&library[name]));
        lines.push(format!("library={}", parts.join(",")));
    }
    let exclude = report["settings"]["exclude"].as_array().unwrap().iter();
    let exclude: Vec<String> = exclude.map(plain).collect();
    lines.push(format!("left-out={}", exclude.join(",")));
    lines.push(format!("characters={}", document["countable_characters"]));
    lines.push(format!("copied={}", document["copied_characters"]));
    lines.push(format!(
        "copied-with-own={}",
        document["copied_characters_with_own"]
    ));
    let groups = ["none", "cited", "quoted", "cited-and-quoted"];
    let groups = groups.map(|name| document["copied_by_attribution"][name].to_string());
    lines.push(format!("attribution={}", groups.join(",")));
    lines.push(format!("passages={}", document["passages"]));
    lines.push(format!("lower-estimate={}", document["lower_estimate"]));
    for source in document["sources"].as_array().unwrap() {
        lines.push(format!("source={}", source["characters"]));
    }
    for chapter in document["chapters"].as_array().unwrap() {
        let values = [
            "kind",
            "start",
            "end",
            "characters",
            "countable_characters",
            "copied_characters",
        ];
        let values = values.map(|name| plain(&chapter[name]));
        lines.push(format!("chapter={}", values.join(",")));
    }
    let hash = Sha256::digest((lines.join("\n") + "\n").as_bytes());
    let pairs: Vec<String> = (hash[..10].chunks(2))
        .map(|two| format!("{:02X}{:02X}", two[0], two[1]))
        .collect();
    pairs.join("-")
}

/// Whether a text has a day with hour and minute, without white space between them.
fn has_minute(text: &str) -> bool {
    let form: Vec<char> = "dddd-dd-dddd:dd".chars().collect();
    let text: Vec<char> = text.chars().collect();
    text.windows(form.len()).any(|part| {
        let mut both = part.iter().zip(&form);
        both.all(|(c, form)| c == form || *form == 'd' && c.is_ascii_digit())
    })
}

#[test]
fn each_document_has_a_form_on_one_page_with_the_number_that_its_json_gives() {
    let place = Place::of_first_samples();
    place.done("check samples -q --form forms --json check.json");
    let forms = place.at("forms");
    let (found, report) = (files_in(&forms), place.json("check.json"));
    let documents = report["documents"].as_array().unwrap();
    assert_eq!(found.len(), documents.len());
    let mut with_chapters = 0;
    for document in documents {
        assert_eq!(
            document["report_number"],
            number(&report, document).as_str()
        );
        let chapters = document["chapters"].as_array().unwrap();
        with_chapters += usize::from(chapters.len() > 1);
        for (of_chapter, of_document) in [
            ("countable_characters", "countable_characters"),
            ("copied_characters", "copied_characters"),
        ] {
            let sum: u64 = chapters
                .iter()
                .map(|one| one[of_chapter].as_u64().unwrap())
                .sum();
            assert_eq!(Some(sum), document[of_document].as_u64());
        }
    }
    assert!(with_chapters > 2, "{with_chapters}");
    let mut numbers: Vec<&str> = (documents.iter())
        .filter_map(|document| document["report_number"].as_str())
        .collect();
    for name in found.keys() {
        let file = forms.join(name);
        let Some(text) = text_of(&file) else {
            return;
        };
        assert!(text.contains("Page1of1"), "{name}: {text}");
        let own = numbers.iter().position(|number| text.contains(number));
        numbers.remove(own.unwrap());
        if let Some(qpdf) = tool("qpdf", "qpdf") {
            let output = Command::new(qpdf).arg("--check").arg(&file).output();
            let output = output.unwrap();
            let is_good = output.status.success() && !stdout(&output).contains("WARNING");
            assert!(is_good, "{name}: {}", said(&output));
        }
    }
    // The same again gives the same bytes.
    place.done("check samples -q --form again");
    assert_eq!(files_in(&place.at("again")), found);
}

#[test]
fn a_changed_figure_gives_another_number() {
    let place = Place::of_first_samples();
    let numbers = |exclude: &str| -> Vec<Value> {
        place.done(&format!(
            "check samples -q --exclude {exclude} --json check.json"
        ));
        let report = place.json("check.json");
        let documents = report["documents"].as_array().unwrap().clone();
        documents
            .into_iter()
            .map(|one| one["report_number"].clone())
            .collect()
    };
    let (one, other) = (numbers("references"), numbers("none"));
    assert!(one.iter().zip(&other).all(|(one, other)| one != other));
}

#[test]
fn equal_files_of_two_students_have_forms_with_two_numbers() {
    let place = Place::new();
    for number in ["20230101", "20230102"] {
        place.write(&format!("theses/{number}.txt"), text(1, 60));
    }
    place.write("list.csv", "学号,姓名\n20230101,沈知远\n20230102,方越\n");
    place.done("check theses -q --json check.json --list list.csv");
    let report = place.json("check.json");
    let documents = report["documents"].as_array().unwrap();
    let numbers: Vec<&Value> = documents.iter().map(|one| &one["report_number"]).collect();
    assert!(
        numbers[0].is_string() && numbers[0] != numbers[1],
        "{numbers:?}"
    );
    for document in documents {
        let expected = number(&report, document);
        assert_eq!(document["report_number"], expected.as_str());
    }
}

#[test]
fn school_and_limits_stand_on_the_form_and_not_on_a_blind_one() {
    let place = Place::of_first_samples();
    place.write(
        "profile.json",
        r#"{"school": "某某大学教务处", "unit": "历史学院", "limits": {"total": 20, "introduction": 37.5}}"#,
    );
    let check = "check samples -q --form-profile profile.json";
    place.done(&format!("{check} --form-length full --form forms"));
    let forms = place.at("forms");
    let mut names = files_in(&forms).into_keys();
    let name = names.find(|name| name.starts_with("01_"));
    if let Some(text) = text_of(&forms.join(name.unwrap())) {
        for words in ["某某大学教务处", "历史学院", "20.0%"] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
    place.done(&format!("{check} --form blind --blind"));
    let blind = place.at("blind");
    for name in files_in(&blind).keys() {
        assert!(!name.contains("图书馆"), "{name}");
        let Some(text) = text_of(&blind.join(name)) else {
            return;
        };
        for words in ["某某大学教务处", "历史学院"] {
            assert!(!text.contains(words), "{words}: {text}");
        }
    }
    // A slip of the pen in the profile is named, and nothing is written.
    place.write("profile.json", r#"{"limits": {"totl": 20}}"#);
    let run = place.run(&format!("{check} --form none"));
    assert_eq!(run.status.code(), Some(2));
    assert!(
        said(&run).contains("totl") && !place.at("none").exists(),
        "{}",
        said(&run)
    );
}

#[test]
fn a_saved_check_has_its_own_time_and_its_libraries_with_their_dates() {
    let place = Place::of_first_samples();
    new_library(&place.at("own.chachong"));
    let earlier = "潮水退去以后，滩涂上留下一行水鸟的脚印。".repeat(9);
    place.write("earlier.txt", earlier);
    place.done("library add -q own.chachong earlier.txt");
    place.done("check samples -q --library own.chachong --add --json checked.json");
    for of in ["first", "second"] {
        let forms = format!("--form {of} --json {of}.json");
        place.done(&format!("report 1 -q --library own.chachong {forms}"));
    }
    let first = place.json("first.json");
    assert_eq!(first, place.json("second.json"));
    let forms = files_in(&place.at("first"));
    assert_eq!(forms, files_in(&place.at("second")));
    // The number is that of the check itself.
    let numbers = |report: &Value| -> Vec<Value> {
        let documents = report["documents"].as_array().unwrap().iter();
        documents.map(|one| one["report_number"].clone()).collect()
    };
    assert_eq!(numbers(&place.json("checked.json")), numbers(&first));
    let libraries = &first["compared_with"];
    assert_eq!(libraries[0]["name"], "own");
    for name in forms.keys() {
        let Some(text) = text_of(&place.at("first").join(name)) else {
            return;
        };
        assert!(text.contains("own("), "{text}");
        assert!(has_minute(&text), "{text}");
    }
}
