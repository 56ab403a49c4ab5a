//! Detects a log that belongs to another file. If a killed program leaves a log and a backup takes the place of its library,
//! `SQLite` reads the pages of that log into the backup.

use std::path::Path;

use super::{SqliteStore, log};

/// Largest number of changes that a sound library has.
const MOST_CHANGES: i64 = 1 << 60;

/// Returns whether the log beside a library belongs to another file: read through it, the library is another one or older than
/// without it. `false` if the library cannot be read both ways.
pub(super) fn is_there(library: &Path) -> bool {
    if !log::has_frames(library) {
        return false;
    }
    // The file alone first: a program that writes meanwhile only adds changes.
    let without = identity_and_changes(library, true);
    match (without, identity_and_changes(library, false)) {
        (Some((identity, changes)), Some((with_log, changes_with_log))) => {
            let is_older = changes > changes_with_log && (0..=MOST_CHANGES).contains(&changes);
            identity != with_log || is_older
        }
        _ => false,
    }
}

fn identity_and_changes(library: &Path, immutable: bool) -> Option<(Vec<u8>, i64)> {
    let connection = SqliteStore::connect_reader(library, immutable).ok()?;
    let sql = "SELECT identity, changes FROM library";
    (connection.query_row(sql, (), |row| Ok((row.get(0)?, row.get(1)?)))).ok()
}
