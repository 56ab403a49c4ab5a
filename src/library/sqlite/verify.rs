//! Looks at every row and checksum of a library and makes again what follows from other rows. Knows nothing of how texts
//! are compared: what is made from texts anew is the caller's work ([`crate::library::Library::verify`]).

use rusqlite::Connection;

use super::values::words;
use super::{Done, SqliteStore, checks, documents};
use crate::library::{DocumentId, LibraryError, VerifyReport};

/// At most so many complaints of `SQLite` about pages.
const MOST_COMPLAINTS: u32 = 20;

pub(super) fn verify(store: &SqliteStore, repair: bool) -> Result<VerifyReport, LibraryError> {
    let mut report = store.look(look)?;
    if repair && !store.is_read_only() && !report.wrong.is_empty() {
        // Indexes follow from their tables.
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
    let (numbers, checks) = if mend {
        store.write(|transaction| {
            Ok((
                numbers(transaction, true)?,
                checks::damaged_checks(transaction, true)?,
            ))
        })?
    } else {
        store.look(|connection| {
            Ok((
                numbers(connection, false)?,
                checks::damaged_checks(connection, false)?,
            ))
        })?
    };
    if numbers {
        let whither = if mend {
            &mut report.rebuilt
        } else {
            &mut report.wrong
        };
        whither.push("the library's counts".to_owned());
    }
    // What a person chose cannot be made again.
    report.wrong.extend(checks);
    Ok(report)
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

/// Whether the library's own counts are none that it can have given out; with `repair` they are made such.
fn numbers(connection: &Connection, repair: bool) -> Done<bool> {
    // So many changes are never made; numbers of passages have 32 bits.
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

/// What `SQLite` finds wrong with pages, indexes, constraints and references.
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
