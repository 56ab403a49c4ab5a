//! Libraries damaged at random: a check against one gives the result of the sound library, fails, or names what is missing;
//! and a verification names every damage that changed anything.
//!
//! `CHACHONG_DAMAGES` sets how many damages are tried, `CHACHONG_DAMAGES_FROM` the first: few by default.
#![cfg(unix)]
#![expect(clippy::print_stdout, reason = "how often what happened is asked for")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]
#![expect(clippy::cast_possible_truncation, reason = "numbers below a million")]

mod damaged_parts;
#[path = "../made_texts/mod.rs"]
mod made_texts;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::Connection;
use rusqlite::types::Value;

use chachong_check::{CopySettings, CopyWatch, Document, Fingerprinting, Origin};
use chachong_compare::{Choices, Decision, Span};
use chachong_import::{Format, decode_text};
use chachong_jobs::library::{keep_template, verify_library};
use chachong_jobs::{AgainstLibrary, CheckRequest, Libraries, run_check};
use chachong_library::{
    CheckContent, CheckRow, CheckState, DocumentId, KeptDecision, Library, LibraryError,
    MemberStore, SqliteStore, StoreStatus,
};
use made_texts::{Chance, add_members, document, text};

/// Number of members of the library.
const MEMBERS: u64 = 12;
/// Damages that are tried unless more are asked for.
const FEW: u64 = 60;

fn part(seed: u64, from: usize, characters: usize) -> String {
    let text = text(seed, 3_000);
    text.chars().skip(from).take(characters).collect()
}

/// Documents of a check that copied from members, from a template and from nobody.
fn checked() -> Vec<Document> {
    let copied = format!(
        "{}{}{}{}",
        text(100, 900),
        part(2, 300, 700),
        text(101, 400),
        part(5, 1_000, 500)
    );
    let near: String = part(7, 0, 2_900) + &text(102, 60);
    let of_template = text(103, 700) + &part(50, 200, 800) + &part(9, 100, 400);
    vec![
        document("copied.txt", &copied),
        document("near.txt", &near),
        document("template.txt", &of_template),
        document("own.txt", &text(104, 1_500)),
    ]
}

/// Makes a library with everything that a check relies on.
fn make(file: &Path) {
    let by = Fingerprinting::default();
    let library = Library::open(file).unwrap();
    let store = library.store();
    let texts: Vec<(String, String)> = (1..=MEMBERS)
        .map(|seed| (format!("论文{seed}.txt"), text(seed, 3_000)))
        .collect();
    let joining = add_members(&library, &texts);
    let given = decode_text(text(50, 2_000).as_bytes()).unwrap();
    keep_template(store.as_ref(), &given, "模板.txt", &by).unwrap();
    let number = |at: usize| joining[at].document;
    store.correct(number(1), "author", Some("某某")).unwrap();
    store
        .decide(
            &[],
            &[KeptDecision {
                a: number(0),
                b: number(3),
                in_a: Span { start: 0, end: 9 },
                in_b: Span { start: 5, end: 14 },
                decided_at: 1_700_000_000,
                note: Some("同一规定".to_owned()),
                is_lead: false,
                decision: Some(Decision::NotPlagiarism),
            }],
        )
        .unwrap();
    store
        .put_vectors("made/1", &[(number(2), vec![7; 3_000])])
        .unwrap();
    let check = store.begin_check("a check").unwrap();
    let content = CheckContent {
        rows: (0..5)
            .map(|row| CheckRow {
                name: format!("{row}.txt"),
                path: PathBuf::from("x"),
                origin: Origin::Checked,
                format: Some(Format::Txt),
                outcome: Some(Ok(number(row))),
            })
            .collect(),
        choices: Choices::default(),
        settings: serde_json::Value::Null,
        results: None,
    };
    store.save_check(check, CheckState::Done, &content).unwrap();
    library.refresh_index().unwrap();
}

/// What a check found, and what it says was missing.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    pairs: Vec<String>,
    missing: Vec<String>,
}

