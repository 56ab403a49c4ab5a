//! Benchmark of radius queries on 1 M fingerprints, `cargo bench`: the 4-block index beside a brute-force popcount
//! scan in the same run.

#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::hint::black_box;

use chachong_simhash::Fingerprint;
use chachong_simhash::index::{BlockIndex, RadiusIndex};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

const FINGERPRINTS: u32 = 1_000_000;
const QUERIES: usize = 64;

/// Mixes 64 bits well (splitmix64), so that the data are random and the same in every run.
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

criterion_group!(benches, queries);
criterion_main!(benches);
