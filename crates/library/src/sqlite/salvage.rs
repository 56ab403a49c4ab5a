//! Salvage: copies all readable rows of a library with unreadable pages into a new, sound one. References and
//! checksums are repaired afterwards.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::opening::{is_begun, locked, must_be_a_library, real};
use super::seal::{self, Seals};
use super::values::words;
use super::{Done, SqliteStore, Writer, foreign_log, journal, lock, log, losses, named, schema};
use crate::address::with_ending;
use crate::{DocumentId, LibraryError, VerifyReport};

/// Tables in the order of their references, each with its integer key, if it has one.
const TABLES: [(&str, Option<&str>); 20] = [
    ("library", Some("one")),
    ("document", Some("id")),
    ("text", Some("document")),
    ("path", None),
    ("recipe", Some("id")),
    ("fingerprint", None),
    ("signs", Some("document")),
    ("member", Some("document")),
    ("passages", Some("document")),
    ("vectors", Some("document")),
    ("saved_check", Some("id")),
    ("check_row", None),
    ("decision", None),
    ("correction", None),
    ("submission", None),
    ("recognised_page", None),
    ("template", Some("document")),
    ("case_file", Some("id")),
    ("frequencies", Some("one")),
    ("seal", None),
];

/// Sizes of a page in bytes: of libraries made before form 7, and since then.
const PAGE_SIZES: [u64; 2] = [4096, super::PAGE_SIZE];

/// Maximum stated length in bytes; a file that states more is malicious.
const MOST_BYTES: u64 = 1 << 40;

/// Ending of the copy that is being made; of the old file as it is read; and of the whole copy that is to take its place.
const COPY: &str = ".salvaged";
const OLD: &str = ".salvaged-old";
const WHOLE_COPY: &str = ".mended";

/// Replaces a library that has unreadable pages, or an unreadable log, with a copy of all readable rows. The old file is kept as
/// `….damaged1`, or with the next number that is free. In the returned report, `rebuilt` describes the repair and `lost` names the
/// documents that could not be saved. The report also has what was lost earlier, until [`super::forget_losses`] is called. A library
/// without such damage, or one that does not exist, stays as it is. Fails with [`LibraryError::ReadOnly`] if another program uses the
/// damaged library, with [`LibraryError::NotALibrary`] for another file, and if the library cannot be read or the copy cannot be written.
pub fn salvage(file: &Path) -> Result<VerifyReport, LibraryError> {
    let real = real(file);
    if !real.is_file() {
        return Ok(VerifyReport::default());
    }
    if is_begun(&real) {
        must_be_a_library(file, &real)?;
    }
    let fault = |error: std::io::Error| named(file, error.into());
    // Nobody may write meanwhile.
    let Ok(Some(_held)) = locked(&real) else {
        return if has_unreadable_pages(file, &real)? {
            Err(LibraryError::ReadOnly {
                file: file.to_owned(),
            })
        } else {
            Ok(losses(&real))
        };
    };
    end_interrupted(&real).map_err(fault)?;
    journal::roll_back(&real).map_err(|fault| named(file, fault))?;
    restore_length(&real).map_err(fault)?;
    if has_unreadable_pages(file, &real)? {
        let salvaged = salvage_to(file, &real, &with_ending(&real, COPY));
        if let Ok(salvaged) = salvaged {
            losses::keep(&real, salvaged).map_err(fault)?;
            // From here on, an interrupted salvage is completed.
            std::fs::rename(with_ending(&real, COPY), with_ending(&real, WHOLE_COPY))
                .map_err(fault)?;
            end_interrupted(&real).map_err(fault)?;
        } else {
            sweep(&real);
            salvaged?;
        }
    }
    Ok(losses(&real))
}

/// Completes an interrupted salvage whose copy is whole, and deletes what any other one left. The lock must be held.
pub(super) fn end_interrupted(file: &Path) -> std::io::Result<()> {
    let copy = with_ending(file, WHOLE_COPY);
    if copy.exists() {
        let damaged = (1..1_000)
            .map(|number| with_ending(file, &format!(".damaged{number}")))
            .find(|place| !place.exists())
            .unwrap_or_else(|| with_ending(file, ".damaged"));
        // A log would be read into any file of its name.
        for (from, to) in [
            (log::of(file), log::of(&damaged)),
            (with_ending(file, OLD), damaged),
        ] {
            if from.exists() {
                std::fs::rename(from, to)?;
            }
        }
        let _ = std::fs::remove_file(with_ending(file, "-shm"));
        // A library of this name exists at every moment.
        std::fs::rename(copy, file)?;
    }
    sweep(file);
    Ok(())
}

