//! Crash tests: a library whose program is killed at random moments loses nothing that was reported.
//!
//! `CHACHONG_KILLS` sets how often each kind of work is killed; few by default, so that all tests take under a
//! minute.
#![expect(clippy::print_stdout, reason = "how often what happened is asked for")]

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use chachong_library::DocumentId;
use tempfile::TempDir;

use crate::program::{
    Dice, chachong, command, copy_library, done, fresh_copy, members, reported, reseal, said,
    settle, sql, stdout, str, texts, write_texts,
};

fn kills() -> u64 {
    std::env::var("CHACHONG_KILLS")
        .ok()
        .and_then(|kills| kills.parse().ok())
        .unwrap_or(6)
}

/// Runs the program and kills it after a while; it may have ended before.
fn killed(arguments: &[&str], after: Duration) -> Output {
    let mut child = command(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(after);
    let _ = child.kill();
    child.wait_with_output().unwrap()
}

/// Texts, and a library that has the first of them.
struct Ground {
    folder: TempDir,
    /// Files in the library.
    old: Vec<PathBuf>,
    /// Files not yet in the library.
    new: Vec<PathBuf>,
}

impl Ground {
    fn new(old: u64, new: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let ground = Self {
            old: write_texts(&folder.path().join("old"), 0..old, 40),
            new: write_texts(&folder.path().join("new"), 500..500 + new, 40),
            folder,
        };
        done(&[
            "library",
            "add",
            "-q",
            str(&ground.base()),
            str(&ground.folder.path().join("old")),
        ]);
        ground
    }

    fn base(&self) -> PathBuf {
        self.folder.path().join("base.chachong")
    }

    fn new_folder(&self) -> PathBuf {
        self.folder.path().join("new")
    }

    fn texts(&self) -> HashMap<String, String> {
        let mut all = texts(&self.old);
        all.extend(texts(&self.new));
        all
    }
}

/// Counts of how a kind of work ended.
#[derive(Debug, Default)]
struct Figures {
    killed: usize,
    ended_before: usize,
    first_verify_not_clean: usize,
    reported: usize,
}

/// Callback that inspects a library after a kill: its file, the output of the killed program, its documents by name.
type Look<'l> = &'l mut dyn FnMut(&Path, &str, &HashMap<String, DocumentId>);

/// Kills `work` on a fresh copy of the base library again and again. `spoil` prepares each copy, `looked` inspects it
/// after the kill.
fn kill_and_look(
    ground: &Ground,
    kind: &str,
    spoil: &dyn Fn(&Path),
    work: &dyn Fn(&Path) -> Vec<String>,
    looked: Look<'_>,
) {
    let texts = ground.texts();
    let library = ground.folder.path().join("work.chachong");
    let fresh = || {
        copy_library(&ground.base(), &library);
        spoil(&library);
    };
    let arguments = work(&library);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    fresh();
    let begun = Instant::now();
    let whole = chachong(&arguments);
    assert!(whole.status.success(), "{}", said(&whole));
    let takes = begun.elapsed();
    let mut dice = Dice(kind.len() as u64);
    let mut figures = Figures::default();
    for round in 0..kills() {
        fresh();
        let before: HashSet<String> = members(&library).into_iter().map(|m| m.1).collect();
        let micros = u64::try_from(takes.as_micros()).unwrap();
        let after = Duration::from_micros(dice.below(micros + micros / 20));
        let output = killed(&arguments, after);
        let at = format!(
            "{kind}, kill {round} after {after:?} of {takes:?}: {}",
            said(&output)
        );
        if output.status.success() {
            figures.ended_before += 1;
        } else {
            // Windows ends a killed program with a code, which here is 1.
            let code = cfg!(windows).then_some(1);
            assert_eq!(output.status.code(), code, "{at}");
            figures.killed += 1;
        }
        let output = stdout(&output);
        figures.reported += output.lines().count();
        // Opened first by a program that only lists, as a person would do.
        let list = done(&["library", "list", str(&library)]);
        let found = members(&library);
        for (_, name, text) in &found {
            assert!(
                list.contains(name.as_str()),
                "{at}: {name} is not in {list}"
            );
            assert!(text.as_ref() == texts.get(name), "{at}: {name} is another");
        }
        let there: HashMap<String, DocumentId> =
            found.into_iter().map(|(id, name, _)| (name, id)).collect();
        for name in reported(&output, "added") {
            assert!(
                there.contains_key(&name),
                "{at}: {name} was reported and is gone"
            );
        }
        let removed: HashSet<String> = reported(&output, "removed").into_iter().collect();
        for name in &removed {
            assert!(
                !there.contains_key(name),
                "{at}: {name} was removed and is there"
            );
        }
        if kind != "remove" {
            for name in &before {
                assert!(there.contains_key(name), "{at}: {name} is gone");
            }
        }
        looked(&library, &output, &there);
        let first = done(&["library", "verify", "-q", str(&library)]);
        figures.first_verify_not_clean += usize::from(!first.contains("everything is in order"));
        let second = done(&["library", "verify", "-q", str(&library)]);
        assert!(
            second.contains("everything is in order"),
            "{at}: {first}{second}"
        );
    }
    println!("{kind}: {figures:?}, undisturbed {takes:?}");
}

fn owned(arguments: &[&str]) -> Vec<String> {
    arguments
        .iter()
        .map(|&argument| argument.to_owned())
        .collect()
}

#[test]
fn killed_while_documents_are_added() {
    let ground = Ground::new(4, 40);
    let new = ground.new_folder();
    kill_and_look(
        &ground,
        "add",
        &|_| {},
        &|library| owned(&["library", "add", str(library), str(&new)]),
        &mut |_, _, _| {},
    );
}

#[test]
fn killed_while_documents_are_removed() {
    let ground = Ground::new(40, 0);
    let names: Vec<String> = (0..30).map(|number| format!("{number:03}.txt")).collect();
    kill_and_look(
        &ground,
        "remove",
        &|_| {},
        &|library| {
            let mut arguments = owned(&["library", "remove", str(library)]);
            arguments.extend(names.iter().cloned());
            arguments
        },
        &mut |library, _, there| {
            for number in 30..40 {
                let name = format!("{number:03}.txt");
                assert!(there.contains_key(&name), "{}: {name}", library.display());
            }
        },
    );
}

#[test]
fn killed_while_a_check_adds_its_documents_and_goes_on() {
    let ground = Ground::new(4, 14);
    let new = ground.new_folder();
    let check = |library: &Path| owned(&["check", str(&new), "--library", str(library), "--add"]);
    kill_and_look(
        &ground,
        "check",
        &|_| {},
        &check,
        &mut |library, output, there| {
            if output.contains("documents added to the library") {
                assert_eq!(there.len(), 18, "{output}");
            }
            // The check continues: documents kept are neither read again nor kept twice.
            let documents = |library: &Path| -> HashMap<Vec<u8>, i64> {
                let connection = sql(library);
                let mut rows = connection
                    .prepare("SELECT path, document FROM path")
                    .unwrap();
                rows.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))
                    .unwrap()
                    .map(Result::unwrap)
                    .collect()
            };
            let kept = documents(library);
            let again = check(library);
            let again: Vec<&str> = again.iter().map(String::as_str).collect();
            done(&again);
            let after = documents(library);
            assert_eq!(after.len(), 18);
            for (path, id) in kept {
                assert_eq!(
                    after.get(&path),
                    Some(&id),
                    "{}",
                    String::from_utf8_lossy(&path)
                );
            }
            assert_eq!(members(library).len(), 18);
        },
    );
}

