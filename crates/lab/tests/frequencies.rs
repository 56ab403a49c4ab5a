//! Makes `assets/frequencies` from labelled cases. Run after a change of what a term is, or for other texts:
//!
//! ```text
//! CHACHONG_CHINESE_CASES=zh.jsonl.gz CHACHONG_ENGLISH_CASES=en.jsonl.gz \
//!     cargo test -p chachong-lab --test frequencies -- --ignored frequencies
//! ```
//!
//! Also makes the gram tables from ordinary texts (`{"id", "text"}` a line); texts whose id has an md5 with an odd
//! first byte are left out, to measure on:
//!
//! ```text
//! CHACHONG_CHINESE_TEXTS=zh.jsonl.gz CHACHONG_ENGLISH_TEXTS=en.jsonl.gz \
//!     cargo test -p chachong-lab --test frequencies -- --ignored frequencies
//! ```
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]
#![expect(clippy::panic, reason = "a test that cannot go on stops")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use chachong_compare::{Prepared, gram_table};
use chachong_lab::evaluate::Cases;
use chachong_text::{LineBreaks, normalize};
use flate2::read::MultiGzDecoder;
use md5::{Digest, Md5};

/// Minimum share of the texts that a term must be in to be kept; Chinese has more different terms than English.
const CHINESE_SHARE: f64 = 0.02;
const ENGLISH_SHARE: f64 = 0.01;

/// Table of the terms that are in at least a share of the different texts: hash and share, in 65,535ths.
fn frequencies(cases: &Cases, least: f64) -> Vec<u8> {
    let texts: BTreeSet<&str> = cases
        .cases
        .iter()
        .flat_map(|case| [case.susp.as_str(), case.src.as_str()])
        .collect();
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    for text in &texts {
        let prepared = Prepared::new(&normalize(text, LineBreaks::Layout));
        let terms: BTreeSet<u32> = prepared.different_terms().collect();
        for term in terms {
            *counts.entry(term).or_default() += 1;
        }
    }
    let all = texts.len() as f64;
    let mut bytes = Vec::new();
    for (term, count) in counts {
        let count = f64::from(count);
        if count >= least * all {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a share of 65,535 fits"
            )]
            let share = (count / all * 65_535.0) as u16;
            bytes.extend(term.to_le_bytes());
            bytes.extend(share.to_le_bytes());
        }
    }
    bytes
}

/// Makes a file, and fails if that changed it: then the figures of `chachong evaluate` have to be checked again.
fn make(variable: &str, name: &str, least: f64) {
    let Some(cases) = std::env::var_os(variable) else {
        panic!("{variable} names no file of cases");
    };
    let cases = Cases::read(File::open(cases).unwrap());
    assert!(cases.broken.is_empty(), "{:?}", cases.broken);
    write(name, &frequencies(&cases, least));
}

/// Writes a file of `assets/frequencies`, and fails if that changed it.
fn write(name: &str, made: &[u8]) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../assets/frequencies")
        .join(name);
    let before = std::fs::read(&file).unwrap_or_default();
    if made != before {
        std::fs::write(&file, made).unwrap();
        panic!("{name} is another now");
    }
}

#[test]
#[ignore = "needs texts that are not in the repository"]
fn the_chinese_frequencies_are_made_from_these_texts() {
    make("CHACHONG_CHINESE_CASES", "chinese.bin", CHINESE_SHARE);
}

#[test]
#[ignore = "needs texts that are not in the repository"]
fn the_english_frequencies_are_made_from_these_texts() {
    make("CHACHONG_ENGLISH_CASES", "english.bin", ENGLISH_SHARE);
}

/// Reads the texts whose id has an md5 with an even first byte.
fn ordinary_texts(variable: &str) -> Vec<Prepared> {
    let Some(file) = std::env::var_os(variable) else {
        panic!("{variable} names no file of texts");
    };
    let lines = BufReader::new(MultiGzDecoder::new(File::open(file).unwrap())).lines();
    lines
        .map(|line| serde_json::from_str::<serde_json::Value>(&line.unwrap()).unwrap())
        .filter(|text| Md5::digest(text["id"].as_str().unwrap())[0].is_multiple_of(2))
        .map(|text| {
            Prepared::new(&normalize(
                text["text"].as_str().unwrap(),
                LineBreaks::Layout,
            ))
        })
        .collect()
}

#[test]
#[ignore = "needs texts that are not in the repository"]
fn the_chinese_grams_are_made_from_these_texts() {
    let texts = ordinary_texts("CHACHONG_CHINESE_TEXTS");
    write("chinese-grams.bin", &gram_table(&texts, &[2], true, 3));
}

#[test]
#[ignore = "needs texts that are not in the repository"]
fn the_english_grams_are_made_from_these_texts() {
    let texts = ordinary_texts("CHACHONG_ENGLISH_TEXTS");
    write(
        "english-grams.bin",
        &gram_table(&texts, &[1, 2, 3], false, 2),
    );
}
