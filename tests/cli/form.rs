//! Tests of `chachong check --form`: the form that schools file, with its number, its limits and its blank lines.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::program::{
    chachong, done, files_in, first_samples, new_library, read_json, stderr, str,
};

/// Runs a program on a file and returns what it prints; `None` if it is not installed.
#[expect(clippy::print_stderr, reason = "says why a test was skipped")]
fn tool(program: &str, arguments: &[&str]) -> Option<String> {
    match Command::new(program).args(arguments).output() {
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{program}: {errors}");
            Some(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        Err(error) => {
            let must = std::env::var_os("CHACHONG_TEST_EVERYTHING").is_some();
            assert!(!must, "{program}: {error}");
            eprintln!("skipped: {program} is not installed");
            None
        }
    }
}

/// Text of a form without white space.
fn text_of(file: &Path) -> Option<String> {
    let text = tool("pdftotext", &["-enc", "UTF-8", str(file), "-"])?;
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

fn folder() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let dir = first_samples();
    let (theses, place) = (dir.path().join("samples"), dir.path().join("forms"));
    (dir, theses, place)
}

#[test]
fn each_document_has_a_form_on_one_page_with_the_number_that_its_json_gives() {
    let (dir, theses, place) = folder();
    let report = dir.path().join("check.json");
    let arguments = [
        "check",
        str(&theses),
        "-q",
        "--form",
        str(&place),
        "--json",
        str(&report),
    ];
    done(&arguments);
    let (found, report) = (files_in(&place), read_json(&report));
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
        let file = place.join(name);
        let Some(text) = text_of(&file) else {
            return;
        };
        assert!(text.contains("Page1of1"), "{name}: {text}");
        let own = numbers.iter().position(|number| text.contains(number));
        numbers.remove(own.unwrap());
        if let Some(said) = tool("qpdf", &["--check", str(&file)]) {
            assert!(!said.contains("WARNING"), "{name}: {said}");
        }
    }
    // The same again gives the same bytes.
    let again = dir.path().join("again");
    done(&["check", str(&theses), "-q", "--form", str(&again)]);
    assert_eq!(files_in(&again), found);
}

#[test]
fn a_changed_figure_gives_another_number() {
    let (dir, theses, _) = folder();
    let numbers = |exclude: &str| -> Vec<Value> {
        let file = dir.path().join(format!("{exclude}.json"));
        done(&[
            "check",
            str(&theses),
            "-q",
            "--exclude",
            exclude,
            "--json",
            str(&file),
        ]);
        let documents = read_json(&file)["documents"].as_array().unwrap().clone();
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
    let dir = tempfile::tempdir().unwrap();
    let (theses, list) = (dir.path().join("theses"), dir.path().join("list.csv"));
    std::fs::create_dir(&theses).unwrap();
    for number in ["20230101", "20230102"] {
        let file = theses.join(format!("{number}.txt"));
        std::fs::write(file, crate::program::text(1, 60)).unwrap();
    }
    std::fs::write(&list, "学号,姓名\n20230101,沈知远\n20230102,方越\n").unwrap();
    let file = dir.path().join("check.json");
    let check = ["check", str(&theses), "-q", "--json", str(&file)];
    done(&[&check[..], &["--list", str(&list)]].concat());
    let report = read_json(&file);
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
    let (dir, theses, place) = folder();
    let profile = dir.path().join("profile.json");
    std::fs::write(
        &profile,
        r#"{"school": "某某大学教务处", "unit": "历史学院", "limits": {"total": 20, "introduction": 37.5}}"#,
    )
    .unwrap();
    let form = ["--form", str(&place), "--form-profile", str(&profile)];
    done(
        &[
            &["check", str(&theses), "-q", "--form-length", "full"][..],
            &form,
        ]
        .concat(),
    );
    let name = files_in(&place)
        .into_keys()
        .find(|name| name.starts_with("01_"));
    let file = place.join(name.unwrap());
    if let Some(text) = text_of(&file) {
        for words in ["某某大学教务处", "历史学院", "20.0%"] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
    let blind = dir.path().join("blind");
    let form = [
        "--form",
        str(&blind),
        "--form-profile",
        str(&profile),
        "--blind",
    ];
    done(&[&["check", str(&theses), "-q"][..], &form].concat());
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
    std::fs::write(&profile, r#"{"limits": {"totl": 20}}"#).unwrap();
    let none = dir.path().join("none");
    let form = ["--form", str(&none), "--form-profile", str(&profile)];
    let run = chachong(&[&["check", str(&theses), "-q"][..], &form].concat());
    assert_eq!(run.status.code(), Some(2));
    assert!(
        stderr(&run).contains("totl") && !none.exists(),
        "{}",
        stderr(&run)
    );
}

#[test]
fn a_saved_check_has_its_own_time_and_its_libraries_with_their_dates() {
    let (dir, theses, place) = folder();
    let library = dir.path().join("own.chachong");
    new_library(&library);
    let earlier = dir.path().join("earlier.txt");
    std::fs::write(
        &earlier,
        "潮水退去以后，滩涂上留下一行水鸟的脚印。".repeat(9),
    )
    .unwrap();
    done(&["library", "add", "-q", str(&library), str(&earlier)]);
    let checked = dir.path().join("checked.json");
    done(&[
        "check",
        str(&theses),
        "-q",
        "--library",
        str(&library),
        "--add",
        "--json",
        str(&checked),
    ]);
    let (first, second) = (
        dir.path().join("first.json"),
        dir.path().join("second.json"),
    );
    for (file, forms) in [(&first, &place), (&second, &dir.path().join("second"))] {
        let report = ["report", "1", "-q", "--library", str(&library)];
        done(&[&report[..], &["--form", str(forms), "--json", str(file)]].concat());
    }
    assert_eq!(read_json(&first), read_json(&second));
    assert_eq!(files_in(&place), files_in(&dir.path().join("second")));
    // The number is that of the check itself.
    let numbers = |file: &Path| -> Vec<Value> {
        let report = read_json(file);
        let documents = report["documents"].as_array().unwrap().iter();
        documents.map(|one| one["report_number"].clone()).collect()
    };
    assert_eq!(numbers(&checked), numbers(&first));
    let libraries = read_json(&first)["compared_with"].clone();
    assert_eq!(libraries[0]["name"], "own");
    for name in files_in(&place).keys() {
        let Some(text) = text_of(&place.join(name)) else {
            return;
        };
        assert!(text.contains("own("), "{text}");
        assert!(has_minute(&text), "{text}");
    }
}
