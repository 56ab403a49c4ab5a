//! Unnamed temporary file that holds unpacked contents. The system removes it when its last user closes it.

use std::fs::File;
use std::io;
use std::sync::Arc;

use super::section::Section;

/// Temporary file that is written only at its end, where content may also be discarded.
#[derive(Debug)]
pub(super) struct Spool {
    file: Arc<File>,
    end: u64,
}

impl Spool {
    /// Creates an empty file without a name.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {
            file: Arc::new(tempfile::tempfile()?),
            end: 0,
        })
    }

    /// Returns the number of bytes written so far.
    pub(super) const fn end(&self) -> u64 {
        self.end
    }

    /// Appends bytes.
    pub(super) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        write_at(&self.file, bytes, self.end)?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Discards the content after `end`.
    pub(super) fn cut(&mut self, end: u64) {
        self.end = self.end.min(end);
        // Without it the room stays taken until the file goes.
        let _ = self.file.set_len(self.end);
    }

    /// Returns the bytes from `start` to the end.
    pub(super) fn since(&self, start: u64) -> Section {
        Section::new(
            Arc::clone(&self.file),
            start,
            self.end.saturating_sub(start),
        )
    }
}

#[cfg(unix)]
fn write_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, offset)
}

#[cfg(windows)]
fn write_at(file: &File, mut bytes: &[u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let written = std::os::windows::fs::FileExt::seek_write(file, bytes, offset)?;
        if written == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        bytes = &bytes[written..];
        offset += written as u64;
    }
    Ok(())
}
