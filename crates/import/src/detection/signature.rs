//! Detects formats by their first bytes.

use super::{Detected, UnreadFormat};
use crate::Format;

/// First bytes of files, and the formats that they show. Longer ones come before shorter ones that they begin with.
const SIGNATURES: [(&[u8], Detected); 52] = [
    (b"%PDF-", Detected::Format(Format::Pdf)),
    (b"{\\rtf", Detected::Format(Format::Rtf)),
    (b"\xEF\xBB\xBF{\\rtf", Detected::Format(Format::Rtf)),
    (b"\x89PNG\r\n\x1A\n", Detected::Format(Format::Image)),
    (b"\xFF\xD8\xFF", Detected::Format(Format::Image)),
    (b"II*\0", Detected::Format(Format::Image)),
    (b"MM\0*", Detected::Format(Format::Image)),
    (b"II+\0", Detected::Format(Format::Image)),
    (b"GIF8", Detected::Unread(UnreadFormat::Picture)),
    (b"8BPS", Detected::Unread(UnreadFormat::Picture)),
    (b"\0\0\x01\0", Detected::Unread(UnreadFormat::Picture)),
    (b"%!PS", Detected::Unread(UnreadFormat::PrintedPages)),
    (b"\x04%!PS", Detected::Unread(UnreadFormat::PrintedPages)),
    (b"AT&TFORM", Detected::Unread(UnreadFormat::PrintedPages)),
    (
        b"\x1B%-12345X",
        Detected::Unread(UnreadFormat::PrintedPages),
    ),
    (b"CAJ", Detected::Unread(UnreadFormat::Caj)),
    (b"HN\0", Detected::Unread(UnreadFormat::Caj)),
    (b"KDH", Detected::Unread(UnreadFormat::Caj)),
    (
        b"7z\xBC\xAF\x27\x1C",
        Detected::Unread(UnreadFormat::Archive),
    ),
    (b"Rar!\x1A\x07", Detected::Unread(UnreadFormat::Archive)),
    (b"PK\x05\x06", Detected::Unread(UnreadFormat::Archive)),
    (b"PK\x07\x08", Detected::Unread(UnreadFormat::Archive)),
    (b"\x1F\x8B", Detected::Unread(UnreadFormat::Archive)),
    (b"\xFD7zXZ\0", Detected::Unread(UnreadFormat::Archive)),
    (b"\x28\xB5\x2F\xFD", Detected::Unread(UnreadFormat::Archive)),
    (b"\x04\x22\x4D\x18", Detected::Unread(UnreadFormat::Archive)),
    (b"MSCF", Detected::Unread(UnreadFormat::Archive)),
    (b"ITSF", Detected::Unread(UnreadFormat::Archive)),
    (b"!<arch>\n", Detected::Unread(UnreadFormat::Program)),
    (b"\x7FELF", Detected::Unread(UnreadFormat::Program)),
    (b"\xCA\xFE\xBA\xBE", Detected::Unread(UnreadFormat::Program)),
    (b"\xCF\xFA\xED\xFE", Detected::Unread(UnreadFormat::Program)),
    (b"\xCE\xFA\xED\xFE", Detected::Unread(UnreadFormat::Program)),
    (b"\0asm", Detected::Unread(UnreadFormat::Program)),
    (b"dex\n", Detected::Unread(UnreadFormat::Program)),
    (
        b"SQLite format 3\0",
        Detected::Unread(UnreadFormat::Database),
    ),
    (
        b"\0\x01\0\0Standard ",
        Detected::Unread(UnreadFormat::Database),
    ),
    (b"\0\x01\0\0", Detected::Unread(UnreadFormat::Font)),
    (b"OTTO", Detected::Unread(UnreadFormat::Font)),
    (b"wOFF", Detected::Unread(UnreadFormat::Font)),
    (b"wOF2", Detected::Unread(UnreadFormat::Font)),
    (b"ttcf", Detected::Unread(UnreadFormat::Font)),
    (b"ID3", Detected::Unread(UnreadFormat::Media)),
    (b"OggS", Detected::Unread(UnreadFormat::Media)),
    (b"fLaC", Detected::Unread(UnreadFormat::Media)),
    (b"\x1A\x45\xDF\xA3", Detected::Unread(UnreadFormat::Media)),
    (b"FLV\x01", Detected::Unread(UnreadFormat::Media)),
    (b"#!AMR", Detected::Unread(UnreadFormat::Media)),
    (b"MThd", Detected::Unread(UnreadFormat::Media)),
    (
        b"\x30\x26\xB2\x75\x8E\x66\xCF\x11",
        Detected::Unread(UnreadFormat::Media),
    ),
    (b"\0\0\x01\xBA", Detected::Unread(UnreadFormat::Media)),
    (b"\xFF\xFB", Detected::Unread(UnreadFormat::Media)),
];

/// Marks that are not at the start of a file, with their offsets.
const LATER: [(usize, &[u8], Detected); 9] = [
    (257, b"ustar", Detected::Unread(UnreadFormat::Archive)),
    (60, b"BOOKMOBI", Detected::Unread(UnreadFormat::LockedBook)),
    (8, b"WEBP", Detected::Unread(UnreadFormat::Picture)),
    (8, b"WAVE", Detected::Unread(UnreadFormat::Media)),
    (8, b"AVI ", Detected::Unread(UnreadFormat::Media)),
    (4, b"ftyphei", Detected::Unread(UnreadFormat::Picture)),
    (4, b"ftypmif", Detected::Unread(UnreadFormat::Picture)),
    (4, b"ftypavif", Detected::Unread(UnreadFormat::Picture)),
    (4, b"ftyp", Detected::Unread(UnreadFormat::Media)),
];

/// Returns the format that the first bytes show; `None` if they are not a known mark.
pub(super) fn detect(head: &[u8]) -> Option<Detected> {
    let first = SIGNATURES.iter().find(|(mark, _)| head.starts_with(mark));
    if let Some((mark, detected)) = first {
        // Words may begin like the marks that are letters only; the files themselves hold bytes that no text has.
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
        let is_word = mark.iter().all(is_letter);
        return (!is_word || has_data(head)).then_some(*detected);
    }
    if head.starts_with(b"MZ") && has_data(head) {
        return Some(Detected::Unread(UnreadFormat::Program));
    }
    if head.starts_with(b"BM") && head.get(6..10) == Some(&[0; 4]) {
        return Some(Detected::Unread(UnreadFormat::Picture));
    }
    if head.starts_with(b"BZh") && head.get(4..10) == Some(b"1AY&SY") {
        return Some(Detected::Unread(UnreadFormat::Archive));
    }
    let later = LATER.iter().find(|(at, mark, _)| {
        (head.get(*at..)).is_some_and(|rest| rest.starts_with(mark) && has_data(head))
    });
    later.map(|(.., detected)| *detected)
}

/// Whether the bytes hold zeros, which no text in a byte encoding does.
fn has_data(head: &[u8]) -> bool {
    head.contains(&0)
}
