//! Content of a file, which identifies it whatever its name and time.

use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::stopping::Stop;
use chachong_import::{hex, open_watched};
use chachong_library::FileStamp;

/// Returns size and time of change of a regular file; `None` for anything else, since reading a pipe would never end.
pub(super) fn stamp(path: &Path) -> Option<FileStamp> {
    let metadata = std::fs::metadata(path).ok()?;
    metadata.is_file().then(|| FileStamp::of(path)).flatten()
}

/// Computes the SHA-256 of a file in a watched folder, in hexadecimal digits; `None` if a stop is requested.
pub(super) fn hash(folder: &Path, path: &Path, stop: &Stop) -> io::Result<Option<String>> {
    let mut file = open_watched(folder, path)?;
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            bytes => hash.update(&buffer[..bytes]),
        }
        if stop.is_requested() {
            return Ok(None);
        }
    }
    Ok(Some(hex(&hash.finalize())))
}
