//! SQL of corrections of bibliographic records.

use rusqlite::Connection;

use super::Done;
use super::seal::{self, Kind};
use super::values::words;
use crate::DocumentId;

pub(super) fn corrections(
    connection: &Connection,
    document: DocumentId,
) -> Done<Vec<(String, String)>> {
    seal::must_be_whole(connection, Kind::Entry, document, "its entry")?;
    let mut statement = connection
        .prepare_cached("SELECT field, value FROM correction WHERE document = ?1 ORDER BY field")?;
    let mut rows = statement.query([document.0])?;
    let mut corrections = Vec::new();
    while let Some(row) = rows.next()? {
        corrections.push((words(row, 0)?, words(row, 1)?));
    }
    Ok(corrections)
}

pub(super) fn correct(
    connection: &Connection,
    document: DocumentId,
    field: &str,
    value: Option<&str>,
) -> Done<()> {
    match value {
        Some(value) => connection
            .prepare_cached("INSERT OR REPLACE INTO correction VALUES (?1, ?2, ?3, unixepoch())")?
            .execute((document.0, field, value))?,
        None => connection
            .prepare_cached("DELETE FROM correction WHERE document = ?1 AND field = ?2")?
            .execute((document.0, field))?,
    };
    Ok(())
}
