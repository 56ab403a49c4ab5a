//! Search of a library's file for bytes of what was deleted.

use std::collections::HashSet;
use std::path::Path;

use rusqlite::types::ValueRef;

/// Length of a part in bytes: long enough to occur nowhere else.
const PART: usize = 12;

/// Parts of the texts and bytes that the file has in the rows of a query.
pub(super) fn parts(file: &Path, query: &str) -> Vec<Vec<u8>> {
    let connection = rusqlite::Connection::open(file).unwrap();
    let mut select = connection.prepare(query).unwrap();
    let columns = select.column_count();
    let mut rows = select.query(()).unwrap();
    let mut parts = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        for column in 0..columns {
            if let ValueRef::Blob(bytes) | ValueRef::Text(bytes) = row.get_ref(column).unwrap() {
                parts.extend(bytes.chunks_exact(PART).map(<[u8]>::to_vec));
            }
        }
    }
    parts
}

/// Number of these parts that the library's file, or one beside it, has anywhere.
pub(super) fn found(file: &Path, parts: &[Vec<u8>]) -> usize {
    let folder = file.parent().unwrap();
    let all: Vec<Vec<u8>> = (std::fs::read_dir(folder).unwrap())
        .map(|entry| std::fs::read(entry.unwrap().path()).unwrap())
        .collect();
    let windows: HashSet<&[u8]> = all.iter().flat_map(|bytes| bytes.windows(PART)).collect();
    let is_there = |part: &&Vec<u8>| windows.contains(part.as_slice());
    parts.iter().filter(is_there).count()
}
