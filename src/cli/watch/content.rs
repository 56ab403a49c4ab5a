//! Content of a file, by which it is told from others whatever its name and time.

use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::stopping::Stop;
use crate::import::hex;

/// Computes the SHA-256 of a file; `None` if a stop is requested.
pub(super) fn hash(path: &Path, stop: &Stop) -> io::Result<Option<String>> {
    let mut file = std::fs::File::open(path)?;
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            bytes => hash.update(&buffer[..bytes]),
        }
        if stop.is_asked() {
            return Ok(None);
        }
    }
    Ok(Some(hex(&hash.finalize())))
}
