//! Benchmark of the search for candidates and passages, `cargo bench --bench passages`, on generated text.
//!
//! Candidate pairs of a folder are found from prepared texts, beside the usual way in the same run: an inverted index
//! of all shingles that counts how many each pair shares. Passages of one pair are found beside exact 13-gram
//! matching. What a folder says of a passage is counted and judged in theses that all begin with one sheet.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark prints, and stops where its data are not there"
)]

mod random;

use std::collections::{HashMap, HashSet};
use std::hint::black_box;
use std::sync::Arc;

use chachong_compare::{
    Background, Candidate, Collector, DocumentIndex, FolderCounter, FolderFrequencies, FolderText,
    Others, Prepared, Sketch, Span, Watch, Weighed, Widespread, grade, judge, passages,
};
use chachong_text::{LineBreaks, normalize, tokens};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use random::mix;
use rayon::prelude::*;

/// Number of characters of a thesis; below, of the part copied from the one before.
const THESIS: usize = 30_000;
const COPIED: usize = 900;
const MEMORY: usize = 256 << 20;

/// Text of Chinese words of two characters, the r-th of 20,000 about as frequent as 1 / r.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the rank is what remains, 1 to 20,000"
)]
fn thesis(number: u64) -> Vec<char> {
    let mut text = Vec::with_capacity(THESIS + 2);
    for i in 0.. {
        if text.len() >= THESIS {
            break;
        }
        let random = (mix(number << 32 | i) >> 11) as f64 / (1_u64 << 53) as f64;
        let word = 20_000_f64.powf(random) as u64;
        for half in [mix(word), mix(word + 1_000_000_007)] {
            text.extend(
                u32::try_from(0x4e00 + half % 3_000)
                    .ok()
                    .and_then(char::from_u32),
            );
        }
        if mix(i ^ number << 20).is_multiple_of(10) {
            text.push('，');
        }
    }
    text
}

/// Theses each of which contains a thirtieth of the one before.
fn folder(theses: u64) -> Vec<String> {
    let originals: Vec<Vec<char>> = (0..theses).map(thesis).collect();
    let before = originals.iter().cycle().skip(originals.len() - 1);
    originals
        .iter()
        .zip(before)
        .map(|(text, before)| {
            let copied = &before[5_000..5_000 + COPIED];
            text[..7_777]
                .iter()
                .chain(copied)
                .chain(&text[7_777..])
                .collect()
        })
        .collect()
}

fn candidates(prepared: &[Prepared]) -> Vec<Candidate> {
    let collector = Collector::new(MEMORY);
    (0_u32..)
        .zip(prepared)
        .collect::<Vec<_>>()
        .into_par_iter()
        .try_for_each(|(document, text)| collector.add(document, &Sketch::of(text)))
        .expect("a temporary file");
    collector
        .finish(prepared.len(), &Watch::NOBODY)
        .expect("a temporary file")
}

/// Plain inverted index of all shingles of `length` tokens with their documents; returns the number of pairs that
/// share at least four shingles that at most 17 documents have.
fn plain_index(documents: &[Vec<u32>], length: usize) -> usize {
    let mut having: HashMap<&[u32], Vec<u32>> = HashMap::new();
    for (document, tokens) in (0..).zip(documents) {
        for shingle in tokens.windows(length) {
            let documents = having.entry(shingle).or_default();
            if documents.last() != Some(&document) {
                documents.push(document);
            }
        }
    }
    let mut shared: HashMap<(u32, u32), u32> = HashMap::new();
    for documents in having
        .into_values()
        .filter(|documents| documents.len() <= 17)
    {
        for (i, &a) in documents.iter().enumerate() {
            for &b in &documents[i + 1..] {
                *shared.entry((a, b)).or_default() += 1;
            }
        }
    }
    shared.into_values().filter(|&count| count >= 4).count()
}

fn bench(c: &mut Criterion) {
    let mut group = c.benchmark_group("candidates");
    group.sample_size(10);
    for theses in [50_u64, 200] {
        let texts = folder(theses);
        let normalized: Vec<_> = texts
            .par_iter()
            .map(|text| normalize(text, LineBreaks::Layout))
            .collect();
        let prepared: Vec<Prepared> = normalized.par_iter().map(Prepared::new).collect();
        let hashes: Vec<Vec<u32>> = normalized
            .iter()
            .map(|text| tokens(text).iter().map(|token| token.hash).collect())
            .collect();
        println!(
            "{theses} theses, {theses} pairs planted: {} candidates; plain index {} (8 tokens), {} (3)",
            candidates(&prepared).len(),
            plain_index(&hashes, 8),
            plain_index(&hashes, 3),
        );
        group.throughput(Throughput::Elements(theses));
        group.bench_with_input(BenchmarkId::new("ours", theses), &theses, |b, _| {
            b.iter(|| candidates(black_box(&prepared)));
        });
        for length in [8, 3] {
            let name = format!("plain index of {length} tokens");
            group.bench_with_input(BenchmarkId::new(name, theses), &theses, |b, _| {
                b.iter(|| plain_index(black_box(&hashes), length));
            });
        }
    }
    group.finish();
}

