//! Benchmark of evidence beyond text, `cargo bench --bench evidence`: 10,000 documents with ten pictures each, of which
//! every tenth document has two of its neighbour's, slightly changed; beside it the distance of all pairs of hashes one by
//! one. Prints how many pairs of documents were found and how many of them were not planted.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark that cannot go on stops, and prints"
)]

mod random;

use std::hint::black_box;

use chachong_check::{Document, find_evidence, fingerprint};
use chachong_compare::Choices;
use chachong_import::{Extracted, Format, Metadata, Picture, decode_text};
use criterion::{Criterion, criterion_group, criterion_main};
use random::mix;

const DOCUMENTS: usize = 10_000;
const PICTURES: usize = 10;
/// Every one of so many documents has two pictures of the document before it.
const COPIER: usize = 10;
/// Maximum distance in bits of similar pictures.
const FARTHEST: u32 = 8;

/// Perceptual hashes of the pictures of each document.
fn hashes() -> Vec<[u64; PICTURES]> {
    let mut numbers = (1..).map(mix);
    let mut hashes: Vec<[u64; PICTURES]> = Vec::with_capacity(DOCUMENTS);
    for document in 0..DOCUMENTS {
        let before = hashes.last().copied().unwrap_or_default();
        let is_copier = document % COPIER == 1;
        hashes.push(std::array::from_fn(|picture| {
            let own = numbers.next().unwrap();
            if !is_copier || picture >= 2 {
                return own;
            }
            // Three bits change when a picture is stored again in another form.
            let bit = |shift: u32| 1_u64 << ((own >> shift) & 63);
            before[picture] ^ (bit(0) | bit(8) | bit(16))
        }));
    }
    hashes
}

fn documents(hashes: &[[u64; PICTURES]]) -> Vec<Document> {
    let text = decode_text("夜".as_bytes()).unwrap();
    let document = |(number, hashes): (usize, &[u64; PICTURES])| {
        let picture = |(place, &hash): (usize, &u64)| Picture {
            place: place.to_string(),
            sha256: format!("{number:032x}{place:032x}"),
            perceptual: Some(hash),
            size: Some((400, 300)),
            bytes: 9_000,
            at: None,
        };
        let extracted = Extracted {
            metadata: Metadata {
                pictures: hashes.iter().enumerate().map(picture).collect(),
                ..Metadata::default()
            },
            ..text.clone()
        };
        Document::checked(
            number.to_string(),
            Some(Format::Docx),
            Some(Ok(fingerprint(&extracted))),
        )
    };
    hashes.iter().enumerate().map(document).collect()
}

fn evidence(c: &mut Criterion) {
    let hashes = hashes();
    let documents = documents(&hashes);
    let found = find_evidence(&documents, None, &[], &Choices::default());
    let planted = |a: usize, b: usize| b == a + 1 && b % COPIER == 1;
    let strangers = found
        .pairs
        .iter()
        .filter(|pair| !planted(pair.a.0, pair.b.0));
    println!(
        "{} pairs of {} planted ones, {} of strangers",
        found.pairs.len(),
        DOCUMENTS / COPIER,
        strangers.count()
    );
    let mut group = c.benchmark_group("evidence of 10,000 documents with 100,000 pictures");
    group.sample_size(10);
    group.bench_function("find_evidence", |b| {
        b.iter(|| {
            find_evidence(&documents, None, &[], &Choices::default())
                .pairs
                .len()
        });
    });
    let all: Vec<u64> = hashes.iter().flatten().copied().collect();
    group.bench_function("all pairs of hashes, one thread", |b| {
        b.iter(|| {
            let near = all.iter().enumerate().map(|(at, &hash)| {
                let others = all[at + 1..].iter();
                others
                    .filter(|&&other| (hash ^ other).count_ones() <= FARTHEST)
                    .count()
            });
            black_box(near.sum::<usize>())
        });
    });
    group.finish();
}

criterion_group!(benches, evidence);
criterion_main!(benches);
