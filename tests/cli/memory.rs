//! Tests of the memory that a check takes: texts made to need much, alone and in pairs, stay within a bound or fail with a reason.
//! The larger inputs, of up to 60 MB, were tried by hand (docs/bounds.md).

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use crate::program::Place;

/// Most memory that the program itself may take for these inputs, in kilobytes. What is read once for all (dictionaries, tables) is
/// some 100 MB of it.
const MOST: u64 = 450 << 10;
/// Bytes of each text of a pair.
const LENGTH: usize = 2_500_000;

/// Runs the program to its end, which must be a success; returns the most memory that it took, in kilobytes, as the kernel counts
/// it.
fn peak(place: &Place, line: &str) -> u64 {
    let mut child = place
        .command(line)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let mut most = 0;
    let ended = loop {
        if let Some(ended) = child.try_wait().unwrap() {
            break ended;
        }
        let status = std::fs::read_to_string(&status).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok());
        most = kilobytes.unwrap_or(0).max(most);
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(ended.success(), "{ended}");
    assert!(most > 1_000, "nothing was measured");
    most
}

/// Numbers that look random, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

fn repeated(unit: &str, bytes: usize) -> String {
    unit.repeat(bytes / unit.len())
}

/// Text of random characters.
fn of_alphabet(characters: &[char], bytes: usize, seed: u64) -> String {
    let mut random = Random(seed);
    let count = bytes / characters[0].len_utf8();
    (0..count)
        .map(|_| characters[random.below(characters.len())])
        .collect()
}

/// Words over an alphabet, each the two before it: no run of them is rare, and none repeats evenly.
fn fibonacci(first: &str, second: &str, bytes: usize) -> String {
    let (mut last, mut all) = (second.to_owned(), [first, second].concat());
    while all.len() < bytes {
        let next = [&*all, &*last].concat();
        last = std::mem::replace(&mut all, next);
    }
    all.chars()
        .take(bytes / first.chars().next().unwrap().len_utf8())
        .collect()
}

/// Writes a text and a copy in which every ten-thousandth character is another.
fn write_pair(place: &Place, ending: &str, text: &str) {
    let edited: String = (0..)
        .zip(text.chars())
        .map(|(at, c)| if at % 10_000 == 7 { '丁' } else { c })
        .collect();
    place.write(&format!("in/a.{ending}"), text);
    place.write(&format!("in/b.{ending}"), edited);
}

#[test]
fn pairs_of_texts_that_repeat_themselves_take_little_memory() {
    let pairs = [
        ("txt", of_alphabet(&['甲', '乙'], LENGTH, 1)),
        (
            "txt",
            repeated("社区图书馆的夜间开放服务,许多街道都有读者。", LENGTH),
        ),
        ("txt", repeated("plagiarism ", LENGTH)),
        ("txt", fibonacci("甲", "乙", LENGTH)),
        ("c", repeated("x = x + 1;\n", 1_000_000)),
        ("csv", repeated("1,2.5,0.125\n", LENGTH)),
    ];
    for (number, (ending, text)) in pairs.iter().enumerate() {
        let place = Place::new();
        write_pair(&place, ending, text);
        let taken = peak(&place, "check --quiet in");
        assert!(taken < MOST, "pair {number}: {taken} kB");
    }
}

#[test]
fn equal_texts_are_equal_however_they_repeat_themselves() {
    let place = Place::new();
    for name in ["in/a.txt", "in/b.txt", "in/c.txt"] {
        place.write(name, repeated("图书馆", LENGTH));
    }
    let taken = peak(&place, "check --quiet in --json o.json");
    assert!(taken < MOST, "{taken} kB");
    let json = place.json("o.json");
    let pairs = json["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
    for pair in pairs {
        assert_eq!(pair["passages"].as_array().unwrap().len(), 1, "{pair}");
    }
}

#[test]
fn a_text_beyond_the_bound_fails_with_its_reason_and_takes_no_memory() {
    let place = Place::new();
    for (name, text) in [
        ("words.txt", repeated("plagiarism ", 60_000_000)),
        ("short.txt", repeated("a ", 9_000_000)),
        ("expanding.txt", repeated("\u{FDFA}", 3_000_000)),
        (
            "thesis.txt",
            of_alphabet(&['图', '书', '馆', '。'], 30_000, 1),
        ),
    ] {
        place.write(&format!("in/{name}"), text);
    }
    let taken = peak(&place, "check --quiet in --documents-csv documents.csv");
    assert!(taken < MOST, "{taken} kB");
    let rows = place.rows("documents.csv");
    let row = |name: &str| {
        let found = rows.iter().find(|row| row.iter().any(|cell| cell == name));
        found.unwrap().join(" ")
    };
    for name in ["words.txt", "short.txt", "expanding.txt"] {
        assert!(row(name).contains("too much text"), "{}", row(name));
    }
    assert!(!row("thesis.txt").contains("too much text"));
}
