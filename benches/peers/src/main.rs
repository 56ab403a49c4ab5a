//! Microseconds per radius query within 3 bits, our 4-block index beside the crate gaoya.
//!
//! `chachong-peers [COUNT [QUERIES]]`. Data as in benches/systems.rs. Of the 20,000 queries the first few are near an
//! entry; the number is large so that the caches do not hold everything they touch. One line per index,
//! tab-separated: name, count, bytes per fingerprint (0: not known), build seconds, microseconds per query, hits.
//! `faiss_peer.py` reads these lines.

#[path = "../../random/mod.rs"]
mod random;

use std::hint::black_box;
use std::time::Instant;

use chachong_simhash::index::{BlockIndex, RadiusIndex};
use chachong_lab::systems::System;
use chachong_simhash::Fingerprint;
use gaoya::simhash::SimHashIndex;
use random::mix;

const K: u32 = 3;
const ROUNDS: usize = 7;
/// Number of queries of a scan, which takes the same time for any query.
const SCANS: usize = 64;
/// Maximum number of fingerprints for gaoya, which takes about 1 kB per fingerprint with 6 blocks.
const MOST_FOR_GAOYA: u32 = 2_000_000;

fn report(
    name: &str,
    count: u32,
    bytes: usize,
    build: f64,
    queries: &[u64],
    query: impl Fn(u64) -> usize,
) {
    let mut best = f64::MAX;
    let mut hits = 0;
    for _ in 0..ROUNDS {
        // The fastest of several rounds: other load on the machine only adds time.
        let start = Instant::now();
        hits = queries.iter().map(|&q| black_box(query(q))).sum();
        best = best.min(start.elapsed().as_secs_f64());
    }
    let each = best * 1e6 / queries.len() as f64;
    println!(
        "{name}\t{count}\t{}\t{build:.2}\t{each:.3}\t{hits}",
        bytes / count as usize
    );
}

fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .filter_map(|a| a.parse::<u32>().ok());
    let count = numbers.next().unwrap_or(1_000_000);
    let queries: Vec<u64> = (0..u64::from(numbers.next().unwrap_or(20_000)))
        .map(|i| mix(i * 15_485) ^ 0b101)
        .collect();
    let items: Vec<(Fingerprint, u32)> = (0..count)
        .map(|i| (Fingerprint(mix(i.into())), i))
        .collect();

    let start = Instant::now();
    let index = BlockIndex::build(items.clone());
    let build = start.elapsed().as_secs_f64();
    report(
        "chachong blocks-4",
        count,
        index.bytes(),
        build,
        &queries,
        |q| index.within(Fingerprint(q), K).len(),
    );
    drop(index);

    let start = Instant::now();
    let index = System::BruteForce
        .build(items, K, 0)
        .expect("it never refuses");
    let build = start.elapsed().as_secs_f64();
    let few = &queries[..SCANS.min(queries.len())];
    report(
        "chachong brute-force",
        count,
        index.bytes(),
        build,
        few,
        |q| index.within(Fingerprint(q), K).len(),
    );
    drop(index);

    for blocks in [6, 5] {
        if count > MOST_FOR_GAOYA {
            break;
        }
        let start = Instant::now();
        // gaoya compares with `<`, so 4 finds all within 3.
        let mut index = SimHashIndex::<u64, u32>::new(blocks, K as usize + 1);
        index.par_bulk_insert(
            (0..count).collect(),
            (0..count).map(|i| mix(i.into())).collect(),
        );
        let build = start.elapsed().as_secs_f64();
        report(
            &format!("gaoya ({blocks}, 4)"),
            count,
            0,
            build,
            &queries,
            |q| index.query_return_distance(&q).len(),
        );
    }
}
