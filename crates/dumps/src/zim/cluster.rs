//! Cluster of a ZIM file: contents one after the other, mostly compressed together. A cluster is decompressed as a
//! stream, and the contents that are not asked for are skipped.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

use super::{Zim, u32_at, u64_at};
use crate::packed::{xz_reader, zstd_reader};

/// Maximum number of contents of a cluster.
const MOST_BLOBS: u64 = 1 << 20;
/// Bytes to which a cluster may unpack, as far as it is read. Those of Kiwix have 2 MB, single large contents apart.
const MOST_BYTES: u64 = 1 << 30;

/// Why a content cannot be read.
#[derive(Debug)]
pub(super) enum Failure {
    /// The cluster is damaged.
    Damaged(String),
    /// The content has more bytes than are kept.
    TooLong,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Damaged(error.to_string())
    }
}

fn damaged<T>(detail: &str) -> Result<T, Failure> {
    Err(Failure::Damaged(detail.to_owned()))
}

/// Cluster being unpacked.
pub(super) struct Cluster {
    reader: Box<dyn Read + Send>,
    /// Offsets of the contents, and of the end of the last one.
    offsets: Vec<u64>,
    /// Offset up to which it was unpacked.
    at: u64,
}

impl Cluster {
    /// Begins to unpack a cluster.
    pub(super) fn open(zim: &Zim, number: u32) -> Result<Self, Failure> {
        if number >= zim.clusters {
            return damaged("it points to a cluster that is not there");
        }
        let mut file = zim.file.again();
        file.seek(SeekFrom::Start(zim.clusters_at + u64::from(number) * 8))?;
        let mut pointer = [0; 8];
        file.read_exact(&mut pointer)?;
        let start = u64_at(&pointer, 0);
        if start >= zim.bytes {
            return damaged("its cluster lies outside of the file");
        }
        file.seek(SeekFrom::Start(start))?;
        let mut info = [0];
        file.read_exact(&mut info)?;
        let file = BufReader::with_capacity(64 << 10, file);
        let reader: Box<dyn Read + Send> = match info[0] & 0x0F {
            0 | 1 => Box::new(file),
            4 => Box::new(xz_reader(file, false)),
            5 => Box::new(zstd_reader(file)?.single_frame()),
            other => {
                return damaged(&format!(
                    "its cluster is packed in an unknown way ({other})"
                ));
            }
        };
        let wide = info[0] & 0x10 != 0;
        Self::offsets(reader, if wide { 8 } else { 4 })
    }

    /// Reads the list of offsets. The first offset is the length of the list.
    fn offsets(mut reader: Box<dyn Read + Send>, size: u64) -> Result<Self, Failure> {
        let read = |reader: &mut dyn Read| -> io::Result<u64> {
            let mut bytes = [0; 8];
            if size == 8 {
                reader.read_exact(&mut bytes)?;
                Ok(u64_at(&bytes, 0))
            } else {
                reader.read_exact(&mut bytes[..4])?;
                Ok(u64::from(u32_at(&bytes, 0)))
            }
        };
        let first = read(&mut reader)?;
        let count = first / size;
        if first % size != 0 || count == 0 || count > MOST_BLOBS + 1 {
            return damaged("the list of its cluster is wrong");
        }
        let mut offsets = vec![first];
        for _ in 1..count {
            let next = read(&mut reader)?;
            if offsets.last().is_some_and(|&last| next < last) {
                return damaged("the list of its cluster is out of order");
            }
            offsets.push(next);
        }
        Ok(Self {
            reader,
            offsets,
            at: first,
        })
    }

    /// Returns the content with this number. Numbers must not decrease from call to call.
    pub(super) fn blob(&mut self, number: u32, longest: usize) -> Result<Vec<u8>, Failure> {
        let number = number as usize;
        let (Some(&start), Some(&end)) = (self.offsets.get(number), self.offsets.get(number + 1))
        else {
            return damaged("it points to a content that is not there");
        };
        if start < self.at {
            return damaged("its content was read before");
        }
        if end - start > longest as u64 {
            return Err(Failure::TooLong);
        }
        if end > MOST_BYTES {
            return damaged("its cluster unpacks to more than is read");
        }
        let between = start - self.at;
        let passed = io::copy(&mut (&mut self.reader).take(between), &mut io::sink())?;
        self.at += passed;
        let mut content = Vec::new();
        self.at += (&mut self.reader)
            .take(end - start)
            .read_to_end(&mut content)? as u64;
        if self.at != end {
            return damaged("its cluster ends too early");
        }
        Ok(content)
    }

    /// Returns whether there is an offset with this number.
    pub(super) fn has(&self, number: usize) -> bool {
        number < self.offsets.len()
    }

    /// Returns whether the content with this number can still be reached.
    pub(super) fn reaches(&self, number: u32) -> bool {
        self.offsets
            .get(number as usize)
            .is_none_or(|&start| start >= self.at)
    }
}