#[test]
fn killed_while_members_are_computed_again() {
    let ground = Ground::new(40, 1);
    let new = ground.new_folder();
    let stale = |library: &Path| {
        let connection = sql(library);
        connection
            .execute_batch(
                "UPDATE fingerprint SET version = 0; UPDATE passages SET version = 0;
                 UPDATE library SET changes = changes + 1;",
            )
            .unwrap();
        drop(connection);
        reseal(library);
    };
    kill_and_look(
        &ground,
        "recompute",
        &stale,
        &|library| owned(&["check", str(&new), "--library", str(library)]),
        &mut |library, _, _| {
            done(&["check", "-q", str(&new), "--library", str(library)]);
            let stale: i64 = sql(library)
                .query_row(
                    "SELECT count(*) FROM passages JOIN fingerprint USING (document)
                     WHERE passages.version = 0 OR fingerprint.version = 0",
                    (),
                    |row| row.get(0),
                )
                .unwrap();
            assert_eq!(stale, 0);
        },
    );
}

/// A verification that salvages a library with a bad page puts another file in the library's place.
#[test]
fn killed_while_a_damaged_library_is_mended() {
    let ground = Ground::new(30, 0);
    let spoil = |library: &Path| {
        settle(library);
        let page: i64 = sql(library)
            .query_row(
                "SELECT rootpage FROM sqlite_schema WHERE name = 'passages'",
                (),
                |row| row.get(0),
            )
            .unwrap();
        let mut bytes = std::fs::read(library).unwrap();
        let size = usize::from(bytes[16]) << 8 | usize::from(bytes[17]);
        let at = usize::try_from(page - 1).unwrap() * size;
        bytes[at..at + size].fill(0);
        std::fs::write(library, bytes).unwrap();
    };
    kill_and_look_at_mending(&ground, &spoil);
}

