//! The rollback journal beside a library: an earlier Chachong or another program leaves one if it is killed while it writes.
//! Until the journal is rolled back, the file may hold half of a change.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::opening::harden;
use super::{Done, schema};
use crate::address::with_ending;

/// Last bytes of a journal that names a super-journal, which `SQLite` deletes after it has rolled back.
const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
/// Place of the application id in the header of a file.
const APPLICATION_ID: u64 = 68;

/// Returns the path of the journal of a library.
pub(super) fn of(library: &Path) -> PathBuf {
    with_ending(library, "-journal")
}

/// Returns whether a library has a journal that is not empty.
pub(super) fn is_there(library: &Path) -> bool {
    (of(library).metadata()).is_ok_and(|metadata| metadata.len() > 0)
}

/// Returns whether `SQLite` would delete no other file if it rolled the journal back.
pub(super) fn names_no_file(library: &Path) -> std::io::Result<bool> {
    let mut journal = File::open(of(library))?;
    let length = journal.metadata()?.len();
    let mut last = [0; MAGIC.len()];
    if length < last.len() as u64 {
        return Ok(true);
    }
    journal.seek(SeekFrom::Start(length - last.len() as u64))?;
    journal.read_exact(&mut last)?;
    Ok(last != MAGIC)
}

/// Undoes the half-done change that a journal describes. Does nothing without a journal, to a file that is no library, and
/// with a journal that names another file. The lock must be held.
pub(super) fn roll_back(library: &Path) -> Done<()> {
    if !is_there(library) || !is_ours(library)? || !names_no_file(library)? {
        return Ok(());
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(library, flags)?;
    harden(&connection)?;
    // The first read rolls back.
    connection.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))?;
    Ok(())
}

fn is_ours(library: &Path) -> std::io::Result<bool> {
    let mut file = File::open(library)?;
    let mut id = [0; 4];
    file.seek(SeekFrom::Start(APPLICATION_ID))?;
    let is_there = file.read_exact(&mut id).is_ok();
    Ok(is_there && i64::from(u32::from_be_bytes(id)) == schema::APPLICATION_ID)
}
