//! A library with pages that cannot be read -> a sound one with all rows that can. Knows nothing of what a row means: what
//! hangs together is made whole afterwards, by references and checksums.

use std::path::{Path, PathBuf};

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::{Done, Fault, SqliteStore, lock, locked, named, schema};
use crate::library::LibraryError;

/// Tables in the order of their references. Those that are keyed by a number, by its name.
const TABLES: [(&str, Option<&str>); 13] = [
    ("library", Some("one")),
    ("document", Some("id")),
    ("text", Some("document")),
    ("path", None),
    ("fingerprint", None),
    ("signs", Some("document")),
    ("member", Some("document")),
    ("passages", Some("document")),
    ("saved_check", Some("id")),
    ("check_row", None),
    ("decision", None),
    ("template", Some("document")),
    ("frequencies", Some("one")),
];

impl SqliteStore {
    /// Whether a library has pages that cannot be read, or that contradict each other.
    pub fn has_unreadable_pages(file: &Path) -> Result<bool, LibraryError> {
        if !file.is_file() {
            return Ok(false);
        }
        let connection = Self::connect_reader(file, false)?;
        Self::check(file, &connection)?;
        let mut sound = true;
        let looked = connection.pragma(None, "quick_check", 1, |row| {
            sound &= row.get::<_, String>(0)? == "ok";
            Ok(())
        });
        Ok(!sound || looked.is_err())
    }
}

/// Puts all rows that can be read into a new library and that in the place of the old one, which stays beside it as
/// `….damaged`. Returns what was done, in words.
pub fn salvage(file: &Path) -> Result<Vec<String>, LibraryError> {
    let fault = |fault: Fault| named(file, fault);
    // Nobody may write meanwhile.
    let Some(held) = locked(file).map_err(|error| fault(error.into()))? else {
        return Err(LibraryError::ReadOnly {
            file: file.to_owned(),
        });
    };
    let from = SqliteStore::connect_reader(file, false)?;
    SqliteStore::check(file, &from)?;
    if schema::version(&from).map_err(|error| fault(error.into()))? != schema::VERSION {
        return Err(LibraryError::Damaged {
            file: file.to_owned(),
            detail: "pages of an older form".to_owned(),
        });
    }
    let new = with_ending(file, ".salvaged");
    for ending in ["", "-wal", "-shm", ".lock"] {
        // From a salvage that was interrupted, or none.
        let _ = std::fs::remove_file(with_ending(&new, ending));
    }
    let store = SqliteStore::open(&new)?;
    let report = match &store.writer {
        Some(writer) => copy(&from, &mut lock(writer)).map_err(fault)?,
        None => Vec::new(),
    };
    store.into_one_file()?;
    drop(from);
    let damaged = (1..1_000)
        .map(|number| with_ending(file, &format!(".damaged{number}")))
        .find(|place| !place.exists())
        .unwrap_or_else(|| with_ending(file, ".damaged"));
    for ending in ["-wal", "-shm"] {
        let beside = with_ending(file, ending);
        if beside.exists() {
            std::fs::rename(&beside, with_ending(&damaged, ending))
                .map_err(|error| fault(error.into()))?;
        }
    }
    std::fs::rename(file, &damaged)
        .and_then(|()| std::fs::rename(&new, file))
        .map_err(|error| fault(error.into()))?;
    let _ = std::fs::remove_file(with_ending(&new, ".lock"));
    drop(held);
    Ok(report)
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn copy(from: &Connection, to: &mut Connection) -> Done<Vec<String>> {
    to.pragma_update(None, "foreign_keys", false)?;
    let transaction = to.transaction()?;
    transaction.execute("DELETE FROM library", ())?;
    let mut report = Vec::new();
    let most = most_numbers(from);
    for (table, key) in TABLES {
        let expected: Option<i64> = from
            .query_row(&format!("SELECT count(*) FROM {table}"), (), |row| {
                row.get(0)
            })
            .ok();
        let copied = match key {
            Some(key) => by_number(from, &transaction, table, key, most)?,
            None => from_both_ends(from, &transaction, table)?,
        };
        match expected {
            Some(expected) if expected == copied => {}
            Some(expected) => report.push(format!("{table}: {copied} of {expected} rows")),
            None => report.push(format!("{table}: the {copied} rows that can be read")),
        }
    }
    // A row without what it belongs to is nothing.
    for table in ["text", "path", "fingerprint", "signs", "member", "template"] {
        transaction.execute(
            &format!("DELETE FROM {table} WHERE document NOT IN (SELECT id FROM document)"),
            (),
        )?;
    }
    transaction.execute_batch(
        "DELETE FROM passages WHERE document NOT IN (SELECT document FROM member);
         UPDATE check_row SET document = NULL WHERE document NOT IN (SELECT id FROM document);
         DELETE FROM check_row WHERE saved_check NOT IN (SELECT id FROM saved_check);
         DELETE FROM decision WHERE a NOT IN (SELECT id FROM document) OR b NOT IN (SELECT id FROM document);
         INSERT OR IGNORE INTO library VALUES (1, randomblob(16), unixepoch(), 0, 0);
         UPDATE library SET changes = changes + 1,
             next_passage = max(next_passage, (SELECT coalesce(max(first + count), 0) FROM passages));",
    )?;
    transaction.commit()?;
    to.pragma_update(None, "foreign_keys", true)?;
    Ok(report)
}

/// Numbers of documents and checks lie below this.
fn most_numbers(from: &Connection) -> i64 {
    let of = |sql: &str| from.query_row(sql, (), |row| row.get(0)).unwrap_or(0);
    [
        "SELECT max(seq) FROM sqlite_sequence",
        "SELECT max(id) FROM document",
        "SELECT max(document) FROM text",
        "SELECT max(document) FROM member",
    ]
    .map(of)
    .into_iter()
    .max()
    .unwrap_or(0)
    .min(1 << 32)
}

/// One row at a time: a page that cannot be read costs no row on another.
fn by_number(from: &Connection, to: &Connection, table: &str, key: &str, most: i64) -> Done<i64> {
    let Ok(mut select) = from.prepare(&format!("SELECT * FROM {table} WHERE {key} = ?1")) else {
        return Ok(0);
    };
    let mut copied = 0;
    for number in 1..=most.max(1) {
        let row = select.query_row([number], values);
        if let Ok(row) = row {
            copied += insert(to, table, &row)?;
        }
    }
    Ok(copied)
}

/// From the first row up to what cannot be read, and from the last one down to it.
fn from_both_ends(from: &Connection, to: &Connection, table: &str) -> Done<i64> {
    let key = match table {
        "path" => ["path DESC", ""],
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

/// What cannot be a row of ours is none: a page may be read and be another's.
fn insert(to: &Connection, table: &str, row: &[Value]) -> Done<i64> {
    let marks = vec!["?"; row.len()].join(", ");
    let inserted = to
        .prepare_cached(&format!("INSERT OR IGNORE INTO {table} VALUES ({marks})"))?
        .execute(params_from_iter(row));
    Ok(i64::from(matches!(inserted, Ok(1))))
}
