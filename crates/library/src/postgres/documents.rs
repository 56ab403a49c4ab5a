//! SQL of kept documents: their contents, paths, texts and derived data.

use std::path::Path;

use twox_hash::XxHash3_64;

use super::connection::Connection;
use super::fault::{Done, Fault};
use super::outlines;
use crate::bytes::{path_bytes, path_of};
use crate::document_form::{
    FingerprintRow, TOO_LARGE, about_of, checksum_of, extracted_of, signs_of,
};
use crate::packed::pack_json;
use crate::{Content, Derived, DocumentId, FileStamp, Imported, StoredPath, VerifyReport};
use chachong_import::{Extracted, Format, READER_VERSION};
use chachong_text::{LARGEST_TEXT, text_size_above};

/// Characters that may stand for U+0000 in a stored text, each a noncharacter of Unicode that no text should have.
const ZEROS: [char; 4] = ['\u{FFFF}', '\u{FFFE}', '\u{FDD0}', '\u{FDD1}'];

pub(super) fn known_file(
    connection: &mut Connection,
    machine: &[u8; 16],
    path: &Path,
    stamp: FileStamp,
    read_as: &str,
) -> Done<Option<DocumentId>> {
    connection.id(
        "SELECT document.id FROM path JOIN document ON document.id = path.document
         WHERE machine = $1 AND path.path = $2 AND bytes = $3 AND modified = $4 AND read_as = $5 AND reader = $6",
        &[
            &machine.as_slice(),
            &path_bytes(path),
            &stamp.bytes.cast_signed(),
            &stamp.modified,
            &read_as,
            &i64::from(READER_VERSION),
        ],
    )
}

pub(super) fn known_content(
    connection: &mut Connection,
    content: &Content,
) -> Done<Option<DocumentId>> {
    connection.id(
        "SELECT id FROM document WHERE sha256 = $1 AND read_as = $2 AND reader = $3",
        &[
            &content.sha256.as_slice(),
            &content.read_as,
            &i64::from(READER_VERSION),
        ],
    )
}

pub(super) fn put(
    connection: &mut Connection,
    machine: &[u8; 16],
    imported: &Imported<'_>,
) -> Done<DocumentId> {
    let Imported {
        content, extracted, ..
    } = imported;
    if imported.reader == 0 {
        let there = connection.query_opt(
            "SELECT id, reader FROM document WHERE sha256 = $1 AND read_as = $2",
            &[&content.sha256.as_slice(), &content.read_as],
        )?;
        if let Some(row) = there {
            let (there, reader): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            let there = DocumentId(there);
            // A text that was read from the file itself is not replaced, nor one that another library gave first:
            // else one library could change what came from another.
            if reader > 0 || self::extracted(connection, there).is_ok() {
                return Ok(there);
            }
        }
    }
    // The row stays locked to the end of the transaction: two programs that read one file keep it one after the other.
    let row = connection.query_one(
        "INSERT INTO document (sha256, read_as, format, reader, added, met)
         VALUES ($1, $2, $3, $4, extract(epoch FROM now())::bigint, extract(epoch FROM now())::bigint)
         ON CONFLICT (sha256, read_as) DO UPDATE SET reader = excluded.reader, met = excluded.met RETURNING id",
        &[
            &content.sha256.as_slice(),
            &content.read_as,
            &imported.format.name(),
            &i64::from(imported.reader),
        ],
    )?;
    let document = DocumentId(row.try_get(0)?);
    put_text(connection, document, extracted)?;
    add_path(connection, machine, document, imported.path)?;
    // Data derived under other recipes, vectors, and the passages of a member belong to the old text.
    connection.execute(
        "UPDATE passages SET version = 0 WHERE document = $1 AND version <> 0",
        &[&document.0],
    )?;
    connection.execute(
        "DELETE FROM fingerprint WHERE document = $1",
        &[&document.0],
    )?;
    connection.execute("DELETE FROM vectors WHERE document = $1", &[&document.0])?;
    put_derived(connection, document, imported.derived)?;
    Ok(document)
}

