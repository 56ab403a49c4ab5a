//! Benchmark of fingerprinting, `cargo bench --bench fingerprint`, in MB of UTF-8 per second on one core, step by
//! step and by recipe, with jieba-rs's `cut` alone beside it; and the kernel in hashes per second, beside a loop with
//! branches over floats.

#![expect(
    clippy::expect_used,
    reason = "a benchmark stops where its data are not there"
)]

use std::hint::black_box;
use std::path::Path;

use chachong_import::extract;
use chachong_simhash::{Accumulator, BitCounts, Recipe, TermHash, Tie};
use chachong_text::{LineBreaks, TermCounts, TermRule, normalize};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Number of hashes for the kernel: as many as a long thesis has different terms.
const HASHES: u64 = 10_000;

/// Text of our own samples in one language, repeated to about a megabyte. `CHACHONG_BENCH_TEXT` names another file to
/// use instead: repeats are kinder to tables and caches than a real text.
fn text(chinese: bool) -> String {
    if let Some(path) = std::env::var_os("CHACHONG_BENCH_TEXT") {
        return std::fs::read_to_string(path).expect("the text to measure on");
    }
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

fn steps(c: &mut Criterion) {
    let jieba = jieba_rs::Jieba::new();
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
        let lower = normalized.text.to_lowercase();
        group.bench_function("jieba-rs cut alone", |b| {
            b.iter(|| {
                let lines = black_box(&lower).lines();
                lines.map(|line| jieba.cut(line, true).len()).sum::<usize>()
            });
        });
        group.bench_function("terms", |b| {
            b.iter(|| TermCounts::of(&text, black_box(&normalized), TermRule::Words));
        });
        let terms = TermCounts::of(&text, &normalized, TermRule::Words);
        group.bench_function("hash and accumulate", |b| {
            b.iter(|| Recipe::THESIS.fingerprint(black_box(&terms)));
        });
        for recipe in Recipe::ALL {
            group.bench_function(format!("normalised text, {}", recipe.name()), |b| {
                b.iter(|| recipe.fingerprint_text(&text, black_box(&normalized)));
            });
        }
        for recipe in [Recipe::THESIS, Recipe::SHINGLES] {
            group.bench_function(format!("all, {}", recipe.name()), |b| {
                b.iter(|| {
                    let normalized = normalize(black_box(&text), LineBreaks::Layout);
                    recipe.fingerprint_text(&text, &normalized)
                });
            });
        }
        group.finish();
    }
}

/// Kernel as it is usually written: a branch for each bit, floats for sums.
fn branchy(terms: &[(u64, u32)]) -> u64 {
    let mut sums = [0_f64; 64];
    for &(hash, weight) in terms {
        for (bit, sum) in sums.iter_mut().enumerate() {
            if hash >> bit & 1 == 1 {
                *sum += f64::from(weight);
            } else {
                *sum -= f64::from(weight);
            }
        }
    }
    let bits = sums.iter().enumerate();
    bits.fold(0, |bits, (bit, &sum)| bits | u64::from(sum > 0.0) << bit)
}

fn kernel(c: &mut Criterion) {
    // Weights distributed like frequencies: most are small.
    let terms: Vec<(u64, u32)> = (0..HASHES)
        .map(|i| {
            let hash = TermHash::Xxh3.of(&i.to_string());
            (hash, 1 + 40 / (1 + u32::try_from(hash % 40).unwrap_or(0)))
        })
        .collect();
    let mut group = c.benchmark_group("kernel");
    group.throughput(Throughput::Elements(HASHES));
    group.bench_function("weighted", |b| {
        b.iter(|| {
            let mut sums = Accumulator::default();
            sums.add_all(black_box(&terms).iter().copied());
            sums.finish(64, Tie::Zero)
        });
    });
    group.bench_function("weighted, tf-idf's weights", |b| {
        b.iter(|| {
            let mut sums = Accumulator::default();
            sums.add_all(black_box(&terms).iter().map(|&(hash, w)| (hash, w * 500)));
            sums.finish(64, Tie::Zero)
        });
    });
    group.bench_function("weight 1", |b| {
        b.iter(|| {
            let mut counts = BitCounts::default();
            for &(hash, _) in black_box(&terms) {
                counts.add(hash);
            }
            Accumulator::from(&counts).finish(64, Tie::Zero)
        });
    });
    group.bench_function("branchy loop of f64", |b| {
        b.iter(|| branchy(black_box(&terms)));
    });
    group.finish();
}

criterion_group!(benches, kernel, steps);
criterion_main!(benches);
