//! SQL of submissions: who handed in a document.

use super::connection::Connection;
use super::documents::{self, shown};
use super::fault::Done;
use crate::{DocumentId, KeptSubmission};

/// Returns the stored submissions of these documents, sorted by document and key.
pub(super) fn submissions(
    connection: &mut Connection,
    ids: &[DocumentId],
) -> Done<Vec<(DocumentId, KeptSubmission)>> {
    let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
    let rows = connection.query(
        "SELECT document, key, student, number, class, submitted, found_by FROM submission
         WHERE document = ANY ($1) ORDER BY document, key, student COLLATE \"C\", number COLLATE \"C\"",
        &[&ids],
    )?;
    rows.iter()
        .map(|row| {
            let text = |at: usize| row.try_get(at);
            let texts = [text(2)?, text(3)?, text(4)?, text(5)?];
            let kept = KeptSubmission::of_texts(row.try_get(1)?, texts, row.try_get(6)?);
            Ok((DocumentId(row.try_get(0)?), kept))
        })
        .collect()
}

/// Stores who handed in documents. An entry replaces the stored one of the same person. Deleted documents are
/// skipped.
pub(super) fn put(connection: &mut Connection, kept: &[(DocumentId, KeptSubmission)]) -> Done<()> {
    let ids: Vec<DocumentId> = kept.iter().map(|(document, _)| *document).collect();
    let there = documents::lock_existing(connection, &ids)?;
    let living = kept.iter().filter(|(document, _)| there.contains(document));
    for (document, one) in living {
        let text = |text: &Option<String>| shown(text.as_deref().unwrap_or_default());
        connection.execute(
            "INSERT INTO submission (document, student, number, key, class, submitted, found_by)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (document, student, number) DO UPDATE SET key = excluded.key, class = excluded.class,
                 submitted = excluded.submitted, found_by = excluded.found_by",
            &[
                &document.0,
                &text(&one.student),
                &text(&one.number),
                &one.key,
                &text(&one.class),
                &text(&one.submitted),
                &one.found_by.name(),
            ],
        )?;
    }
    Ok(())
}
