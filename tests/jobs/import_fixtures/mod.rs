//! Tests every file of `tests/fixtures/import` against `truth.json`; `tests/fixtures/README.md` explains its fields.
//!
//! `CHACHONG_FIXTURE=cmap` checks only the files whose name contains `cmap`.

mod bomb;
mod comparison;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use chachong_check::Settings;
use chachong_jobs::Session;
use serde_json::Value;

use self::comparison::Check;
use crate::files::{fixture, workers};

/// Maximum size in bytes of all fixtures together.
const MAXIMUM_BYTES: u64 = 3_200_000;
/// Maximum distance, in bits, between two renderings of one thesis.
const SAME_THESIS_DISTANCE: u32 = 3;
/// Maximum distance, in bits, between the hashes of two encodings of one picture.
const SAME_PICTURE_DISTANCE: u32 = 6;

fn folder() -> PathBuf {
    fixture("import")
}

fn truth() -> serde_json::Map<String, Value> {
    let text = std::fs::read_to_string(folder().join("truth.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Checks the files whose name `claims` accepts, and lists all problems.
fn check(claims: impl Fn(&str) -> bool) {
    let only = std::env::var("CHACHONG_FIXTURE").unwrap_or_default();
    let (mut report, mut files) = (Vec::new(), 0);
    for (file, truth) in truth()
        .iter()
        .filter(|(f, _)| claims(f) && f.contains(&only))
    {
        let mut check = Check {
            truth,
            problems: Vec::new(),
        };
        check.outcome(&folder().join(file));
        files += 1;
        if !check.problems.is_empty() {
            let shown = check
                .problems
                .iter()
                .take(4)
                .map(|p| format!("    {}", p.chars().take(300).collect::<String>()))
                .collect::<Vec<_>>();
            let count = check.problems.len();
            report.push(format!(
                "{file} ({}), {count} wrong:\n{}",
                truth["checks"].as_str().unwrap_or(""),
                shown.join("\n")
            ));
        }
    }
    assert!(
        report.is_empty(),
        "{} of {files} files are wrong:\n{}",
        report.len(),
        report.join("\n")
    );
}

#[test]
fn pdf_predefined_cmaps_without_tounicode() {
    check(|file| file.starts_with("pdf/cmap-"));
}

#[test]
fn pdf_running_heads_and_page_numbers() {
    check(|file| file.starts_with("pdf/heads-") || file.starts_with("pdf/xelatex-heads"));
}

#[test]
fn pdf_hidden_and_visible_text() {
    check(|file| file.starts_with("pdf/hidden-") || file.starts_with("pdf/visible-"));
}

#[test]
fn pdf_scans() {
    check(|file| file.starts_with("pdf/scan") || file.starts_with("pdf/background"));
}

fn is_attack(file: &str) -> bool {
    let names = [
        "bomb", "nesting", "form-", "tree", "loop", "pages", "laughs",
    ];
    names.iter().any(|name| file.contains(name))
}

#[test]
fn attacks_cost_their_file_at_most() {
    check(is_attack);
    let escaped = |dir: &Path| {
        let names = std::fs::read_dir(dir).unwrap().flatten();
        names
            .map(|entry| entry.file_name())
            .any(|name| name.to_string_lossy().contains("chachong-escaped"))
    };
    assert!(!escaped(&std::env::temp_dir()) && !escaped(Path::new(".")));
    #[cfg(unix)]
    assert!(!escaped(Path::new("/etc")));
}

#[test]
fn pdf_everything_else() {
    let done = [
        "cmap-",
        "heads",
        "hidden-",
        "visible-",
        "scan",
        "background",
    ];
    check(|file| {
        file.starts_with("pdf/") && !is_attack(file) && !done.iter().any(|d| file.contains(d))
    });
}

#[test]
fn docx_and_other_formats() {
    check(|file| (file.starts_with("docx/") || file.starts_with("other/")) && !is_attack(file));
}

#[test]
fn every_rendering_of_one_thesis_is_read() {
    check(|file| file.starts_with("same-thesis/"));
}

#[test]
fn every_rendering_of_one_thesis_has_nearly_the_same_fingerprint() {
    let settings = Settings {
        isolation: workers(),
        ..Settings::default()
    };
    let session = Session::start(vec![folder().join("same-thesis")], &[], settings);
    let documents = session.collect(|_, _| ()).documents;
    assert_eq!(documents.len(), 5);
    let mut far = Vec::new();
    for (i, a) in documents.iter().enumerate() {
        for b in &documents[..i] {
            let distance = a.fingerprint().unwrap().distance(b.fingerprint().unwrap());
            if distance > SAME_THESIS_DISTANCE {
                far.push(format!("{:?} and {:?}: {distance}", a.name, b.name));
            }
        }
    }
    assert!(far.is_empty(), "{}", far.join("\n"));
}

#[test]
fn one_picture_in_different_files_has_nearly_the_same_hash() {
    let mut hashes = Vec::new();
    for (file, truth) in &truth() {
        if truth.get("same_picture").is_some() {
            let read = workers().extract(&folder().join(file), &|| false);
            let read = read.unwrap_or_else(|stop| panic!("{file}: {stop:?}"));
            hashes.extend(read.metadata.pictures.iter().map(|p| p.perceptual.unwrap()));
        }
    }
    assert_eq!(hashes.len(), 4, "two pictures in the pdf, two in the docx");
    for pair in hashes.windows(2) {
        assert!(
            (pair[0] ^ pair[1]).count_ones() <= SAME_PICTURE_DISTANCE,
            "{hashes:x?}"
        );
    }
}

#[test]
fn every_fixture_has_its_truth_and_they_stay_small() {
    let mut files = BTreeSet::new();
    let mut bytes = 0;
    for entry in walkdir::WalkDir::new(folder()) {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            bytes += entry.metadata().unwrap().len();
            let name = entry.path().strip_prefix(folder()).unwrap();
            files.insert(name.to_str().unwrap().replace('\\', "/"));
        }
    }
    files.remove("truth.json");
    assert_eq!(files, truth().keys().cloned().collect::<BTreeSet<_>>());
    assert!(bytes < MAXIMUM_BYTES, "{bytes}");
}
