//! Benchmark of the reports, `cargo bench --bench report`: a made check of 1,000 documents of 27,000 characters, 5,000
//! pairs and 20,000 passages, and the PDF of one of its documents and of one of 100,000 characters, about 60 pages. Prints
//! the size of each report and the peak of this process's memory after it.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark that cannot go on stops, and prints"
)]

use chachong_compare::DocumentIndex;
use std::io::Write;

use chachong_messages::Language;
use chachong_report::{
    Inputs, Report, check_json, check_xlsx, document_docx, document_pdf, documents_csv,
    html_report, pairs_csv,
};
use criterion::{Criterion, criterion_group, criterion_main};
use made_check::Made;

#[path = "../tests/made_check/mod.rs"]
#[expect(dead_code, reason = "tests use more of it")]
mod made_check;

const DOCUMENTS: usize = 1_000;
const CHARACTERS: usize = 27_000;
const PAIRS: usize = 5_000;

type WriteReport = fn(&mut dyn Write, Report<'_>) -> std::io::Result<()>;
type OfDocument = fn(&mut dyn Write, Report<'_>, DocumentIndex) -> std::io::Result<()>;

/// Reports of a whole check by name; each is a benchmark of its own.
const REPORTS: [(&str, WriteReport); 4] = [
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
    let folder = tempfile::tempdir().unwrap();
    let pages = |to: &std::path::Path| {
        html_report(to, check, &Inputs::default(), &|_, _| (), &|| false).unwrap();
    };
    pages(folder.path());
    println!(
        "web pages: {} bytes, {:?} MB at most so far",
        bytes_below(folder.path()),
        peak()
    );
    group.bench_function("web pages", |b| b.iter(|| pages(folder.path())));
    group.finish();
}

/// Returns the number of bytes of all files below a folder.
fn bytes_below(folder: &std::path::Path) -> u64 {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let bytes = entries.map(|entry| {
        let metadata = entry.metadata().unwrap();
        if metadata.is_dir() {
            bytes_below(&entry.path())
        } else {
            metadata.len()
        }
    });
    bytes.sum()
}

fn of_one_document(c: &mut Criterion) {
    let names =
        ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].map(|name| format!("论文_{name}.docx"));
    let made = Made::of(&names, 100_000, 40);
    let check = made.check(Language::Chinese);
    let mut group = c.benchmark_group("report of a document of 100,000 characters");
    group.sample_size(10);
    let formats: [(&str, OfDocument); 2] = [("PDF", document_pdf), ("DOCX", document_docx)];
    for (name, write) in formats {
        let mut out = Vec::new();
        write(&mut out, check, DocumentIndex(0)).unwrap();
        println!("{name}: {} bytes", out.len());
        if let Some(folder) = std::env::var_os("CHACHONG_REPORTS_TO") {
            let file = format!("document.{}", name.to_lowercase());
            std::fs::write(std::path::Path::new(&folder).join(file), &out).unwrap();
        }
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut out = Vec::new();
                write(&mut out, check, DocumentIndex(0)).unwrap();
                out.len()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, reports, of_one_document);
criterion_main!(benches);
