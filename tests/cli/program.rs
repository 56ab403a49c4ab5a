//! Support for all tests: calls of the built program, its output as text, and made texts, files and libraries.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::fs::FileTimes;
use std::io::{Cursor, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::time::{Duration, SystemTime};

use chachong_library::{CheckContent, DocumentId, DocumentStore, MemberStore, SqliteStore};
use serde_json::Value;
use tempfile::TempDir;

/// Path of the built program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_chachong");
/// First character of every csv file that the program writes.
pub(crate) const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// Prepares a call of the program in `language` (`en`, `zh`), without a display and without standard input.
pub(crate) fn command_in(language: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .args(arguments)
        .args(["--lang", language])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        // The log of the person who runs the tests stays as it is.
        .env("CHACHONG_LOGS", "")
        .stdin(Stdio::null());
    command
}

/// Prepares a call of the program in English.
pub(crate) fn command(arguments: &[&str]) -> Command {
    command_in("en", arguments)
}

/// Returns every third case, or all with `CHACHONG_DAMAGES` set, as it is by hand before a change of the library: each starts the
/// program several times.
pub(crate) fn sampled<T>(cases: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let all = std::env::var_os("CHACHONG_DAMAGES").is_some();
    cases.into_iter().step_by(if all { 1 } else { 3 })
}

/// Runs the program in English, whatever its exit code.
pub(crate) fn chachong(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Runs the program and expects success.
pub(crate) fn done(arguments: &[&str]) -> String {
    let output = chachong(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    stdout(&output)
}

/// Expects that `library verify` finds nothing.
#[track_caller]
pub(crate) fn is_in_order(library: &Path) {
    let verified = done(&["library", "verify", "-q", str(library)]);
    assert!(verified.contains("everything is in order"), "{verified}");
}

pub(crate) fn stdout(output: &Output) -> String {
    unicode(&output.stdout, output.status)
}

pub(crate) fn stderr(output: &Output) -> String {
    unicode(&output.stderr, output.status)
}

/// Output as text. Only a program that was killed may stop within a character.
fn unicode(bytes: &[u8], status: ExitStatus) -> String {
    if status.code().is_some() {
        String::from_utf8(bytes.to_vec()).unwrap()
    } else {
        String::from_utf8_lossy(bytes).into_owned()
    }
}

/// Exit status and both outputs, for the message of an assertion.
pub(crate) fn said(output: &Output) -> String {
    format!(
        "{:?}\n{}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Names in the lines that begin with `what`: `added`, `removed`.
pub(crate) fn reported(output: &str, what: &str) -> Vec<String> {
    output
        .lines()
        .filter_map(|line| line.strip_prefix(what)?.strip_prefix("  "))
        .map(str::to_owned)
        .collect()
}

/// Rows of a csv file, its headings first.
pub(crate) fn rows(csv: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(csv).unwrap();
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap();
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    reader
        .records()
        .map(|row| row.unwrap().iter().map(str::to_owned).collect())
        .collect()
}

/// Content of a JSON file.
pub(crate) fn read_json(file: impl AsRef<Path>) -> Value {
    serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap()
}

/// Checks quietly, with these further arguments, and returns the JSON report.
pub(crate) fn report_of(arguments: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("report.json");
    let quiet = ["check", "-q", "--json", str(&json)];
    done(&[&quiet[..], arguments].concat());
    read_json(json)
}

/// Contents of the files below a folder by their paths in it; none if there is no such folder.
pub(crate) fn files_in(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let below = files_in(&path).into_iter();
            found.extend(below.map(|(below, bytes)| (format!("{name}/{below}"), bytes)));
        } else {
            found.insert(name, std::fs::read(&path).unwrap());
        }
    }
    found
}

/// Path as an argument.
pub(crate) fn str(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Folder of the samples.
pub(crate) fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/samples")
}

/// Path of a file or folder of `tests/fixtures`.
pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name)
}

/// Temporary folder of a test. The program runs in it: the words of a line are its arguments, and their paths are relative.
pub(crate) struct Place(pub(crate) TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Makes a place with the 15 samples without borrowers in the folder `samples`.
    pub(crate) fn of_first_samples() -> Self {
        let place = Self::new();
        crate::first_samples::copy_to(&place.at("samples"));
        place
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Writes a file, and makes the folders that it stands in.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let file = self.at(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, content).unwrap();
        file
    }

    /// Writes a zip with these members.
    pub(crate) fn zip<B: AsRef<[u8]>>(&self, name: &str, members: &[(&str, B)]) {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (member, content) in members {
            let options = zip::write::SimpleFileOptions::default();
            zip.start_file(*member, options).unwrap();
            zip.write_all(content.as_ref()).unwrap();
        }
        self.write(name, zip.finish().unwrap().into_inner());
    }

    /// Copies a file of `tests/fixtures` under another name.
    pub(crate) fn copy(&self, of_fixtures: &str, name: &str) {
        self.write(name, std::fs::read(fixture(of_fixtures)).unwrap());
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.at(name)).unwrap()
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        read_json(self.at(name))
    }

    /// Rows of a csv file, its headings first.
    pub(crate) fn rows(&self, name: &str) -> Vec<Vec<String>> {
        rows(&self.at(name))
    }

    /// Prepares a call of the program in English.
    pub(crate) fn command(&self, line: &str) -> Command {
        let mut command = command(&line.split_whitespace().collect::<Vec<_>>());
        command.current_dir(self.path());
        command
    }

    /// Runs the program, whatever its exit code.
    pub(crate) fn run(&self, line: &str) -> Output {
        self.command(line).output().unwrap()
    }

    /// Runs the program and expects success.
    pub(crate) fn done(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", said(&output));
        stdout(&output)
    }

    /// Runs the program and expects exit code 1 and these words on stderr.
    #[track_caller]
    pub(crate) fn refused(&self, line: &str, why: &str) -> Output {
        let output = self.run(line);
        assert_eq!(output.status.code(), Some(1), "{line}: {}", said(&output));
        assert!(stderr(&output).contains(why), "{line}: {}", said(&output));
        output
    }

    /// Expects that `library verify` finds nothing.
    #[track_caller]
    pub(crate) fn is_in_order(&self, library: &str) {
        is_in_order(&self.at(library));
    }
}

