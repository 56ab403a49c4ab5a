//! SQL of recognised pages, by the hash of their picture.

use rusqlite::{Connection, OptionalExtension, params};

use super::seal::{self, Kind};
use super::{Done, Fault};
use crate::packed::{pack_json, unpack_json};
use chachong_recognition::Recognised;

/// Returns what is stored of a picture under the second of two versions or else under the first. A damaged page is recognised again.
pub(super) fn page(
    connection: &Connection,
    picture: &[u8; 32],
    [version, preferred]: [&str; 2],
) -> Done<Option<Recognised>> {
    if !seal::is_whole(connection, Kind::Page, seal::page_number(picture))? {
        return Err(Fault::Damaged("a recognised page".to_owned()));
    }
    let body: Option<Vec<u8>> = connection
        .prepare_cached(
            "SELECT body FROM recognised_page WHERE picture = ?1 AND version IN (?2, ?3)
             ORDER BY version <> ?3 LIMIT 1",
        )?
        .query_row(params![picture, version, preferred], |row| row.get(0))
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
    seal::renew(connection, Kind::Page, seal::page_number(picture))
}

/// Deletes the pages of a file, if it has no document in the library any more.
pub(super) fn forget(connection: &Connection, file: &[u8]) -> Done<()> {
    connection
        .prepare_cached(
            "DELETE FROM recognised_page WHERE file = ?1
             AND NOT EXISTS (SELECT 1 FROM document WHERE sha256 = ?1)",
        )?
        .execute([file])?;
    Ok(())
}

/// Deletes the pages of files that have no document in the library any more.
pub(super) fn purge(connection: &Connection) -> Done<()> {
    connection.execute(
        "DELETE FROM recognised_page WHERE file NOT IN (SELECT sha256 FROM document)",
        (),
    )?;
    Ok(())
}
