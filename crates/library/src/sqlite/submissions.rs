//! SQL of submissions: who handed in a document.

use rusqlite::{Connection, params};

use super::Done;
use super::seal::{self, Kind};
use super::values::words;
use crate::{DocumentId, KeptSubmission};

/// Returns the stored submissions of one document, sorted by key.
pub(super) fn submissions(
    connection: &Connection,
    document: DocumentId,
) -> Done<Vec<(DocumentId, KeptSubmission)>> {
    let mut statement = connection.prepare_cached(
        "SELECT key, student, number, class, submitted, found_by FROM submission WHERE document = ?1
         ORDER BY key, student, number",
    )?;
    let mut rows = statement.query([document.0])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let text = |at: usize| words(row, at);
        let texts = [text(1)?, text(2)?, text(3)?, text(4)?];
        let kept = KeptSubmission::of_texts(row.get(0)?, texts, &text(5)?);
        found.push((document, kept));
    }
    if !found.is_empty() {
        seal::must_be_whole(connection, Kind::Entry, document, "its entry")?;
    }
    Ok(found)
}

/// Stores who handed in documents. An entry replaces the stored one of the same person. Deleted documents are
/// skipped.
pub(super) fn put(connection: &Connection, kept: &[(DocumentId, KeptSubmission)]) -> Done<()> {
    let mut insert = connection.prepare_cached(
        "INSERT OR REPLACE INTO submission SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
         WHERE EXISTS (SELECT 1 FROM document WHERE id = ?1)",
    )?;
    for (document, one) in kept {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        insert.execute(params![
            document.0,
            text(&one.student),
            text(&one.number),
            one.key,
            text(&one.class),
            text(&one.submitted),
            one.found_by.name(),
        ])?;
    }
    Ok(())
}
