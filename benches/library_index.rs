//! Benchmark of a library's passage index, `cargo bench --bench library_index [-- 1M|10M|30M|100M ...]`, beside a
//! `HashMap` from hash to ids and beside `BlockIndex`, on the same data in one run where they fit in memory.
//! Documents have 300 passages up to 30 M, 1,000 beyond; one in fifty is a phrase that many have, and all share a
//! template.

#![expect(clippy::print_stdout, reason = "a benchmark prints")]

mod random;

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

use chachong_library::{PassageIndex, QueryShingle, Stamp};
use chachong_simhash::Fingerprint;
use chachong_simhash::index::{BlockIndex, RadiusIndex};
use random::mix;

/// Maximum number of passages for which the peers are built as well.
const PEERS: u32 = 10_000_000;
/// Number of tokens of a new text.
const ASKED: u32 = 30_000;

const STAMP: Stamp = Stamp {
    library: [7; 16],
    change: 1,
    next_passage: 0,
};

fn main() {
    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let asked: Vec<&str> = if asked.is_empty() {
        vec!["1M"]
    } else {
        asked.iter().map(String::as_str).collect()
    };
    for what in asked {
        println!("\n== {what}");
        match what {
            "1M" => run(1_000_000, 300),
            "10M" => run(10_000_000, 300),
            "30M" => run(30_000_000, 300),
            "100M" => run(100_000_000, 1_000),
            other => println!("no benchmark is called {other}"),
        }
    }
}

/// Passages of a document: ten of a template, some phrases of 100,000 by Zipf's law, the rest its own.
fn passages(document: u32, each: u32) -> Vec<Fingerprint> {
    (0..each)
        .map(|i| {
            let own = mix(u64::from(document) << 32 | u64::from(i) | 1 << 63);
            Fingerprint(match i {
                0..10 => mix(u64::from(i)),
                _ if own.is_multiple_of(50) => phrase(own / 50),
                _ => own,
            })
        })
        .collect()
}

/// One of 100,000 phrases, the first ones far more often.
fn phrase(random: u64) -> u64 {
    let share = (random % 1_000_003) as f64 / 1_000_003.0;
    mix(1 << 40 | 100_000_f64.powf(share).to_bits() >> 40)
}

/// New text: the template, phrases, 100 tokens of each of five documents with every other passage lost, the rest new.
fn question(documents: u32, each: u32) -> Vec<QueryShingle> {
    let mut numbers: Vec<u64> = (0..ASKED)
        .map(|i| {
            let new = mix(u64::from(i) | 3 << 61);
            if new.is_multiple_of(10) {
                phrase(new / 10)
            } else {
                new
            }
        })
        .collect();
    for i in 0..10 {
        numbers[30 * i] = passages(0, each)[i].0;
    }
    for copied in 0..5 {
        let from = passages(copied * (documents / 5) + 3, each);
        for i in (20..40).step_by(2) {
            numbers[1_000 + 5_000 * copied as usize + 30 * i] = from[i].0;
        }
    }
    (0..)
        .zip(numbers)
        .map(|(token, number)| QueryShingle {
            fingerprint: Fingerprint(number),
            token,
            start: token,
            end: token + 5,
        })
        .collect()
}

fn seconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64()
}

/// Median time of `times` runs, in milliseconds.
fn median(times: usize, mut step: impl FnMut()) -> f64 {
    let mut spent: Vec<f64> = (0..times)
        .map(|_| {
            let start = Instant::now();
            step();
            seconds(start) * 1e3
        })
        .collect();
    spent.sort_by(f64::total_cmp);
    spent[times / 2]
}