fn check(file: &Path) -> Result<Found, String> {
    let library = Library::open_existing(file).map_err(|error| error.to_string())?;
    let against = AgainstLibrary {
        library: Arc::new(library),
        is_own: true,
    };
    let request = CheckRequest {
        copying: CopySettings {
            threads: Some(1),
            ..CopySettings::default()
        },
        ..CheckRequest::of(checked())
    };
    let libraries = Libraries {
        against: vec![against],
        ..Libraries::default()
    };
    let result =
        run_check(request, &libraries, &CopyWatch::NOBODY).map_err(|error| error.to_string())?;
    let (documents, (copies, _)) = (&result.documents, result.copies().unwrap());
    let mut pairs: Vec<String> = (copies.pairs.iter())
        .map(|pair| {
            let spans: Vec<_> = (pair.passages.iter())
                .map(|passage| (passage.a, passage.b, passage.matched_a, passage.documents))
                .collect();
            format!(
                "{} {} {spans:?}",
                documents[pair.a].name, documents[pair.b].name
            )
        })
        .collect();
    pairs.extend(
        (documents.iter().zip(&copies.counted))
            .map(|(document, counted)| format!("{} {:?}", document.name, counted.marks)),
    );
    pairs.extend(documents.iter().map(|document| {
        let reading = document.content().unwrap();
        format!(
            "{} {:?} {:?}",
            document.name, reading.record, reading.warnings
        )
    }));
    pairs.sort();
    Ok(Found {
        pairs,
        missing: (copies.missing.iter())
            .map(|part| format!("{part:?}"))
            .collect(),
    })
}

/// Everything that a library says, row by row; `None` if it cannot all be read.
fn said(file: &Path) -> Option<BTreeMap<String, Vec<Vec<Value>>>> {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    fs::copy(file, &copy).unwrap();
    let log = beside(file, "-wal");
    if log.exists() {
        fs::copy(log, beside(&copy, "-wal")).unwrap();
    }
    let connection = Connection::open(copy).ok()?;
    connection
        .execute_batch("CREATE VIRTUAL TABLE temp.words USING fts5vocab (main, search, instance)")
        .ok()?;
    let mut said = BTreeMap::new();
    let tables: Vec<String> = connection
        .prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%'
             AND name NOT LIKE 'sqlite%'",
        )
        .ok()?
        .query_map((), |row| row.get(0))
        .ok()?
        .collect::<rusqlite::Result<_>>()
        .ok()?;
    for (table, columns) in
        (tables.iter().map(|table| (table.as_str(), "*"))).chain([("temp.words", "term, doc")])
    {
        let mut select = connection
            .prepare(&format!("SELECT {columns} FROM {table} NOT INDEXED"))
            .or_else(|_| connection.prepare(&format!("SELECT {columns} FROM {table}")))
            .ok()?;
        let columns = select.column_count();
        let mut rows: Vec<Vec<Value>> = select
            .query_map((), |row| (0..columns).map(|at| row.get(at)).collect())
            .ok()?
            .collect::<rusqlite::Result<_>>()
            .ok()?;
        rows.sort_by_cached_key(|row| format!("{row:?}"));
        said.insert(table.to_owned(), rows);
    }
    Some(said)
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Damages a library file and says how.
fn damage(file: &Path, chance: &mut Chance) -> String {
    let opened = File::options().read(true).write(true).open(file).unwrap();
    let length = opened.metadata().unwrap().len();
    let page = 8_192;
    let pages = length / page;
    let read = |at: u64, bytes: u64| {
        let mut buffer = vec![0; bytes as usize];
        opened.read_exact_at(&mut buffer, at).unwrap();
        buffer
    };
    match chance.below(12) {
        0..=2 => {
            let at = chance.below(length);
            let bit = chance.below(8);
            let byte = read(at, 1)[0] ^ (1 << bit);
            opened.write_all_at(&[byte], at).unwrap();
            format!("bit {bit} of byte {at}")
        }
        3 => {
            let (at, many) = (chance.below(length - 64), 1 + chance.below(64));
            let bytes: Vec<u8> = (0..many).map(|_| chance.next() as u8).collect();
            opened.write_all_at(&bytes, at).unwrap();
            format!("{many} bytes at {at}")
        }
        4 => {
            let at = chance.below(pages);
            opened
                .write_all_at(&vec![0; page as usize], at * page)
                .unwrap();
            format!("zeros in page {at}")
        }
        5 | 6 => {
            let (a, b) = (1 + chance.below(pages - 1), 1 + chance.below(pages - 1));
            let (of_a, of_b) = (read(a * page, page), read(b * page, page));
            opened.write_all_at(&of_a, b * page).unwrap();
            opened.write_all_at(&of_b, a * page).unwrap();
            format!("pages {a} and {b} exchanged")
        }
        7 => {
            let left = page + chance.below(length - page);
            opened.set_len(left).unwrap();
            format!("cut off at {left}")
        }
        // Sound pages with other rows, as a page written in the wrong place leaves them.
        _ => rows(file, chance),
    }
}

