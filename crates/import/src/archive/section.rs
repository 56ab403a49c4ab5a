//! Part of a file, with a position of its own, so that several processes and threads can read one open file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

/// Reader of the bytes `start..start + length` of a file.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    file: Arc<File>,
    start: u64,
    length: u64,
    position: u64,
}

impl Section {
    /// Reads `length` bytes of `file` from `start`.
    pub(super) const fn new(file: Arc<File>, start: u64, length: u64) -> Self {
        Self {
            file,
            start,
            length,
            position: 0,
        }
    }

    /// Returns the length in bytes.
    pub(crate) const fn length(&self) -> u64 {
        self.length
    }

    /// Returns the offset in the file at which the part begins.
    pub(super) const fn start(&self) -> u64 {
        self.start
    }

    /// Returns the file itself, for another process.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Returns the part from an offset in this one on; `None` beyond its end.
    pub(super) fn part(&self, from: u64) -> Option<Self> {
        let length = self.length.checked_sub(from)?;
        Some(Self::new(Arc::clone(&self.file), self.start + from, length))
    }

    /// Reads the first bytes, at most `wanted`.
    pub(crate) fn head(&self, wanted: u64) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        let mut whole = self.clone();
        whole.position = 0;
        whole.take(wanted).read_to_end(&mut head)?;
        Ok(head)
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

impl Read for Section {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.length.saturating_sub(self.position);
        let wanted = buffer
            .len()
            .min(usize::try_from(left).unwrap_or(usize::MAX));
        if wanted == 0 {
            return Ok(0);
        }
        let read = read_at(
            &self.file,
            &mut buffer[..wanted],
            self.start + self.position,
        )?;
        self.position += read as u64;
        Ok(read)
    }
}

impl Seek for Section {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::Current(by) => self.position.checked_add_signed(by),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
        };
        // Beyond 2^63 no file reaches: the sum with `start` must not overflow.
        self.position = position
            .filter(|&position| position < 1 << 62)
            .ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_part_reads_like_a_file_of_its_own() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"0123456789").unwrap();
        let mut part = Section::new(Arc::new(file), 3, 4);
        let mut other = part.clone();
        let mut text = String::new();
        part.read_to_string(&mut text).unwrap();
        assert_eq!(text, "3456");
        assert_eq!(part.seek(SeekFrom::End(-1)).unwrap(), 3);
        text.clear();
        part.read_to_string(&mut text).unwrap();
        assert_eq!(text, "6");
        assert!(part.seek(SeekFrom::Current(-9)).is_err());
        assert_eq!(other.seek(SeekFrom::Start(99)).unwrap(), 99);
        assert_eq!(other.read(&mut [0; 4]).unwrap(), 0);
        assert_eq!(part.head(2).unwrap(), b"34");
    }
}
