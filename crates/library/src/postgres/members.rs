//! SQL of members: their passage fingerprints, postings, search terms and document frequencies.

use super::connection::Connection;
use super::documents::{self, shown};
use super::fault::{Done, Fault};
use super::{high, outlines};
use crate::bytes::{path_bytes, path_of};
use crate::document_form::checksum;
use crate::packed::{pack_json, unpack_json};
use crate::search_text::Term;
use crate::{About, DocumentId, Frequencies, Member, NewMember, Passages, SELECTION};
use chachong_import::Format;
use chachong_simhash::Fingerprint;

/// Minimum number of members for setting aside the rows of very common keys. With fewer members, a search counts them
/// quickly.
const LEAST_SETTLED: i64 = 10_000;
/// Maximum length in bytes of the terms in one row; a tsvector holds at most a megabyte of text.
const TERMS_IN_A_ROW: usize = 500_000;

/// SQL that reads members; a condition follows. The columns are those of a card ([`member_of_card`]).
macro_rules! members_where {
    ($condition:literal) => {
        concat!(
            "SELECT member.document, name, format, member.added, fingerprint.version, bits, characters, countable,
             checksum, path, passages.version, cardinality(fingerprints)::bigint
             FROM member JOIN document ON document.id = member.document
             LEFT JOIN fingerprint ON fingerprint.document = member.document AND recipe = $1
             LEFT JOIN passages ON passages.document = member.document
             WHERE removed IS NULL AND ",
            $condition,
            " ORDER BY member.document"
        )
    };
}

pub(super) fn about(connection: &mut Connection, read_only: bool) -> Done<About> {
    let row = connection.query_one(
        "SELECT identity, (SELECT last_value + is_called::int FROM changes) FROM library",
        &[],
    )?;
    let identity: Vec<u8> = row.try_get(0)?;
    let changes: i64 = row.try_get(1)?;
    let counts = connection.query_one("SELECT members, documents, checks FROM counts()", &[])?;
    let count = |at: usize| -> Done<u64> { Ok(counts.try_get::<_, i64>(at)?.cast_unsigned()) };
    Ok(About {
        identity: identity
            .try_into()
            .map_err(|_| Fault::Damaged("its identity".to_owned()))?,
        changes: changes.cast_unsigned(),
        // The postings on a server are not numbered.
        next_passage: 0,
        members: count(0)?,
        documents: count(1)?,
        checks: count(2)?,
        read_only,
    })
}

/// Returns the time when the newest member was added. `None` also if a server of a distributed library is lost, which
/// may hold that member.
pub(super) fn newest(connection: &mut Connection) -> Done<Option<i64>> {
    let row = connection.query_one(
        "SELECT CASE WHEN coalesce(current_setting('chachong.lost', true), '') = ''
             THEN (SELECT max(added) FROM member WHERE removed IS NULL) END",
        &[],
    )?;
    Ok(row.try_get(0)?)
}

pub(super) fn members(
    connection: &mut Connection,
    recipe: &str,
    version: u32,
) -> Done<Vec<Member>> {
    let rows = connection.query(members_where!("true"), &[&recipe])?;
    rows.iter()
        .map(|row| member_of_card(row, 0, recipe, version))
        .collect()
}

/// Returns one member; `None` if the document is not a member.
pub(super) fn member(
    connection: &mut Connection,
    document: DocumentId,
    recipe: &str,
    version: u32,
) -> Done<Option<Member>> {
    let row = connection.query_opt(
        members_where!("member.document = $2"),
        &[&recipe, &document.0],
    )?;
    row.map(|row| member_of_card(&row, 0, recipe, version))
        .transpose()
}

