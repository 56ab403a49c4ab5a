//! SQL of members: their passage fingerprints, search terms and document frequencies.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::documents::must_exist;
use super::seal::{self, Kind, List};
use super::values::{count, ids, signed, words};
use super::{Done, Fault, recognised_pages};
use crate::bytes::{fingerprints_bytes, fingerprints_of, path_bytes, path_of};
use crate::document_form::checksum;
use crate::packed::{pack, pack_json, unpack, unpack_json};
use crate::{About, DocumentId, Frequencies, LibraryState, Member, MemberKey, NewMember, Passages};
use chachong_import::Format;
use chachong_simhash::Fingerprint;

/// Maximum number of members of a library whose search index is written again after a permanent deletion.
const MOST_REWRITTEN: i64 = 2_000;

pub(super) fn state(connection: &Connection, read_only: bool) -> Done<LibraryState> {
    let (identity, changes, next_passage): (Vec<u8>, i64, i64) = connection.query_row(
        "SELECT identity, changes, next_passage FROM library",
        (),
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    Ok(LibraryState {
        identity: identity
            .try_into()
            .map_err(|_| Fault::Damaged("its identity".to_owned()))?,
        // An impossible number does no other harm until a verification repairs it.
        changes: changes.cast_unsigned(),
        next_passage: u64::try_from(next_passage).unwrap_or(0),
        read_only,
    })
}

pub(super) fn about(connection: &Connection, read_only: bool) -> Done<About> {
    let state = state(connection, read_only)?;
    let rows = |table: &str| -> Done<u64> {
        count(
            connection.query_row(&format!("SELECT count(*) FROM {table}"), (), |row| {
                row.get(0)
            })?,
        )
    };
    Ok(About {
        identity: state.identity,
        changes: state.changes,
        next_passage: state.next_passage,
        members: rows("member WHERE removed IS NULL")?,
        documents: rows("document")?,
        checks: rows("saved_check")?,
        read_only,
    })
}

pub(super) fn newest(connection: &Connection) -> Done<Option<i64>> {
    let newest = "SELECT max(added) FROM member WHERE removed IS NULL";
    Ok(connection.query_row(newest, (), |row| row.get(0))?)
}

/// Statement that selects members, to which a condition is appended. [`key_of`] and [`member_of`] read its columns.
const MEMBERS: &str = "SELECT member.document, name, format, member.added, fingerprint.version, fingerprint, characters,
    countable, checksum, first, count, path, passages.version
    FROM member LEFT JOIN document ON document.id = member.document
    LEFT JOIN fingerprint ON fingerprint.document = member.document
    AND recipe = (SELECT id FROM recipe WHERE words = ?1)
    LEFT JOIN passages ON passages.document = member.document
    WHERE removed IS NULL";

/// Reads the data that an index needs, and the two lengths of the text.
fn key_of(row: &Row<'_>, recipe: &str, version: u32) -> Done<(MemberKey, [u64; 2])> {
    let document = DocumentId(row.get(0)?);
    let of_version: Option<i64> = row.get(4)?;
    let fingerprint = row
        .get::<_, Option<i64>>(5)?
        .map(|bits| Fingerprint(bits.cast_unsigned()));
    // Impossible numbers mean that the fingerprint is computed again; they must not cost the other members.
    let mut lengths = [0; 2];
    for (at, length) in (6..).zip(&mut lengths) {
        let number: Option<i64> = row.get(at)?;
        *length = number.and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
    }
    let sum: Option<i64> = row.get(8)?;
    let current = of_version == Some(i64::from(version))
        && sum == Some(checksum(document, recipe, version, fingerprint, lengths));
    let number = |at: usize| -> Done<Option<u32>> {
        let number: Option<i64> = row.get(at)?;
        Ok(number.and_then(|n| u32::try_from(n).ok()))
    };
    let selected = (number(9)?).zip(number(10)?).zip(number(12)?);
    let ((first_passage, passages), selection) = selected.unwrap_or(((0, 0), 0));
    let key = MemberKey {
        document,
        fingerprint: fingerprint.filter(|_| current),
        current,
        first_passage,
        passages,
        selection,
    };
    Ok((key, lengths))
}

fn member_of(row: &Row<'_>, (key, lengths): (MemberKey, [u64; 2])) -> Done<Member> {
    let format = words(row, 2)?;
    Ok(Member {
        document: key.document,
        name: words(row, 1)?,
        format: Format::named(&format).unwrap_or(Format::Unsupported),
        added: row.get(3)?,
        characters: lengths[0],
        countable: lengths[1],
        fingerprint: key.fingerprint,
        current: key.current,
        first_passage: key.first_passage,
        passages: key.passages,
        path: path_of(&row.get::<_, Vec<u8>>(11)?),
        selection: key.selection,
    })
}

/// Members read from a list.
#[derive(Debug)]
pub(super) struct Listed<T> {
    pub(super) members: Vec<T>,
    /// Members whose document is missing, which only damage causes.
    pub(super) without_document: Vec<DocumentId>,
    /// Whether the list is complete and undamaged.
    pub(super) is_whole: bool,
}

/// Reads a list of members and converts each with `of_row`.
fn listed<T>(
    connection: &Connection,
    recipe: &str,
    mut of_row: impl FnMut(&Row<'_>) -> Done<Option<T>>,
) -> Done<Listed<T>> {
    let mut statement =
        connection.prepare_cached(&format!("{MEMBERS} ORDER BY member.document"))?;
    let mut rows = statement.query([recipe])?;
    let (mut members, mut without_document) = (Vec::new(), Vec::new());
    while let Some(row) = rows.next()? {
        if row.get_ref(2)? == ValueRef::Null {
            without_document.push(DocumentId(row.get(0)?));
        } else {
            members.extend(of_row(row)?);
        }
    }
    Ok(Listed {
        members,
        without_document,
        is_whole: seal::is_whole(connection, Kind::List, List::Members as i64)?,
    })
}

/// Returns the name of a member, template or file, for a message about its damage.
pub(super) fn name(connection: &Connection, document: DocumentId) -> Done<String> {
    let name = connection
        .prepare_cached(
            "SELECT coalesce((SELECT name FROM member WHERE document = ?1),
             (SELECT name FROM template WHERE document = ?1),
             (SELECT name FROM path WHERE document = ?1 LIMIT 1))",
        )?
        .query_row([document.0], |row| words(row, 0))?;
    Ok(name)
}

/// Returns the members for whose key `is_wanted` is true, sorted by number.
pub(super) fn members(
    connection: &Connection,
    recipe: &str,
    version: u32,
    is_wanted: impl Fn(&MemberKey) -> bool,
) -> Done<Listed<Member>> {
    listed(connection, recipe, |row| {
        let key = key_of(row, recipe, version)?;
        is_wanted(&key.0).then(|| member_of(row, key)).transpose()
    })
}

/// Returns the data that an index needs about the members, sorted by number.
pub(super) fn keys(connection: &Connection, recipe: &str, version: u32) -> Done<Listed<MemberKey>> {
    listed(connection, recipe, |row| {
        Ok(Some(key_of(row, recipe, version)?.0))
    })
}

/// Returns one member; `None` if the document is not a member.
pub(super) fn member(
    connection: &Connection,
    document: DocumentId,
    recipe: &str,
    version: u32,
) -> Done<Option<Member>> {
    seal::must_be_whole(connection, Kind::Entry, document, "its entry")?;
    let mut statement =
        connection.prepare_cached(&format!("{MEMBERS} AND member.document = ?2"))?;
    let mut rows = statement.query(params![recipe, document.0])?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let key = key_of(row, recipe, version)?;
    Ok(Some(member_of(row, key)?))
}

/// Returns the document numbers of the members, sorted.
pub(super) fn numbers(connection: &Connection) -> Done<Listed<DocumentId>> {
    let members = "SELECT document FROM member WHERE removed IS NULL ORDER BY document";
    Ok(Listed {
        members: ids(connection, members, ())?,
        without_document: Vec::new(),
        is_whole: seal::is_whole(connection, Kind::List, List::Members as i64)?,
    })
}

/// Increases the counter of changes by a random step, so that two copies of a library that change separately do not
/// reach the same number.
const STEP: &str = "UPDATE library SET changes = changes + 1 + (random() & 65535)";

/// Increases the counter of changes to the members.
fn change(connection: &Connection) -> Done<()> {
    connection.prepare_cached(STEP)?.execute(())?;
    Ok(())
}

/// Increases the counter for a change in the data derived from a document's text, if the document is or was a member.
pub(super) fn change_of(connection: &Connection, document: DocumentId) -> Done<()> {
    connection
        .prepare_cached(&format!(
            "{STEP} WHERE EXISTS (SELECT 1 FROM member WHERE document = ?1)"
        ))?
        .execute([document.0])?;
    Ok(())
}

pub(super) fn add_members(connection: &Connection, new: &[NewMember]) -> Done<()> {
    for member in new {
        let id = member.document.0;
        must_exist(connection, member.document)?;
        connection
            .prepare_cached(
                "INSERT INTO member VALUES (?1, ?2, ?3, unixepoch(), NULL)
                 ON CONFLICT (document) DO UPDATE SET removed = NULL,
                     name = iif(removed IS NULL, name, excluded.name),
                     path = iif(removed IS NULL, path, excluded.path)",
            )?
            .execute(params![id, member.name, path_bytes(&member.path)])?;
        put_passages(connection, member.document, &member.passages)?;
        connection
            .prepare_cached(
                "DELETE FROM search WHERE rowid = (SELECT id FROM search_docsize WHERE id = ?1)",
            )?
            .execute([id])?;
        change(connection)?;
    }
    // A deletion, or a statement on another table, between two of these would have FTS5 write a segment for each member,
    // all of which it merges later.
    let mut insert =
        connection.prepare_cached("INSERT INTO search (rowid, terms) VALUES (?1, ?2)")?;
    for member in new {
        insert.execute(params![member.document.0, member.search_terms])?;
    }
    Ok(())
}

/// Stores passage fingerprints under new ids, since an index may contain the old ones. Random gaps between the ids
/// make it very unlikely that, after the library was restored from a copy, new members get the ids that others had in
/// an earlier index.
fn put_passages(connection: &Connection, document: DocumentId, passages: &Passages) -> Done<()> {
    let many = passages.fingerprints.len() as u64;
    let first = count(
        connection
            .prepare_cached("SELECT next_passage + (random() & 255) FROM library")?
            .query_row((), |row| row.get(0))?,
    )?;
    let next = first.saturating_add(many);
    // The index has ids of 32 bits.
    if u32::try_from(next).is_err() {
        return Err(Fault::Failed("it has given out 2^32 passages".to_owned()));
    }
    connection
        .prepare_cached("UPDATE library SET next_passage = ?1")?
        .execute([signed(next)])?;
    connection
        .prepare_cached("INSERT OR REPLACE INTO passages VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![
            document.0,
            passages.version,
            signed(first),
            signed(many),
            pack(&fingerprints_bytes(&passages.fingerprints))?
        ])?;
    seal::renew(connection, Kind::Passages, document.0)
}

