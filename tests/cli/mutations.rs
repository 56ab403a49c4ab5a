//! Tests with files damaged in every way we can think of: none may crash the program or hang it, and each gets a row.
//!
//! The short run is part of the tests. The long one makes as many files as the variable says:
//!
//! ```text
//! CHACHONG_MUTATIONS=10000 cargo test --release --no-default-features --test cli -- --ignored --nocapture mutations
//! ```
//!
//! `CHACHONG_MUTATIONS_SEED` chooses other mutations (default 1), `CHACHONG_MUTATIONS_KEEP=DIR` keeps the files.
#![expect(clippy::print_stderr, reason = "a long run says how far it is")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::program::{Dice, command, fixture, str};

/// Number of files in the short run.
const SHORT_RUN: usize = 300;
/// Number of files for one call of the program: few, so that a failure names few.
const BATCH: usize = 250;
/// Time after which a call counts as hanging; far above 60 s for every file, which is the worst that the program
/// allows itself.
const HANGS_AFTER: Duration = Duration::from_hours(4);
/// Maximum size of a fixture in bytes. Larger ones are bombs: mutated, they only cost time.
const LARGEST: u64 = 400_000;

/// Returns a random range of at most `longest` bytes within `0..length`.
fn range(length: usize, longest: usize, dice: &mut Dice) -> Range<usize> {
    let start = dice.index(length);
    start..(start + 1 + dice.index(longest)).min(length)
}

/// Formats of theses: half of all damaged files are of these.
const PROSE: [&str; 3] = ["pdf", "docx", "txt"];
/// Formats of the other readers.
const OTHERS: [&str; 13] = [
    "odt", "doc", "html", "md", "rtf", "tex", "ipynb", "pptx", "xlsx", "xls", "ods", "py", "csv",
];
/// Files that no fixture has: a table, a program, and a page with formulas.
const MADE: [(&str, &str); 3] = [
    (
        "table.csv",
        "\u{FEFF}次数,摆长/cm,\"周期, s\"\n1,50.00,1.4182\n2,60.25,\"1.5563\"\n3,\"多\n行\",0.5\n",
    ),
    (
        "pendulum.c",
        "#include <stdio.h>\n/* 单摆 */\nint main(void) {\n    double t[] = {1.4182, 1.5563};\n    for (int i = 0; i < 2; i++) {\n\
         \x20       printf(\"%f\\n\", t[i] * t[i]);\n    }\n    return 0;\n}\n",
    ),
    (
        "formulas.html",
        "<!DOCTYPE html><meta charset=utf-8><p>其中 <math><msub><mi>x</mi><mn>1</mn></msub></math> 为变量，\
         <math display=\"block\"><mrow><mfrac><mi>a</mi><msqrt><mi>b</mi></msqrt></mfrac><mo>=</mo><munderover><mo>&sum;</mo>\
         <mn>0</mn><mi>n</mi></munderover><mtable><mtr><mtd><mi>c</mi></mtd></mtr></mtable></mrow></math>成立。",
    ),
];
/// Parts of packages that hold most of the text.
const MAIN_PARTS: [&str; 4] = [
    "word/document.xml",
    "content.xml",
    "ppt/slides/slide1.xml",
    "xl/worksheets/sheet1.xml",
];

struct Seed {
    name: String,
    bytes: Vec<u8>,
}

/// Files to damage.
struct Seeds {
    prose: Vec<Seed>,
    others: Vec<Seed>,
}

impl Seeds {
    fn draw(&self, dice: &mut Dice) -> &Seed {
        let seeds = if dice.index(2) == 0 {
            &self.prose
        } else {
            &self.others
        };
        &seeds[dice.index(seeds.len())]
    }
}

fn ending(path: &Path) -> &str {
    path.extension().and_then(|e| e.to_str()).unwrap_or("")
}

/// Reads the files of all fixtures, in an order that does not depend on the file system.
fn seeds() -> Seeds {
    let made = MADE.map(|(name, text)| Seed {
        name: name.to_owned(),
        bytes: text.as_bytes().to_vec(),
    });
    Seeds {
        prose: files(&["import", "broken", "texts-encoded"], &PROSE),
        others: files(&["formats", "lab", "import"], &OTHERS)
            .into_iter()
            .chain(made)
            .collect(),
    }
}

