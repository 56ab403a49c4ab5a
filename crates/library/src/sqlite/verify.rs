//! Verification of a library: checks every row and checksum and repairs what follows from other rows. Data computed
//! from texts is made again by the caller (`chachong_jobs::verify_library`).

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::seal::{self, Kind, List};
use super::values::words;
use super::{Done, SqliteStore, checks, documents, members, search_words, vectors};
use crate::{DocumentId, LibraryError, VerifyReport};

/// Maximum number of `SQLite`'s complaints about pages that are read.
const MOST_COMPLAINTS: u32 = 20;

pub(super) fn verify(store: &SqliteStore, repair: bool) -> Result<VerifyReport, LibraryError> {
    let mut report = store.look(look)?;
    if repair && !store.is_read_only() && !report.wrong.is_empty() {
        // Indexes can be rebuilt from their tables.
        let mended = store.write(|transaction| {
            transaction.execute_batch("REINDEX")?;
            complaints(transaction)
        });
        if let Ok(left) = mended {
            let (gone, wrong): (Vec<String>, Vec<String>) = std::mem::take(&mut report.wrong)
                .into_iter()
                .partition(|complaint| !left.contains(complaint));
            report.rebuilt.extend(gone);
            report.wrong = wrong;
        }
    }
    let mend = repair && !store.is_read_only();
    let parts = |connection: &Connection| {
        Ok((
            numbers(connection, mend)?,
            vectors::damaged(connection, mend)?,
            checks::damaged_checks(connection, mend)?,
        ))
    };
    let (numbers, vectors, checks) = if mend {
        store.write(|transaction| parts(transaction))?
    } else {
        store.look(parts)?
    };
    let whither = if mend {
        &mut report.rebuilt
    } else {
        &mut report.wrong
    };
    if numbers {
        whither.push("the library's counts".to_owned());
    }
    whither.extend(vectors.values().cloned());
    if store.look(search_words::sums).is_err() {
        whither.push("full-text search".to_owned());
        if mend {
            // The caller finds every member missing in it.
            store.write(|transaction| {
                transaction.execute("INSERT INTO search (search) VALUES ('delete-all')", ())?;
                Ok(())
            })?;
        }
    }
    seals(store, mend, &vectors, &mut report)?;
    // A person's choices cannot be computed again.
    report.wrong.extend(checks);
    Ok(report)
}

/// Names everything that contradicts its seal. With `mend`, seals it in its present state, because the damage was
/// named and nobody knows more about it. Lost texts stay lost, and data derived from texts is verified with these.
/// Damaged `vectors` were named before.
fn seals(
    store: &SqliteStore,
    mend: bool,
    vectors: &BTreeMap<DocumentId, String>,
    report: &mut VerifyReport,
) -> Result<(), LibraryError> {
    let mut to_seal: Vec<(Kind, i64)> = Vec::new();
    for kind in Kind::ALL {
        let broken = match store.look(|connection| seal::broken(connection, kind)) {
            Ok(broken) => broken,
            Err(error @ LibraryError::Damaged { .. }) => {
                report.wrong.push(error.detail());
                continue;
            }
            Err(error) => return Err(error),
        };
        for number in broken {
            let document = DocumentId(number);
            let is_there = store.look(|connection| documents::is_there(connection, document))?;
            let name = store
                .look(|connection| members::name(connection, document))
                .unwrap_or_else(|_| format!("#{number}"));
            let what = match kind {
                // One that is not there any more was named by its entry.
                Kind::Text | Kind::Derived | Kind::Passages if is_there => continue,
                Kind::Text | Kind::Derived | Kind::Passages | Kind::Total => None,
                Kind::Entry if !is_there => {
                    report.lost.push((document, name));
                    None
                }
                Kind::Entry => Some(format!("name, place or corrections of {name}")),
                Kind::Vectors if vectors.contains_key(&document) => None,
                Kind::Vectors => Some(format!("vectors of {name}")),
                Kind::Check => Some(format!(
                    "check {number}: its title, files, settings or choices"
                )),
                Kind::Results => Some(format!("results of check {number}")),
                Kind::Case => Some(format!("case {number}")),
                Kind::Page => Some("a recognised page".to_owned()),
                Kind::List => Some(format!("list {}", seal::name_of_list(number))),
            };
            let can_be_made_again = mend
                && (matches!(kind, Kind::Vectors | Kind::Results)
                    || (kind, number) == (Kind::List, List::Frequencies as i64));
            if can_be_made_again {
                report.rebuilt.extend(what);
            } else {
                report.wrong.extend(what);
            }
            to_seal.push((kind, number));
        }
    }
    let is_total_right = store.look(seal::is_total_right)?;
    if !is_total_right && to_seal.is_empty() {
        report.wrong.push("checksums".to_owned());
    }
    if mend && !(is_total_right && to_seal.is_empty()) {
        store.write(|transaction| {
            for (kind, number) in &to_seal {
                let sql = match kind {
                    Kind::Vectors => "DELETE FROM vectors WHERE document = ?1",
                    Kind::Results => "UPDATE saved_check SET results = NULL WHERE id = ?1",
                    Kind::List if *number == List::Frequencies as i64 => {
                        "DELETE FROM frequencies WHERE ?1 = ?1"
                    }
                    _ => "SELECT ?1 WHERE 0",
                };
                transaction.execute(sql, [number])?;
                seal::renew(transaction, *kind, *number)?;
            }
            Ok(())
        })?;
        store.write(|transaction| seal::seal_total(transaction))?;
    }
    Ok(())
}