pub(super) fn passages(connection: &Connection, document: DocumentId) -> Done<Option<Passages>> {
    seal::must_be_whole(connection, Kind::Passages, document, "its passages")?;
    let row: Option<(i64, i64, Vec<u8>)> = connection
        .prepare_cached("SELECT version, count, fingerprints FROM passages WHERE document = ?1")?
        .query_row([document.0], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()?;
    let Some((version, many, packed)) = row else {
        return Ok(None);
    };
    let fingerprints = unpack(&packed)
        .and_then(|bytes| fingerprints_of(&bytes))
        .filter(|fingerprints| i64::try_from(fingerprints.len()) == Ok(many));
    Ok(fingerprints
        .zip(u32::try_from(version).ok())
        .map(|(fingerprints, version)| Passages {
            version,
            fingerprints,
        }))
}

/// Marks members as removed (at the current time) or restored.
pub(super) fn set_removed(
    connection: &Connection,
    documents: &[DocumentId],
    removed: bool,
) -> Done<()> {
    let mut statement = connection.prepare_cached(
        "UPDATE member SET removed = CASE WHEN ?2 THEN unixepoch() END WHERE document = ?1",
    )?;
    for document in documents {
        if statement.execute(params![document.0, removed])? == 0 {
            return Err(Fault::NoSuchDocument);
        }
        change(connection)?;
    }
    Ok(())
}

/// Numbers of deleted members and documents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Purged {
    pub(super) members: u64,
    pub(super) documents: usize,
}

