//! Tests of a library on a full disk, with damaged pages, with a damaged index, and used by two programs at once.
//!
//! `CHACHONG_DAMAGES` sets how many random damages are tried; few by default.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]
#![expect(
    clippy::cast_possible_truncation,
    reason = "a number below the length of a list"
)]
#![expect(clippy::print_stdout, reason = "how often what happened is asked for")]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::program::{
    Dice, chachong, copy_library, done, members, read, reported, said, settle, sql, stderr, stdout,
    str, write_texts,
};
use chachong::library::{SqliteStore, Store};
use tempfile::TempDir;

const PAGE: usize = 4096;

fn index_of(library: &Path) -> PathBuf {
    let mut name = library.as_os_str().to_owned();
    name.push(".index");
    PathBuf::from(name)
}

/// Reads texts, keyed by file name.
fn texts(files: &[PathBuf]) -> HashMap<String, String> {
    let name = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|file| (name(file), read(file))).collect()
}

/// Asserts that everything reported as added is in the library, and that every text there is unchanged.
fn all_reported_is_there(library: &Path, output: &Output, texts: &HashMap<String, String>) {
    let found = members(library);
    for name in reported(&stdout(output), "added") {
        let there = found.iter().any(|(_, other, _)| *other == name);
        assert!(there, "{name} was reported: {}", said(output));
    }
    for (_, name, text) in &found {
        assert!(text.as_ref() == texts.get(name), "{name} is another");
    }
}

