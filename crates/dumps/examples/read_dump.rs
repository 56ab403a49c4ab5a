//! Reads a dump and prints what it is and what is in it: `read_dump FILE [--pieces] [--first N]`.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use chachong_dumps::{Dump, Item, Reason, Source};

#[derive(Default)]
struct Counts {
    sources: u64,
    characters: u64,
    passed_over: BTreeMap<Reason, u64>,
    broken: u64,
    /// The first damaged parts.
    details: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut file = None;
    let (mut pieces_wanted, mut first) = (false, 0);
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--pieces") => pieces_wanted = true,
            Some("--first") => {
                let number = arguments.next().ok_or("--first N")?;
                first = number.to_str().ok_or("--first N")?.parse()?;
            }
            _ => file = Some(PathBuf::from(argument)),
        }
    }
    let file = file.ok_or("read_dump FILE [--pieces] [--first N]")?;
    let mut out = std::io::stdout().lock();
    let started = Instant::now();
    let dump = Dump::open(&file)?;
    writeln!(
        out,
        "{:#?}\nopened in {:?}",
        dump.header(),
        started.elapsed()
    )?;
    let mut pieces = dump.pieces()?;
    writeln!(
        out,
        "{} pieces, known in {:?}",
        pieces.len(),
        started.elapsed()
    )?;
    pieces.reverse();
    let mut counts = Counts::default();
    let mut shown = Vec::<Source>::new();
    let mut number = 0;
    while let Some(piece) = pieces.pop() {
        let before = Instant::now();
        let read = dump.read(&piece, &mut |item| {
            match item {
                Item::Source(source) => {
                    counts.sources += 1;
                    counts.characters += source.text.chars().count() as u64;
                    if shown.len() < first {
                        shown.push(source);
                    }
                }
                Item::PassedOver(reason) => *counts.passed_over.entry(reason).or_default() += 1,
                Item::Broken { at, detail } => {
                    counts.broken += 1;
                    if counts.details.len() < 5 {
                        counts.details.push(format!("at {at}: {detail}"));
                    }
                }
            }
            ControlFlow::Continue(())
        })?;
        if pieces_wanted {
            let took = before.elapsed();
            writeln!(
                out,
                "{number}: {piece:?}: {} items, to {}, {took:?}",
                read.items, read.position
            )?;
        }
        number += 1;
        pieces.extend(read.next);
    }
    for source in &shown {
        writeln!(
            out,
            "\n##### {} | {} | {:?} | {:?} | {:?} | {:?} | {:?}\n{}",
            source.title,
            source.id,
            source.address,
            source.date,
            source.author,
            source.licence,
            source.revision,
            source.text
        )?;
    }
    let seconds = started.elapsed().as_secs_f64();
    writeln!(
        out,
        "{number} readings: {} sources of {} characters, passed over {:?}, broken {} {:?}\n{seconds:.2} s, {:.1} MB/s as packed, \
         {:.2} million characters/s",
        counts.sources,
        counts.characters,
        counts.passed_over,
        counts.broken,
        counts.details,
        dump.header().bytes as f64 / 1e6 / seconds,
        counts.characters as f64 / 1e6 / seconds,
    )?;
    Ok(())
}