/// Deletes these members, and those of their documents that neither a check nor a template needs.
pub(super) fn remove_for_good(connection: &Connection, documents: &[DocumentId]) -> Done<Purged> {
    let (mut members, mut deleted) = (0, 0);
    for DocumentId(id) in documents {
        let delete = |rows: &str| {
            let statement = connection.prepare_cached(&format!("DELETE FROM {rows}"));
            statement?.execute([id])
        };
        delete("search WHERE rowid = (SELECT id FROM search_docsize WHERE id = ?1)")?;
        delete("submission WHERE document = ?1")?;
        members += delete("member WHERE document = ?1")?;
        let file: Option<Vec<u8>> = connection
            .prepare_cached(
                "DELETE FROM document WHERE id = ?1
                 AND NOT EXISTS (SELECT 1 FROM template WHERE document = ?1)
                 AND NOT EXISTS (SELECT 1 FROM check_row WHERE document = ?1)
                 RETURNING sha256",
            )?
            .query_row([id], |row| row.get(0))
            .optional()?;
        if let Some(file) = file {
            deleted += 1;
            recognised_pages::forget(connection, &file)?;
        }
    }
    if members > 0 {
        change(connection)?;
        forget_terms(connection)?;
    }
    Ok(Purged {
        members: members as u64,
        documents: deleted,
    })
}

