//! Reads a dump and prints what it is and what is in it: `read_dump FILE [--pieces] [--first N] [--threads N]`.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use chachong_dumps::{Dump, DumpError, Item, Piece, Reason, Source};

#[derive(Default)]
struct Counts {
    sources: u64,
    characters: u64,
    passed_over: BTreeMap<Reason, u64>,
    broken: u64,
    /// The first damaged parts.
    details: Vec<String>,
    /// The first sources.
    shown: Vec<Source>,
    readings: u64,
    /// Lines about each piece (items, bytes, time); empty unless `--pieces` asks for them.
    log: Vec<String>,
}

impl Counts {
    fn add(&mut self, item: Item, first: usize) {
        match item {
            Item::Source(source) => {
                self.sources += 1;
                self.characters += source.text.chars().count() as u64;
                if self.shown.len() < first {
                    self.shown.push(source);
                }
            }
            Item::PassedOver(reason) => *self.passed_over.entry(reason).or_default() += 1,
            Item::Broken { at, detail } => {
                self.broken += 1;
                if self.details.len() < 5 {
                    self.details.push(format!("at {at}: {detail}"));
                }
            }
        }
    }

    fn join(&mut self, mut other: Self) {
        self.sources += other.sources;
        self.characters += other.characters;
        self.broken += other.broken;
        self.readings += other.readings;
        self.details.append(&mut other.details);
        self.shown.append(&mut other.shown);
        self.log.append(&mut other.log);
        for (reason, count) in other.passed_over {
            *self.passed_over.entry(reason).or_default() += count;
        }
    }
}

/// Reads pieces until none is left.
fn work(dump: &Dump, pieces: &Mutex<Vec<Piece>>, first: usize) -> Result<Counts, DumpError> {
    let mut counts = Counts::default();
    loop {
        let taken = pieces.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut next = taken;
        if next.is_none() {
            return Ok(counts);
        }
        while let Some(piece) = next {
            let before = Instant::now();
            let read = dump.read(&piece, &mut |item| {
                counts.add(item, first);
                ControlFlow::Continue(())
            })?;
            counts.readings += 1;
            counts.log.push(format!(
                "{piece:?}: {} items, to {}, {:?}",
                read.items,
                read.position,
                before.elapsed()
            ));
            next = read.next;
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut file = None;
    let (mut pieces_wanted, mut first, mut threads) = (false, 0, 1);
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--pieces") => pieces_wanted = true,
            Some("--first") => {
                let number = arguments.next().ok_or("--first N")?;
                first = number.to_str().ok_or("--first N")?.parse()?;
            }
            Some("--threads") => {
                let number = arguments.next().ok_or("--threads N")?;
                threads = number.to_str().ok_or("--threads N")?.parse()?;
            }
            _ => file = Some(PathBuf::from(argument)),
        }
    }
    let file = file.ok_or("read_dump FILE [--pieces] [--first N] [--threads N]")?;
    let mut out = std::io::stdout().lock();
    let started = Instant::now();
    let dump = Dump::open(&file)?;
    writeln!(
        out,
        "{:#?}\nopened in {:?}",
        dump.header(),
        started.elapsed()
    )?;
    let mut pieces = dump.pieces();
    writeln!(
        out,
        "{} pieces, known in {:?}",
        pieces.len(),
        started.elapsed()
    )?;
    pieces.reverse();
    let pieces = Mutex::new(pieces);
    let counts = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| scope.spawn(|| work(&dump, &pieces, first)))
            .collect();
        let mut counts = Counts::default();
        for worker in workers {
            counts.join(worker.join().map_err(|_| "a thread ended early")??);
        }
        Ok::<_, Box<dyn Error>>(counts)
    })?;
    if pieces_wanted {
        for line in &counts.log {
            writeln!(out, "{line}")?;
        }
    }
    for source in counts.shown.iter().take(first) {
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
        "{} readings: {} sources of {} characters, passed over {:?}, broken {} {:?}\n{seconds:.2} s, {:.1} MB/s as packed, \
         {:.2} million characters/s",
        counts.readings,
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
