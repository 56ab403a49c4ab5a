//! SQL of vectors of texts, which are kept without compression: a search reads those of all members.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, params};

use super::Done;
use super::seal::{self, Kind};
use super::values::{ids, words};
use crate::DocumentId;
use crate::document_form::vectors_checksum;
use crate::packed::MOST_BYTES;

/// Columns of a row; the body is null if it states too large a length.
const COLUMNS: &str = "vectors.version, iif(length(body) <= 268435456, body, NULL), checksum";
const _: () = assert!(MOST_BYTES == 268_435_456, "the number in COLUMNS");

/// Returns the version and body in the columns of a row from `first` on; `None` if they are damaged.
fn whole(
    row: &rusqlite::Row<'_>,
    first: usize,
    document: DocumentId,
) -> rusqlite::Result<Option<(String, Vec<u8>)>> {
    let version = words(row, first)?;
    let body: Option<Vec<u8>> = row.get(first + 1)?;
    let sum: i64 = row.get(first + 2)?;
    let body = body.filter(|body| vectors_checksum(document, &version, body) == sum);
    Ok(body.map(|body| (version, body)))
}

pub(super) fn vectors(
    connection: &Connection,
    version: &str,
    ids: &[DocumentId],
) -> Done<Vec<(DocumentId, Vec<u8>)>> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    let mut select = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM vectors WHERE document = ?1 AND version = ?2"
    ))?;
    let mut found = Vec::new();
    for id in ids {
        let row = select
            .query_row(params![id.0, version], |row| whole(row, 0, id))
            .optional()?;
        found.extend(row.flatten().map(|(_, body)| (id, body)));
    }
    Ok(found)
}

pub(super) fn with_version(
    connection: &Connection,
    document: DocumentId,
) -> Done<Option<(String, Vec<u8>)>> {
    let row = connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM vectors WHERE document = ?1"
        ))?
        .query_row([document.0], |row| whole(row, 0, document))
        .optional()?;
    Ok(row.flatten())
}

pub(super) fn documents(connection: &Connection, version: &str) -> Done<Vec<DocumentId>> {
    ids(
        connection,
        "SELECT document FROM vectors WHERE version = ?1 ORDER BY document",
        [version],
    )
}

pub(super) fn put(
    connection: &Connection,
    version: &str,
    vectors: &[(DocumentId, Vec<u8>)],
) -> Done<()> {
    let mut insert = connection.prepare_cached(
        "INSERT OR REPLACE INTO vectors SELECT id, ?2, ?3, ?4 FROM document WHERE id = ?1",
    )?;
    for (document, body) in vectors {
        if body.len() as u64 <= MOST_BYTES {
            let sum = vectors_checksum(*document, version, body);
            insert.execute(params![document.0, version, body, sum])?;
            seal::renew(connection, Kind::Vectors, document.0)?;
        }
    }
    Ok(())
}

/// Returns the documents with damaged vectors, each with a description of the damage. With `repair`, deletes these
/// vectors, so that the next search for leads computes them again.
pub(super) fn damaged(connection: &Connection, repair: bool) -> Done<BTreeMap<DocumentId, String>> {
    let mut select = connection.prepare(&format!(
        "SELECT vectors.document, coalesce((SELECT name FROM member WHERE member.document = vectors.document),
         '#' || vectors.document), {COLUMNS} FROM vectors ORDER BY vectors.document"
    ))?;
    let mut rows = select.query(())?;
    let mut found = BTreeMap::new();
    // A damaged page ends the walk; the complaints of SQLite name it.
    while let Ok(Some(row)) = rows.next() {
        let document = DocumentId(row.get(0)?);
        if whole(row, 2, document)?.is_none() {
            found.insert(document, format!("vectors of {}", words(row, 1)?));
        }
    }
    if repair {
        let mut delete = connection.prepare("DELETE FROM vectors WHERE document = ?1")?;
        for document in found.keys() {
            delete.execute([document.0])?;
        }
    }
    Ok(found)
}
