//! Replaces a file beside a library by a new one, whole or not at all.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::address::with_ending;

/// Ending of a file that is being written. The name is always the same, so that a killed program's leftover is
/// overwritten.
const PART: &str = ".part";

/// Replaces the file by what `write` writes. If that fails, the old file stays.
pub(crate) fn replace(file: &Path, write: impl FnOnce(&File) -> io::Result<()>) -> io::Result<()> {
    let part = part_of(file);
    let written = || {
        let new = File::create(&part)?;
        write(&new)?;
        // Sync before renaming: after a power loss the name points to the old or the new file, never to an empty one.
        new.sync_all()?;
        drop(new);
        std::fs::rename(&part, file)
    };
    written().inspect_err(|_| {
        // A failure to delete is ignored: it would hide the error that matters.
        let _ = std::fs::remove_file(&part);
    })
}

/// Returns the path under which the replacement of a file is written.
pub(crate) fn part_of(file: &Path) -> PathBuf {
    with_ending(file, PART)
}
