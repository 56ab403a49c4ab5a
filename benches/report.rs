//! Benchmark of the reports, `cargo bench --bench report`: a made check of 1,000 documents of 27,000 characters, 5,000
//! pairs and 20,000 passages. Prints the size of each report and the peak of this process's memory after it.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark that cannot go on stops, and prints"
)]

use std::io::Write;

use chachong::i18n::Language;
use chachong::report::{Check, check_json, check_xlsx, documents_csv, pairs_csv};
use criterion::{Criterion, criterion_group, criterion_main};
use made_check::Made;

#[path = "../tests/made_check/mod.rs"]
#[expect(dead_code, reason = "tests use more of it")]
mod made_check;

const DOCUMENTS: usize = 1_000;
const CHARACTERS: usize = 27_000;
const PAIRS: usize = 5_000;

type Report = fn(&mut dyn Write, Check<'_>) -> std::io::Result<()>;

/// Reports of a whole check by name; each is a benchmark of its own.
const REPORTS: [(&str, Report); 4] = [
    ("pairs CSV", pairs_csv),
    ("documents CSV", documents_csv),
    ("JSON", check_json),
    ("XLSX", check_xlsx),
];

/// Peak of this process's memory in MB; `None` where the system does not tell it.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes / 1024)
}

fn reports(c: &mut Criterion) {
    let names: Vec<String> = (0..DOCUMENTS)
        .map(|i| format!("2024届/论文_{i:04}.docx"))
        .collect();
    let made = Made::of(&names, CHARACTERS, PAIRS);
    let check = made.check(Language::Chinese);
    println!("the check itself: {:?} MB at most", peak());
    let mut group = c.benchmark_group("report of 1,000 documents, 5,000 pairs");
    group.sample_size(10);
    for (name, write) in REPORTS {
        let mut out = Vec::new();
        write(&mut out, check).unwrap();
        println!(
            "{name}: {} bytes, {:?} MB at most so far",
            out.len(),
            peak()
        );
        drop(out);
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut out = Vec::new();
                write(&mut out, check).unwrap();
                out.len()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, reports);
criterion_main!(benches);
