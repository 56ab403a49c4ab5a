//! Tests of fingerprints that must never change, and of the source articles' examples.

use std::path::{Path, PathBuf};

use chachong_check as check;
use chachong_import::extract;
use chachong_simhash::{Accumulator, Recipe, Tie};
use chachong_text::{TermCounts, TermRule};

/// Path of a file or folder of `tests/fixtures`.
fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/fixtures")
        .join(name)
}

/// Expected values come from Python's jieba 0.42.1 and hashlib: `tests/fixtures/golden/md5_32.py`.
#[test]
fn md5_32_equals_the_articles_python_program_to_the_bit() {
    let golden = std::fs::read_to_string(fixture("golden/md5-32.json")).unwrap();
    let golden: serde_json::Value = serde_json::from_str(&golden).unwrap();
    let texts = golden["values"].as_array().unwrap();
    assert_eq!(texts.len(), 5);
    for entry in texts {
        let file = entry["file"].as_str().unwrap();
        let text = std::fs::read_to_string(fixture("golden").join(file)).unwrap();
        let terms = TermCounts::of_raw(&text, TermRule::ChineseWords);
        for token in entry["first_tokens"].as_array().unwrap() {
            let token = token.as_str().unwrap();
            assert!(
                terms.iter().any(|(term, _)| term == token),
                "{file}: jieba-rs cuts {token} differently"
            );
        }
        let bits = format!("{:032b}", Recipe::MD5_32.fingerprint(&terms).unwrap().0);
        assert_eq!(bits, entry["bits"].as_str().unwrap(), "{file}");
    }
}

/// People's libraries hold fingerprints: whatever changes one of these is another recipe and needs another name. The
/// `thesis` values are from the program's first version.
#[test]
fn fingerprints_stay_as_they_are() {
    let pinned = [
        ("zh-science", "thesis", "089c1594e09e8614"),
        ("zh-science", "string-hash", "a3e45f71eab9f685"),
        ("zh-science", "md5-32", "000000002f624daf"),
        ("zh-science", "five-level", "099c1584a09e861c"),
        ("zh-science", "tf-idf", "089c1714e09e8614"),
        ("zh-science", "content-words", "08dc151ce89c8614"),
        ("zh-science", "shingles", "bdc6d5287c49e5d1"),
        ("en-repair-a", "thesis", "84f7d6ac9777ffb1"),
        ("en-repair-a", "string-hash", "00255002a3cca7e1"),
        ("en-repair-a", "five-level", "85b7c6acff62f7b1"),
        ("en-repair-a", "content-words", "84f7d6ac9777ffb1"),
        ("en-repair-a", "tf-idf", "84f7d6ac9777ffb1"),
        ("en-repair-a", "shingles", "12fd4c1a0538294c"),
    ];
    for (file, recipe, fingerprint) in pinned {
        let read = extract(&fixture("texts").join(file).with_extension("txt")).unwrap();
        let reading = check::fingerprint_by(&read, &recipe.parse::<Recipe>().unwrap().into());
        let got = reading.fingerprint.map(|f| f.to_string());
        assert_eq!(got.as_deref(), Some(fingerprint), "{recipe} of {file}");
    }
}

/// Worked examples of the articles with 6 bits, through the public interface.
#[test]
fn six_bit_examples_of_the_articles() {
    let accumulate = |terms: &[(u64, u32)]| {
        let mut sums = Accumulator::default();
        for &(hash, weight) in terms {
            sums.add(hash, weight);
        }
        sums
    };
    let levels = accumulate(&[(0b10_0101, 4), (0b10_1011, 5)]);
    assert_eq!(levels.sums()[..6], [9, 1, -1, 1, -9, 9]);
    assert_eq!(levels.finish(6, Tie::Zero), 0b10_1011);
    let relative = [
        (0b10_0100, 2),
        (0b01_0101, 1),
        (0b10_1010, 1),
        (0b11_1010, 1),
        (0b00_1010, 1),
    ];
    assert_eq!(accumulate(&relative).finish(6, Tie::Zero), 0b10_0000);
}
