//! Figures on a made class of reports with derivations, or the pairs that count among the text files of a folder, by
//! `cargo bench --bench formulas -- ARGUMENTS`: `folder FOLDER`, `seeds 20`, `large 3000`, `show SEED`, `steps FILE`. With ALL=1 pairs that are told and do not count are printed too.
#![expect(clippy::print_stdout, clippy::cast_possible_truncation)]

mod made_class;

use chachong_formulas::{Formulas, FormulasPair, compare, keys};
use chachong_text::Span;
use made_class::{KINDS, class, report};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let text = |at: usize| arguments.get(at).map_or(".", String::as_str);
    let number = |at: usize, or: u64| {
        arguments
            .get(at)
            .and_then(|text| text.parse().ok())
            .unwrap_or(or)
    };
    match text(0) {
        "folder" => folder(Path::new(text(1)))?,
        "seeds" => seeds(number(1, 20), number(2, 4) as usize),
        "large" => large(number(1, 3000)),
        "show" => println!(
            "{}",
            class(number(1, 0), number(3, 4) as usize)[number(2, 0) as usize]
        ),
        "steps" => steps(&read(Path::new(text(1)))?),
        _ => println!(
            "folder FOLDER | seeds COUNT STEPS | large COUNT | show SEED STUDENT | steps FILE"
        ),
    }
    Ok(())
}

/// Made classes of 30: rings missed by kind, and pairs of strangers that count.
fn seeds(count: u64, steps: usize) {
    let (mut missed, mut strangers) = (vec![0; KINDS.len()], 0);
    let mut nearest = f64::MAX;
    for seed in 0..count {
        let documents: Vec<Formulas> = class(seed, steps)
            .iter()
            .map(|text| Formulas::of(text, &[]))
            .collect();
        let pairs = compare(&documents);
        let found: BTreeSet<(u32, u32)> = pairs
            .iter()
            .filter(|pair| pair.counts)
            .map(|pair| (pair.a, pair.b))
            .collect();
        for (kind, missed) in missed.iter_mut().enumerate() {
            if !found.contains(&(kind as u32 * 2, kind as u32 * 2 + 1)) {
                println!("seed {seed}: missed {}", KINDS[kind]);
                *missed += 1;
            }
        }
        for pair in pairs.iter().filter(|pair| {
            pair.a % 2 == 1 || pair.b != pair.a + 1 || pair.a as usize >= 2 * KINDS.len()
        }) {
            nearest = nearest.min(pair.expected);
            if pair.counts {
                strangers += 1;
                println!(
                    "seed {seed}: strangers {} {} expected {:.1e}, {} steps",
                    pair.a, pair.b, pair.expected, pair.steps
                );
            }
        }
    }
    for (kind, missed) in KINDS.iter().zip(&missed) {
        println!("{kind}: missed {missed} of {count}");
    }
    println!("strangers found: {strangers}; the nearest expected {nearest:.1e} times");
}

/// The time for many reports.
fn large(count: u64) {
    let texts: Vec<String> = (0..count).map(|student| report(5, student, 40)).collect();
    let start = Instant::now();
    let documents: Vec<Formulas> = texts
        .par_iter()
        .map(|text| Formulas::of(text, &[]))
        .collect();
    let steps: usize = documents
        .iter()
        .map(|document| document.steps().count())
        .sum();
    println!(
        "{count} reports, {steps} steps read in {:.2} s",
        start.elapsed().as_secs_f64()
    );
    let start = Instant::now();
    let pairs = compare(&documents);
    let counting = pairs.iter().filter(|pair| pair.counts).count();
    println!(
        "{} pairs told, {counting} count, {:.2} s",
        pairs.len(),
        start.elapsed().as_secs_f64()
    );
}

fn read(path: &Path) -> std::io::Result<String> {
    Ok(String::from_utf8_lossy(&std::fs::read(path)?).into_owned())
}

fn steps(text: &str) {
    let all = Formulas::of(text, &[]);
    for step in all.steps() {
        println!(
            "{:3} {:016x} {}",
            step.tokens,
            step.hash,
            said(text, step.span)
        );
    }
    println!("{} keys", keys(&all).len());
}

fn said(text: &str, span: Span) -> String {
    span.of_text(text).replace('\n', "⏎")
}

/// Formulas of each text file, and all pairs that count with their steps.
fn folder(folder: &Path) -> std::io::Result<()> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    let texts = paths
        .iter()
        .map(|path| read(path))
        .collect::<std::io::Result<Vec<String>>>()?;
    let start = Instant::now();
    let documents: Vec<Formulas> = texts
        .par_iter()
        .map(|text| Formulas::of(text, &[]))
        .collect();
    let name = |index: u32| {
        paths[index as usize]
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
    };
    let holding = documents
        .iter()
        .filter(|document| !document.formulas.is_empty())
        .count();
    let formulas: usize = documents
        .iter()
        .map(|document| document.formulas.len())
        .sum();
    if documents.len() < 100 {
        for (index, document) in (0..).zip(&documents) {
            println!(
                "{}: {} formulas, {} steps",
                name(index),
                document.formulas.len(),
                document.steps().count()
            );
        }
    }
    let pairs = compare(&documents);
    println!(
        "{} files, {holding} with {formulas} formulas, {:.2} s",
        paths.len(),
        start.elapsed().as_secs_f64()
    );
    let all = std::env::var_os("ALL").is_some();
    for pair in pairs.iter().filter(|pair| all || pair.counts) {
        show(pair, &name(pair.a), &name(pair.b));
        for (x, y) in &pair.places {
            println!(
                "    {}   |   {}",
                said(&texts[pair.a as usize], *x),
                said(&texts[pair.b as usize], *y)
            );
        }
    }
    println!(
        "{} pairs count",
        pairs.iter().filter(|pair| pair.counts).count()
    );
    Ok(())
}

fn show(pair: &FormulasPair, a: &str, b: &str) {
    println!(
        "{a} {b}: expected {:.1e}, counts {}, {} steps in the best chain",
        pair.expected, pair.counts, pair.steps
    );
}
