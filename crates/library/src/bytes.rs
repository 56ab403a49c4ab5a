//! Converts paths and fingerprints to the bytes that every kind of store holds.

use std::path::{Path, PathBuf};

use chachong_simhash::Fingerprint;

/// Converts a path to bytes: on Unix any bytes except 0, elsewhere Unicode.
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

pub(super) fn fingerprints_bytes(fingerprints: &[Fingerprint]) -> Vec<u8> {
    fingerprints
        .iter()
        .flat_map(|fingerprint| fingerprint.0.to_le_bytes())
        .collect()
}

/// Converts bytes to fingerprints; `None` if the length is not a multiple of 8.
pub(super) fn fingerprints_of(bytes: &[u8]) -> Option<Vec<Fingerprint>> {
    let (numbers, rest) = bytes.as_chunks::<8>();
    rest.is_empty().then(|| {
        numbers
            .iter()
            .map(|number| Fingerprint(u64::from_le_bytes(*number)))
            .collect()
    })
}