/// A journal that a killed program leaves would make the library unreadable for all others.
#[test]
fn a_library_in_one_file_is_opened_without_a_journal() {
    let ground = Ground::new(2, 0);
    let library = ground.folder.path().join("one.chachong");
    let journal = ground.folder.path().join("one.chachong-journal");
    for _ in 0..kills() {
        copy_library(&ground.base(), &library);
        sql(&library)
            .execute_batch("PRAGMA journal_mode = DELETE;")
            .unwrap();
        let mut child = command(&["library", "verify", "-q", str(&library)])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let ended = loop {
            if journal.exists() {
                let _ = child.kill();
            }
            if let Some(ended) = child.try_wait().unwrap() {
                break ended;
            }
        };
        assert!(ended.success(), "killed beside its journal");
    }
}

/// However often the repair of a damaged log is killed, one of the verifications says what was lost with the log.
#[test]
fn killed_while_a_damaged_log_is_mended() {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().join("base.chachong");
    let killed_one = folder.path().join("killed.chachong");
    let beside = |library: &Path, ending: &str| {
        let mut name = library.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let old = folder.path().join("old");
    write_texts(&old, 0..20, 200);
    done(&["library", "add", "-q", str(&base), str(&old)]);
    {
        // A program that is killed leaves its log.
        let connection = sql(&base);
        for _ in 0..8 {
            connection
                .execute("UPDATE library SET changes = changes + 1", ())
                .unwrap();
        }
        std::fs::copy(&base, &killed_one).unwrap();
        let mut log = std::fs::read(beside(&base, "-wal")).unwrap();
        let middle = log.len() / 2;
        log[middle] ^= 1;
        std::fs::write(beside(&killed_one, "-wal"), log).unwrap();
    }
    let library = folder.path().join("work.chachong");
    let verify = ["library", "verify", "-q", str(&library)];
    let is_lost = |output: &Output| stdout(output).contains("wrong: what was added last");
    fresh_copy(&killed_one);
    let begun = Instant::now();
    let whole = chachong(&verify);
    assert!(is_lost(&whole), "{}", said(&whole));
    let takes = begun.elapsed();
    let mut dice = Dice(78);
    for round in 0..kills() {
        fresh_copy(&killed_one);
        let micros = u64::try_from(takes.as_micros()).unwrap();
        let after = Duration::from_micros(dice.below(micros));
        let first = killed(&verify, after);
        let second = chachong(&verify);
        let at = format!(
            "kill {round} after {after:?}: {}{}",
            said(&first),
            said(&second)
        );
        assert!(is_lost(&first) || is_lost(&second), "{at}");
        let last = done(&verify);
        assert!(last.contains("everything is in order"), "{at}: {last}");
        assert_eq!(members(&library).len(), 20, "{at}");
    }
}

fn kill_and_look_at_mending(ground: &Ground, spoil: &dyn Fn(&Path)) {
    let library = ground.folder.path().join("work.chachong");
    let texts = ground.texts();
    let arguments = ["library", "verify", "-q", str(&library)];
    let fresh = || {
        fresh_copy(&ground.base());
        spoil(&library);
    };
    fresh();
    let begun = Instant::now();
    let whole = done(&arguments);
    assert!(whole.contains("rebuilt: "), "{whole}");
    let takes = begun.elapsed();
    let mut dice = Dice(77);
    for round in 0..kills() {
        fresh();
        let micros = u64::try_from(takes.as_micros()).unwrap();
        let after = Duration::from_micros(dice.below(micros));
        let output = killed(&arguments, after);
        let at = format!("mending, kill {round} after {after:?}: {}", said(&output));
        assert!(library.exists(), "{at}");
        done(&arguments);
        let last = done(&arguments);
        assert!(last.contains("everything is in order"), "{at}: {last}");
        let found = members(&library);
        assert_eq!(found.len(), texts.len(), "{at}");
        for (_, name, text) in found {
            assert!(text.as_ref() == texts.get(&name), "{at}: {name} is another");
        }
    }
    println!("mending: {} kills, undisturbed {takes:?}", kills());
}