/// Deletes what an interrupted salvage left; one that cannot be deleted is deleted next time.
fn sweep(file: &Path) {
    for ending in [COPY, OLD] {
        remove(&with_ending(file, ending));
    }
    let _ = std::fs::remove_file(losses::part(file));
}

/// Extends a truncated library file to the length that its header states, because `SQLite` refuses shorter files. The added
/// part is zeros, which count as unreadable pages.
fn restore_length(file: &Path) -> std::io::Result<()> {
    let mut header = [0; 100];
    let Ok(mut opened) = File::open(file) else {
        return Ok(());
    };
    let length = opened.metadata()?.len();
    if opened.read_exact(&mut header).is_err() || !header.starts_with(b"SQLite format 3\0") {
        return Ok(());
    }
    let number = |at: usize| {
        header[at..at + 4]
            .iter()
            .fold(0_u64, |number, &byte| number << 8 | u64::from(byte))
    };
    let is_ours = number(68).cast_signed() == schema::APPLICATION_ID;
    // The page size stands in bytes 16 and 17; the page count is valid if the two counters agree.
    let page = u64::from(header[16]) << 8 | u64::from(header[17]);
    let of_our_pages = PAGE_SIZES.contains(&page) && number(24) == number(92);
    let should_be = number(28) * page;
    if !is_ours || !of_our_pages || length >= should_be || should_be > MOST_BYTES {
        return Ok(());
    }
    File::options().write(true).open(file)?.set_len(should_be)
}

/// Returns whether a library has unreadable or contradictory pages, or an unreadable log of changes. `false` for one that
/// cannot be read in its place, which says nothing of its content.
fn has_unreadable_pages(file: &Path, real: &Path) -> Result<bool, LibraryError> {
    if log::state(real).map_err(|error| named(file, error.into()))? == log::State::Damaged {
        return Ok(true);
    }
    if foreign_log::is_there(real) {
        return Err(LibraryError::ForeignLog {
            file: file.to_owned(),
        });
    }
    let connection = SqliteStore::connect_reader(real, false)?;
    match SqliteStore::check(file, &connection) {
        Ok(()) => {}
        Err(
            LibraryError::DiskFull { .. }
            | LibraryError::ReadOnly { .. }
            | LibraryError::CannotOpen { .. },
        ) => return Ok(false),
        Err(error) => return Err(error),
    }
    let mut sound = true;
    let looked = connection.pragma(None, "quick_check", 1, |row| {
        sound &= row.get::<_, String>(0)? == "ok";
        Ok(())
    });
    Ok(!sound || looked.is_err())
}

/// Copies what can be read of `real` and its log to `new`. Nothing of the library is changed: it is read under another name,
/// with a copy of its log.
fn salvage_to(file: &Path, real: &Path, new: &Path) -> Result<VerifyReport, LibraryError> {
    let fault = |error: std::io::Error| named(file, error.into());
    let lost_log = log::state(real).map_err(fault)? == log::State::Damaged;
    let old = with_ending(real, OLD);
    std::fs::hard_link(real, &old)
        .or_else(|_| std::fs::copy(real, &old).map(|_| ()))
        .map_err(fault)?;
    if log::has_frames(real) {
        std::fs::copy(log::of(real), log::of(&old)).map_err(fault)?;
    }
    let from = SqliteStore::connect_reader(&old, false)?;
    SqliteStore::check(file, &from)?;
    let store = SqliteStore::open(new)?;
    let mut report = match &store.writer {
        Some(writer) => {
            let mut writer = lock(writer);
            let Writer { connection, seals } = &mut *writer;
            copy(&from, connection, seals).map_err(|fault| named(file, fault))?
        }
        None => VerifyReport::default(),
    };
    if lost_log {
        report.add_last_changes();
    }
    store.into_one_file()?;
    Ok(report)
}