fn rows(file: &Path, chance: &mut Chance) -> String {
    const EXCHANGED: [(&str, &str, &str); 10] = [
        ("text", "document", "body"),
        ("text", "document", "about"),
        ("passages", "document", "fingerprints"),
        ("signs", "document", "signs"),
        ("member", "document", "name"),
        ("fingerprint", "document", "fingerprint"),
        ("path", "document", "name"),
        ("check_row", "name", "document"),
        ("document", "id", "format"),
        ("seal", "id", "sum"),
    ];
    const TABLES: [&str; 14] = [
        "document",
        "text",
        "path",
        "recipe",
        "fingerprint",
        "signs",
        "member",
        "passages",
        "vectors",
        "saved_check",
        "check_row",
        "decision",
        "correction",
        "template",
    ];
    let connection = Connection::open(file).unwrap();
    connection
        .pragma_update(None, "foreign_keys", false)
        .unwrap();
    let many = |table: &str| -> u64 {
        let many: i64 = connection
            .query_row(&format!("SELECT count(*) FROM {table}"), (), |row| {
                row.get(0)
            })
            .unwrap();
        many.cast_unsigned()
    };
    match chance.below(4) {
        0 => {
            let (table, key, column) = EXCHANGED[chance.below(10) as usize];
            let rows = many(table);
            let mut row = || -> (Value, Value) {
                let at = chance.below(rows).cast_signed();
                connection
                    .query_row(
                        &format!("SELECT {key}, {column} FROM {table} LIMIT 1 OFFSET {at}"),
                        (),
                        |row| Ok((row.get(0)?, row.get(1)?)),
                    )
                    .unwrap()
            };
            let (a, b) = (row(), row());
            let sql = format!("UPDATE {table} SET {column} = ?2 WHERE {key} = ?1");
            connection.execute(&sql, (&a.0, &b.1)).unwrap();
            connection.execute(&sql, (&b.0, &a.1)).unwrap();
            format!("{column} of {:?} and {:?} of {table} exchanged", a.0, b.0)
        }
        1 | 2 => {
            let table = TABLES[chance.below(14) as usize];
            let at = chance.below(many(table));
            let key = match table {
                "document" | "saved_check" | "recipe" => "id",
                "decision" => "a",
                "check_row" | "path" => "name",
                _ => "document",
            };
            connection
                .execute(
                    &format!(
                        "DELETE FROM {table} WHERE {key} =
                         (SELECT {key} FROM {table} LIMIT 1 OFFSET {at})"
                    ),
                    (),
                )
                .unwrap();
            format!("row {at} of {table} deleted")
        }
        _ => {
            let table = ["search_data", "search_docsize"][chance.below(2) as usize];
            let at = chance.below(many(table));
            connection
                .execute(
                    &format!(
                        "DELETE FROM {table} WHERE id = (SELECT id FROM {table} LIMIT 1 OFFSET {at})"
                    ),
                    (),
                )
                .unwrap();
            format!("row {at} of {table} deleted")
        }
    }
}

/// Copies a library with the files beside it.
fn copy(from: &Path, to: &Path, with_index: bool) {
    fs::copy(from, to).unwrap();
    for ending in ["-wal", ".index"] {
        let there = beside(from, ending);
        if there.exists() && (with_index || ending != ".index") {
            fs::copy(there, beside(to, ending)).unwrap();
        }
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |number| number.parse().unwrap())
}

#[test]
fn damage_is_never_silent() {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().join("base.chachong");
    make(&base);
    let (sound, all) = (check(&base).unwrap(), said(&base).unwrap());
    assert!(
        sound.missing.is_empty() && sound.pairs.len() > 10,
        "{sound:#?}"
    );
    assert!(
        verify_library(&base, false, &mut |_, _| true)
            .unwrap()
            .is_clean()
    );
    let from = number("CHACHONG_DAMAGES_FROM", 0);
    let (mut same, mut told, mut refused, mut silent, mut unseen) = (0, 0, 0, 0, 0);
    for seed in from..from + number("CHACHONG_DAMAGES", FEW) {
        let mut chance = Chance(seed);
        let with_index = chance.below(2) == 0;
        let damaged = folder.path().join(format!("{seed}.chachong"));
        copy(&base, &damaged, with_index);
        let how = damage(&damaged, &mut chance);
        let verified = folder.path().join(format!("{seed}v.chachong"));
        copy(&damaged, &verified, with_index);
        let is_changed = said(&damaged).is_none_or(|said| said != all);
        match check(&damaged) {
            Err(_) => refused += 1,
            Ok(found) if !found.missing.is_empty() => told += 1,
            Ok(found) if found.pairs == sound.pairs => same += 1,
            Ok(found) => {
                silent += 1;
                let lost: Vec<_> = (sound.pairs.iter())
                    .filter(|pair| !found.pairs.contains(pair))
                    .collect();
                println!("{seed} (index {with_index}): {how}: lost {lost:?}");
            }
        }
        let is_clean = verify_library(&verified, false, &mut |_, _| true)
            .is_ok_and(|report| report.is_clean());
        if is_changed && is_clean {
            unseen += 1;
            println!("{seed}: verify missed {how}");
        }
        for file in [damaged, verified] {
            for ending in ["", "-wal", "-shm", ".index", ".lock"] {
                let _ = fs::remove_file(beside(&file, ending));
            }
        }
    }
    println!(
        "{same} without effect, {told} told, {refused} refused, {silent} silent, {unseen} unseen"
    );
    assert_eq!((silent, unseen), (0, 0));
}

