//! SQL of recognised pages, by the hash of their picture.

use rusqlite::{Connection, OptionalExtension, params};

use super::Done;
use crate::CORRECTED;
use crate::packed::{pack_json, unpack_json};
use chachong_recognition::Recognised;

pub(super) fn page(
    connection: &Connection,
    picture: &[u8; 32],
    version: &str,
) -> Done<Option<Recognised>> {
    let body: Option<Vec<u8>> = connection
        .prepare_cached(
            "SELECT body FROM recognised_page WHERE picture = ?1 AND version IN (?2, ?3)
             ORDER BY version <> ?3 LIMIT 1",
        )?
        .query_row(params![picture, version, CORRECTED], |row| row.get(0))
        .optional()?;
    // A damaged page is recognised again.
    Ok(body.and_then(|body| unpack_json(&body)))
}

pub(super) fn as_read(
    connection: &Connection,
    picture: &[u8; 32],
    version: &str,
) -> Done<Option<Recognised>> {
    let body: Option<Vec<u8>> = connection
        .prepare_cached("SELECT body FROM recognised_page WHERE picture = ?1 AND version = ?2")?
        .query_row(params![picture, version], |row| row.get(0))
        .optional()?;
    Ok(body.and_then(|body| unpack_json(&body)))
}

pub(super) fn keep(
    connection: &Connection,
    (picture, file): (&[u8; 32], &[u8; 32]),
    version: &str,
    page: Option<&Recognised>,
) -> Done<()> {
    match page {
        Some(page) => connection
            .prepare_cached("INSERT OR REPLACE INTO recognised_page VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![picture, version, file, pack_json(page)?])?,
        None => connection
            .prepare_cached("DELETE FROM recognised_page WHERE picture = ?1 AND version = ?2")?
            .execute(params![picture, version])?,
    };
    Ok(())
}

/// Deletes the pages of files that the library has no document of any more.
pub(super) fn purge(connection: &Connection) -> Done<()> {
    connection.execute(
        "DELETE FROM recognised_page WHERE file NOT IN (SELECT sha256 FROM document)",
        (),
    )?;
    Ok(())
}