/// Deletes a library file and the files that `SQLite` creates beside it; missing ones are ignored.
pub(super) fn remove(new: &Path) {
    for ending in ["", "-wal", "-shm", "-journal", ".lock"] {
        let _ = std::fs::remove_file(with_ending(new, ending));
    }
}

fn copy(from: &Connection, to: &mut Connection, seals: &Seals) -> Done<VerifyReport> {
    to.pragma_update(None, "foreign_keys", false)?;
    let transaction = to.transaction()?;
    transaction.execute_batch("DELETE FROM library; DELETE FROM seal;")?;
    let mut report = VerifyReport::default();
    let numbers = known_numbers(from);
    for (table, key) in TABLES {
        if !has(from, table)? {
            // The library has an older schema without this table.
            continue;
        }
        let expected: Option<i64> = from
            .query_row(&format!("SELECT count(*) FROM {table}"), (), |row| {
                row.get(0)
            })
            .ok();
        let copied = match key {
            Some(key) => by_number(from, &transaction, table, key, &numbers)?,
            None => from_both_ends(from, &transaction, table)?,
        };
        match expected {
            Some(expected) if expected == copied => {}
            Some(expected) => {
                let line = format!("{table}: {copied} of {expected} rows");
                report.rebuilt.push(line);
            }
            None => {
                let line = format!("{table}: the {copied} rows that can be read");
                report.rebuilt.push(line);
            }
        }
    }
    // The rows are sealed as they were, so that damage stays known until the verification names it.
    seals.forget();
    documents_by_hash(from, &transaction, &mut report)?;
    members_by_place(from, &transaction, &mut report)?;
    gone(&transaction, &mut report)?;
    unnamed(from, &transaction, &mut report);
    // Delete rows whose owner is gone.
    for table in [
        "text",
        "path",
        "fingerprint",
        "signs",
        "vectors",
        "member",
        "template",
        "correction",
        "submission",
    ] {
        transaction.execute(
            &format!("DELETE FROM {table} WHERE document NOT IN (SELECT id FROM document)"),
            (),
        )?;
    }
    transaction.execute_batch(
        "DELETE FROM passages WHERE document NOT IN (SELECT document FROM member);
         DELETE FROM fingerprint WHERE recipe NOT IN (SELECT id FROM recipe);
         UPDATE check_row SET document = NULL WHERE document NOT IN (SELECT id FROM document);
         DELETE FROM check_row WHERE saved_check NOT IN (SELECT id FROM saved_check);
         DELETE FROM decision WHERE a NOT IN (SELECT id FROM document) OR b NOT IN (SELECT id FROM document);
         -- Words of forms 6 to 9.
         UPDATE OR REPLACE decision SET decision = replace(lead, 'dismissed', 'not-plagiarism'), lead = 'lead'
             WHERE lead NOT IN ('', 'lead');
         INSERT OR IGNORE INTO library VALUES (1, randomblob(16), unixepoch(), 0, 0);
         UPDATE library SET changes = changes + 1,
             next_passage = max(next_passage, (SELECT coalesce(max(first + count), 0) FROM passages));",
    )?;
    if has(from, "seal")? {
        seals.flush(&transaction)?;
    } else {
        seals.forget();
        seal::seal_all(&transaction)?;
    }
    transaction.commit()?;
    to.pragma_update(None, "foreign_keys", true)?;
    if report.rebuilt.is_empty() {
        // No row was lost: only data derived from rows was damaged.
        report.rebuilt.push("pages without rows".to_owned());
    }
    Ok(report)
}

fn has(from: &Connection, table: &str) -> Done<bool> {
    let found = from.query_row(
        "SELECT count(*) > 0 FROM sqlite_schema WHERE type = 'table' AND name = ?1",
        [table],
        |row| row.get(0),
    )?;
    Ok(found)
}