fn files(folders: &[&str], endings: &[&str]) -> Vec<Seed> {
    let mut files: Vec<PathBuf> = (folders.iter())
        .flat_map(|folder| walkdir::WalkDir::new(fixture(folder)))
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| {
            // A mutated bomb is still a bomb, and costs more time than it teaches.
            let is_bomb = ["bomb", "laughs", "3000"]
                .iter()
                .any(|word| path.to_string_lossy().contains(word));
            endings.contains(&ending(path)) && !is_bomb
        })
        .collect();
    files.sort();
    files
        .into_iter()
        .filter(|path| (1..LARGEST).contains(&fs::metadata(path).unwrap().len()))
        .map(|path| Seed {
            name: path.file_name().unwrap().to_str().unwrap().to_owned(),
            bytes: fs::read(path).unwrap(),
        })
        .collect()
}

/// Damages `bytes` in one of the ways; `other` lends chunks.
fn mutate(bytes: &mut Vec<u8>, other: &[u8], dice: &mut Dice) -> &'static str {
    let length = bytes.len();
    if length == 0 {
        return "empty";
    }
    match dice.index(9) {
        0 => {
            for _ in 0..=dice.index(30) {
                let at = dice.index(length);
                bytes[at] ^= 1 << dice.index(8);
            }
            "bits"
        }
        1 => {
            bytes.truncate(dice.index(length));
            "cut"
        }
        2 => {
            let range = range(length, length / 4, dice);
            bytes[range].fill(0);
            "zeros"
        }
        3 => {
            let from = range(other.len(), 4096, dice);
            let at = dice.index(length);
            bytes.splice(at..at, other[from].iter().copied());
            "splice"
        }
        4 => {
            let from = range(other.len(), 4096, dice);
            let at = range(length, 4096, dice);
            bytes.splice(at, other[from].iter().copied());
            "replace"
        }
        5 => {
            let chunk = bytes[range(length, 4096, dice)].to_vec();
            let at = dice.index(length);
            for _ in 0..=dice.index(20) {
                bytes.splice(at..at, chunk.iter().copied());
            }
            "repeat"
        }
        6 => {
            bytes.drain(range(length, 4096, dice));
            "drop"
        }
        7 => number(bytes, dice),
        _ => {
            for _ in 0..=dice.index(8) {
                let at = dice.index(length);
                bytes[at] = [0, 0xFF, b'<', b'>', b'/', b'(', b'&', b'\\'][dice.index(8)];
            }
            "bytes"
        }
    }
}

/// Replaces one of the decimal numbers by an unlikely one: lengths, offsets, references, counts.
fn number(bytes: &mut Vec<u8>, dice: &mut Dice) -> &'static str {
    let starts: Vec<usize> = (0..bytes.len())
        .filter(|&i| bytes[i].is_ascii_digit() && (i == 0 || !bytes[i - 1].is_ascii_digit()))
        .collect();
    if !starts.is_empty() {
        let start = starts[dice.index(starts.len())];
        let digits = bytes[start..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count();
        let numbers: [&[u8]; 7] = [
            b"0",
            b"-1",
            b"1",
            b"65536",
            b"4294967295",
            b"99999999999999999999",
            b"2147483648",
        ];
        let chosen = numbers[dice.index(numbers.len())];
        bytes.splice(start..start + digits, chosen.iter().copied());
    }
    "number"
}

/// Damages one part of a zip and packs it again, so that the damage reaches the XML reader.
fn mutate_inside(zip: &[u8], other: &[u8], dice: &mut Dice) -> Option<Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(zip)).ok()?;
    let mut parts = Vec::new();
    for i in 0..archive.len() {
        let part = archive.by_index(i).ok()?;
        let name = part.name().ok()?.to_string();
        let mut content = Vec::new();
        part.take(LARGEST).read_to_end(&mut content).ok()?;
        parts.push((name, content));
    }
    let chosen = dice.index(parts.len());
    // Half of the time the document itself: most of the reader deals with it.
    let document = parts
        .iter()
        .position(|(name, _)| MAIN_PARTS.contains(&name.as_str()));
    let chosen = document.filter(|_| dice.index(2) == 0).unwrap_or(chosen);
    let (_, content) = parts.get_mut(chosen)?;
    mutate(content, other, dice);
    let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        out.start_file(name, zip::write::SimpleFileOptions::default())
            .ok()?;
        out.write_all(&content).ok()?;
    }
    Some(out.finish().ok()?.into_inner())
}

