//! SQL of kept documents: their contents, paths, texts and derived data.

use std::hash::Hasher;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use super::values::{damaged, path_bytes, path_of, signed, words};
use super::{Done, Fault};
use crate::import::{
    Extracted, Format, LayerCheck, Metadata, READER_VERSION, RecognisedText, Warning,
};
use crate::library::packed::{pack, pack_json, unpack, unpack_json};
use crate::library::{Content, Derived, DocumentId, FileStamp, Imported, StoredPath};
use crate::simhash::Fingerprint;
use crate::text::{Exclusion, LineBreaks, Mark};

/// Everything in an [`Extracted`] except its text.
#[derive(Serialize, Deserialize)]
struct About {
    breaks: LineBreaks,
    pages: Vec<u64>,
    exclusions: Vec<Exclusion>,
    encoding: Option<String>,
    reader: Option<String>,
    metadata: Metadata,
    warnings: Vec<Warning>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    recognised: Option<RecognisedText>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    layer: Option<LayerCheck>,
}

/// Warnings and marks of a text.
#[derive(Serialize, Deserialize)]
struct Signs {
    warnings: Vec<Warning>,
    marks: Vec<Mark>,
}

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
    let id = statement
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
    Ok(id.map(DocumentId))
}

pub(super) fn known_content(
    connection: &Connection,
    content: &Content,
) -> Done<Option<DocumentId>> {
    let mut statement = connection.prepare_cached(
        "SELECT id FROM document WHERE sha256 = ?1 AND read_as = ?2 AND reader = ?3",
    )?;
    let id = statement
        .query_row(
            params![content.sha256, content.read_as, READER_VERSION],
            |row| row.get(0),
        )
        .optional()?;
    Ok(id.map(DocumentId))
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
    let about = About {
        breaks: extracted.breaks,
        pages: extracted.pages.clone(),
        exclusions: extracted.exclusions.clone(),
        encoding: extracted.encoding.clone(),
        reader: extracted.reader.clone(),
        metadata: extracted.metadata.clone(),
        warnings: extracted.warnings.clone(),
        recognised: extracted.recognised.clone(),
        layer: extracted.layer.clone(),
    };
    connection
        .prepare_cached("INSERT OR REPLACE INTO text VALUES (?1, ?2, ?3)")?
        .execute(params![
            id,
            pack(extracted.text.as_bytes())?,
            pack_json(&about)?
        ])?;
    add_path(connection, document, imported.path)?;
    // Data derived under other recipes, and the passages of a member, belong to the old text.
    connection
        .prepare_cached("UPDATE passages SET version = 0 WHERE document = ?1")?
        .execute([id])?;
    connection
        .prepare_cached("DELETE FROM fingerprint WHERE document = ?1")?
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
    let body: Vec<u8> = connection
        .prepare_cached("SELECT body FROM text WHERE document = ?1")?
        .query_row([document.0], |row| row.get(0))?;
    unpacked_text(document, &body)
}

fn unpacked_text(document: DocumentId, body: &[u8]) -> Done<String> {
    unpack(body)
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .ok_or_else(|| damaged(document, "its text"))
}

pub(super) fn extracted(connection: &Connection, document: DocumentId) -> Done<Extracted> {
    let (body, about): (Vec<u8>, Vec<u8>) = connection
        .prepare_cached("SELECT body, about FROM text WHERE document = ?1")?
        .query_row([document.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let text = unpacked_text(document, &body)?;
    let about: About =
        unpack_json(&about).ok_or_else(|| damaged(document, "what its reader found"))?;
    // A library may be malicious: drop positions beyond the text.
    let length = text.chars().count() as u64;
    let mut exclusions = about.exclusions;
    exclusions.retain(|exclusion| exclusion.start <= exclusion.end && exclusion.end <= length);
    let mut pages = about.pages;
    pages.retain(|page| *page <= length);
    Ok(Extracted {
        text,
        breaks: about.breaks,
        pages,
        exclusions,
        encoding: about.encoding,
        reader: about.reader,
        metadata: about.metadata,
        warnings: about.warnings,
        recognised: about.recognised,
        layer: about.layer,
    })
}

/// Computes the checksum of a fingerprint row. A fingerprint has no redundancy: a changed bit would go unnoticed.
pub(super) fn checksum(
    document: DocumentId,
    recipe: &str,
    version: u32,
    fingerprint: Option<Fingerprint>,
    [characters, countable]: [u64; 2],
) -> i64 {
    let mut hash = XxHash3_64::new();
    hash.write(recipe.as_bytes());
    hash.write(&document.0.to_le_bytes());
    hash.write(&version.to_le_bytes());
    hash.write(&[u8::from(fingerprint.is_some())]);
    hash.write(&fingerprint.map_or(0, |f| f.0).to_le_bytes());
    hash.write(&characters.to_le_bytes());
    hash.write(&countable.to_le_bytes());
    hash.finish().cast_signed()
}

pub(super) fn put_derived(
    connection: &Connection,
    document: DocumentId,
    derived: &Derived,
) -> Done<()> {
    let lengths = [derived.characters, derived.countable];
    let sum = checksum(
        document,
        &derived.recipe,
        derived.version,
        derived.fingerprint,
        lengths,
    );
    connection
        .prepare_cached("INSERT OR REPLACE INTO fingerprint VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
        .execute(params![
            document.0,
            derived.recipe,
            derived.version,
            derived.fingerprint.map(|fingerprint| signed(fingerprint.0)),
            signed(derived.characters),
            signed(derived.countable),
            sum
        ])?;
    let signs = Signs {
        warnings: derived.warnings.clone(),
        marks: derived.marks.clone(),
    };
    connection
        .prepare_cached("INSERT OR REPLACE INTO signs VALUES (?1, ?2, ?3)")?
        .execute(params![document.0, derived.version, pack_json(&signs)?])?;
    Ok(())
}

/// Version, fingerprint, characters, countable characters, checksum, signs.
type DerivedRow = (i64, Option<i64>, i64, i64, i64, Vec<u8>);

/// Data derived from a text; `None` if it was not computed, or is damaged: it can be computed again.
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
             WHERE fingerprint.document = ?1 AND recipe = ?2",
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
    // Impossible numbers mean damage, as a wrong checksum does: compute again.
    let (Ok(version), Ok(characters), Ok(countable)) = (
        u32::try_from(version),
        u64::try_from(characters),
        u64::try_from(countable),
    ) else {
        return Ok(None);
    };
    let fingerprint = fingerprint.map(|bits| Fingerprint(bits.cast_unsigned()));
    let lengths = [characters, countable];
    let whole = checksum(document, recipe, version, fingerprint, lengths) == sum;
    let signs: Option<Signs> = unpack_json(&signs);
    Ok(signs.filter(|_| whole).map(|signs| Derived {
        version,
        recipe: recipe.to_owned(),
        fingerprint,
        characters: lengths[0],
        countable: lengths[1],
        warnings: signs.warnings,
        marks: signs.marks,
    }))
}

/// Content and format of a document.
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

/// Numbers of all documents, sorted.
pub(super) fn all(connection: &Connection) -> Done<Vec<DocumentId>> {
    let mut statement = connection.prepare_cached("SELECT id FROM document ORDER BY id")?;
    let rows = statement.query_map((), |row| Ok(DocumentId(row.get(0)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Checks that a document exists; `Fault::NoSuchDocument` if not.
pub(super) fn must_exist(connection: &Connection, document: DocumentId) -> Done<()> {
    connection
        .prepare_cached("SELECT 1 FROM document WHERE id = ?1")?
        .query_row([document.0], |_| Ok(()))
        .map_err(Fault::from)
}