/// Runs the built program under a shell's limit on file size, in blocks of 512 bytes.
fn limited(blocks: u32, before: &str, arguments: &[&str]) -> Output {
    Command::new("sh")
        .args([
            "-c",
            &format!("{before} ulimit -f {blocks}; exec \"$0\" \"$@\""),
        ])
        .arg(env!("CARGO_BIN_EXE_chachong"))
        .args(arguments)
        .args(["--lang", "en"])
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
#[cfg(unix)]
fn a_file_that_may_not_grow_loses_nothing() {
    for (before, blocks) in [
        ("trap '' XFSZ;", 300),
        ("trap '' XFSZ;", 900),
        ("", 300),
        ("", 900),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let new = folder.path().join("new");
        let files = write_texts(&new, 0..60, 150);
        let library = folder.path().join("l.chachong");
        let arguments = ["library", "add", "-q", str(&library), str(&new)];
        let output = limited(blocks, before, &arguments);
        assert!(!output.status.success(), "{}", said(&output));
        if !before.is_empty() {
            assert_eq!(output.status.code(), Some(1), "{}", said(&output));
            let words = stderr(&output);
            assert!(
                words.contains("library") && words.contains("disk"),
                "{words}"
            );
        }
        if library.exists() {
            let list = chachong(&["library", "list", str(&library)]);
            assert!(list.status.success(), "{}", said(&list));
            all_reported_is_there(&library, &output, &texts(&files));
        }
        // With room again, everything works.
        let again = chachong(&arguments);
        assert!(again.status.success(), "{}", said(&again));
        all_reported_is_there(&library, &again, &texts(&files));
        assert_eq!(members(&library).len(), files.len());
        let clean = done(&["library", "verify", "-q", str(&library)]);
        assert!(clean.contains("everything is in order"), "{clean}");
    }
}

/// Small disk, unmounted on drop.
struct Disk(TempDir);

impl Disk {
    /// Mounts a disk of that size; `None` where mounting is not allowed.
    fn new(megabytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("size={megabytes}m");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "none"])
            .arg(folder.path())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
        mounted.then_some(Self(folder))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_loses_nothing() {
    let Some(disk) = Disk::new(5) else {
        println!("left out: no disk may be mounted here");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let files = write_texts(&folder.path().join("new"), 0..400, 100);
    let new = folder.path().join("new");
    let library = disk.0.path().join("l.chachong");
    let arguments = ["library", "add", "-q", str(&library), str(&new)];
    let output = chachong(&arguments);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let words = stderr(&output);
    assert!(words.contains("no room left"), "{words}");
    assert!(!reported(&stdout(&output), "added").is_empty());
    all_reported_is_there(&library, &output, &texts(&files));
    let before = members(&library);

    // While the disk is full, reading works, and writing says why it fails.
    done(&["library", "list", str(&library)]);
    let check = chachong(&["check", "-q", str(&files[0]), "--library", str(&library)]);
    assert_ne!(check.status.code(), Some(101), "{}", said(&check));
    assert!(check.status.code().is_some(), "{}", said(&check));
    let verified = chachong(&["library", "verify", "-q", str(&library)]);
    assert!(
        matches!(verified.status.code(), Some(0 | 1)),
        "{}",
        said(&verified)
    );
    let removed = chachong(&["library", "remove", str(&library), "000.txt"]);
    assert!(
        matches!(removed.status.code(), Some(0 | 1)),
        "{}",
        said(&removed)
    );
    let gone: Vec<String> = reported(&stdout(&removed), "removed");
    let left: Vec<_> = (before.iter())
        .filter(|(_, name, _)| !gone.contains(name))
        .cloned()
        .collect();
    let found = members(&library);
    assert!(found == left, "{}", said(&removed));
    all_reported_is_there(&library, &removed, &texts(&files));
    // An export without room leaves nothing half done.
    let target = disk.0.path().join("export.chachong");
    let export = chachong(&["library", "export", "-q", str(&library), str(&target)]);
    assert_eq!(export.status.code(), Some(1), "{}", said(&export));
    assert!(!target.exists());
    let leftovers = std::fs::read_dir(disk.0.path()).unwrap().filter(|entry| {
        entry
            .as_ref()
            .unwrap()
            .file_name()
            .to_string_lossy()
            .contains("part")
    });
    assert_eq!(leftovers.count(), 0);
}

/// Library of small texts with everything that a library can have, and its files.
struct Ground {
    folder: TempDir,
    files: Vec<PathBuf>,
    texts: HashMap<String, String>,
}

impl Ground {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("files");
        let files = write_texts(&place, 0..14, 60);
        let library = folder.path().join("base.chachong");
        done(&["library", "add", "-q", str(&library), str(&place)]);
        let other = write_texts(&folder.path().join("other"), 90..92, 60);
        done(&[
            "library",
            "add",
            "-q",
            "--template",
            str(&library),
            str(&other[0]),
        ]);
        done(&["check", "-q", str(&other[1]), "--library", str(&library)]);
        settle(&library);
        let texts = texts(&files);
        Self {
            folder,
            files,
            texts,
        }
    }

    fn base(&self) -> PathBuf {
        self.folder.path().join("base.chachong")
    }

    /// Makes a copy of the library to damage.
    fn fresh(&self) -> PathBuf {
        for entry in std::fs::read_dir(self.folder.path()).unwrap() {
            let entry = entry.unwrap();
            if entry.file_name().to_string_lossy().starts_with("work.") {
                std::fs::remove_file(entry.path()).unwrap();
            }
        }
        let library = self.folder.path().join("work.chachong");
        copy_library(&self.base(), &library);
        library
    }

    /// Hides the files of the documents, or shows them again.
    fn files_are_there(&self, there: bool) {
        let (shown, hidden) = (
            self.folder.path().join("files"),
            self.folder.path().join("hid"),
        );
        if there && hidden.exists() {
            std::fs::rename(hidden, shown).unwrap();
        } else if !there && shown.exists() {
            std::fs::rename(shown, hidden).unwrap();
        }
    }
}

/// Counts of how verifications of damaged libraries ended.
#[derive(Debug, Default)]
struct Figures {
    refused: usize,
    unharmed: usize,
    mended: usize,
    lost: usize,
}

/// Verifies the library and compares what is left with the original.
fn verified(ground: &Ground, library: &Path, damage: &str, there: bool, figures: &mut Figures) {
    let output = chachong(&["library", "verify", "-q", str(library)]);
    let at = format!("{damage}, files {there}: {}", said(&output));
    assert!(matches!(output.status.code(), Some(0 | 1)), "{at}");
    if !stderr(&output).is_empty() {
        // Only where SQLite cannot even tell which tables there are.
        let words = stderr(&output);
        assert!(
            words.contains("is damaged") || words.contains("is no library"),
            "{at}"
        );
        assert_eq!(output.status.code(), Some(1), "{at}");
        figures.refused += 1;
        return;
    }
    let words = stdout(&output);
    let found: HashMap<String, Option<String>> = members(library)
        .into_iter()
        .map(|(_, name, text)| (name, text))
        .collect();
    let clean = words.contains("everything is in order");
    let mut lost = 0;
    for (name, text) in &ground.texts {
        let is_equal = found.get(name).and_then(Option::as_ref) == Some(text);
        if !is_equal {
            lost += 1;
            assert!(!clean, "{name}: {at}");
            // After a cut, some documents have no row left that names them.
            if !words.contains("nothing says their names") {
                assert!(words.contains(name.as_str()), "{name} is not named: {at}");
                assert!(!there, "{name} could be read from its file: {at}");
            }
        }
    }
    match (clean, lost) {
        (true, _) => figures.unharmed += 1,
        (false, 0) => figures.mended += 1,
        (false, _) => figures.lost += 1,
    }
    // Repairs last, and the library can be used.
    let again = chachong(&["library", "verify", "-q", str(library)]);
    assert!(
        matches!(again.status.code(), Some(0 | 1)),
        "{at}\n{}",
        said(&again)
    );
    assert!(
        !stdout(&again).contains("made again"),
        "{at}\n{}",
        said(&again)
    );
    let listing = chachong(&["library", "list", str(library)]);
    assert!(listing.status.success(), "{at}\n{}", said(&listing));
}

fn damages() -> u64 {
    std::env::var("CHACHONG_DAMAGES")
        .ok()
        .and_then(|damages| damages.parse().ok())
        .unwrap_or(8)
}

#[test]
fn damaged_pages_cost_what_is_named_and_nothing_else() {
    let ground = Ground::new();
    let whole = std::fs::read(ground.base()).unwrap();
    let pages = whole.len() / PAGE;
    let mut dice = Dice(11);
    let mut figures = [(); 4].map(|()| Figures::default());
    for round in 0..damages() {
        for (kind, figures) in figures.iter_mut().enumerate() {
            let library = ground.fresh();
            let there = dice.below(2) == 0;
            ground.files_are_there(there);
            let mut bytes = whole.clone();
            let mut any = |bound: usize| dice.below(bound as u64) as usize;
            let damage = match kind {
                0 => {
                    let page = 1 + any(pages - 1);
                    bytes[page * PAGE..(page + 1) * PAGE].fill(0);
                    format!("round {round}: page {} zeroed", page + 1)
                }
                1 => {
                    let page = any(pages);
                    let mut places = Vec::new();
                    for _ in 0..=any(4) {
                        let place = page * PAGE + any(PAGE);
                        bytes[place] ^= 1 << any(8);
                        places.push(place % PAGE);
                    }
                    format!("round {round}: page {} flipped at {places:?}", page + 1)
                }
                2 => {
                    let length = PAGE + any(bytes.len() - PAGE);
                    bytes.truncate(length);
                    format!("round {round}: truncated to {length} of {}", whole.len())
                }
                _ => {
                    let page = 1 + any(pages - 1);
                    for byte in &mut bytes[page * PAGE..(page + 1) * PAGE] {
                        *byte = any(256) as u8;
                    }
                    format!("round {round}: page {} is noise", page + 1)
                }
            };
            std::fs::write(&library, bytes).unwrap();
            verified(&ground, &library, &damage, there, figures);
        }
    }
    ground.files_are_there(true);
    println!("{pages} pages. zeroed, flipped, truncated, noise: {figures:#?}");
}

/// Zeroes the first page of every table, which is all that most tables have here.
#[test]
fn a_table_that_is_gone_is_made_again_or_named() {
    let ground = Ground::new();
    let whole = std::fs::read(ground.base()).unwrap();
    let roots: Vec<(String, i64)> = {
        let connection = sql(&ground.base());
        let mut rows = connection
            .prepare("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0")
            .unwrap();
        rows.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect()
    };
    let mut figures = Figures::default();
    for (name, root) in roots {
        for there in [true, false] {
            let library = ground.fresh();
            ground.files_are_there(there);
            let mut bytes = whole.clone();
            let at = (usize::try_from(root).unwrap() - 1) * PAGE;
            bytes[at..at + PAGE].fill(0);
            std::fs::write(&library, bytes).unwrap();
            verified(&ground, &library, &name, there, &mut figures);
        }
    }
    ground.files_are_there(true);
    println!("{figures:?}");
}

#[test]
fn an_index_that_lies_is_made_again_and_costs_no_finding() {
    let ground = Ground::new();
    let copy = ground.folder.path().join("copy.txt");
    crate::program::write_old(&copy, ground.texts["003.txt"].as_bytes());
    let other = ground.folder.path().join("other.chachong");
    done(&[
        "library",
        "add",
        "-q",
        str(&other),
        str(&ground.folder.path().join("other")),
    ]);
    let mut dice = Dice(5);
    for kind in 0..8 {
        let library = ground.fresh();
        let index = index_of(&library);
        let mut bytes = std::fs::read(&index).unwrap();
        match kind {
            0 => std::fs::remove_file(&index).unwrap(),
            1 => std::fs::write(&index, b"").unwrap(),
            2 => {
                std::fs::copy(index_of(&other), &index).unwrap();
            }
            3 => {
                std::fs::remove_file(&index).unwrap();
                std::fs::create_dir(&index).unwrap();
            }
            4 | 5 => {
                bytes.truncate(dice.below(bytes.len() as u64) as usize);
                std::fs::write(&index, bytes).unwrap();
            }
            _ => {
                let place = dice.below(bytes.len() as u64) as usize;
                bytes[place] ^= 4;
                std::fs::write(&index, bytes).unwrap();
            }
        }
        let check = chachong(&["check", "-q", str(&copy), "--library", str(&library)]);
        assert!(check.status.success(), "{kind}: {}", said(&check));
        assert!(
            stdout(&check).contains("library:003.txt"),
            "{kind}: {}",
            said(&check)
        );
        if kind == 3 {
            std::fs::remove_dir(&index).unwrap();
        }
        let verified = done(&["library", "verify", "-q", str(&library)]);
        assert!(
            verified.contains("everything is in order"),
            "{kind}: {verified}"
        );

        // Once more, without a check that saves the index again.
        let bytes = std::fs::read(&index).unwrap();
        std::fs::write(&index, &bytes[..bytes.len() / 2]).unwrap();
        let looked = chachong(&["library", "verify", "-q", "--no-repair", str(&library)]);
        assert!(!looked.status.success(), "{}", said(&looked));
        assert!(
            stdout(&looked).contains("wrong: index"),
            "{}",
            said(&looked)
        );
        let mended = done(&["library", "verify", "-q", str(&library)]);
        assert!(mended.contains("made again: index"), "{mended}");
    }
}

#[test]
fn of_two_programs_one_writes_and_the_other_reads() {
    let ground = Ground::new();
    let library = ground.fresh();
    let held = SqliteStore::open(&library).unwrap();
    let count = held.about().unwrap();
    let list = done(&["library", "list", str(&library)]);
    assert!(
        list.contains("013.txt") && list.contains("can only be read now"),
        "{list}"
    );
    for arguments in [
        vec!["library", "add", "-q", str(&library), str(&ground.files[0])],
        vec!["library", "remove", str(&library), "000.txt"],
        vec!["library", "import", str(&library), str(&ground.base())],
    ] {
        let refused = chachong(&arguments);
        assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
        let words = stderr(&refused);
        assert!(words.contains("can only be read now"), "{words}");
        assert_eq!(words.lines().count(), 1, "{words}");
        assert_eq!(stdout(&refused), "");
    }
    let copy = ground.folder.path().join("copy.txt");
    crate::program::write_old(&copy, ground.texts["003.txt"].as_bytes());
    let new = ground.folder.path().join("new.txt");
    crate::program::write_old(&new, crate::program::text(700, 60).as_bytes());
    let check = chachong(&[
        "check",
        "-q",
        str(&copy),
        str(&new),
        "--library",
        str(&library),
    ]);
    assert!(check.status.success(), "{}", said(&check));
    assert!(
        stdout(&check).contains("library:003.txt"),
        "{}",
        said(&check)
    );
    let adding = chachong(&[
        "check",
        "-q",
        str(&copy),
        "--library",
        str(&library),
        "--add",
    ]);
    assert_eq!(adding.status.code(), Some(1), "{}", said(&adding));
    let verified = chachong(&["library", "verify", "-q", str(&library)]);
    assert!(verified.status.success(), "{}", said(&verified));
    let exported = ground.folder.path().join("work.exported");
    done(&["library", "export", "-q", str(&library), str(&exported)]);
    assert_eq!(members(&exported).len(), ground.files.len());
    // Nothing was kept meanwhile.
    assert_eq!(held.about().unwrap(), count);
    drop(held);
    done(&["library", "add", "-q", str(&library), str(&new)]);
    assert_eq!(members(&library).len(), ground.files.len() + 1);
}

/// The message names the document of a lost text; adding its file again brings the text back.
#[test]
fn adding_the_file_again_brings_a_lost_text_back() {
    let ground = Ground::new();
    let library = ground.fresh();
    sql(&library)
        .execute("UPDATE text SET body = x'00' WHERE document = 3", ())
        .unwrap();
    ground.files_are_there(false);
    let verified = chachong(&["library", "verify", "-q", str(&library)]);
    assert_eq!(verified.status.code(), Some(1));
    let words = stdout(&verified);
    assert!(words.contains("lost: the text of document 3"), "{words}");
    let before = members(&library);
    ground.files_are_there(true);
    let (_, name, text) = &before[2];
    assert_eq!(*text, None);
    let file = ground.folder.path().join("files").join(name);
    done(&["library", "add", "-q", str(&library), str(&file)]);
    let after = members(&library);
    assert_eq!(after[2].2.as_ref(), Some(&ground.texts[name]));
    let clean = done(&["library", "verify", "-q", str(&library)]);
    assert!(clean.contains("everything is in order"), "{clean}");
}
