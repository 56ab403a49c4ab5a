//! Members of a zip or 7z that are compressed with bzip2. The crates for these formats would need a library whose
//! licence is not on our list, so the members are located here and decompressed by our own reader.

use std::io::{self, Read, Seek, SeekFrom};

use chachong_dumps::Bzip2Reader;
use flate2::Crc;
use sevenz_rust2::Archive;
use zip::read::ZipFileEntry;

use super::section::Section;

/// Number of bzip2 among the methods of a zip, and its name among those of a 7z.
pub(super) const IN_ZIP: u16 = 12;
const IN_7Z: [u8; 3] = [4, 2, 2];
/// Length of the beginning of a 7z, from which its places count.
const HEAD_OF_7Z: u64 = 32;
/// Length of the header before a member's name in a zip, in bytes.
const HEAD_IN_ZIP: usize = 30;

/// Returns a reader of a member of a zip that is packed by bzip2 and not encrypted.
pub(super) fn in_zip(
    archive: &Section,
    entry: &ZipFileEntry<'_>,
) -> io::Result<Checked<impl Read + use<>>> {
    let mut reader = archive.clone();
    reader.seek(SeekFrom::Start(entry.header_start()))?;
    let mut head = [0; HEAD_IN_ZIP];
    reader.read_exact(&mut head)?;
    let length = |at: usize| i64::from(u16::from_le_bytes([head[at], head[at + 1]]));
    reader.seek(SeekFrom::Current(length(26) + length(28)))?;
    let packed = reader.take(entry.compressed_size());
    Ok(Checked::new(
        Bzip2Reader::new(packed),
        entry.size(),
        Some(entry.crc32()),
    ))
}

/// Returns a reader of a whole block of a 7z; `None` if it is packed otherwise, or not by bzip2 alone.
pub(super) fn block_of_7z(
    archive: &Section,
    listing: &Archive,
    block: usize,
) -> Option<Bzip2Reader<io::Take<Section>>> {
    let [coder] = listing.blocks.get(block)?.coders.as_slice() else {
        return None;
    };
    if coder.encoder_method_id() != IN_7Z {
        return None;
    }
    let places = &listing.stream_map;
    let stream = *places.block_first_pack_stream_index().get(block)?;
    let start = HEAD_OF_7Z
        .checked_add(listing.pack_pos())?
        .checked_add(*places.pack_stream_offsets().get(stream)?)?;
    let length = *listing.pack_sizes().get(stream)?;
    Some(Bzip2Reader::new(archive.part(start)?.take(length)))
}

/// Reader of a number of bytes, which fails if there are fewer or if their checksum differs.
pub(super) struct Checked<R> {
    inner: R,
    left: u64,
    crc: Crc,
    expected: Option<u32>,
}

impl<R: Read> Checked<R> {
    pub(super) fn new(inner: R, length: u64, expected: Option<u32>) -> Self {
        Self {
            inner,
            left: length,
            crc: Crc::new(),
            expected,
        }
    }
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).unwrap_or(usize::MAX);
        let wanted = buffer.len().min(most);
        let read = self.inner.read(&mut buffer[..wanted])?;
        if read == 0 && wanted > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.crc.update(&buffer[..read]);
        self.left -= read as u64;
        if self.left == 0 && self.expected.is_some_and(|sum| sum != self.crc.sum()) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "wrong checksum"));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_is_as_long_and_has_the_checksum_as_said() {
        let sum = |bytes: &[u8]| {
            let mut crc = Crc::new();
            crc.update(bytes);
            crc.sum()
        };
        let read = |length: u64, expected: Option<u32>| {
            let mut whole = Vec::new();
            let mut reader = Checked::new(&b"abcdef"[..], length, expected);
            reader.read_to_end(&mut whole).map(|_| whole)
        };
        assert_eq!(read(3, Some(sum(b"abc"))).unwrap(), b"abc");
        assert_eq!(read(6, None).unwrap(), b"abcdef");
        assert!(read(3, Some(1)).is_err());
        assert!(read(7, None).is_err());
    }
}