/// Returns the members whose fingerprint or passages are missing or of another version.
pub(super) fn stale(connection: &mut Connection, recipe: &str, version: u32) -> Done<Vec<Member>> {
    // Hardly ever is there one, and the servers of a distributed library count faster than they send.
    let none = connection.query_one(
        "SELECT coalesce((SELECT sum(members) FROM versions WHERE recipe = $1 AND version = $2 AND selection = $3), 0) =
             CASE WHEN coalesce(current_setting('chachong.lost', true), '') = ''
                 THEN (SELECT count(*) FROM member WHERE removed IS NULL) ELSE (SELECT members FROM size) END",
        &[&recipe, &i64::from(version), &i64::from(SELECTION)],
    )?;
    if none.try_get(0)? {
        return Ok(Vec::new());
    }
    let rows = connection.query(
        members_where!(
            "(fingerprint.version IS DISTINCT FROM $2 OR passages.version IS DISTINCT FROM $3)"
        ),
        &[&recipe, &i64::from(version), &i64::from(SELECTION)],
    )?;
    rows.iter()
        .map(|row| member_of_card(row, 0, recipe, version))
        .collect()
}

/// Returns the document numbers of all members, sorted.
pub(super) fn numbers(connection: &mut Connection) -> Done<Vec<DocumentId>> {
    connection.ids(
        "SELECT document FROM member WHERE removed IS NULL ORDER BY document",
        &[],
    )
}

/// Reads a member from the twelve columns of a row that begin at column `first`.
pub(super) fn member_of_card(
    row: &tokio_postgres::Row,
    first: usize,
    recipe: &str,
    version: u32,
) -> Done<Member> {
    let document = DocumentId(row.try_get(first)?);
    let number = |at: usize| -> Done<Option<i64>> { Ok(row.try_get(first + at)?) };
    let fingerprint = number(5)?.map(|bits| Fingerprint(bits.cast_unsigned()));
    // Impossible numbers mean that the fingerprint is computed again; they must not cost the other members.
    let length = |at: usize| -> Done<u64> {
        Ok(number(at)?.and_then(|n| u64::try_from(n).ok()).unwrap_or(0))
    };
    let small = |at: usize| -> Done<u32> {
        Ok(number(at)?.and_then(|n| u32::try_from(n).ok()).unwrap_or(0))
    };
    let lengths = [length(6)?, length(7)?];
    let current = number(4)? == Some(i64::from(version))
        && number(8)? == Some(checksum(document, recipe, version, fingerprint, lengths));
    Ok(Member {
        document,
        name: row.try_get(first + 1)?,
        format: Format::named(row.try_get(first + 2)?).unwrap_or(Format::Unsupported),
        added: row.try_get(first + 3)?,
        characters: lengths[0],
        countable: lengths[1],
        fingerprint: fingerprint.filter(|_| current),
        current,
        first_passage: 0,
        passages: small(11)?,
        path: path_of(row.try_get(first + 9)?),
        selection: small(10)?,
    })
}

/// Increases the counter of changes to the members.
fn change(connection: &mut Connection) -> Done<()> {
    connection.query("SELECT nextval('changes')", &[])?;
    Ok(())
}

pub(super) fn add(connection: &mut Connection, new: &[NewMember]) -> Done<()> {
    let documents: Vec<DocumentId> = new.iter().map(|member| member.document).collect();
    documents::lock(connection, &documents)?;
    for member in new {
        connection.execute(
            "INSERT INTO member (document, name, path, added) VALUES ($1, $2, $3, extract(epoch FROM now())::bigint)
             ON CONFLICT (document) DO UPDATE SET removed = NULL,
                 name = CASE WHEN member.removed IS NULL THEN member.name ELSE excluded.name END,
                 path = CASE WHEN member.removed IS NULL THEN member.path ELSE excluded.path END",
            &[
                &member.document.0,
                &shown(&member.name),
                &path_bytes(&member.path),
            ],
        )?;
        put_passages(connection, member)?;
        put_terms(connection, member.document, &member.search_terms)?;
    }
    change(connection)
}

