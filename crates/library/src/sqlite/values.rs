//! Conversions between the program's values and `SQLite`'s.

use rusqlite::types::Type;
use rusqlite::{Connection, Params};

use super::{Done, Fault};
use crate::DocumentId;

/// Converts to `SQLite`'s signed integers with the same bits.
pub(super) const fn signed(number: u64) -> i64 {
    number.cast_signed()
}

/// Converts a number that must not be negative. Fails if it is, which only damage causes.
pub(super) fn count(number: i64) -> Done<u64> {
    u64::try_from(number).map_err(|_| Fault::Damaged(format!("a count of {number}")))
}

/// Reads a displayed name. Damaged Unicode affects only that name, not the whole list.
pub(super) fn words(row: &rusqlite::Row<'_>, at: usize) -> rusqlite::Result<String> {
    let bytes = row
        .get_ref(at)?
        .as_bytes()
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(at, Type::Text, error.into()))?;
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// Returns the document numbers in the first column of a statement's rows.
pub(super) fn ids(
    connection: &Connection,
    sql: &str,
    parameters: impl Params,
) -> Done<Vec<DocumentId>> {
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map(parameters, |row| Ok(DocumentId(row.get(0)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Returns the error for a damaged row of a document.
pub(super) fn damaged(document: DocumentId, what: &str) -> Fault {
    Fault::Damaged(format!("document {}: {what}", document.0))
}
