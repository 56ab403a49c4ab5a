//! SQL of kept documents: their contents, paths, texts and derived data.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, params};

use super::members::change_of;
use super::seal::{self, Kind};
use super::values::{damaged, ids, signed, words};
use super::{Done, Fault};
use crate::bytes::{path_bytes, path_of};
use crate::document_form::{
    FingerprintRow, TOO_LARGE, about_of, checksum_of, extracted_of, signs_of,
};
use crate::packed_text::{pack_description, pack_text, stated_length, unpack_text};
use crate::{Content, Derived, DocumentId, FileStamp, Imported, StoredPath};
use chachong_import::{Extracted, Format, READER_VERSION};
use chachong_text::{LARGEST_TEXT, text_size_above};

pub(super) fn known_file(
    connection: &Connection,
    path: &Path,
    stamp: FileStamp,
    read_as: &str,
) -> Done<Option<DocumentId>> {
    let mut statement = connection.prepare_cached(
        "SELECT document.id FROM path JOIN document ON document.id = path.document
         WHERE path.path = ?1 AND bytes = ?2 AND modified = ?3 AND read_as = ?4 AND reader = ?5",
    )?;
    let id: Option<i64> = statement
        .query_row(
            params![
                path_bytes(path),
                signed(stamp.bytes),
                stamp.modified,
                read_as,
                READER_VERSION
            ],
            |row| row.get(0),
        )
        .optional()?;
    let Some(id) = id else {
        return Ok(None);
    };
    // A damaged row would give the file the text of another document, of whose rows it is none by the index.
    let is_its_path: bool = connection
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM path INDEXED BY path_by_document WHERE document = ?1 AND path = ?2)",
        )?
        .query_row(params![id, path_bytes(path)], |row| row.get(0))?;
    Ok(is_its_path.then_some(DocumentId(id)))
}

pub(super) fn known_content(
    connection: &Connection,
    content: &Content,
) -> Done<Option<DocumentId>> {
    let mut statement = connection.prepare_cached(
        "SELECT id FROM document WHERE sha256 = ?1 AND read_as = ?2 AND reader = ?3",
    )?;
    let id: Option<i64> = statement
        .query_row(
            params![content.sha256, content.read_as, READER_VERSION],
            |row| row.get(0),
        )
        .optional()?;
    let Some(document) = id.map(DocumentId) else {
        return Ok(None);
    };
    // The index may be damaged: what it found must be what the row says.
    let is_it = self::content(connection, document).is_ok_and(|(found, _)| found == *content);
    Ok(is_it.then_some(document))
}

pub(super) fn put(connection: &Connection, imported: &Imported<'_>) -> Done<DocumentId> {
    let Imported {
        content, extracted, ..
    } = imported;
    if imported.reader == 0 {
        let there: Option<(i64, i64)> = connection
            .prepare_cached("SELECT id, reader FROM document WHERE sha256 = ?1 AND read_as = ?2")?
            .query_row(params![content.sha256, content.read_as], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()?;
        if let Some((there, reader)) = there {
            let there = DocumentId(there);
            // A text that was read here from the file itself is not replaced, nor one that another library gave
            // first: else one library could change what came from another.
            if reader > 0 || self::extracted(connection, there).is_ok() {
                return Ok(there);
            }
        }
    }
    let id = connection
        .prepare_cached(
            "INSERT INTO document (sha256, read_as, format, reader, added) VALUES (?1, ?2, ?3, ?4, unixepoch())
             ON CONFLICT (sha256, read_as) DO UPDATE SET reader = excluded.reader RETURNING id",
        )?
        .query_row(
            params![
                content.sha256,
                content.read_as,
                imported.format.name(),
                imported.reader
            ],
            |row| row.get(0),
        )?;
    let document = DocumentId(id);
    connection
        .prepare_cached("INSERT OR REPLACE INTO text VALUES (?1, ?2, ?3)")?
        .execute(params![
            id,
            pack_text(&extracted.text)?,
            pack_description(&about_of(extracted))?
        ])?;
    seal::renew(connection, Kind::Text, id)?;
    add_path(connection, document, imported.path)?;
    // Data derived under other recipes, vectors, and the passages of a member belong to the old text.
    connection
        .prepare_cached("UPDATE passages SET version = 0 WHERE document = ?1")?
        .execute([id])?;
    connection
        .prepare_cached("DELETE FROM fingerprint WHERE document = ?1")?
        .execute([id])?;
    connection
        .prepare_cached("DELETE FROM vectors WHERE document = ?1")?
        .execute([id])?;
    put_derived(connection, document, imported.derived)?;
    Ok(document)
}

pub(super) fn add_path(
    connection: &Connection,
    document: DocumentId,
    path: &StoredPath,
) -> Done<()> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO path VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![
            path_bytes(&path.path),
            document.0,
            path.name,
            signed(path.stamp.bytes),
            path.stamp.modified
        ])?;
    Ok(())
}