/// Random numbers (splitmix64) that are the same on every machine and with every version of any crate.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`; 0 if `bound` is 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    /// Returns an index below `length`; 0 if `length` is 0.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap()
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
pub(crate) fn text(number: u64, sentences: usize) -> String {
    let mut dice = Dice(number.wrapping_mul(7919));
    let mut text = format!("第{number}号文稿\n");
    for sentence in 0..sentences {
        let subject = SUBJECTS[dice.index(SUBJECTS.len())];
        // Words that no other text has: texts of the same few phrases are taken for copies, in whatever order.
        let own: String = (0..24)
            .map(|_| u32::try_from(dice.below(0x3000)).unwrap())
            .filter_map(|character| char::from_u32(0x4E00 + character))
            .collect();
        let _ = write!(text, "{subject}{own}。");
        if sentence % 5 == 4 {
            text.push('\n');
        }
    }
    text
}

/// Writes a file with an old time, so that the time shows later changes.
pub(crate) fn write_old(file: &Path, content: &[u8]) {
    std::fs::write(file, content).unwrap();
    set_old(file);
}

pub(crate) fn set_old(file: &Path) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    std::fs::File::options()
        .write(true)
        .open(file)
        .unwrap()
        .set_times(FileTimes::new().set_modified(time))
        .unwrap();
}

/// Writes a text for each number into a folder.
pub(crate) fn write_texts(folder: &Path, numbers: Range<u64>, sentences: usize) -> Vec<PathBuf> {
    std::fs::create_dir_all(folder).unwrap();
    numbers
        .map(|number| {
            let file = folder.join(format!("{number:03}.txt"));
            write_old(&file, text(number, sentences).as_bytes());
            file
        })
        .collect()
}

/// Texts that a check reads from files, keyed by file name.
pub(crate) fn texts(files: &[PathBuf]) -> HashMap<String, String> {
    let name = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
    let read = |file: &PathBuf| chachong_import::extract(file).unwrap().text;
    files.iter().map(|file| (name(file), read(file))).collect()
}

/// Makes an empty library: a check makes none.
pub(crate) fn new_library(file: &Path) {
    drop(SqliteStore::open(file).unwrap());
}

/// Members of a library: number, name and text; `None` for a text that is lost.
pub(crate) fn members(library: &Path) -> Vec<(DocumentId, String, Option<String>)> {
    let store = SqliteStore::open(library).unwrap();
    store
        .current_members()
        .unwrap()
        .into_iter()
        .map(|member| {
            let text = store.text(member.document).ok();
            (member.document, member.name, text)
        })
        .collect()
}

/// Document that was read in a row of a saved check.
pub(crate) fn row_document(content: &CheckContent, row: usize) -> DocumentId {
    *(content.rows[row].outcome.as_ref().unwrap().as_ref()).unwrap()
}

/// Copies a library that nobody has open.
pub(crate) fn copy_library(from: &Path, to: &Path) {
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

/// Copies a library that nobody has open to `work.chachong` beside it, after deleting every file `work.*` there.
pub(crate) fn fresh_copy(base: &Path) -> PathBuf {
    let folder = base.parent().unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name().to_string_lossy().starts_with("work.") {
            std::fs::remove_file(entry.path()).unwrap();
        }
    }
    let library = folder.join("work.chachong");
    copy_library(base, &library);
    library
}

/// Opens a connection of the test's own, to inspect or to damage a library.
pub(crate) fn sql(library: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(library).unwrap()
}

/// Makes the seals of a library anew, as whoever changes rows on purpose can: migrating a library of form 7 does. What newer
/// forms keep is lost.
pub(crate) fn reseal(library: &Path) {
    // The tables must be exactly those of the older form.
    let old: String = sql(Path::new("tests/fixtures/library/v7.chachong"))
        .query_row(
            "SELECT sql FROM sqlite_schema WHERE name = 'decision'",
            (),
            |row| row.get(0),
        )
        .unwrap();
    sql(library)
        .execute_batch(&format!(
            "DROP TABLE case_file; DROP TABLE submission; DROP TABLE seal;
             ALTER TABLE decision RENAME TO decision_now; DROP INDEX decision_by_b; {old};
             INSERT INTO decision SELECT a, b, a_start, a_end, b_start, b_end, decided, note, lead FROM decision_now;
             DROP TABLE decision_now; CREATE INDEX decision_by_b ON decision (b);
             PRAGMA user_version = 7;"
        ))
        .unwrap();
}

/// Writes the log into the library file itself.
pub(crate) fn settle(library: &Path) {
    sql(library)
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()))
        .unwrap();
}