fn look(connection: &Connection) -> Done<VerifyReport> {
    let mut report = VerifyReport {
        wrong: complaints(connection)?,
        ..VerifyReport::default()
    };
    let mut statement = connection.prepare(
        "SELECT id, coalesce((SELECT name FROM member WHERE member.document = id),
         (SELECT name FROM path WHERE path.document = id LIMIT 1),
         (SELECT name FROM template WHERE template.document = id), '') FROM document ORDER BY id",
    )?;
    let mut rows = statement.query(())?;
    loop {
        let row = match rows.next() {
            Ok(Some(row)) => row,
            Ok(None) => break,
            // A damaged page ends the walk; the complaints name it.
            Err(error) => {
                report.wrong.push(error.to_string());
                break;
            }
        };
        let (document, name) = (DocumentId(row.get(0)?), words(row, 1)?);
        report.documents += 1;
        if documents::extracted(connection, document).is_err() {
            report.lost.push((document, name));
        }
    }
    Ok(report)
}

/// Returns whether the library's own counters are impossible. With `repair`, also corrects them.
fn numbers(connection: &Connection, repair: bool) -> Done<bool> {
    // 2^60 changes are never made; passage ids have 32 bits.
    const WRONG: &str = "changes NOT BETWEEN 0 AND 1 << 60 OR next_passage NOT BETWEEN
        (SELECT coalesce(max(first + count), 0) FROM passages WHERE first + count BETWEEN 0 AND 4294967295)
        AND 4294967295";
    let wrong: bool = connection.query_row(
        &format!("SELECT count(*) > 0 FROM library WHERE {WRONG}"),
        (),
        |row| row.get(0),
    )?;
    if wrong && repair {
        connection.execute(
            "UPDATE library SET changes = CASE WHEN changes BETWEEN 0 AND 1 << 60 THEN changes ELSE 0 END,
             next_passage = (SELECT coalesce(max(first + count), 0) FROM passages
             WHERE first + count BETWEEN 0 AND 4294967295)",
            (),
        )?;
    }
    Ok(wrong)
}

/// Returns the problems that `SQLite` finds with pages, indexes, constraints and references.
fn complaints(connection: &Connection) -> Done<Vec<String>> {
    let mut found = Vec::new();
    connection.pragma(None, "integrity_check", MOST_COMPLAINTS, |row| {
        let complaint: String = row.get(0)?;
        if complaint != "ok" {
            found.push(complaint);
        }
        Ok(())
    })?;
    let mut statement = connection.prepare("PRAGMA foreign_key_check")?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
        found.push(format!("a row of {table} without its {parent}"));
    }
    Ok(found)
}
