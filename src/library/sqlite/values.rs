//! Conversions between the program's values and `SQLite`'s.

use std::path::{Path, PathBuf};

use rusqlite::types::Type;

use super::{Done, Fault};
use crate::library::DocumentId;
use crate::simhash::Fingerprint;

/// Converts a path to bytes: on Unix any bytes but 0, elsewhere Unicode.
#[cfg(unix)]
pub(super) fn path_bytes(path: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str().as_bytes().to_vec()
}

#[cfg(unix)]
pub(super) fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
pub(super) fn path_bytes(path: &Path) -> Vec<u8> {
    path.to_string_lossy().into_owned().into_bytes()
}

#[cfg(not(unix))]
pub(super) fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// Converts to `SQLite`'s signed integers; the bits are the same.
pub(super) const fn signed(number: u64) -> i64 {
    number.cast_signed()
}

/// Converts a number that must not be negative; else the library is damaged.
pub(super) fn count(number: i64) -> Done<u64> {
    u64::try_from(number).map_err(|_| Fault::Damaged(format!("a count of {number}")))
}

/// Reads a name to be shown. Damaged Unicode spoils only that name, not the whole list.
pub(super) fn words(row: &rusqlite::Row<'_>, at: usize) -> rusqlite::Result<String> {
    let bytes = row
        .get_ref(at)?
        .as_bytes()
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(at, Type::Text, error.into()))?;
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

pub(super) fn fingerprints_bytes(fingerprints: &[Fingerprint]) -> Vec<u8> {
    fingerprints
        .iter()
        .flat_map(|fingerprint| fingerprint.0.to_le_bytes())
        .collect()
}

/// Converts bytes to fingerprints; `None` if the length is no multiple of 8.
pub(super) fn fingerprints_of(bytes: &[u8]) -> Option<Vec<Fingerprint>> {
    let (numbers, rest) = bytes.as_chunks::<8>();
    rest.is_empty().then(|| {
        numbers
            .iter()
            .map(|number| Fingerprint(u64::from_le_bytes(*number)))
            .collect()
    })
}

/// Error for a damaged row of a document.
pub(super) fn damaged(document: DocumentId, what: &str) -> Fault {
    Fault::Damaged(format!("document {}: {what}", document.0))
}