fn run(total: u32, each: u32) {
    let documents = total / each;
    let start = Instant::now();
    let mut index = PassageIndex::new();
    let mut making = 0.0;
    for document in 0..documents {
        let start = Instant::now();
        let own = passages(document, each);
        making += seconds(start);
        if let Err(error) = index.add(document.into(), document * each, &own) {
            println!("{error}");
        }
    }
    let built = seconds(start) - making;
    println!(
        "{documents} documents, {} passages: built one by one in {built:.2} s, {:.2} bytes a passage, {:.0} MB",
        index.len(),
        index.bytes() as f64 / index.len() as f64,
        index.bytes() as f64 / 1e6
    );
    let text = question(documents, each);
    let found = index.candidates(&text);
    let ours = median(21, || {
        black_box(index.candidates(black_box(&text)));
    });
    println!(
        "candidates of a text of {ASKED} tokens: {ours:.2} ms; {} found, {} runs of widespread text",
        found.candidates.len(),
        found.widespread.len()
    );
    let path = std::env::temp_dir().join("chachong-bench.passages");
    let start = Instant::now();
    let saved = index.save(&path, &STAMP).is_ok();
    println!("saved ({saved}) in {:.2} s", seconds(start));
    let start = Instant::now();
    let opened = PassageIndex::load(&path, &STAMP).map_or(0, |index| index.len());
    println!(
        "opened ({}) in {:.2} s",
        opened == index.len(),
        seconds(start)
    );
    // Nothing depends on its deletion.
    let _ = std::fs::remove_file(path);
    let start = Instant::now();
    for document in 0..documents / 4 {
        index.remove((document * 4).into());
    }
    let removed = seconds(start);
    let start = Instant::now();
    index.rebuild();
    println!(
        "a quarter of the documents removed in {removed:.2} s, rebuilt in {:.2} s",
        seconds(start)
    );
    drop(index);
    if total <= PEERS {
        peers(documents, each, &text, ours, built);
    }
}

fn peers(documents: u32, each: u32, text: &[QueryShingle], ours: f64, built: f64) {
    let all = || (0..documents).flat_map(|document| passages(document, each));
    let entries: Vec<(Fingerprint, u32)> = all().zip(0..).collect();
    let start = Instant::now();
    let mut map: HashMap<u64, Vec<u32>> = HashMap::new();
    for &(fingerprint, id) in &entries {
        map.entry(fingerprint.0).or_default().push(id);
    }
    let theirs_built = seconds(start);
    // The obvious way: count shared shingles by document, walking all postings.
    let theirs = median(5, || {
        let mut counts: HashMap<u32, u32> = HashMap::new();
        for shingle in text {
            for id in map.get(&shingle.fingerprint.0).into_iter().flatten() {
                *counts.entry(id / each).or_default() += 1;
            }
        }
        let mut best: Vec<(u32, u32)> = counts.into_iter().collect();
        best.sort_unstable_by_key(|&(document, count)| (std::cmp::Reverse(count), document));
        best.truncate(60);
        black_box(best);
    });
    // Estimate: 33 bytes per slot of the table, and per list an allocation with a head of 16 bytes.
    let bytes = map.capacity() as f64 * 33.0
        + map
            .values()
            .map(|ids| 16.0 + 4.0 * ids.capacity() as f64)
            .sum::<f64>();
    println!(
        "HashMap<u64, Vec<u32>>: built in {theirs_built:.2} s ({:.1} times), {:.0} bytes a passage, answers in {theirs:.2} ms: \
         {:.1} times",
        theirs_built / built,
        bytes / entries.len() as f64,
        theirs / ours
    );
    drop(map);
    let start = Instant::now();
    let index = BlockIndex::build(entries);
    let theirs_built = seconds(start);
    let look = median(5, || {
        let mut found = 0;
        for shingle in text {
            index.visit(shingle.fingerprint, 0, |_, _| found += 1);
        }
        black_box(found);
    });
    println!(
        "BlockIndex within 0 bits, lookups alone: built at once in {theirs_built:.2} s, {:.0} bytes a passage, {look:.2} ms",
        index.bytes() as f64 / index.len() as f64
    );
}
