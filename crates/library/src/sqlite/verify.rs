//! Verification of a library: checks every row and checksum and repairs what follows from other rows. Data computed
//! from texts is made again by the caller (`chachong_session::verify_library`).

use rusqlite::Connection;

use super::values::words;
use super::{Done, SqliteStore, checks, documents, vectors};
use crate::{DocumentId, LibraryError, VerifyReport};

/// Maximum number of complaints taken from `SQLite` about pages.
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
    whither.extend(vectors);
    // A person's choices cannot be computed again.
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

/// Returns whether the library's own counters are impossible; with `repair`, also corrects them.
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

/// Problems that `SQLite` finds with pages, indexes, constraints and references.
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