fn put_passages(connection: &mut Connection, member: &NewMember) -> Done<()> {
    let Passages {
        version,
        fingerprints,
    } = &member.passages;
    let starts: Vec<i32> = (member.starts.iter())
        .map(|&start| i32::try_from(start).unwrap_or(i32::MAX))
        .collect();
    connection.execute(
        "INSERT INTO entry (document, version, fingerprints, starts) VALUES ($1, $2, $3, $4)",
        &[
            &member.document.0,
            &i64::from(*version),
            &signed(fingerprints),
            &starts,
        ],
    )?;
    let keys = high::high_keys(fingerprints, &member.starts);
    high::put(connection, member.document, &keys)
}

fn put_terms(connection: &mut Connection, document: DocumentId, terms: &str) -> Done<()> {
    connection.execute("DELETE FROM terms WHERE document = $1", &[&document.0])?;
    for (part, terms) in (0_i32..).zip(in_rows(terms)) {
        connection.execute(
            "INSERT INTO terms (document, part, terms) VALUES ($1, $2, array_to_tsvector($3::text[]))",
            &[&document.0, &part, &terms],
        )?;
    }
    Ok(())
}

/// Divides terms, separated by spaces, into rows; at least one, so that every member has a row.
fn in_rows(terms: &str) -> Vec<Vec<&str>> {
    let mut rows = vec![Vec::new()];
    let mut bytes = 0;
    for term in terms.split_ascii_whitespace() {
        bytes += term.len() + 8;
        if bytes > TERMS_IN_A_ROW {
            rows.push(Vec::new());
            bytes = term.len() + 8;
        }
        if let Some(row) = rows.last_mut() {
            row.push(term);
        }
    }
    rows
}

pub(super) fn passages(
    connection: &mut Connection,
    document: DocumentId,
) -> Done<Option<Passages>> {
    let row = connection.query_opt(
        "SELECT version, fingerprints FROM passages WHERE document = $1",
        &[&document.0],
    )?;
    let Some(row) = row else {
        return Ok(None);
    };
    let version: i64 = row.try_get(0)?;
    let fingerprints = fingerprints(&row, 1)?;
    Ok(u32::try_from(version).ok().map(|version| Passages {
        version,
        fingerprints,
    }))
}

/// Reads a column of fingerprints.
pub(super) fn fingerprints(row: &tokio_postgres::Row, at: usize) -> Done<Vec<Fingerprint>> {
    let bits: Vec<i64> = row.try_get(at)?;
    let fingerprints = bits.into_iter().map(i64::cast_unsigned).map(Fingerprint);
    Ok(fingerprints.collect())
}

fn signed(fingerprints: &[Fingerprint]) -> Vec<i64> {
    fingerprints
        .iter()
        .map(|fingerprint| fingerprint.0.cast_signed())
        .collect()
}

/// Marks members as removed (at the current time) or restored.
pub(super) fn set_removed(
    connection: &mut Connection,
    documents: &[DocumentId],
    removed: bool,
) -> Done<()> {
    documents::lock(connection, documents)?;
    for document in documents {
        let changed = connection.execute(
            "UPDATE member SET removed = CASE WHEN $2 THEN extract(epoch FROM now())::bigint END
             WHERE document = $1",
            &[&document.0, &removed],
        )?;
        if changed == 0 {
            return Err(Fault::NoSuchDocument);
        }
        let entry = if removed {
            "DELETE FROM entry WHERE document = $1"
        } else {
            "INSERT INTO entry (document, version, fingerprints, starts)
             SELECT document, version, fingerprints, starts FROM passages WHERE document = $1"
        };
        connection.execute(entry, &[&document.0])?;
    }
    change(connection)
}

/// Deletes members that were removed at least `grace` seconds ago, and documents that nothing needs and that no
/// program has met since.
pub(super) fn purge(connection: &mut Connection, grace: i64) -> Done<u64> {
    let row = connection.query_one("SELECT purge($1)", &[&grace])?;
    Ok(row.try_get::<_, i64>(0)?.cast_unsigned())
}