/// Restores a document whose row is lost from its entry in the index by content. The reader version is unknown and
/// set to 0, so that a check reads the file again.
fn documents_by_hash(from: &Connection, to: &Connection, report: &mut VerifyReport) -> Done<()> {
    let Ok(mut select) = from.prepare(&format!("SELECT id, sha256, read_as FROM {BY_HASH}")) else {
        return Ok(());
    };
    let Ok(mut rows) = select.query(()) else {
        return Ok(());
    };
    while let Ok(Some(row)) = rows.next() {
        let row = values(row)?;
        let added = to.execute(
            "INSERT OR IGNORE INTO document
             SELECT ?1, ?2, ?3, substr(?3, 1, instr(?3 || ':', ':') - 1), 0, unixepoch()
             WHERE ?1 IN (SELECT document FROM text) OR ?1 IN (SELECT document FROM path)",
            params_from_iter(&row),
        );
        if let (Ok(1), Some(Value::Integer(id))) = (added, row.first()) {
            report.rebuilt.push(format!("document {id}"));
        }
    }
    Ok(())
}

/// Restores members whose row is lost: a document with passages or search terms was a member, and its path still has
/// its name.
fn members_by_place(from: &Connection, to: &Connection, report: &mut VerifyReport) -> Done<()> {
    let mut were: BTreeSet<i64> = BTreeSet::new();
    for what in ["document FROM passages", "id FROM search_docsize"] {
        numbers(from, &format!("SELECT {what}"), &mut were);
    }
    for id in were {
        let known: bool = to.query_row(
            "SELECT ?1 IN (SELECT document FROM member) OR ?1 NOT IN (SELECT id FROM document)",
            [id],
            |row| row.get(0),
        )?;
        if known {
            continue;
        }
        to.execute(
            "INSERT OR IGNORE INTO member
             SELECT ?1, coalesce((SELECT name FROM path WHERE document = ?1 LIMIT 1), '#' || ?1),
             coalesce((SELECT path FROM path WHERE document = ?1 LIMIT 1), x''), unixepoch(), NULL",
            [id],
        )?;
        report.rebuilt.push(format!("list entry of document {id}"));
    }
    Ok(())
}

/// Reports lost documents to which other rows refer.
fn gone(to: &Connection, report: &mut VerifyReport) -> Done<()> {
    let mut select = to.prepare(
        "SELECT document, max(name) FROM (SELECT document, name FROM member
         UNION ALL SELECT document, name FROM path UNION ALL SELECT document, name FROM template
         UNION ALL SELECT document, '' FROM text UNION ALL SELECT document, '' FROM passages
         UNION ALL SELECT document, name FROM check_row WHERE document IS NOT NULL)
         WHERE document NOT IN (SELECT id FROM document) GROUP BY document ORDER BY document",
    )?;
    let mut rows = select.query(())?;
    while let Some(row) = rows.next()? {
        report.lost.push((DocumentId(row.get(0)?), words(row, 1)?));
    }
    Ok(())
}

/// Reports lost documents to which no row refers.
fn unnamed(from: &Connection, to: &Connection, report: &mut VerifyReport) {
    let count = |from: &Connection, what: &str| -> Option<i64> {
        let sql = format!("SELECT count(*) FROM {what}");
        from.query_row(&sql, (), |row| row.get(0)).ok()
    };
    let were = count(from, "document NOT INDEXED").or_else(|| count(from, BY_HASH));
    let lost = i64::try_from(report.lost.len()).unwrap_or(0);
    let known = count(to, "document").unwrap_or(0) + lost;
    match were {
        Some(were) if were <= known => {}
        Some(were) => report.wrong.push(format!(
            "{} documents are gone and nothing says their names",
            were - known
        )),
        None => report.wrong.push(format!(
            "more than the {known} documents that are there or named may be gone; nothing says their names"
        )),
    }
}

/// Index over documents by content, read without the table.
const BY_HASH: &str = "document INDEXED BY sqlite_autoindex_document_1";

