//! Benchmark of reading the sample pdfs and docx, `cargo bench --bench import`: our readers beside the crates
//! `pdf_extract` and `docx_rs` alone in the same run, and through a worker process, which shows the cost of
//! isolation.

#![expect(
    clippy::expect_used,
    reason = "a benchmark stops where its data are not there"
)]

use std::hint::black_box;
use std::path::{Path, PathBuf};

use chachong_import::{Importer, Isolation, Limits, extract};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn samples(ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples");
    let entries = std::fs::read_dir(folder).expect("the samples");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    files.sort();
    files
}

fn import(c: &mut Criterion) {
    for ending in ["pdf", "docx"] {
        let files = samples(ending);
        let mut group = c.benchmark_group(ending);
        group.throughput(Throughput::Elements(files.len() as u64));
        group.sample_size(20);
        group.bench_function("ours", |b| {
            b.iter(|| {
                for file in &files {
                    black_box(extract(file).expect("a text"));
                }
            });
        });
        let importer = Importer::new(
            Isolation::Process(env!("CARGO_BIN_EXE_chachong").into()),
            Limits::default(),
        );
        group.bench_function("ours, in a worker process", |b| {
            b.iter(|| {
                for file in &files {
                    black_box(importer.extract(file, None, &|| false).expect("a text"));
                }
            });
        });
        group.bench_function("the card's library alone", |b| {
            b.iter(|| {
                for file in &files {
                    let bytes = std::fs::read(file).expect("a file");
                    if ending == "pdf" {
                        black_box(pdf_extract::extract_text_from_mem(&bytes).expect("a text"));
                    } else {
                        black_box(docx_rs::read_docx(&bytes).expect("a document"));
                    }
                }
            });
        });
        group.finish();
    }
}

criterion_group!(benches, import);
criterion_main!(benches);
