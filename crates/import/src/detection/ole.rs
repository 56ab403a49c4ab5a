//! Detects the format of an OLE2 container (old Office files) from the entries of its directory.

use std::collections::HashSet;
use std::io::{self, Read, Seek};

use super::{Detected, UnreadFormat};
use crate::Format;
use crate::bytes::{read_at, u16_at, u32_at};

/// Size of a directory entry in bytes.
const ENTRY: usize = 128;
/// Maximum number of sectors of the directory that are read.
const MOST_SECTORS: usize = 256;
/// Number of the sectors of the allocation table that the header names.
const NAMED_SECTORS: usize = 109;
/// Marks an entry that has no neighbour.
const NONE: u32 = u32::MAX;

/// Streams and storages, and the format of a container with one of them at its root or, if none is there, anywhere. The
/// first match decides.
const ENTRIES: [(&str, Detected); 13] = {
    use Detected::Unread;
    use UnreadFormat::{Drawing, Mail, OfficeFile, OldSlides};
    [
        ("EncryptedPackage", Detected::Encrypted),
        ("EncryptionInfo", Detected::Encrypted),
        ("WordDocument", Detected::Format(Format::Doc)),
        ("PowerPoint Document", Unread(OldSlides)),
        ("PP97_DUALSTORAGE", Unread(OldSlides)),
        ("Workbook", Detected::Format(Format::Sheet)),
        ("Book", Detected::Format(Format::Sheet)),
        ("VisioDocument", Unread(Drawing)),
        ("__properties_version1.0", Unread(Mail)),
        ("__nameid_version1.0", Unread(Mail)),
        ("MatOST", Unread(OfficeFile)),
        ("FileHeader", Unread(OfficeFile)),
        ("Quill", Unread(OfficeFile)),
    ]
};

/// Entry of the directory.
struct Entry {
    name: String,
    left: u32,
    right: u32,
    child: u32,
}

/// Detects the format of a container. `head` is its beginning.
pub(super) fn detect<C: Read + Seek>(head: &[u8], content: &mut C) -> io::Result<Detected> {
    let entries = directory(head, content)?;
    let at_root = at_root(&entries);
    // An embedded document has its own entries deeper inside: those at the root come first.
    if let Some(detected) = known(&at_root) {
        return Ok(detected);
    }
    if let Some(detected) = known(&names(&entries)) {
        return Ok(detected);
    }
    // The directory of a damaged file is not where its header says.
    let scattered: Vec<Entry> = head.chunks_exact(ENTRY).filter_map(entry).collect();
    Ok(known(&names(&scattered)).unwrap_or(Detected::Ole))
}

fn names(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.name.as_str()).collect()
}

/// Returns the format that the names show; `None` if no name is known.
fn known(names: &[&str]) -> Option<Detected> {
    (ENTRIES.iter()).find_map(|(name, detected)| names.contains(name).then_some(*detected))
}

/// Reads the directory along its chain of sectors; what cannot be followed is left out.
fn directory<C: Read + Seek>(head: &[u8], content: &mut C) -> io::Result<Vec<Entry>> {
    let shift = match u16_at(head, 30) {
        Some(shift @ (9 | 12)) => u32::from(shift),
        _ => return Ok(Vec::new()),
    };
    let size = 1_u64 << shift;
    let mut entries = Vec::new();
    let mut next = u32_at(head, 48);
    let mut seen = HashSet::new();
    while let Some(sector) = next.filter(|&sector| sector < NONE - 5)
        && seen.len() < MOST_SECTORS
        && seen.insert(sector)
    {
        let bytes = read_at(content, (u64::from(sector) + 1) << shift, size)?;
        // Holes keep their numbers, by which entries name one another.
        let blank = || Entry {
            name: String::new(),
            left: NONE,
            right: NONE,
            child: NONE,
        };
        entries.extend(
            bytes
                .chunks_exact(ENTRY)
                .map(|bytes| entry(bytes).unwrap_or_else(blank)),
        );
        let per_sector = u32::try_from(size / 4).unwrap_or(u32::MAX);
        let table = usize::try_from(sector / per_sector).unwrap_or(usize::MAX);
        next = if table < NAMED_SECTORS {
            let table = u32_at(head, 76 + 4 * table).filter(|&table| table < NONE - 5);
            match table {
                Some(table) => {
                    let at = ((u64::from(table) + 1) << shift) + u64::from(sector % per_sector) * 4;
                    u32_at(&read_at(content, at, 4)?, 0)
                }
                None => None,
            }
        } else {
            None
        };
    }
    Ok(entries)
}

/// Reads one entry; `None` if the bytes are none.
fn entry(bytes: &[u8]) -> Option<Entry> {
    let length = usize::from(u16_at(bytes, 64)?);
    if !(4..=64).contains(&length) || length % 2 == 1 {
        return None;
    }
    let units: Vec<u16> = (bytes[..length - 2].chunks_exact(2))
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    Some(Entry {
        name: String::from_utf16(&units).ok()?,
        left: u32_at(bytes, 68)?,
        right: u32_at(bytes, 72)?,
        child: u32_at(bytes, 76)?,
    })
}

/// Lists the names of the entries directly below the root.
fn at_root(entries: &[Entry]) -> Vec<&str> {
    let mut names = Vec::new();
    let mut waiting: Vec<u32> = entries.first().map(|root| root.child).into_iter().collect();
    let mut seen = HashSet::new();
    while let Some(number) = waiting.pop() {
        let entry = usize::try_from(number).ok().and_then(|at| entries.get(at));
        if let Some(entry) = entry.filter(|_| seen.insert(number)) {
            names.push(entry.name.as_str());
            waiting.extend([entry.left, entry.right]);
        }
    }
    names
}