/// Permanently deletes these members and everything that the library stores about them.
pub(super) fn remove_for_good(connection: &mut Connection, documents: &[DocumentId]) -> Done<u64> {
    documents::lock(connection, documents)?;
    let ids: Vec<i64> = documents.iter().map(|document| document.0).collect();
    let row = connection.query_one("SELECT remove_for_good($1)", &[&ids])?;
    change(connection)?;
    Ok(row.try_get::<_, i64>(0)?.cast_unsigned())
}

pub(super) fn searchable(connection: &mut Connection) -> Done<Vec<DocumentId>> {
    connection.ids(
        "SELECT document FROM member WHERE EXISTS (SELECT FROM terms WHERE terms.document = member.document)
         ORDER BY document",
        &[],
    )
}

pub(super) fn search(
    connection: &mut Connection,
    wanted: &[Term],
    most: usize,
) -> Done<Vec<DocumentId>> {
    // Terms are letters and digits only; quoted all the same, nothing that was typed is syntax.
    let queries: Vec<String> = wanted
        .iter()
        .map(|term| format!("'{}'{}", term.text, if term.is_prefix { ":*" } else { "" }))
        .collect();
    let together = queries.join(" & ");
    connection.ids(
        "SELECT document FROM member
         WHERE removed IS NULL AND document IN (
             SELECT document FROM terms WHERE terms.terms @@ $3::text::tsquery
             UNION
             SELECT document FROM terms
             JOIN unnest($1::text[]) WITH ORDINALITY AS wanted (query, number) ON terms.terms @@ wanted.query::tsquery
             WHERE document IN (SELECT parts.document FROM terms AS parts WHERE parts.part > 0)
             GROUP BY document HAVING count(DISTINCT number) = cardinality($1::text[])
         ) ORDER BY document LIMIT $2",
        &[
            &queries,
            &i64::try_from(most).unwrap_or(i64::MAX),
            &together,
        ],
    )
}

pub(super) fn frequencies(connection: &mut Connection) -> Done<Option<Frequencies>> {
    let row = connection.query_opt("SELECT documents FROM frequencies", &[])?;
    row.map_or(Ok(None), |row| Ok(unpack_json(row.try_get(0)?)))
}

pub(super) fn put_frequencies(connection: &mut Connection, frequencies: &Frequencies) -> Done<()> {
    connection.execute(
        "INSERT INTO frequencies (documents) VALUES ($1)
         ON CONFLICT (one) DO UPDATE SET documents = excluded.documents",
        &[&pack_json(frequencies)?],
    )?;
    outlines::put_grams(connection, &frequencies.grams)
}

pub(super) fn templates(connection: &mut Connection) -> Done<Vec<(DocumentId, String)>> {
    let rows = connection.query(
        "SELECT document, name FROM template ORDER BY name COLLATE \"C\", document",
        &[],
    )?;
    rows.iter()
        .map(|row| Ok((DocumentId(row.try_get(0)?), row.try_get(1)?)))
        .collect()
}

pub(super) fn set_template(
    connection: &mut Connection,
    document: DocumentId,
    name: &str,
    template: bool,
) -> Done<()> {
    documents::lock(connection, &[document])?;
    if template {
        connection.execute(
            "INSERT INTO template (document, name) VALUES ($1, $2)
             ON CONFLICT (document) DO UPDATE SET name = excluded.name",
            &[&document.0, &shown(name)],
        )?;
    } else {
        connection.execute("DELETE FROM template WHERE document = $1", &[&document.0])?;
    }
    Ok(())
}

/// Sets aside the rows of keys that very many documents have, so that a search counts few (`sql/entries.sql`). Does so
/// when a large library has grown by a fifth since the last time. Takes minutes, during which only removals wait.
pub(super) fn settle(connection: &mut Connection) -> Done<()> {
    let pays = connection.query_opt(
        "SELECT FROM settled, size WHERE size.members >= $1 AND 5 * size.members >= 6 * settled.members",
        &[&LEAST_SETTLED],
    )?;
    if pays.is_some() {
        connection
            .upkeep("CALL settle(); UPDATE settled SET members = (SELECT members FROM size)")?;
    }
    Ok(())
}