fn put_text(connection: &mut Connection, document: DocumentId, extracted: &Extracted) -> Done<()> {
    let text = &extracted.text;
    let zero = if text.contains('\0') {
        let free = ZEROS.into_iter().find(|&zero| !text.contains(zero));
        Some(free.ok_or_else(|| Fault::Failed("a text with U+0000".to_owned()))?)
    } else {
        None
    };
    let body = zero.map_or_else(
        || text.clone(),
        |zero| text.replace('\0', zero.encode_utf8(&mut [0; 4])),
    );
    // No ON CONFLICT: the table may be distributed over several servers, which know none.
    connection.execute("DELETE FROM body WHERE document = $1", &[&document.0])?;
    connection.execute(
        "INSERT INTO body (document, body, zero, checksum, about) VALUES ($1, $2, $3, $4, $5)",
        &[
            &document.0,
            &body,
            &zero.map(String::from),
            &XxHash3_64::oneshot(text.as_bytes()).cast_signed(),
            &pack_json(&about_of(extracted))?,
        ],
    )?;
    outlines::put(connection, document, about_of(extracted))
}

pub(super) fn add_path(
    connection: &mut Connection,
    machine: &[u8; 16],
    document: DocumentId,
    path: &StoredPath,
) -> Done<()> {
    connection.execute(
        "INSERT INTO path (machine, path, document, name, bytes, modified) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (machine, path) DO UPDATE SET document = excluded.document, name = excluded.name,
         bytes = excluded.bytes, modified = excluded.modified",
        &[
            &machine.as_slice(),
            &path_bytes(&path.path),
            &document.0,
            &shown(&path.name),
            &path.stamp.bytes.cast_signed(),
            &path.stamp.modified,
        ],
    )?;
    Ok(())
}

pub(super) fn document_at(
    connection: &mut Connection,
    machine: &[u8; 16],
    path: &Path,
) -> Done<Option<DocumentId>> {
    connection.id(
        "SELECT document FROM path WHERE machine = $1 AND path = $2",
        &[&machine.as_slice(), &path_bytes(path)],
    )
}

pub(super) fn paths(
    connection: &mut Connection,
    machine: &[u8; 16],
    document: DocumentId,
) -> Done<Vec<StoredPath>> {
    let rows = connection.query(
        "SELECT path, name, bytes, modified FROM path WHERE machine = $1 AND document = $2 ORDER BY path",
        &[&machine.as_slice(), &document.0],
    )?;
    rows.iter()
        .map(|row| {
            Ok(StoredPath {
                path: path_of(row.try_get(0)?),
                name: row.try_get(1)?,
                stamp: FileStamp {
                    bytes: row.try_get::<_, i64>(2)?.cast_unsigned(),
                    modified: row.try_get(3)?,
                },
            })
        })
        .collect()
}

pub(super) fn text(connection: &mut Connection, document: DocumentId) -> Done<String> {
    let row = connection.query_one(
        "SELECT body, zero, checksum FROM body WHERE document = $1",
        &[&document.0],
    )?;
    whole_text(document, row.try_get(0)?, row.try_get(1)?, row.try_get(2)?)
}

/// Returns the text as it was stored. Fails if it is damaged.
fn whole_text(
    document: DocumentId,
    body: String,
    zero: Option<&str>,
    checksum: i64,
) -> Done<String> {
    let text = match zero {
        Some(zero) => body.replace(zero, "\0"),
        None => body,
    };
    if text_size_above(&text, LARGEST_TEXT).is_some() {
        return Err(damaged(document, TOO_LARGE));
    }
    if XxHash3_64::oneshot(text.as_bytes()).cast_signed() == checksum {
        Ok(text)
    } else {
        Err(damaged(document, "its text"))
    }
}

pub(super) fn extracted(connection: &mut Connection, document: DocumentId) -> Done<Extracted> {
    let row = connection.query_one(
        "SELECT body, zero, checksum, about FROM body WHERE document = $1",
        &[&document.0],
    )?;
    let text = whole_text(document, row.try_get(0)?, row.try_get(1)?, row.try_get(2)?)?;
    extracted_of(text, row.try_get(3)?).ok_or_else(|| damaged(document, "what its reader found"))
}

pub(super) fn put_derived(
    connection: &mut Connection,
    document: DocumentId,
    derived: &Derived,
) -> Done<()> {
    connection.execute(
        "DELETE FROM fingerprint WHERE document = $1 AND recipe = $2",
        &[&document.0, &derived.recipe],
    )?;
    connection.execute(
        "INSERT INTO fingerprint (document, recipe, version, bits, characters, countable, checksum)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        &[
            &document.0,
            &derived.recipe,
            &i64::from(derived.version),
            &derived
                .fingerprint
                .map(|fingerprint| fingerprint.0.cast_signed()),
            &derived.characters.cast_signed(),
            &derived.countable.cast_signed(),
            &checksum_of(document, derived),
        ],
    )?;
    connection.execute(
        "INSERT INTO signs (document, version, signs) VALUES ($1, $2, $3)
         ON CONFLICT (document) DO UPDATE SET version = excluded.version, signs = excluded.signs",
        &[
            &document.0,
            &i64::from(derived.version),
            &pack_json(&signs_of(derived))?,
        ],
    )?;
    Ok(())
}

