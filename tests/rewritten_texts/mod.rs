//! Theses with rewritten and translated passages, made of the texts in `tests/fixtures/rewritten`: each passage stands
//! between texts on other thoughts.

use std::path::Path;

use serde_json::Value;

/// Passages of which one thesis has the source and another one the rewriting; each is of 400 characters and more, in
/// Chinese, or in English and Chinese.
pub(crate) const REWRITTEN: [&str; 3] = ["own-zh-21", "own-zh-23", "own-zh-27"];
pub(crate) const TRANSLATED: [&str; 2] = ["own-en-15", "own-en-27"];

/// Returns whether the model of sentences is there; without it a test of everything fails, and says how to get it.
pub(crate) fn has_model() -> bool {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/models");
    let there = folder.join("sentences.model").is_file();
    assert!(
        there || std::env::var_os("CHACHONG_TEST_EVERYTHING").is_none(),
        "no model of sentences: run python3 assets/make_models.py usual"
    );
    there
}

/// Writes `SOURCE.txt` with the source and `REWRITTEN.txt` with the rewriting of a passage, each between other texts.
pub(crate) fn write_pair(id: &str, source: &Path, rewritten: &Path) {
    let passages = lines("passages.jsonl");
    let passage = passages.iter().find(|passage| passage["id"] == id).unwrap();
    let number = passages
        .iter()
        .position(|passage| passage["id"] == id)
        .unwrap();
    let fillers = lines("filler.jsonl");
    let filler = |at: usize| {
        fillers[at % fillers.len()]["text"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let between = |passage: &Value, at: usize| {
        [&filler(at), passage.as_str().unwrap(), &filler(at + 1)].join("\n\n")
    };
    std::fs::write(source, between(&passage["source"], 4 * number)).unwrap();
    std::fs::write(rewritten, between(&passage["rewritten"], 4 * number + 2)).unwrap();
}

fn lines(name: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/rewritten");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}