/// Deletes the removed members, and all documents that neither a member, a check nor a template needs.
pub(super) fn purge(connection: &Connection) -> Done<Purged> {
    connection.execute(
        "DELETE FROM search WHERE rowid IN (SELECT document FROM member WHERE removed IS NOT NULL)",
        (),
    )?;
    // A check may keep the document, but whose it is goes with the member.
    connection.execute(
        "DELETE FROM submission WHERE document IN (SELECT document FROM member WHERE removed IS NOT NULL)",
        (),
    )?;
    let members = connection.execute("DELETE FROM member WHERE removed IS NOT NULL", ())?;
    // Documents are kept for members, for checks that have them, and as templates.
    let documents = connection.execute(
        "DELETE FROM document WHERE id NOT IN (SELECT document FROM member)
         AND id NOT IN (SELECT document FROM template)
         AND id NOT IN (SELECT document FROM check_row WHERE document IS NOT NULL)",
        (),
    )?;
    recognised_pages::purge(connection)?;
    if members > 0 {
        forget_terms(connection)?;
    }
    Ok(Purged {
        members: members as u64,
        documents,
    })
}

/// Writes the search index again, unless it has more than [`MOST_REWRITTEN`] members, which would take minutes. An index that is not
/// written again keeps the terms of deleted members until it merges its segments.
fn forget_terms(connection: &Connection) -> Done<()> {
    let members: i64 =
        connection.query_row("SELECT count(*) FROM search_docsize", (), |row| row.get(0))?;
    if members <= MOST_REWRITTEN {
        connection.execute("INSERT INTO search (search) VALUES ('optimize')", ())?;
    }
    Ok(())
}

pub(super) fn searchable(connection: &Connection) -> Done<Vec<DocumentId>> {
    ids(
        connection,
        "SELECT search.rowid FROM search JOIN member ON member.document = search.rowid ORDER BY search.rowid",
        (),
    )
}

pub(super) fn search(
    connection: &Connection,
    expression: &str,
    most: usize,
) -> Done<Vec<DocumentId>> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    ids(
        connection,
        "SELECT search.rowid FROM search JOIN member ON member.document = search.rowid
         WHERE search MATCH ?1 AND removed IS NULL ORDER BY search.rowid LIMIT ?2",
        params![expression, most],
    )
}

pub(super) fn frequencies(connection: &Connection) -> Done<Option<Frequencies>> {
    if !seal::is_whole(connection, Kind::List, List::Frequencies as i64)? {
        // They are counted again.
        return Ok(None);
    }
    let packed: Option<Vec<u8>> = connection
        .query_row("SELECT documents FROM frequencies", (), |row| row.get(0))
        .optional()?;
    Ok(packed.and_then(|packed| unpack_json(&packed)))
}

pub(super) fn put_frequencies(connection: &Connection, frequencies: &Frequencies) -> Done<()> {
    connection.execute(
        "INSERT OR REPLACE INTO frequencies SELECT 1, changes, ?1 FROM library",
        [pack_json(frequencies)?],
    )?;
    seal::renew(connection, Kind::List, List::Frequencies as i64)
}

pub(super) fn templates(connection: &Connection) -> Done<Vec<(DocumentId, String)>> {
    let mut statement =
        connection.prepare_cached("SELECT document, name FROM template ORDER BY name, document")?;
    let rows = statement.query_map((), |row| Ok((DocumentId(row.get(0)?), words(row, 1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn set_template(
    connection: &Connection,
    document: DocumentId,
    name: &str,
    template: bool,
) -> Done<()> {
    must_exist(connection, document)?;
    if template {
        connection.execute(
            "INSERT OR REPLACE INTO template VALUES (?1, ?2)",
            params![document.0, name],
        )?;
    } else {
        connection.execute("DELETE FROM template WHERE document = ?1", [document.0])?;
    }
    Ok(())
}