/// Number of runs of 13 tokens that occur in both texts, the way of most tools: a hash set of one text's runs, looked
/// up for the other's.
fn exact_runs(a: &[u32], b: &[u32]) -> usize {
    let known: HashSet<&[u32]> = a.windows(13).collect();
    b.windows(13).filter(|run| known.contains(run)).count()
}

fn bench_pair(c: &mut Criterion) {
    let mut group = c.benchmark_group("one pair of 30,000 characters");
    let texts = folder(3);
    let normalized: Vec<_> = texts
        .iter()
        .map(|text| normalize(text, LineBreaks::Layout))
        .collect();
    let prepared: Vec<Prepared> = normalized.iter().map(Prepared::new).collect();
    let background = Background::of(&prepared);
    let weighed: Vec<Weighed> = prepared
        .iter()
        .map(|text| Weighed::new(text.clone(), &background))
        .collect();
    let hashes: Vec<Vec<u32>> = normalized
        .iter()
        .map(|text| tokens(text).iter().map(|token| token.hash).collect())
        .collect();
    println!("{:?}", passages(&weighed[0], &weighed[1]));
    group.bench_function("prepare and weigh one", |b| {
        b.iter(|| Weighed::new(Prepared::new(black_box(&normalized[0])), &background));
    });
    group.bench_function("ours, a copy of 900", |b| {
        b.iter(|| passages(black_box(&weighed[0]), black_box(&weighed[1])));
    });
    group.bench_function("exact runs of 13 tokens", |b| {
        b.iter(|| exact_runs(black_box(&hashes[0]), black_box(&hashes[1])));
    });
    group.finish();
}

/// Number of theses that begin with one sheet, and the number of its characters.
const CLASS: u64 = 30;
const SHEET: usize = 1_500;

/// Theses that begin with one sheet, each with a thirtieth of the one before.
fn class() -> Vec<Prepared> {
    let sheet: String = thesis(1_000).into_iter().take(SHEET).collect();
    (folder(CLASS).par_iter())
        .map(|text| {
            Prepared::new(&normalize(
                &format!("{sheet}。\n{text}"),
                LineBreaks::Layout,
            ))
        })
        .collect()
}

fn count(class: &[Prepared]) -> FolderFrequencies {
    let counter = FolderCounter::of_all(class.len());
    for text in class {
        counter.add(text);
    }
    counter.finish()
}

fn bench_folder(c: &mut Criterion) {
    let mut group = c.benchmark_group("a folder of 30 theses of 30,000 characters with one sheet");
    group.sample_size(20);
    let class = class();
    let background = Background::of(&class);
    let weighed: Vec<Arc<Weighed>> = (class.iter())
        .map(|text| Arc::new(Weighed::new(text.clone(), &background)))
        .collect();
    let frequencies = count(&class);
    let half = u32::try_from(class.len() / 2).expect("a small number");
    let given: Vec<Vec<Span>> = (class.iter())
        .map(|text| {
            let marks = frequencies.given(text, half).into_iter();
            marks
                .map(|mark| Span {
                    start: mark.start,
                    end: mark.end,
                })
                .collect()
        })
        .collect();
    let several: Vec<Vec<Span>> = (class.iter())
        .map(|text| Widespread::untelling(&frequencies.widespread(text)))
        .collect();
    let (a, b) = (&weighed[0], &weighed[1]);
    let found = passages(a, b);
    let folder = [0, 1].map(|document: usize| FolderText {
        given: &given[document],
        several: &several[document],
    });
    let documents: Vec<DocumentIndex> = (0..class.len()).map(DocumentIndex).collect();
    let of = |document: DocumentIndex| Ok(Arc::clone(&weighed[document]));
    let length: u64 = class.iter().map(|text| text.tokens().len() as u64).sum();
    let index = || {
        Others::of(&documents, length, of, |document| {
            given[document].as_slice()
        })
    };
    let others = index().expect("texts in memory");
    println!("{found:?}, given {:?}", given[0]);
    group.bench_function("count the runs of all", |bench| {
        bench.iter(|| count(black_box(&class)));
    });
    group.bench_function("given and widespread text of one", |bench| {
        bench.iter(|| {
            let text = black_box(&class[0]);
            (frequencies.given(text, half), frequencies.widespread(text))
        });
    });
    group.bench_function("align one pair", |bench| {
        bench.iter(|| passages(black_box(a), black_box(b)));
    });
    for (name, folder) in [
        ("alone", [FolderText::default(); 2]),
        ("in the folder", folder),
    ] {
        group.bench_function(format!("grade one pair {name}"), |bench| {
            let graded = || found.iter().map(|passage| grade(a, b, passage, folder));
            bench.iter(|| graded().collect::<Vec<_>>());
        });
        group.bench_function(format!("judge one pair {name}"), |bench| {
            let judged = || found.iter().map(|passage| judge(a, b, passage, folder));
            bench.iter(|| judged().collect::<Vec<_>>());
        });
    }
    group.bench_function("index what the others wrote", |bench| bench.iter(index));
    group.bench_function("what the others wrote beside 400 tokens", |bench| {
        let span = Span {
            start: 9_000,
            end: 9_440,
        };
        bench.iter(|| others.middle(a, span, &given[0], |document| document.0 < 2));
    });
    group.finish();
}

criterion_group!(benches, bench_pair, bench_folder, bench);
criterion_main!(benches);
