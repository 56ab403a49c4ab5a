//! A file that is opened once and read by several readers, each at its own position: in a sandbox no further file can
//! be opened.

use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// Reader of an open file, with a position of its own. The length and kind of the file are determined when it is
/// opened, because a sandboxed process cannot ask for them.
#[derive(Debug)]
pub struct File {
    open: Arc<std::fs::File>,
    /// Number of bytes; `None` for a pipe or device.
    length: Option<u64>,
    /// Byte offset at which reading continues.
    at: u64,
}

impl File {
    /// Opens the file at `path` for reading from its start.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = std::fs::File::open(path)?;
        let known = file.metadata()?;
        Ok(Self {
            open: Arc::new(file),
            length: known.is_file().then_some(known.len()),
            at: 0,
        })
    }

    /// Returns another reader of the same file, at its start.
    pub(crate) fn again(&self) -> Self {
        Self {
            open: Arc::clone(&self.open),
            length: self.length,
            at: 0,
        }
    }

    /// Returns whether this is a regular file; reading a pipe would wait for a writer.
    pub(crate) const fn is_file(&self) -> bool {
        self.length.is_some()
    }

    /// Returns the number of bytes of the file; 0 for a pipe or device.
    pub(crate) fn length(&self) -> u64 {
        self.length.unwrap_or(0)
    }
}

impl Read for File {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(&*self.open, buffer, self.at)?;
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(&*self.open, buffer, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.length().checked_add_signed(by),
        };
        self.at = place.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_readers_of_one_file_do_not_move_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, b"0123456789").unwrap();
        let mut one = File::open(&path).unwrap();
        let mut other = one.again();
        let mut two = [0; 2];
        one.seek(SeekFrom::Start(4)).unwrap();
        one.read_exact(&mut two).unwrap();
        assert_eq!(&two, b"45");
        other.read_exact(&mut two).unwrap();
        assert_eq!(&two, b"01");
        assert_eq!(one.seek(SeekFrom::Current(-1)).unwrap(), 5);
        assert_eq!(one.seek(SeekFrom::End(-3)).unwrap(), 7);
        assert!(one.seek(SeekFrom::Current(-9)).is_err());
    }
}