/// Returns the data derived from a text; `None` if it was not computed or is damaged, in which case it can be
/// computed again. A user who may only check asks the server's function.
pub(super) fn derived(
    connection: &mut Connection,
    document: DocumentId,
    recipe: &str,
    is_keeper: bool,
) -> Done<Option<Derived>> {
    let sql = if is_keeper {
        "SELECT fingerprint.version, bits, characters, countable, checksum, signs
         FROM fingerprint JOIN signs ON signs.document = fingerprint.document
         AND signs.version = fingerprint.version
         WHERE fingerprint.document = $1 AND recipe = $2"
    } else {
        "SELECT version, fingerprint, characters, countable, checksum, signs FROM derived_of($1, $2)
         WHERE version IS NOT NULL"
    };
    let Some(row) = connection.query_opt(sql, &[&document.0, &recipe])? else {
        return Ok(None);
    };
    let of_fingerprint = FingerprintRow {
        version: row.try_get(0)?,
        fingerprint: row.try_get(1)?,
        characters: row.try_get(2)?,
        countable: row.try_get(3)?,
        checksum: row.try_get(4)?,
    };
    Ok(of_fingerprint.derived(document, recipe, row.try_get(5)?))
}

/// Returns the content and format of a document.
pub(super) fn content(
    connection: &mut Connection,
    document: DocumentId,
) -> Done<(Content, Format)> {
    let row = connection.query_one(
        "SELECT sha256, read_as, format FROM document WHERE id = $1",
        &[&document.0],
    )?;
    let sha256: Vec<u8> = row.try_get(0)?;
    let sha256 = sha256
        .try_into()
        .map_err(|_| damaged(document, "its hash"))?;
    let format = Format::named(row.try_get(2)?).ok_or_else(|| damaged(document, "its format"))?;
    let read_as = row.try_get(1)?;
    Ok((Content { sha256, read_as }, format))
}

/// Returns the numbers of all documents, sorted.
pub(super) fn all(connection: &mut Connection) -> Done<Vec<DocumentId>> {
    connection.ids("SELECT id FROM document ORDER BY id", &[])
}

/// Locks documents for the rest of the transaction; `Fault::NoSuchDocument` if one does not exist.
pub(super) fn lock(connection: &mut Connection, documents: &[DocumentId]) -> Done<()> {
    let mut ids = documents.to_vec();
    ids.sort_unstable();
    ids.dedup();
    if lock_existing(connection, documents)? == ids {
        Ok(())
    } else {
        Err(Fault::NoSuchDocument)
    }
}

/// Locks those of these documents that exist for the rest of the transaction, always in the same order, so that two
/// programs never wait for each other. Returns their numbers, sorted.
pub(super) fn lock_existing(
    connection: &mut Connection,
    documents: &[DocumentId],
) -> Done<Vec<DocumentId>> {
    let ids: Vec<i64> = documents.iter().map(|document| document.0).collect();
    connection.ids(
        "SELECT id FROM document WHERE id = ANY($1) ORDER BY id FOR UPDATE",
        &[&ids],
    )
}

/// Returns a displayed name without the one character that the server cannot store.
pub(super) fn shown(name: &str) -> String {
    name.replace('\0', "\u{FFFD}")
}

/// Returns the error for a damaged row of a document.
pub(super) fn damaged(document: DocumentId, what: &str) -> Fault {
    Fault::Damaged(format!("document {}: {what}", document.0))
}

/// Reads every text and names the documents whose text is damaged or missing.
pub(super) fn verify(connection: &mut Connection) -> Done<VerifyReport> {
    let mut report = VerifyReport::default();
    for document in all(connection)? {
        report.documents += 1;
        match extracted(connection, document) {
            Ok(_) => {}
            Err(Fault::Damaged(_) | Fault::NoSuchDocument) => {
                let name = connection.query_opt(
                    "SELECT coalesce((SELECT name FROM member WHERE document = $1),
                     (SELECT name FROM path WHERE document = $1 LIMIT 1),
                     (SELECT name FROM template WHERE document = $1), '')",
                    &[&document.0],
                )?;
                let name = name.map_or(Ok(String::new()), |row| row.try_get(0))?;
                report.lost.push((document, name));
            }
            Err(fault) => return Err(fault),
        }
    }
    Ok(report)
}
