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
                // Zeros with a small number occur in any file.
                let is_telling =
                    |part: &&[u8]| part.iter().filter(|&&byte| byte != 0).count() > PART / 2;
                let telling = bytes.chunks_exact(PART).filter(is_telling);
                parts.extend(telling.map(<[u8]>::to_vec));
            }
        }
    }
    parts
}

/// Those of these parts that the library's file, or one beside it, has anywhere.
pub(super) fn found<'p>(file: &Path, parts: &'p [Vec<u8>]) -> Vec<&'p [u8]> {
    let folder = file.parent().unwrap();
    let all: Vec<Vec<u8>> = (std::fs::read_dir(folder).unwrap())
        .map(|entry| std::fs::read(entry.unwrap().path()).unwrap())
        .collect();
    let windows: HashSet<&[u8]> = all.iter().flat_map(|bytes| bytes.windows(PART)).collect();
    let parts = parts.iter().map(Vec::as_slice);
    parts.filter(|part| windows.contains(part)).collect()
}
