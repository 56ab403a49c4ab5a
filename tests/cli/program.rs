//! Helpers shared by the tests of libraries: texts, files, the built program, and a look at a library's content.
#![allow(
    dead_code,
    reason = "every test takes what it needs; an expectation would fail in one that needs all"
)]

use std::fmt::Write as _;
use std::fs::FileTimes;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, SystemTime};

use chachong::library::{DocumentId, SqliteStore, Store};
use chachong::session::PROCESSING_VERSION;
use chachong::simhash::Recipe;

/// Random numbers that are the same in every run (splitmix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }
}

const SUBJECTS: [&str; 16] = [
    "社区图书馆",
    "乡村小学",
    "老旧小区",
    "城市公园",
    "高校食堂",
    "夜间公交",
    "河道志愿者",
    "菜市场摊主",
    "校园广播站",
    "修理铺",
    "共享单车",
    "旧书店",
    "合唱团",
    "果园合作社",
    "渡口",
    "气象观测站",
];
/// Generates a text of `sentences` sentences that no other number has. The fixtures of `library_fixtures` are made of
/// these, so the output must not change.
pub fn text(number: u64, sentences: usize) -> String {
    let mut dice = Dice(number.wrapping_mul(7919));
    let mut text = format!("第{number}号文稿\n");
    for sentence in 0..sentences {
        let subject = SUBJECTS[dice.below(SUBJECTS.len() as u64) as usize];
        // Words that no other text has: texts of the same few phrases are taken for copies, in whatever order.
        let own: String = (0..24)
            .filter_map(|_| char::from_u32(0x4E00 + dice.below(0x3000) as u32))
            .collect();
        let _ = write!(text, "{subject}{own}。");
        if sentence % 5 == 4 {
            text.push('\n');
        }
    }
    text
}

/// Writes a file with an old time, so that the time shows later changes.
pub fn write_old(file: &Path, content: &[u8]) {
    std::fs::write(file, content).unwrap();
    set_old(file);
}

pub fn set_old(file: &Path) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    std::fs::File::options()
        .write(true)
        .open(file)
        .unwrap()
        .set_times(FileTimes::new().set_modified(time))
        .unwrap();
}

/// Writes a text for each number into a folder.
pub fn write_texts(folder: &Path, numbers: std::ops::Range<u64>, sentences: usize) -> Vec<PathBuf> {
    std::fs::create_dir_all(folder).unwrap();
    numbers
        .map(|number| {
            let file = folder.join(format!("{number:03}.txt"));
            write_old(&file, text(number, sentences).as_bytes());
            file
        })
        .collect()
}

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chachong"));
    command
        .args(arguments)
        .args(["--lang", "en"])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::null());
    command
}

pub fn chachong(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Exit status and both outputs, for the message of an assertion.
pub fn said(output: &Output) -> String {
    format!(
        "{:?}\n{}\n{}",
        output.status,
        stdout(output),
        stderr(output)
    )
}

pub fn str(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Runs the program and expects success.
pub fn done(arguments: &[&str]) -> String {
    let output = chachong(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    stdout(&output)
}

/// Names in the lines that begin with `what`: `added`, `removed`.
pub fn reported(output: &str, what: &str) -> Vec<String> {
    output
        .lines()
        .filter_map(|line| line.strip_prefix(what)?.strip_prefix("  "))
        .map(str::to_owned)
        .collect()
}

/// Members of a library: number, name and text.
pub fn members(library: &Path) -> Vec<(DocumentId, String, Option<String>)> {
    let store = SqliteStore::open(library).unwrap();
    members_of(&store)
}

pub fn members_of(store: &dyn Store) -> Vec<(DocumentId, String, Option<String>)> {
    store
        .members(&Recipe::THESIS.text_form(), PROCESSING_VERSION)
        .unwrap()
        .into_iter()
        .map(|member| {
            let text = store.text(member.document).ok();
            (member.document, member.name, text)
        })
        .collect()
}

/// Text that a check reads from a file.
pub fn read(file: &Path) -> String {
    chachong::import::extract(file).unwrap().text
}

/// Copies a library that nobody has open.
pub fn copy_library(from: &Path, to: &Path) {
    for ending in ["", ".index", "-wal", "-shm"] {
        let with = |path: &Path| {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            PathBuf::from(name)
        };
        let _ = std::fs::remove_file(with(to));
        if with(from).exists() {
            std::fs::copy(with(from), with(to)).unwrap();
        }
    }
}

/// Opens a connection of the test's own, to inspect or to damage a library.
pub fn sql(library: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(library).unwrap()
}

/// Writes the log into the library file itself.
pub fn settle(library: &Path) {
    sql(library)
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()))
        .unwrap();
}
