//! Decompresses the bytes of a dump. Plain files and bzip2 can be read from any position, because a block of bzip2 is
//! found by its marker and does not depend on the blocks before it; gzip, zstd and xz can only be read from their
//! start.

mod bzip2;
mod plain;
mod sequential;
mod utf16;

use crate::file::File;
use std::io::{self, Read, Seek, SeekFrom};

pub use bzip2::Bzip2Reader;
pub use sequential::{xz_reader, zstd_reader};
pub(crate) use utf16::{Utf16, is_utf16};

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    None,
    Bzip2,
    Gzip,
    Zstd,
    Xz,
}

impl Packing {
    /// Returns the compression of a file by its first bytes.
    pub(crate) fn of(start: &[u8]) -> Self {
        if start.starts_with(b"BZh") && start.get(4..7) == Some(&[0x31, 0x41, 0x59]) {
            Self::Bzip2
        } else if start.starts_with(&[0x1F, 0x8B, 8]) {
            Self::Gzip
        } else if start.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) {
            Self::Zstd
        } else if start.starts_with(&[0xFD, b'7', b'z', b'X', b'Z', 0]) {
            Self::Xz
        } else {
            Self::None
        }
    }

    /// Returns whether reading can begin at any position.
    pub(crate) fn has_ranges(self) -> bool {
        matches!(self, Self::None | Self::Bzip2)
    }
}

/// Result of a step of unpacking.
#[derive(Debug)]
pub(crate) enum Step {
    /// Unpacked bytes were added to the buffer.
    Bytes,
    /// The next bytes are after the requested range. Returned once.
    RangeEnd,
    /// Damaged bytes were skipped: the next bytes do not continue the previous ones.
    Gap(Gap),
    /// The end of the file.
    End,
}

/// Damaged part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    /// Byte offset in the file, as it is packed.
    pub(crate) at: u64,
    /// Description of the damage, in English.
    pub(crate) detail: String,
}

/// Bytes of a dump being unpacked.
pub(crate) trait Unpack: Send {
    /// Adds some bytes to `buffer`, at most about a MB.
    fn step(&mut self, buffer: &mut Vec<u8>) -> Step;

    /// Byte offset in the file, as it is packed, up to which it was read.
    fn position(&self) -> u64;
}

/// Opens a file to be unpacked. The requested range goes from byte offset `from` to `to` of the packed file. Files that are [read from
/// their start only](Packing::has_ranges) are read from there to their end.
pub(crate) fn open(
    file: &File,
    packing: Packing,
    from: u64,
    to: u64,
) -> io::Result<Box<dyn Unpack>> {
    let mut file = file.again();
    if packing.has_ranges() {
        file.seek(SeekFrom::Start(from))?;
    }
    Ok(match packing {
        Packing::None => Box::new(plain::Plain::new(file, from, to)),
        Packing::Bzip2 => Box::new(bzip2::Blocks::new(file, from, to)),
        Packing::Gzip | Packing::Zstd | Packing::Xz => {
            Box::new(sequential::Sequential::new(file, packing)?)
        }
    })
}

/// Adds up to `length` bytes of a file. Returns how many came.
fn read_some(file: &mut impl Read, length: usize, buffer: &mut Vec<u8>) -> io::Result<usize> {
    let before = buffer.len();
    buffer.resize(before + length, 0);
    loop {
        match file.read(&mut buffer[before..]) {
            Ok(count) => {
                buffer.truncate(before + count);
                return Ok(count);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                buffer.truncate(before);
                return Err(error);
            }
        }
    }
}
