//! Reads the content of the full-text search, for comparison with the texts.

use std::collections::HashMap;

use rusqlite::Connection;

use super::Done;
use crate::DocumentId;
use crate::search_text::word_sum;

/// Returns the sum of the terms of each document in the search.
pub(super) fn sums(connection: &Connection) -> Done<HashMap<DocumentId, u64>> {
    connection.execute_batch(
        "CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_words USING fts5vocab (main, search, instance)",
    )?;
    let read = || -> Done<HashMap<DocumentId, u64>> {
        let mut select = connection.prepare("SELECT term, doc FROM temp.search_words")?;
        let mut rows = select.query(())?;
        let mut sums: HashMap<DocumentId, u64> = HashMap::new();
        while let Some(row) = rows.next()? {
            let sum = sums.entry(DocumentId(row.get(1)?)).or_default();
            *sum = sum.wrapping_add(word_sum(row.get_ref(0)?.as_bytes().unwrap_or_default()));
        }
        Ok(sums)
    };
    let sums = read();
    connection.execute_batch("DROP TABLE temp.search_words")?;
    sums
}
