//! Opens zips so that the directory of a zip inside another one is never taken for that of the outer one, whose own may be cut off.

use std::io::{self, Cursor, Read};

use zip::ZipArchive;
use zip::read::{ArchiveOffset, Config};
use zip::result::{ZipError, ZipResult};

use super::detection::ZIP;

/// What is wrong with a zip that has a member before it.
pub(super) const ORPHAN: &str = "a member stands before the archive";

/// Length of the header before a member's name, in bytes.
const HEADER: usize = 30;
/// Newest version of the format that a member may need.
const NEWEST: u16 = 63;
/// Maximum length of a member's name in bytes; longer ones are no names.
const LONGEST_NAME: u16 = 4096;
/// Number of bytes that are searched at once.
const SEARCHED: u64 = 64 << 10;

/// Returns how a zip with these first bytes is opened. Nothing stands before one that begins with a member, so its directory counts
/// places from there; only a program that unpacks itself stands before its zip.
pub(super) fn config(head: &[u8]) -> Config {
    let archive_offset = if head.starts_with(ZIP) {
        ArchiveOffset::Known(0)
    } else {
        ArchiveOffset::Detect
    };
    Config { archive_offset }
}

/// Opens a zip in memory.
pub(super) fn open(bytes: &[u8]) -> ZipResult<ZipArchive<Cursor<&[u8]>>> {
    let archive = ZipArchive::with_config(config(bytes), Cursor::new(bytes))?;
    let before = usize::try_from(archive.offset()).unwrap_or(usize::MAX);
    let before = bytes.get(..before).unwrap_or(bytes);
    if has_member(before, bytes.len() as u64)? {
        return Err(ZipError::InvalidArchive(ORPHAN.into()));
    }
    Ok(archive)
}

/// Whether a member of another zip stands in the bytes `before` a zip, which is then inside that one. `room` is the number of bytes from
/// the first of them to the file's end.
pub(super) fn has_member(mut before: impl Read, mut room: u64) -> io::Result<bool> {
    let mut held = Vec::new();
    loop {
        let read = before.by_ref().take(SEARCHED).read_to_end(&mut held)?;
        let mut headers = (0_u64..).zip(held.windows(HEADER));
        if headers.any(|(at, header)| is_member(header, room.saturating_sub(at))) {
            return Ok(true);
        }
        if read == 0 {
            return Ok(false);
        }
        let done = held.len().saturating_sub(HEADER - 1);
        held.drain(..done);
        room = room.saturating_sub(done as u64);
    }
}

/// Whether `header` is that of a member which ends within `room` bytes.
fn is_member(header: &[u8], room: u64) -> bool {
    if !header.starts_with(ZIP) {
        return false;
    }
    let number = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
    let (version, flags, method, name) = (number(4), number(6), number(8), number(26));
    let packed = u64::from(number(18)) | (u64::from(number(20)) << 16);
    // Some programs write the size behind the member, or after its name.
    let is_elsewhere = flags & 8 != 0 || packed == u64::from(u32::MAX);
    let length = HEADER as u64 + u64::from(name) + u64::from(number(28)) + packed;
    version <= NEWEST
        && matches!(method, 0..=20 | 93..=99)
        && (1..=LONGEST_NAME).contains(&name)
        && (is_elsewhere || length <= room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zip_sample::zipped_by;
    use zip::CompressionMethod;

    fn stored(members: &[(&str, &[u8])]) -> Vec<u8> {
        zipped_by(CompressionMethod::Stored, members.iter().copied())
    }

    #[test]
    fn a_zip_that_is_cut_off_does_not_become_the_zip_inside_it() {
        let inner = stored(&[("word/document.xml", b"<w:document/>")]);
        let class = stored(&[("a.docx", &inner), ("b.docx", &inner), ("c.txt", b"end")]);
        assert_eq!(open(&class).unwrap().len(), 3);
        // The end of the second member is still there, and so is its directory.
        let second = class.windows(inner.len()).rposition(|part| part == inner);
        let cut = &class[..second.unwrap() + inner.len() + 20];
        assert!(open(cut).is_err());
        let mut program = b"MZ and code".to_vec();
        program.extend(&class);
        assert_eq!(open(&program).unwrap().len(), 3);
        for before in [&b"PK00"[..], b"PK\x07\x08", b"\r\n", b"MZ and code"] {
            assert!(open(&[before, cut].concat()).is_err(), "{before:?}");
            assert_eq!(open(&[before, &class[..]].concat()).unwrap().len(), 3);
        }
        assert!(open(&class[20..]).is_err());
    }

    #[test]
    fn a_member_is_found_wherever_it_stands() {
        let class = stored(&[("a.docx", b"text")]);
        for before in [0, 1, 65_520, 65_536, 200_000] {
            let bytes = [&vec![0; before][..], &class[..]].concat();
            assert!(
                has_member(&bytes[..], bytes.len() as u64).unwrap(),
                "{before}"
            );
        }
        // Letters in a program are no member.
        assert!(
            !has_member(
                &b"PK\x03\x04 is how members of a zip begin, and no more"[..],
                50
            )
            .unwrap()
        );
        assert!(!has_member(&class[..], 20).unwrap());
    }
}
