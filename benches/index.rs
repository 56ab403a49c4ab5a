//! Benchmark of the 4-block index beside simpler ways, on the same data in one run.
//!
//! `cargo bench --bench index [-- 1M|10M|100M|skew|join|join10M|join100M|insert|insert10M ...]`. Microseconds per
//! query with median and 99th percentile, bytes per fingerprint, ratios. FAISS and gaoya: `benches/peers`.

#![expect(clippy::print_stdout, reason = "a benchmark prints")]

mod random;

use std::collections::{HashMap, HashSet};
use std::hint::black_box;
use std::time::{Duration, Instant};

use chachong_simhash::Fingerprint;
use chachong_simhash::index::{BlockIndex, RadiusIndex, pairs_within};
use random::mix;

type Entry = (Fingerprint, u32);

fn main() {
    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let asked: Vec<&str> = if asked.is_empty() {
        vec!["1M", "join", "insert"]
    } else {
        asked.iter().map(String::as_str).collect()
    };
    for what in asked {
        println!("\n== {what}");
        match what {
            "1M" => queries(1_000_000),
            "10M" => queries(10_000_000),
            "100M" => queries(100_000_000),
            "skew" => skew(10_000_000),
            "join" => join(1_000_000),
            "join10M" => join(10_000_000),
            "join100M" => join(100_000_000),
            "insert" => insert(1_000_000),
            "insert10M" => insert(10_000_000),
            other => println!("no benchmark is called {other}"),
        }
    }
}

fn random(n: u32) -> Vec<Entry> {
    (0..n).map(|i| (Fingerprint(mix(i.into())), i)).collect()
}

/// Clustered fingerprints, like versions of documents: each run of ten is within 6 bits of a common base.
fn clustered(n: u32) -> Vec<Entry> {
    let near = |i: u32| {
        (0..i % 7).fold(mix(u64::from(i / 10)), |bits, j| {
            bits ^ 1 << (mix(u64::from(i) << 8 | u64::from(j)) & 63)
        })
    };
    (0..n).map(|i| (Fingerprint(near(i)), i)).collect()
}

/// Queries a few bits away from entries.
fn questions(items: &[Entry], count: usize) -> Vec<Fingerprint> {
    (0..count as u64)
        .map(|i| {
            let at = mix(i ^ 0xabcd) % items.len() as u64;
            let item = items[usize::try_from(at).unwrap_or_default()];
            Fingerprint(item.0.0 ^ 1 << (i % 64) ^ 1 << (i * 7 % 64))
        })
        .collect()
}

struct Times {
    median: f64,
    high: f64,
}

/// Time of each query, in microseconds. Numbers of hits are added up, so that nothing is optimised away.
fn times(queries: &[Fingerprint], mut ask: impl FnMut(Fingerprint) -> usize) -> (Times, usize) {
    let mut found = 0;
    let mut spent: Vec<Duration> = queries
        .iter()
        .map(|&query| {
            let start = Instant::now();
            found += black_box(ask(query));
            start.elapsed()
        })
        .collect();
    spent.sort_unstable();
    let at =
        |share: usize| spent[(spent.len() * share / 100).min(spent.len() - 1)].as_secs_f64() * 1e6;
    (
        Times {
            median: at(50),
            high: at(99),
        },
        found,
    )
}

/// Throughput, in microseconds per query, without a clock between queries: the median of 20 parts, so that other load
/// on the machine costs little.
fn mean(queries: &[Fingerprint], mut ask: impl FnMut(Fingerprint) -> usize) -> (f64, usize) {
    let part = queries.len().div_ceil(20).max(1);
    let mut found = 0;
    let mut parts: Vec<f64> = queries
        .chunks(part)
        .map(|queries| {
            let start = Instant::now();
            found += queries
                .iter()
                .map(|&query| black_box(ask(query)))
                .sum::<usize>();
            start.elapsed().as_secs_f64() * 1e6 / queries.len() as f64
        })
        .collect();
    parts.sort_by(f64::total_cmp);
    (parts[parts.len() / 2], found)
}

fn queries(n: u32) {
    for (name, items) in [("random", random(n)), ("clustered", clustered(n))] {
        if n > 20_000_000 && name == "clustered" {
            continue;
        }
        let start = Instant::now();
        let many = questions(&items, 100_000);
        let few = &many[..if n > 20_000_000 { 16 } else { 64 }];
        let index = BlockIndex::build(if n > 20_000_000 { items } else { items.clone() });
        println!(
            "{name}: built in {:.2} s, {:.2} bytes a fingerprint",
            start.elapsed().as_secs_f64(),
            index.bytes() as f64 / f64::from(n)
        );
        let items = if n > 20_000_000 {
            random(n)
        } else {
            random_or(name, n)
        };
        for k in [3, 6, 10] {
            let asked = if k == 10 {
                &many[..2_000]
            } else {
                &many[..20_000]
            };
            let count = |query| {
                let mut found = 0;
                index.visit(query, k, |_, _| found += 1);
                found
            };
            let (ours, _) = mean(asked, count);
            let (each, found) = times(asked, count);
            println!(
                "  k = {k:2}: {ours:9.3} us a query (each: median {:.3}, p99 {:.3}), found {found}",
                each.median, each.high
            );
            let scan =
                |query: Fingerprint| items.iter().filter(|i| i.0.distance(query) <= k).count();
            let (plain, _) = mean(few, scan);
            println!(
                "          brute force {plain:9.0} us: {:.0} times",
                plain / ours
            );
        }
        if n <= 10_000_000 {
            let buckets = Buckets::build(&items);
            let nowhere: Vec<Fingerprint> =
                (0..20_000).map(|i| Fingerprint(mix(i | 1 << 40))).collect();
            for (what, asked) in [("something", &many[..20_000]), ("nothing", &nowhere[..])] {
                let (theirs, found) = mean(asked, |query| buckets.within(query, 3).len());
                let (ours, same) = mean(asked, |query| index.within(query, 3).len());
                assert_eq!(found, same);
                println!(
                    "  k =  3, where there is {what}: HashMap of buckets {theirs:.3} us against {ours:.3}: {:.1} times",
                    theirs / ours
                );
            }
        }
        if n > 20_000_000 {
            drop(items);
            saved_and_loaded(index);
        }
    }
}

