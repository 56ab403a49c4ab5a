//! `cargo bench`: fingerprinting in MB of UTF-8 a second, and radius queries on 1 M fingerprints, the 4-block index
//! beside a brute-force popcount scan in the same run.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark prints, and stops where its data are not there"
)]

use std::hint::black_box;
use std::path::Path;

use chachong::import::extract;
use chachong::index::BlockIndex;
use chachong::simhash::{Fingerprint, Recipe};
use chachong::text::{LineBreaks, TermCounts, TermRule, normalize, warm_up};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

const FINGERPRINTS: u32 = 1_000_000;
const QUERIES: usize = 64;

/// The text of our own samples in one language, repeated to about a megabyte.
fn text(chinese: bool) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/texts");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the fixtures")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            let name = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            name.starts_with(if chinese { "zh" } else { "en" })
        })
        .collect();
    files.sort();
    let once: String = files
        .iter()
        .map(|path| extract(path).expect("a text").text + "\n\n")
        .collect();
    once.repeat(1_000_000 / once.len() + 1)
}

fn fingerprinting(c: &mut Criterion) {
    warm_up();
    for (language, chinese) in [("Chinese", true), ("English", false)] {
        let text = text(chinese);
        let normalized = normalize(&text, LineBreaks::Layout);
        let mut group = c.benchmark_group(format!("fingerprint/{language}"));
        group
            .throughput(Throughput::Bytes(text.len() as u64))
            .sample_size(10);
        group.bench_function("normalise", |b| {
            b.iter(|| normalize(black_box(&text), LineBreaks::Layout));
        });
        group.bench_function("terms", |b| {
            b.iter(|| TermCounts::of(&text, black_box(&normalized), TermRule::Words));
        });
        let terms = TermCounts::of(&text, &normalized, TermRule::Words);
        group.bench_function("hash and accumulate", |b| {
            b.iter(|| Recipe::THESIS.fingerprint(black_box(&terms)));
        });
        group.bench_function("all", |b| {
            b.iter(|| {
                let normalized = normalize(black_box(&text), LineBreaks::Layout);
                Recipe::THESIS.fingerprint(&TermCounts::of(&text, &normalized, TermRule::Words))
            });
        });
        group.finish();
    }
}

/// A good 64-bit mix (splitmix64), so that the data are random and the same in every run.
fn mix(i: u64) -> u64 {
    let mut z = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn queries(c: &mut Criterion) {
    let items: Vec<(Fingerprint, u32)> = (0..FINGERPRINTS)
        .map(|i| (Fingerprint(mix(i.into())), i))
        .collect();
    let index = BlockIndex::build(items.clone());
    println!(
        "4-block index of {FINGERPRINTS}: {} bytes a fingerprint",
        index.bytes() / FINGERPRINTS as usize
    );
    let queries: Vec<Fingerprint> = (0..QUERIES as u64)
        .map(|i| Fingerprint(mix(i * 15_485) ^ 0b101))
        .collect();
    let mut group = c.benchmark_group("radius query, 1 M fingerprints");
    group
        .throughput(Throughput::Elements(QUERIES as u64))
        .sample_size(10);
    for k in [3, 6, 10] {
        group.bench_with_input(BenchmarkId::new("4-block index", k), &k, |b, &k| {
            b.iter(|| {
                queries
                    .iter()
                    .map(|&query| index.within(query, k).len())
                    .sum::<usize>()
            });
        });
    }
    group.bench_with_input(BenchmarkId::new("brute-force scan", 3), &3, |b, &k| {
        b.iter(|| {
            let found = |query: Fingerprint| {
                items
                    .iter()
                    .filter(|item| item.0.distance(query) <= k)
                    .count()
            };
            queries.iter().map(|&query| found(query)).sum::<usize>()
        });
    });
    group.finish();
    let mut group = c.benchmark_group("build, 1 M fingerprints");
    group
        .throughput(Throughput::Elements(FINGERPRINTS.into()))
        .sample_size(10);
    group.bench_function("4-block index", |b| {
        b.iter(|| BlockIndex::build(black_box(items.clone())));
    });
    group.finish();
}

criterion_group!(benches, fingerprinting, queries);
criterion_main!(benches);