/// Makes the `number`th damaged file: its name and its bytes.
fn mutation(seeds: &Seeds, number: usize, dice: &mut Dice) -> (String, Vec<u8>) {
    let seed = seeds.draw(dice);
    let other = &seeds.draw(dice).bytes;
    let mut bytes = seed.bytes.clone();
    let mut how = String::new();
    let is_zip = bytes.starts_with(b"PK");
    if is_zip && dice.index(3) > 0 {
        if let Some(packed) = mutate_inside(&bytes, other, dice) {
            bytes = packed;
        }
        how.push_str("-inside");
    } else {
        for _ in 0..=dice.index(3) {
            how.push('-');
            how.push_str(mutate(&mut bytes, other, dice));
        }
    }
    (format!("{number:05}{how}-{}", seed.name), bytes)
}

fn check_folder(folder: &Path, expected: &BTreeMap<String, usize>) {
    // Windows replaces no file that somebody has open.
    let rows = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let log = tempfile::NamedTempFile::new().unwrap();
    let documents = ["--documents-csv", str(&rows), "--quiet"];
    // A source file that looks like no person's work is passed over in a folder, and read where it is named before it.
    let sources = (expected.keys())
        .map(|name| folder.join(name))
        .filter(|path| ["c", "py"].contains(&ending(path)));
    let mut child = command(&["check"])
        .args(sources)
        .arg(folder)
        .args(documents)
        .stdout(Stdio::null())
        .stderr(log.reopen().unwrap())
        .spawn()
        .unwrap();
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if started.elapsed() > HANGS_AFTER {
            child.kill().unwrap();
            child.wait().unwrap();
            break std::process::ExitStatus::default();
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let said = fs::read_to_string(log.path()).unwrap();
    assert!(started.elapsed() <= HANGS_AFTER, "it hangs: {said}");
    assert!(
        matches!(status.code(), Some(0 | 1)),
        "{status} on {}: {said}",
        folder.display()
    );
    let table = fs::read(&rows).unwrap();
    let table = table.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(&table);
    let mut reader = csv::Reader::from_reader(table);
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    let found: BTreeMap<String, usize> = reader
        .records()
        .map(|row| {
            let row = row.unwrap();
            *outcomes.entry(row[2].to_owned()).or_default() += 1;
            // Beside files that are named, a folder's own name stands before those of its files.
            let name = row[0].rsplit('/').next().unwrap();
            (name.to_owned(), 0)
        })
        .collect();
    let missing: Vec<_> = expected
        .keys()
        .filter(|n| !found.contains_key(*n))
        .collect();
    assert!(missing.is_empty(), "no row for {missing:?}");
    eprintln!("{} files: {outcomes:?}", found.len());
}

fn run(count: usize) {
    let seeds = seeds();
    let (prose, others) = (seeds.prose.len(), seeds.others.len());
    assert!(prose > 100 && others > 20, "{prose} and {others} seeds");
    let seed = std::env::var("CHACHONG_MUTATIONS_SEED").map_or(1, |s| s.parse().unwrap());
    let mut dice = Dice(seed);
    let keep = std::env::var_os("CHACHONG_MUTATIONS_KEEP").map(PathBuf::from);
    let mut number = 0;
    while number < count {
        let temporary = tempfile::tempdir().unwrap();
        let folder = keep.as_deref().map_or_else(
            || temporary.path().to_owned(),
            |keep| keep.join(format!("{number:05}")),
        );
        fs::create_dir_all(&folder).unwrap();
        let mut names = BTreeMap::new();
        for _ in 0..BATCH.min(count - number) {
            let (name, bytes) = mutation(&seeds, number, &mut dice);
            fs::write(folder.join(&name), bytes).unwrap();
            names.insert(name, number);
            number += 1;
        }
        check_folder(&folder, &names);
    }
}

#[test]
fn damaged_files_cost_a_row_each() {
    run(SHORT_RUN);
}

#[test]
#[ignore = "takes long: see the head of this file"]
fn ten_thousand_damaged_files_cost_a_row_each() {
    run(std::env::var("CHACHONG_MUTATIONS").map_or(10_000, |count| count.parse().unwrap()));
}
