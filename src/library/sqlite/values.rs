//! Values of ours as values of `SQLite`, and back. Knows nothing of tables.

use std::path::{Path, PathBuf};

use rusqlite::types::Type;

use super::{Done, Fault};
use crate::library::DocumentId;
use crate::simhash::Fingerprint;

/// A path as bytes: on Unix any but 0, elsewhere Unicode.
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

/// `SQLite`'s numbers have a sign; the bits are the same.
pub(super) const fn signed(number: u64) -> i64 {
    number.cast_signed()
}

/// A number that cannot be negative.
pub(super) fn count(number: i64) -> Done<u64> {
    u64::try_from(number).map_err(|_| Fault::Damaged(format!("a count of {number}")))
}

/// A name to be shown: bytes that are no Unicode any more cost themselves, not the whole list.
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

/// `None` if the bytes are no whole fingerprints.
pub(super) fn fingerprints_of(bytes: &[u8]) -> Option<Vec<Fingerprint>> {
    let (numbers, rest) = bytes.as_chunks::<8>();
    rest.is_empty().then(|| {
        numbers
            .iter()
            .map(|number| Fingerprint(u64::from_le_bytes(*number)))
            .collect()
    })
}

/// The damage of a document's row.
pub(super) fn damaged(document: DocumentId, what: &str) -> Fault {
    Fault::Damaged(format!("document {}: {what}", document.0))
}
