//! Prints the pairs of text files whose fingerprints differ in at most K bits:
//! `cargo run --example near_duplicates -- 3 FILE...`
#![expect(clippy::print_stdout, reason = "the example's result")]

use std::process::ExitCode;

use chachong_simhash::index::pairs_within;
use chachong_simhash::{Fingerprint, Recipe};
use chachong_text::{LineBreaks, TermCounts, normalize};

/// Returns the fingerprint of a text; `None` for one with too few terms.
fn fingerprint(text: &str) -> Option<Fingerprint> {
    let normalized = normalize(text, LineBreaks::Layout);
    let terms = TermCounts::of(text, &normalized, Recipe::THESIS.term_rule());
    Recipe::THESIS.fingerprint(&terms)
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(k) = arguments.next().and_then(|k| k.parse().ok()) else {
        println!("usage: near_duplicates K FILE...");
        return ExitCode::FAILURE;
    };
    let files: Vec<String> = arguments.collect();
    let mut fingerprints = Vec::new();
    for (file, id) in files.iter().zip(0..) {
        match std::fs::read_to_string(file).map(|text| fingerprint(&text)) {
            Ok(Some(fingerprint)) => fingerprints.push((fingerprint, id)),
            Ok(None) => println!("{file}: too short for a fingerprint"),
            Err(error) => println!("{file}: {error}"),
        }
    }
    for (a, b, distance) in pairs_within(fingerprints, k) {
        println!("{distance}\t{}\t{}", files[a as usize], files[b as usize]);
    }
    ExitCode::SUCCESS
}
