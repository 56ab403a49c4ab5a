//! Benchmark of all index systems side by side at 1 M random fingerprints in one run, `cargo bench --bench systems`
//! (build, bytes, queries within 3, ratios to the 4-block index).

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark prints, and stops where its data are not there"
)]

mod random;

use std::hint::black_box;
use std::time::{Duration, Instant};

use chachong_lab::systems::{System, flip_query_without_scan};
use chachong_simhash::Fingerprint;
use chachong_simhash::index::RadiusIndex;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use random::mix;

const FINGERPRINTS: u32 = 1_000_000;
/// Number of fingerprints for `flip-store`, which takes 0.7 MB per fingerprint.
const STORED_WITH_ALL_NEAR: u32 = 1_000;
/// Number of different queries: so many that the first caches do not hold what they touch.
const QUERIES: usize = 2_000;
/// Number of queries where each compares all entries, or looks up 43,745 hashes, and takes the same time for any
/// fingerprint.
const SLOW_QUERIES: usize = 64;
const K: u32 = 3;
const ROUNDS: usize = 7;
const MEMORY: usize = 1 << 30;

type Entry = (Fingerprint, u32);

fn items(count: u32) -> Vec<Entry> {
    (0..count)
        .map(|i| (Fingerprint(mix(i.into())), i))
        .collect()
}

fn queries() -> Vec<Fingerprint> {
    (0_u64..)
        .map(|i| Fingerprint(mix(i * 15_485) ^ 0b101))
        .take(QUERIES)
        .collect()
}

fn found(index: &dyn RadiusIndex, queries: &[Fingerprint]) -> usize {
    queries
        .iter()
        .map(|&query| index.within(query, K).len())
        .sum()
}

struct Row {
    name: String,
    entries: u32,
    build: Duration,
    index: Box<dyn RadiusIndex>,
    /// Number of queries in a round.
    asked: usize,
    /// Time of the fastest round.
    fastest: Duration,
}

fn row(name: &str, entries: u32, build: impl FnOnce(Vec<Entry>) -> Box<dyn RadiusIndex>) -> Row {
    let items = items(entries);
    let start = Instant::now();
    let index = build(items);
    Row {
        name: name.to_owned(),
        entries,
        build: start.elapsed(),
        index,
        asked: if name.starts_with("brute") || name.starts_with("flip-query") {
            SLOW_QUERIES
        } else {
            QUERIES
        },
        fastest: Duration::MAX,
    }
}

fn all_systems() -> Vec<Row> {
    let mut rows: Vec<Row> = System::ALL
        .into_iter()
        .map(|system| {
            let entries = match system {
                System::FlipStore => STORED_WITH_ALL_NEAR,
                _ => FINGERPRINTS,
            };
            row(system.name(), entries, |items| {
                system.build(items, K, MEMORY).expect("within the memory")
            })
        })
        .collect();
    rows.push(row("flip-query, never a scan", FINGERPRINTS, |items| {
        Box::new(flip_query_without_scan(&items))
    }));
    rows
}

fn side_by_side(c: &mut Criterion) {
    let queries = queries();
    let mut rows = all_systems();
    for row in &rows {
        if row.entries == FINGERPRINTS {
            let queries = &queries[..row.asked];
            let expected = found(rows[0].index.as_ref(), queries);
            assert_eq!(found(row.index.as_ref(), queries), expected, "{}", row.name);
        }
    }
    // Rounds alternate, so that other load on the machine affects all systems alike.
    for _ in 0..ROUNDS {
        for row in &mut rows {
            let start = Instant::now();
            black_box(found(row.index.as_ref(), &queries[..row.asked]));
            row.fastest = row.fastest.min(start.elapsed());
        }
    }
    let micros = |row: &Row| row.fastest.as_secs_f64() * 1e6 / row.asked as f64;
    let own = micros(&rows[0]);
    println!(
        "{:26} {:>9} {:>9} {:>9} {:>12} {:>9}",
        "system", "entries", "build ms", "bytes", "us a query", "ratio"
    );
    for row in &rows {
        println!(
            "{:26} {:>9} {:>9.0} {:>9} {:>12.2} {:>9.1}",
            row.name,
            row.entries,
            row.build.as_secs_f64() * 1e3,
            row.index.bytes() / row.entries as usize,
            micros(row),
            micros(row) / own,
        );
    }
    let mut group = c.benchmark_group("radius query within 3, every system");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    for row in &rows {
        group.throughput(Throughput::Elements(row.asked as u64));
        group.bench_function(BenchmarkId::new(&row.name, row.entries), |b| {
            b.iter(|| found(row.index.as_ref(), &queries[..row.asked]));
        });
    }
    group.finish();
}

criterion_group!(benches, side_by_side);
criterion_main!(benches);
