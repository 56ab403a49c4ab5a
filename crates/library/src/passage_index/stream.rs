//! Streams of an index file: little-endian numbers with a checksum of everything before it.

use std::hash::Hasher;
use std::io::{self, Read, Write};

use twox_hash::XxHash3_64;

use super::PassageFileError;

/// Number of integers written or read at a time.
const CHUNK: usize = 1 << 14;

/// Output stream with a checksum of everything written: XXH3, 64 bits, seed 0.
pub(super) struct Writer<T> {
    inner: T,
    hash: XxHash3_64,
}

impl<T: Write> Writer<T> {
    pub(super) fn new(inner: T) -> Self {
        Self {
            inner,
            hash: XxHash3_64::new(),
        }
    }

    /// Writes the checksum at the end.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let sum = self.hash.finish();
        self.inner.write_all(&sum.to_le_bytes())?;
        self.inner.flush()
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.write(bytes);
        self.inner.write_all(bytes)
    }

    pub(super) fn numbers(&mut self, numbers: &[u32]) -> io::Result<()> {
        self.all(numbers.iter().map(|number| number.to_le_bytes()))
    }

    pub(super) fn long_numbers(&mut self, numbers: impl Iterator<Item = u64>) -> io::Result<()> {
        self.all(numbers.map(u64::to_le_bytes))
    }

    fn all<const N: usize>(&mut self, numbers: impl Iterator<Item = [u8; N]>) -> io::Result<()> {
        let mut numbers = numbers.peekable();
        let mut bytes = Vec::with_capacity(N * CHUNK);
        while numbers.peek().is_some() {
            bytes.clear();
            bytes.extend(numbers.by_ref().take(CHUNK).flatten());
            self.bytes(&bytes)?;
        }
        Ok(())
    }
}

/// Input stream with a checksum of everything read (XXH3, 64 bits, seed 0) and the number of bytes left.
pub(super) struct Reader<T> {
    inner: T,
    hash: XxHash3_64,
    left: u64,
}

impl<T: Read> Reader<T> {
    /// Reads a stream of `length` bytes.
    pub(super) fn new(inner: T, length: u64) -> Self {
        Self {
            inner,
            hash: XxHash3_64::new(),
            left: length,
        }
    }

    /// Reads the checksum, after which nothing may follow.
    pub(super) fn finish(mut self) -> Result<(), PassageFileError> {
        let expected = self.hash.finish();
        if u64::from_le_bytes(self.array()?) != expected || self.left > 0 {
            return Err(PassageFileError::Damaged);
        }
        Ok(())
    }

    pub(super) fn fill(&mut self, bytes: &mut [u8]) -> Result<(), PassageFileError> {
        self.left = self
            .left
            .checked_sub(bytes.len() as u64)
            .ok_or(PassageFileError::Damaged)?;
        self.inner
            .read_exact(bytes)
            .map_err(|error| match error.kind() {
                // The file became shorter meanwhile.
                io::ErrorKind::UnexpectedEof => PassageFileError::Damaged,
                _ => error.into(),
            })?;
        self.hash.write(bytes);
        Ok(())
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], PassageFileError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads the number of items that follow. Fails if the remaining bytes cannot contain them at `size` bytes each.
    pub(super) fn count(&mut self, size: u64) -> Result<usize, PassageFileError> {
        let number = u64::from_le_bytes(self.array()?);
        match number.checked_mul(size) {
            Some(bytes) if bytes <= self.left => {
                usize::try_from(number).map_err(|_| PassageFileError::Damaged)
            }
            _ => Err(PassageFileError::Damaged),
        }
    }

    /// Reads a byte that is 0 or 1.
    pub(super) fn flag(&mut self) -> Result<bool, PassageFileError> {
        match self.array()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(PassageFileError::Damaged),
        }
    }

    pub(super) fn numbers(&mut self, count: usize) -> Result<Vec<u32>, PassageFileError> {
        self.all(count, u32::from_le_bytes)
    }

    pub(super) fn long_numbers(&mut self, count: usize) -> Result<Vec<u64>, PassageFileError> {
        self.all(count, u64::from_le_bytes)
    }

    fn all<V, const N: usize>(
        &mut self,
        count: usize,
        number: fn([u8; N]) -> V,
    ) -> Result<Vec<V>, PassageFileError> {
        // Before memory is reserved for a number that may be a lie.
        if (N as u64).saturating_mul(count as u64) > self.left {
            return Err(PassageFileError::Damaged);
        }
        let mut numbers = Vec::with_capacity(count);
        let mut bytes = vec![0; N * CHUNK];
        while numbers.len() < count {
            let bytes = &mut bytes[..N * CHUNK.min(count - numbers.len())];
            self.fill(bytes)?;
            let (chunks, _) = bytes.as_chunks::<N>();
            numbers.extend(chunks.iter().map(|&bytes| number(bytes)));
        }
        Ok(numbers)
    }
}
