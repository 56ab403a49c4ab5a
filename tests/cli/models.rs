//! Test of `chachong models`.

use crate::program::{chachong, stdout, str};

#[test]
fn missing_models_are_named_with_the_folder_and_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let asked = || chachong(&["models", "--models", str(folder.path())]);
    let said = |output: &std::process::Output| stdout(output);
    let missing = asked();
    assert_eq!(missing.status.code(), Some(1));
    let words = said(&missing);
    let rows = words.lines().filter(|line| line.ends_with("  missing"));
    assert_eq!(rows.count(), 3, "{words}");
    assert!(words.contains(str(folder.path())), "{words}");
    assert!(
        words.contains("tiny-detection.onnx") && words.contains("sentence"),
        "{words}"
    );
    assert!(words.contains("make_models.py all"), "{words}");

    for name in [
        "tiny-detection.onnx",
        "tiny-recognition.onnx",
        "tiny-dictionary.txt",
    ] {
        std::fs::write(folder.path().join(name), "no model").unwrap();
    }
    let damaged = asked();
    assert_eq!(damaged.status.code(), Some(1));
    let words = said(&damaged);
    assert!(words.contains("damaged, from another version"), "{words}");
    assert!(words.contains("Replace the folder"), "{words}");
}

#[test]
fn the_models_of_the_checkout_are_found() {
    let made = std::path::Path::new("assets/models/sentences.model").is_file();
    let output = chachong(&["models"]);
    let words = stdout(&output);
    assert_eq!(output.status.success(), made, "{words}");
    assert!(
        words.contains("assets/models") || words.contains(r"assets\models"),
        "{words}"
    );
}