fn random_or(name: &str, n: u32) -> Vec<Entry> {
    if name == "random" {
        random(n)
    } else {
        clustered(n)
    }
}

fn saved_and_loaded(index: BlockIndex) {
    let path = std::env::temp_dir().join("chachong-bench.index");
    let start = Instant::now();
    let file = std::fs::File::create(&path).map(std::io::BufWriter::new);
    let saved = file.map(|file| index.save(file).is_ok());
    println!(
        "  saved ({saved:?}) in {:.1} s",
        start.elapsed().as_secs_f64()
    );
    drop(index);
    let start = Instant::now();
    let file = std::fs::File::open(&path).map(std::io::BufReader::new);
    let loaded = file.map(|file| BlockIndex::load(file).map_or(0, |index| index.len()));
    println!(
        "  loaded ({loaded:?}) in {:.1} s",
        start.elapsed().as_secs_f64()
    );
    // Nothing depends on its deletion.
    let _ = std::fs::remove_file(path);
}

/// The articles' way: a hash map from block value to a list, for each of the four blocks.
struct Buckets([HashMap<u16, Vec<Entry>>; 4]);

impl Buckets {
    fn build(items: &[Entry]) -> Self {
        Self(std::array::from_fn(|block| {
            let mut map: HashMap<u16, Vec<Entry>> = HashMap::new();
            for &item in items {
                map.entry(item.0.block(block)).or_default().push(item);
            }
            map
        }))
    }

    fn within(&self, query: Fingerprint, k: u32) -> HashSet<u32> {
        let buckets = (0..4).filter_map(|block| self.0[block].get(&query.block(block)));
        (buckets.flatten())
            .filter(|item| item.0.distance(query) <= k)
            .map(|item| item.1)
            .collect()
    }
}

fn skew(n: u32) {
    let mut even = None;
    for percent in [0, 5, 50] {
        let mut items = random(n);
        for item in items.iter_mut().take((n as usize / 100) * percent) {
            item.0.0 = item.0.0 & !(0xffff << 32) | 0x1234 << 32;
        }
        let index = BlockIndex::build(items.clone());
        // All queries come from the crowd, the worst case.
        let inside = &items[..(n as usize / 100 * percent.max(1)).min(items.len())];
        let asked = questions(inside, 50_000);
        let count = |query| {
            let mut found = 0;
            index.visit(query, 3, |_, _| found += 1);
            found
        };
        let (each, _) = times(&asked, count);
        let (mean, _) = mean(&asked, count);
        let base = *even.get_or_insert(each.high);
        println!(
            "{percent:2} % share a block: {mean:.3} us a query, median {:.3}, p99 {:.3}, {:.2} times the p99 without skew; {:.2} bytes",
            each.median,
            each.high,
            each.high / base,
            index.bytes() as f64 / f64::from(n)
        );
        let start = Instant::now();
        let pairs = pairs_within(items, 3).len();
        println!(
            "   all pairs within 3: {:.2} s, {pairs}",
            start.elapsed().as_secs_f64()
        );
    }
}

fn join(n: u32) {
    for (name, items) in [
        ("random", random as fn(u32) -> Vec<Entry>),
        ("clustered", clustered),
    ] {
        if n > 20_000_000 && name == "clustered" {
            continue;
        }
        let all = items(n);
        let start = Instant::now();
        let ours = pairs_within(all, 3);
        let spent = start.elapsed().as_secs_f64();
        println!("{name}: {spent:.2} s, {} pairs", ours.len());
        if n <= 10_000_000 {
            let all = items(n);
            let buckets = Buckets::build(&all);
            let start = Instant::now();
            let part = all.len() / 10;
            let mut pairs: HashSet<(u32, u32)> = HashSet::new();
            for item in &all[..part] {
                for other in buckets.within(item.0, 3) {
                    if other != item.1 {
                        pairs.insert((item.1.min(other), item.1.max(other)));
                    }
                }
            }
            let theirs = start.elapsed().as_secs_f64() * 10.0;
            println!(
                "  the obvious loop: {theirs:.1} s (a tenth of it taken), {:.0} times",
                theirs / spent
            );
        }
    }
}

fn insert(n: u32) {
    let items = random(n);
    let mut index = BlockIndex::build(items.clone());
    let asked = questions(&items, 20_000);
    let ask = |index: &BlockIndex, query| {
        let mut found = 0;
        index.visit(query, 3, |_, _| found += 1);
        found
    };
    let (before, _) = mean(&asked, |query| ask(&index, query));
    let start = Instant::now();
    let mut asking = Duration::ZERO;
    for i in 0..100_000_u32 {
        index.insert(Fingerprint(mix(u64::from(n + i))), n + i);
        if i % 5 == 0 {
            let start = Instant::now();
            black_box(ask(&index, asked[i as usize / 5]));
            asking += start.elapsed();
        }
    }
    let spent = (start.elapsed().as_secs_f64() - asking.as_secs_f64()) * 1e6 / 100_000.0;
    let during = asking.as_secs_f64() * 1e6 / 20_000.0;
    println!(
        "{spent:.3} us an insert; a query {before:.3} us before, {during:.3} us in between: {:.2} times",
        during / before
    );
}
