//! SQL of vectors of texts, which are kept without compression: a search reads those of all members.

use super::connection::Connection;
use super::documents;
use super::fault::Done;
use crate::DocumentId;
use crate::document_form::vectors_checksum;
use crate::packed::MOST_BYTES;

/// Maximum number of documents whose vectors one statement reads, at some 130,000 bytes each.
const AT_ONCE: usize = 256;

/// Returns the document numbers, without repetition.
fn numbers(ids: &[DocumentId]) -> Vec<i64> {
    let mut numbers: Vec<i64> = ids.iter().map(|id| id.0).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

pub(super) fn vectors(
    connection: &mut Connection,
    version: &str,
    ids: &[DocumentId],
) -> Done<Vec<(DocumentId, Vec<u8>)>> {
    let mut found = Vec::new();
    for batch in numbers(ids).chunks(AT_ONCE) {
        let rows = connection.query(
            "SELECT document, body, checksum FROM vectors
             WHERE document = ANY($1) AND version = $2 AND length(body)::bigint <= $3 ORDER BY document",
            &[&batch, &version, &MOST_BYTES.cast_signed()],
        )?;
        for row in &rows {
            let document = DocumentId(row.try_get(0)?);
            let body: &[u8] = row.try_get(1)?;
            if vectors_checksum(document, version, body) == row.try_get::<_, i64>(2)? {
                found.push((document, body.to_vec()));
            }
        }
    }
    Ok(found)
}

pub(super) fn with_version(
    connection: &mut Connection,
    document: DocumentId,
) -> Done<Option<(String, Vec<u8>)>> {
    let row = connection.query_opt(
        "SELECT version, body, checksum FROM vectors WHERE document = $1 AND length(body)::bigint <= $2",
        &[&document.0, &MOST_BYTES.cast_signed()],
    )?;
    let Some(row) = row else {
        return Ok(None);
    };
    let (version, body): (String, Vec<u8>) = (row.try_get(0)?, row.try_get(1)?);
    let is_whole = vectors_checksum(document, &version, &body) == row.try_get::<_, i64>(2)?;
    Ok(is_whole.then_some((version, body)))
}

pub(super) fn documents(connection: &mut Connection, version: &str) -> Done<Vec<DocumentId>> {
    connection.ids(
        "SELECT document FROM vectors WHERE version = $1 ORDER BY document",
        &[&version],
    )
}

pub(super) fn put(
    connection: &mut Connection,
    version: &str,
    vectors: &[(DocumentId, Vec<u8>)],
) -> Done<()> {
    let ids: Vec<DocumentId> = vectors.iter().map(|(document, _)| *document).collect();
    let there = documents::lock_existing(connection, &ids)?;
    let kept = vectors.iter().filter(|(document, body)| {
        there.binary_search(document).is_ok() && body.len() as u64 <= MOST_BYTES
    });
    for (document, body) in kept {
        // No ON CONFLICT: the table may be distributed over several servers, which know none.
        connection.execute("DELETE FROM vectors WHERE document = $1", &[&document.0])?;
        connection.execute(
            "INSERT INTO vectors (document, version, body, checksum) VALUES ($1, $2, $3, $4)",
            &[
                &document.0,
                &version,
                body,
                &vectors_checksum(*document, version, body),
            ],
        )?;
    }
    Ok(())
}

/// Returns the documents with damaged vectors, each with a description of the damage.
pub(super) fn damaged(connection: &mut Connection) -> Done<Vec<(DocumentId, String)>> {
    let mut found = Vec::new();
    for document in connection.ids("SELECT document FROM vectors ORDER BY document", &[])? {
        if with_version(connection, document)?.is_some() {
            continue;
        }
        let row = connection.query_one(
            "SELECT coalesce((SELECT name FROM member WHERE document = $1), '#' || $1::bigint)",
            &[&document.0],
        )?;
        found.push((
            document,
            format!("vectors of {}", row.try_get::<_, &str>(0)?),
        ));
    }
    Ok(found)
}

/// Deletes vectors, so that the next search for leads computes them again.
pub(super) fn delete(connection: &mut Connection, of: &[DocumentId]) -> Done<()> {
    connection.execute(
        "DELETE FROM vectors WHERE document = ANY($1)",
        &[&numbers(of)],
    )?;
    Ok(())
}