/// A library whose log has not been written into it yet, as after a kill, with documents that were reported as kept.
fn with_log(folder: &Path) -> PathBuf {
    let (open, killed) = (folder.join("open.chachong"), folder.join("killed.chachong"));
    make(&open);
    let library = Library::open(&open).unwrap();
    let store = library.store();
    let by = Fingerprinting::default();
    for seed in [60, 61, 62] {
        let extracted = decode_text(text(seed, 1_000).as_bytes()).unwrap();
        keep_template(store.as_ref(), &extracted, &format!("{seed}.txt"), &by).unwrap();
    }
    for ending in ["", "-wal"] {
        fs::copy(beside(&open, ending), beside(&killed, ending)).unwrap();
    }
    killed
}

#[test]
fn a_damaged_log_is_never_silent() {
    let folder = tempfile::tempdir().unwrap();
    let killed = with_log(folder.path());
    let log = fs::read(beside(&killed, "-wal")).unwrap();
    assert!(log.len() > 50_000);
    let whole = folder.path().join("whole.chachong");
    copy(&killed, &whole, false);
    let templates = |file: &Path| -> Result<(usize, bool), LibraryError> {
        let store = SqliteStore::open_existing(file)?;
        Ok((store.templates()?.len(), store.damage().is_empty()))
    };
    assert_eq!(templates(&whole).unwrap(), (4, true));
    let mut chance = Chance(1);
    for attempt in 0..number("CHACHONG_DAMAGES", FEW) / 2 {
        let damaged = folder.path().join(format!("{attempt}.chachong"));
        fs::copy(&killed, &damaged).unwrap();
        let mut bytes = log.clone();
        let at = chance.below(log.len() as u64) as usize;
        if attempt % 2 == 0 {
            bytes[at] ^= 1 << chance.below(8);
        } else {
            let end = (at + 8_192).min(bytes.len());
            bytes[at..end].fill(0);
        }
        fs::write(beside(&damaged, "-wal"), bytes).unwrap();
        match templates(&damaged) {
            Ok((4, _) | (_, false)) | Err(LibraryError::Damaged { .. }) => {}
            found => panic!("{attempt}: byte {at}: {found:?}"),
        }
    }
}

#[test]
fn a_damaged_log_is_repaired_and_kept_beside() {
    let folder = tempfile::tempdir().unwrap();
    let killed = with_log(folder.path());
    let log = beside(&killed, "-wal");
    let mut bytes = fs::read(&log).unwrap();
    bytes[40_000] ^= 1;
    fs::write(&log, &bytes).unwrap();
    assert!(matches!(
        Library::open_existing(&killed),
        Err(LibraryError::Damaged { .. })
    ));
    assert!(verify_library(&killed, false, &mut |_, _| true).is_err());
    let report = verify_library(&killed, true, &mut |_, _| true).unwrap();
    assert!(
        report.wrong.contains(&"what was added last".to_owned()),
        "{report:?}"
    );
    let kept = fs::read(beside(&killed, ".damaged1-wal")).unwrap();
    assert!(kept == bytes, "{} bytes", kept.len());
    chachong_library::forget_losses(&killed);
    assert!(
        verify_library(&killed, false, &mut |_, _| true)
            .unwrap()
            .is_clean()
    );
    let members = SqliteStore::open(&killed)
        .unwrap()
        .member_numbers()
        .unwrap();
    assert_eq!(members.len() as u64, MEMBERS);
    assert_eq!(members.first(), Some(&DocumentId(1)));
}
