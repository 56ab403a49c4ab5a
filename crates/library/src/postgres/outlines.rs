//! Outlines: what a user who may only check gets of a document's description, and the table of runs that many members
//! have, which is all that such a user gets of the document frequencies.

use super::connection::Connection;
use super::fault::Done;
use super::members;
use super::schema::in_batches;
use crate::document_form::{About, outline_of};
use crate::packed::{pack_json, unpack_json};
use crate::packed_text::unpack_description;
use crate::{DocumentId, Frequencies, LibraryGrams};

/// Replaces the stored outline of a document.
pub(super) fn put(connection: &mut Connection, document: DocumentId, about: About) -> Done<()> {
    connection.execute(
        "INSERT INTO outline (document, outline) VALUES ($1, $2)
         ON CONFLICT (document) DO UPDATE SET outline = excluded.outline",
        &[&document.0, &pack_json(&outline_of(about))?],
    )?;
    Ok(())
}

/// Stores the runs that many members have.
pub(super) fn put_grams(connection: &mut Connection, grams: &LibraryGrams) -> Done<()> {
    connection.execute(
        "INSERT INTO gram (grams) VALUES ($1) ON CONFLICT (one) DO UPDATE SET grams = excluded.grams",
        &[&pack_json(grams)?],
    )?;
    Ok(())
}

/// Reads the runs that many members have, without the words and documents that were counted.
pub(super) fn frequencies(connection: &mut Connection) -> Done<Option<Frequencies>> {
    let row = connection.query_opt("SELECT grams FROM gram", &[])?;
    let grams = row.map_or(Ok(None), |row| Done::Ok(unpack_json(row.try_get(0)?)))?;
    Ok(grams.map(|grams| Frequencies {
        grams,
        ..Frequencies::default()
    }))
}

/// Generates outlines of all documents and the table of runs, for a library of an older form. A server that holds
/// only a part of a distributed library has no documents of its own.
pub(super) fn fill(connection: &mut Connection) -> Done<()> {
    if let Some(frequencies) = members::frequencies(connection)? {
        put_grams(connection, &frequencies.grams)?;
    }
    let all = "SELECT id FROM document WHERE id > $1 ORDER BY id LIMIT $2";
    in_batches(connection, all, |connection, documents| {
        let rows = connection.query(
            "SELECT document, about FROM body WHERE document = ANY ($1)",
            &[&documents],
        )?;
        for row in &rows {
            // One that is damaged gets no outline, and its text is reported as damaged.
            if let Some(about) = unpack_description(row.try_get(1)?) {
                put(connection, DocumentId(row.try_get(0)?), about)?;
            }
        }
        Ok(())
    })
}
