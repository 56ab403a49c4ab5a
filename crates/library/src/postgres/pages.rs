//! SQL of recognised pages, by the hash of their picture, and of corrected bibliographic records.

use super::connection::Connection;
use super::documents::shown;
use super::fault::Done;
use crate::DocumentId;
use crate::packed::{pack_json, unpack_json};
use chachong_recognition::Recognised;

/// Returns what is stored of a picture under the second of two versions or else under the first.
pub(super) fn page(
    connection: &mut Connection,
    picture: &[u8; 32],
    [version, preferred]: [&str; 2],
) -> Done<Option<Recognised>> {
    let row = connection.query_opt(
        "SELECT body FROM recognised_page WHERE picture = $1 AND version IN ($2, $3)
         ORDER BY version <> $3 LIMIT 1",
        &[&picture.as_slice(), &version, &preferred],
    )?;
    // A damaged page is recognised again.
    row.map_or(Ok(None), |row| Ok(unpack_json(row.try_get(0)?)))
}

pub(super) fn keep(
    connection: &mut Connection,
    (picture, file): (&[u8; 32], &[u8; 32]),
    version: &str,
    page: Option<&Recognised>,
) -> Done<()> {
    match page {
        Some(page) => connection.execute(
            "INSERT INTO recognised_page (picture, version, file, body, met)
             VALUES ($1, $2, $3, $4, extract(epoch FROM now())::bigint)
             ON CONFLICT (picture, version) DO UPDATE SET file = excluded.file, body = excluded.body,
             met = excluded.met",
            &[
                &picture.as_slice(),
                &version,
                &file.as_slice(),
                &pack_json(page)?,
            ],
        )?,
        None => connection.execute(
            "DELETE FROM recognised_page WHERE picture = $1 AND version = $2",
            &[&picture.as_slice(), &version],
        )?,
    };
    Ok(())
}

pub(super) fn corrections(
    connection: &mut Connection,
    document: DocumentId,
) -> Done<Vec<(String, String)>> {
    let rows = connection.query(
        "SELECT field, value FROM correction WHERE document = $1 ORDER BY field COLLATE \"C\"",
        &[&document.0],
    )?;
    rows.iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .collect()
}

pub(super) fn correct(
    connection: &mut Connection,
    document: DocumentId,
    field: &str,
    value: Option<&str>,
) -> Done<()> {
    match value {
        Some(value) => connection.execute(
            "INSERT INTO correction (document, field, value, corrected)
             VALUES ($1, $2, $3, extract(epoch FROM now())::bigint)
             ON CONFLICT (document, field) DO UPDATE SET value = excluded.value, corrected = excluded.corrected",
            &[&document.0, &field, &shown(value)],
        )?,
        None => connection.execute(
            "DELETE FROM correction WHERE document = $1 AND field = $2",
            &[&document.0, &field],
        )?,
    };
    Ok(())
}