/// Returns all numbers of documents, checks and cases in readable pages; numbers only in unreadable pages stay
/// unknown. The size of the file limits how many there are.
fn known_numbers(from: &Connection) -> BTreeSet<i64> {
    let mut known = BTreeSet::from([1]);
    for (what, key) in [
        ("id FROM document NOT INDEXED", "id"),
        ("document FROM text NOT INDEXED", "document"),
        ("document FROM signs NOT INDEXED", "document"),
        ("document FROM member NOT INDEXED", "document"),
        ("document FROM passages NOT INDEXED", "document"),
        ("document FROM vectors NOT INDEXED", "document"),
        ("document FROM template NOT INDEXED", "document"),
        ("document FROM fingerprint NOT INDEXED", "document"),
        ("document FROM path NOT INDEXED", "path"),
        ("document FROM path INDEXED BY path_by_document", "document"),
        ("id FROM recipe NOT INDEXED", "id"),
        ("id FROM saved_check NOT INDEXED", "id"),
        ("id FROM case_file NOT INDEXED", "id"),
        ("saved_check FROM check_row NOT INDEXED", "saved_check"),
    ] {
        for order in ["", "DESC"] {
            let sql = format!("SELECT {what} ORDER BY {key} {order}");
            numbers(from, &sql, &mut known);
        }
    }
    numbers(from, &format!("SELECT id FROM {BY_HASH}"), &mut known);
    numbers(from, "SELECT id FROM search_docsize", &mut known);
    known
}

/// Adds the numbers that a query returns before it reaches an unreadable page.
fn numbers(from: &Connection, sql: &str, found: &mut BTreeSet<i64>) {
    let Ok(mut select) = from.prepare(sql) else {
        return;
    };
    let Ok(mut rows) = select.query(()) else {
        return;
    };
    while let Ok(Some(row)) = rows.next() {
        if let Ok(number) = row.get(0) {
            found.insert(number);
        }
    }
}

/// Copies row by row, so that an unreadable page loses only its own rows. Returns the number of copied rows.
fn by_number(
    from: &Connection,
    to: &Connection,
    table: &str,
    key: &str,
    numbers: &BTreeSet<i64>,
) -> Done<i64> {
    let Ok(mut select) = from.prepare(&format!("SELECT * FROM {table} WHERE {key} = ?1")) else {
        return Ok(0);
    };
    let mut copied = 0;
    for number in numbers {
        let row = select.query_row([number], values);
        if let Ok(row) = row {
            copied += insert(to, table, &row)?;
        }
    }
    Ok(copied)
}

/// Copies from the first row up to an unreadable page, and from the last row down to one. Returns the number of
/// copied rows.
fn from_both_ends(from: &Connection, to: &Connection, table: &str) -> Done<i64> {
    let key = match table {
        "path" => ["path DESC", ""],
        "seal" => ["kind DESC", ", id DESC"],
        "correction" => ["document DESC", ", field DESC"],
        "submission" => ["document DESC", ", student DESC, number DESC"],
        "recognised_page" => ["rowid DESC", ""],
        "fingerprint" => ["document DESC", ", recipe DESC"],
        "check_row" => ["saved_check DESC", ", origin DESC, name DESC"],
        _ => [
            "a DESC, b DESC",
            ", a_start DESC, a_end DESC, b_start DESC, b_end DESC",
        ],
    }
    .concat();
    let mut copied = 0;
    for order in [String::new(), format!("ORDER BY {key}")] {
        let Ok(mut select) = from.prepare(&format!("SELECT * FROM {table} {order}")) else {
            continue;
        };
        let Ok(mut rows) = select.query(()) else {
            continue;
        };
        let mut whole = false;
        loop {
            match rows.next() {
                Ok(Some(row)) => copied += insert(to, table, &values(row)?)?,
                Ok(None) => {
                    whole = true;
                    break;
                }
                Err(_) => break,
            }
        }
        if whole {
            break;
        }
    }
    Ok(copied)
}

fn values(row: &rusqlite::Row<'_>) -> rusqlite::Result<Vec<Value>> {
    (0..row.as_ref().column_count())
        .map(|at| row.get(at))
        .collect()
}

/// Inserts a row; an impossible one is ignored, as a readable page may belong to another table. Columns that an older
/// schema lacks get their default. Returns the number of inserted rows.
fn insert(to: &Connection, table: &str, row: &[Value]) -> Done<i64> {
    let all = to.prepare_cached(&format!("SELECT * FROM {table}"))?;
    let columns: Vec<&str> = all.column_names().take(row.len()).collect();
    let columns = columns.join(", ");
    let marks = vec!["?"; row.len()].join(", ");
    let inserted = to
        .prepare_cached(&format!(
            "INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})"
        ))?
        .execute(params_from_iter(row));
    Ok(i64::from(matches!(inserted, Ok(1))))
}
