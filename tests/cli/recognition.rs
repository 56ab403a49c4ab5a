//! Tests of text recognition by command line: pages of a pdf that are only pictures are read, compared and kept.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{chachong, done, fixture, said, str};

/// Returns whether the models are there; without them a test of everything fails, and says how to get them.
fn has_models() -> bool {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/models");
    let there = folder.join("tiny-recognition.onnx").is_file();
    let remedy = "no models: run python3 assets/make_models.py usual";
    assert!(
        there || std::env::var_os("CHACHONG_TEST_EVERYTHING").is_none(),
        "{remedy}"
    );
    there
}

/// Pdf whose second page is a picture.
fn scan() -> PathBuf {
    fixture("scans").join("zh-bikes.pdf")
}

/// Text of the document, without white space.
fn truth() -> Vec<char> {
    let text = std::fs::read_to_string(fixture("texts").join("zh-bikes.txt")).unwrap();
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Share of the runs of five ideographs of the truth's last 300 ideographs that a text has.
fn found(text: &str) -> f64 {
    let is_ideograph = |c: &char| ('\u{4E00}'..='\u{9FFF}').contains(c);
    let text: String = text.chars().filter(is_ideograph).collect();
    let truth: Vec<char> = truth().into_iter().filter(is_ideograph).collect();
    let runs: Vec<String> = (truth[truth.len() - 300..].windows(5))
        .map(|run| run.iter().collect())
        .collect();
    let known = runs
        .iter()
        .filter(|run| text.contains(run.as_str()))
        .count();
    known as f64 / runs.len() as f64
}

#[test]
fn a_page_that_is_a_picture_is_read_where_it_is_asked_for() {
    let plain = chachong(&["extract", str(&scan())]);
    assert!(found(&said(&plain)) < 0.05, "the pdf has a text layer");
    assert!(said(&plain).contains("1 of 2 pages is a picture of text (page 2)"));
    if !has_models() {
        return;
    }
    let read = chachong(&["extract", str(&scan()), "--recognise"]);
    let told = said(&read);
    assert!(found(&told) > 0.95, "{told}");
    assert!(
        told.contains("text read in the pictures of 1 page (page 2)"),
        "{told}"
    );
    assert!(told.contains("lower estimates"), "{told}");
    assert!(!told.contains("is a picture of text"), "{told}");
}

#[test]
fn a_copy_of_a_scanned_page_is_found_and_the_page_is_read_once() {
    if !has_models() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let theses = folder.path().join("theses");
    std::fs::create_dir(&theses).unwrap();
    std::fs::copy(scan(), theses.join("scan.pdf")).unwrap();
    let truth = truth();
    let copied: String = truth[truth.len() - 400..].iter().collect();
    std::fs::write(theses.join("copy.txt"), copied).unwrap();
    let json = folder.path().join("found.json");
    let library = folder.path().join("l.chachong");
    let shares = |more: &[&str]| {
        let usual = ["check", "-q", str(&theses), "--json", str(&json)];
        let output = done(&[&usual[..], more].concat());
        let report: Value = serde_json::from_slice(&std::fs::read(&json).unwrap()).unwrap();
        let documents = report["documents"].as_array().unwrap().clone();
        let of = |name: &str| {
            let mut known = documents.iter();
            known
                .find(|document| document["path"] == name)
                .unwrap()
                .clone()
        };
        let copy = of("copy.txt");
        let lower = copy["lower_estimate"].as_bool();
        (copy["total_copied_share"].as_f64(), lower, output)
    };
    let (plain, lower, told) = shares(&[]);
    assert!(plain.is_none_or(|share| share == 0.0), "{plain:?}");
    assert_ne!(lower, Some(true));
    assert!(!told.contains('≥'), "{told}");
    let kept = ["--recognise", "--library", str(&library), "--add"];
    let (first, lower, told) = shares(&kept);
    assert!(first.is_some_and(|share| share > 0.9), "{first:?}");
    // The share of the copy is over recognised text too, the other document's.
    assert_eq!(lower, Some(true));
    assert!(
        told.contains("≥ ") && told.contains("lower estimate"),
        "{told}"
    );
    // The text is the library's now.
    let (again, lower, _) = shares(&["--recognise", "--library", str(&library)]);
    assert_eq!(
        lower,
        Some(true),
        "the library keeps which pages were recognised"
    );
    assert_eq!(again, first);
    let (without, ..) = shares(&["--library", str(&library)]);
    assert!(
        without.is_some_and(|share| share > 0.9),
        "of the library's member: {without:?}"
    );
}

#[test]
fn without_models_the_program_says_where_they_come_from() {
    let folder = tempfile::tempdir().unwrap();
    let output = chachong(&[
        "extract",
        str(&scan()),
        "--recognise",
        "--models",
        str(folder.path()),
    ]);
    assert_eq!(output.status.code(), Some(1));
    let told = said(&output);
    assert!(told.contains("no models for text recognition"), "{told}");
    assert!(told.contains("make_models.py"), "{told}");
    // A changed file is not used.
    for name in [
        "tiny-detection.onnx",
        "tiny-recognition.onnx",
        "tiny-dictionary.txt",
    ] {
        std::fs::write(folder.path().join(name), "other").unwrap();
    }
    let output = chachong(&[
        "check",
        str(&scan()),
        "--recognise",
        "--models",
        str(folder.path()),
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said(&output).contains("damaged or of another version"),
        "{}",
        said(&output)
    );
}