pub(super) fn document_at(connection: &Connection, path: &Path) -> Done<Option<DocumentId>> {
    let id = connection
        .prepare_cached("SELECT document FROM path WHERE path = ?1")?
        .query_row([path_bytes(path)], |row| row.get(0))
        .optional()?;
    Ok(id.map(DocumentId))
}

pub(super) fn paths(connection: &Connection, document: DocumentId) -> Done<Vec<StoredPath>> {
    let mut statement = connection.prepare_cached(
        "SELECT path, name, bytes, modified FROM path WHERE document = ?1 ORDER BY path",
    )?;
    let rows = statement.query_map([document.0], |row| {
        let path: Vec<u8> = row.get(0)?;
        let bytes: i64 = row.get(2)?;
        Ok(StoredPath {
            path: path_of(&path),
            name: words(row, 1)?,
            stamp: FileStamp {
                bytes: bytes.cast_unsigned(),
                modified: row.get(3)?,
            },
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn text(connection: &Connection, document: DocumentId) -> Done<String> {
    seal::must_be_whole(connection, Kind::Text, document, "its text")?;
    let body: Vec<u8> = connection
        .prepare_cached("SELECT body FROM text WHERE document = ?1")?
        .query_row([document.0], |row| row.get(0))?;
    unpacked_text(document, &body)
}

fn unpacked_text(document: DocumentId, body: &[u8]) -> Done<String> {
    // A few kilobytes may hold 256 MB.
    if stated_length(body).is_some_and(|length| length > LARGEST_TEXT) {
        return Err(damaged(document, TOO_LARGE));
    }
    let text = unpack_text(body).ok_or_else(|| damaged(document, "its text"))?;
    match text_size_above(&text, LARGEST_TEXT) {
        Some(_) => Err(damaged(document, TOO_LARGE)),
        None => Ok(text),
    }
}

pub(super) fn extracted(connection: &Connection, document: DocumentId) -> Done<Extracted> {
    seal::must_be_whole(connection, Kind::Text, document, "its text")?;
    let (body, about): (Vec<u8>, Vec<u8>) = connection
        .prepare_cached("SELECT body, about FROM text WHERE document = ?1")?
        .query_row([document.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let text = unpacked_text(document, &body)?;
    extracted_of(text, &about).ok_or_else(|| damaged(document, "what its reader found"))
}

pub(super) fn put_derived(
    connection: &Connection,
    document: DocumentId,
    derived: &Derived,
) -> Done<()> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO fingerprint VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
        .execute(params![
            document.0,
            recipe_number(connection, &derived.recipe)?,
            derived.version,
            derived.fingerprint.map(|fingerprint| signed(fingerprint.0)),
            signed(derived.characters),
            signed(derived.countable),
            checksum_of(document, derived)
        ])?;
    connection
        .prepare_cached("INSERT OR REPLACE INTO signs VALUES (?1, ?2, ?3)")?
        .execute(params![
            document.0,
            derived.version,
            pack_description(&signs_of(derived))?
        ])?;
    // Rows under other recipes have checksums of their own.
    seal::renew(connection, Kind::Derived, document.0)?;
    change_of(connection, document)
}

/// Returns the number of a recipe in its table, to which a new recipe is added.
fn recipe_number(connection: &Connection, words: &str) -> Done<i64> {
    let known = connection
        .prepare_cached("SELECT id FROM recipe WHERE words = ?1")?
        .query_row([words], |row| row.get(0))
        .optional()?;
    if let Some(known) = known {
        return Ok(known);
    }
    connection.execute("INSERT INTO recipe (words) VALUES (?1)", [words])?;
    Ok(connection.last_insert_rowid())
}

/// Version, fingerprint, characters, countable characters, checksum, signs.
type DerivedRow = (i64, Option<i64>, i64, i64, i64, Vec<u8>);

/// Returns the data derived from a text; `None` if it was not computed or is damaged, in which case it can be
/// computed again.
pub(super) fn derived(
    connection: &Connection,
    document: DocumentId,
    recipe: &str,
) -> Done<Option<Derived>> {
    let row: Option<DerivedRow> = connection
        .prepare_cached(
            "SELECT fingerprint.version, fingerprint, characters, countable, checksum, signs
             FROM fingerprint JOIN signs ON signs.document = fingerprint.document
             AND signs.version = fingerprint.version
             WHERE fingerprint.document = ?1 AND recipe = (SELECT id FROM recipe WHERE words = ?2)",
        )?
        .query_row(params![document.0, recipe], |row| {
            Ok((
                row.get(0)?,
                row.get(1)?,
                row.get(2)?,
                row.get(3)?,
                row.get(4)?,
                row.get(5)?,
            ))
        })
        .optional()?;
    let Some((version, fingerprint, characters, countable, sum, signs)) = row else {
        return Ok(None);
    };
    if !seal::is_whole(connection, Kind::Derived, document.0)? {
        return Ok(None);
    }
    let row = FingerprintRow {
        version,
        fingerprint,
        characters,
        countable,
        checksum: sum,
    };
    Ok(row.derived(document, recipe, &signs))
}

/// Returns the content and format of a document.
pub(super) fn content(connection: &Connection, document: DocumentId) -> Done<(Content, Format)> {
    let (sha256, read_as, format): (Vec<u8>, String, String) = connection
        .prepare_cached("SELECT sha256, read_as, format FROM document WHERE id = ?1")?
        .query_row([document.0], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?;
    let sha256 = sha256
        .try_into()
        .map_err(|_| damaged(document, "its hash"))?;
    let format = Format::named(&format).ok_or_else(|| damaged(document, "its format"))?;
    Ok((Content { sha256, read_as }, format))
}

/// Returns the numbers of all documents, sorted.
pub(super) fn all(connection: &Connection) -> Done<Vec<DocumentId>> {
    ids(connection, "SELECT id FROM document ORDER BY id", ())
}

/// Returns whether a document exists.
pub(super) fn is_there(connection: &Connection, document: DocumentId) -> Done<bool> {
    Ok(connection
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM document WHERE id = ?1)")?
        .query_row([document.0], |row| row.get(0))?)
}

/// Checks that a document exists; `Fault::NoSuchDocument` if not.
pub(super) fn must_exist(connection: &Connection, document: DocumentId) -> Done<()> {
    connection
        .prepare_cached("SELECT 1 FROM document WHERE id = ?1")?
        .query_row([document.0], |_| Ok(()))
        .map_err(Fault::from)
}

/// Tables with a column that refers to a document.
const TABLES_OF_DOCUMENTS: [(&str, &str); 15] = [
    ("check_row", "document"),
    ("correction", "document"),
    ("decision", "a"),
    ("decision", "b"),
    ("document", "id"),
    ("fingerprint", "document"),
    ("member", "document"),
    ("passages", "document"),
    ("path", "document"),
    ("search", "rowid"),
    ("signs", "document"),
    ("submission", "document"),
    ("template", "document"),
    ("text", "document"),
    ("vectors", "document"),
];

/// Returns the names of the tables that contain a row of a document.
pub(super) fn traces(connection: &Connection, document: DocumentId) -> Done<Vec<String>> {
    let mut found = Vec::new();
    for (table, column) in TABLES_OF_DOCUMENTS {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {table} WHERE {column} = ?1)");
        let is_there: bool = connection.query_row(&sql, [document.0], |row| row.get(0))?;
        if is_there && found.last().is_none_or(|last| last != table) {
            found.push(table.to_owned());
        }
    }
    Ok(found)
}
