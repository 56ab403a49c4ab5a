//! Pieces of a file's content, and the numbers in them, low byte first.

use std::io::{Read, Result, Seek, SeekFrom};

/// Reads `length` bytes from `start`, or fewer at the end of the content.
pub(super) fn read_at<C: Read + Seek>(content: &mut C, start: u64, length: u64) -> Result<Vec<u8>> {
    content.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    content.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the last `length` bytes, or all if there are fewer; returns them behind the offset of the first.
pub(super) fn read_end<C: Read + Seek>(content: &mut C, length: u64) -> Result<(u64, Vec<u8>)> {
    let start = content.seek(SeekFrom::End(0))?.saturating_sub(length);
    Ok((start, read_at(content, start, length)?))
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
