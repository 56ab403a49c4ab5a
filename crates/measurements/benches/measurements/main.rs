//! Figures on a made class of lab reports, or the pairs that count among the text files of a folder, by
//! `cargo bench --bench measurements -- ARGUMENTS`: `SEED DIGITS NOISE`, `seeds 20 DIGITS NOISE` (a noise of 1 is 0.3 to 2 %),
//! `large 1000`, `folder FOLDER`. With ALL=1 a folder's pairs that do not count are printed too, with VALUES=1 the readings.
#![expect(
    clippy::print_stdout,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)]

mod made_class;

use chachong_measurements::{Readings, ReadingsPair, compare};
use made_class::{KINDS, Random, Table, copied, measured, write_report};
use std::collections::BTreeSet;
use std::time::Instant;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let number = |at: usize, or: u64| {
        arguments
            .get(at)
            .and_then(|text| text.parse().ok())
            .unwrap_or(or)
    };
    let noise = |at: usize| {
        arguments
            .get(at)
            .and_then(|text| text.parse().ok())
            .unwrap_or(1.0)
    };
    match arguments.first().map(String::as_str) {
        Some("folder") => folder(arguments.get(1).map_or(".", String::as_str))?,
        Some("seeds") => {
            let (mut missed, mut accused) = (0, 0);
            for seed in 0..number(1, 20) {
                let (rings, strangers) = class(seed, number(2, 4) as usize, noise(3), false);
                missed += rings;
                accused += strangers;
            }
            println!("rings missed: {missed}, strangers found: {accused}");
        }
        Some("large") => large(number(1, 1000) as usize),
        Some("show") => println!(
            "{}",
            write_report(number(1, 0), &measured(number(1, 0), 0, 4, 1.0), 0)
        ),
        _ => {
            class(number(0, 1), number(1, 4) as usize, noise(2), true);
        }
    }
    Ok(())
}

/// A class of 30, of which pairs (0, 1), (2, 3) … are rings of the kinds. Returns rings missed and strangers found.
fn class(seed: u64, digits: usize, noise: f64, tell: bool) -> (usize, usize) {
    let mut random = Random(seed ^ 0xABCD);
    let mut tables: Vec<Vec<Table>> = (0..30)
        .map(|student| measured(seed, student, digits, noise))
        .collect();
    make_rings(&mut tables, &mut random);
    let documents: Vec<Readings> = tables
        .iter()
        .enumerate()
        .map(|(student, tables)| Readings::of(&write_report(student as u64, tables, student), &[]))
        .collect();
    let pairs = compare(&documents);
    let found: BTreeSet<(u32, u32)> = pairs
        .iter()
        .filter(|pair| pair.counts)
        .map(|pair| (pair.a, pair.b))
        .collect();
    let rings: BTreeSet<(u32, u32)> = (0..KINDS.len() as u32)
        .map(|kind| (kind * 2, kind * 2 + 1))
        .collect();
    for (kind, name) in KINDS.iter().enumerate() {
        let ring = (kind as u32 * 2, kind as u32 * 2 + 1);
        if !found.contains(&ring) {
            println!("seed {seed}: missed {name}");
        }
        if tell {
            print!("{name}: ");
            match pairs.iter().find(|pair| (pair.a, pair.b) == ring) {
                Some(pair) => show(pair),
                None => println!("nothing"),
            }
        }
    }
    for pair in pairs
        .iter()
        .filter(|pair| pair.counts && !rings.contains(&(pair.a, pair.b)))
    {
        print!("seed {seed}: strangers {} {}: ", pair.a, pair.b);
        show(pair);
    }
    if tell {
        let nearest = pairs.iter().find(|pair| !rings.contains(&(pair.a, pair.b)));
        print!(
            "{} pairs of strangers told, the nearest: ",
            pairs.len()
                - rings
                    .intersection(&pairs.iter().map(|pair| (pair.a, pair.b)).collect())
                    .count()
        );
        nearest.map_or_else(|| println!("none"), show);
    }
    (
        rings.difference(&found).count(),
        found.difference(&rings).count(),
    )
}

/// Makes rings of the kinds of the first students.
fn make_rings(tables: &mut [Vec<Table>], random: &mut Random) {
    for (kind, pair) in tables.chunks_exact_mut(2).take(KINDS.len()).enumerate() {
        pair[1] = copied(kind, &pair[0], &pair[1], random);
    }
}

fn show(pair: &ReadingsPair) {
    print!(
        "expected {:.1e}, counts {}, tables {:.2} {:.2}",
        pair.expected, pair.counts, pair.table_share_a, pair.table_share_b
    );
    for shared in &pair.shared {
        print!(
            "; {:?} in order {} {} readings {:.0e}",
            shared.relation,
            shared.in_order,
            shared.readings.len(),
            shared.expected
        );
    }
    println!();
}

/// The time for many reports, the first of which are rings of the kinds.
fn large(count: usize) {
    let mut tables: Vec<Vec<Table>> = (0..count as u64)
        .map(|student| measured(5, student, 4, 1.0))
        .collect();
    let mut random = Random(5);
    make_rings(&mut tables, &mut random);
    let texts: Vec<String> = tables
        .iter()
        .enumerate()
        .map(|(student, tables)| write_report(student as u64, tables, student))
        .collect();
    let start = Instant::now();
    let documents: Vec<Readings> = texts.iter().map(|text| Readings::of(text, &[])).collect();
    let read = start.elapsed();
    let pairs = compare(&documents);
    println!(
        "{count} reports: read in {read:.2?}, all in {:.2?}; {} pairs told",
        start.elapsed(),
        pairs.len()
    );
    for pair in pairs.iter().filter(|pair| pair.counts) {
        let is_ring =
            pair.a % 2 == 0 && pair.b == pair.a + 1 && (pair.a as usize) < KINDS.len() * 2;
        println!(
            "  {}",
            if is_ring {
                KINDS[pair.a as usize / 2]
            } else {
                "strangers"
            }
        );
    }
}

fn folder(path: &str) -> std::io::Result<()> {
    let mut files: Vec<_> = std::fs::read_dir(path)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    let texts: Vec<String> = files
        .iter()
        .map(|file| std::fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
        .collect::<Result<_, _>>()?;
    let documents: Vec<Readings> = texts.iter().map(|text| Readings::of(text, &[])).collect();
    let readings: usize = documents
        .iter()
        .map(|document| document.readings.len())
        .sum();
    let tables: usize = documents.iter().map(|document| document.tables.len()).sum();
    let pairs = compare(&documents);
    println!(
        "{path}: {} files, {readings} readings, {tables} tables, {} pairs told",
        files.len(),
        pairs.len()
    );
    let name = |at: u32| {
        files[at as usize]
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    for pair in pairs
        .iter()
        .filter(|pair| pair.counts || std::env::var_os("ALL").is_some())
    {
        print!("  {} {}: ", name(pair.a), name(pair.b));
        show(pair);
        if std::env::var_os("VALUES").is_some() {
            for shared in &pair.shared {
                let values: Vec<String> = shared
                    .spans
                    .iter()
                    .map(|(a, b)| {
                        format!(
                            "{}={}",
                            a.of_text(&texts[pair.a as usize]),
                            b.of_text(&texts[pair.b as usize])
                        )
                    })
                    .collect();
                println!("    {}", values.join(" "));
            }
        }
    }
    Ok(())
}
