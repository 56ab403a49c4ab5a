//! Detects formats by their first bytes.

use super::{Detected, UnreadFormat};
use crate::Format;

/// First bytes of files, and the formats that they show. Longer ones come before shorter ones that they begin with.
const SIGNATURES: [(&[u8], Detected); 52] = {
    use Detected::Unread;
    use UnreadFormat::{Archive, Caj, Database, Font, Media, Picture, PrintedPages, Program};
    [
        (b"%PDF-", Detected::Format(Format::Pdf)),
        (b"{\\rtf", Detected::Format(Format::Rtf)),
        (b"\xEF\xBB\xBF{\\rtf", Detected::Format(Format::Rtf)),
        (b"\x89PNG\r\n\x1A\n", Detected::Format(Format::Image)),
        (b"\xFF\xD8\xFF", Detected::Format(Format::Image)),
        (b"II*\0", Detected::Format(Format::Image)),
        (b"MM\0*", Detected::Format(Format::Image)),
        (b"II+\0", Detected::Format(Format::Image)),
        (b"GIF8", Unread(Picture)),
        (b"8BPS", Unread(Picture)),
        (b"\0\0\x01\0", Unread(Picture)),
        (b"%!PS", Unread(PrintedPages)),
        (b"\x04%!PS", Unread(PrintedPages)),
        (b"AT&TFORM", Unread(PrintedPages)),
        (b"\x1B%-12345X", Unread(PrintedPages)),
        (b"CAJ", Unread(Caj)),
        (b"HN\0", Unread(Caj)),
        (b"KDH", Unread(Caj)),
        (b"7z\xBC\xAF\x27\x1C", Unread(Archive)),
        (b"Rar!\x1A\x07", Unread(Archive)),
        (b"PK\x05\x06", Unread(Archive)),
        (b"PK\x07\x08", Unread(Archive)),
        (b"\x1F\x8B", Unread(Archive)),
        (b"\xFD7zXZ\0", Unread(Archive)),
        (b"\x28\xB5\x2F\xFD", Unread(Archive)),
        (b"\x04\x22\x4D\x18", Unread(Archive)),
        (b"MSCF", Unread(Archive)),
        (b"ITSF", Unread(Archive)),
        (b"!<arch>\n", Unread(Program)),
        (b"\x7FELF", Unread(Program)),
        (b"\xCA\xFE\xBA\xBE", Unread(Program)),
        (b"\xCF\xFA\xED\xFE", Unread(Program)),
        (b"\xCE\xFA\xED\xFE", Unread(Program)),
        (b"\0asm", Unread(Program)),
        (b"dex\n", Unread(Program)),
        (b"SQLite format 3\0", Unread(Database)),
        (b"\0\x01\0\0Standard ", Unread(Database)),
        (b"\0\x01\0\0", Unread(Font)),
        (b"OTTO", Unread(Font)),
        (b"wOFF", Unread(Font)),
        (b"wOF2", Unread(Font)),
        (b"ttcf", Unread(Font)),
        (b"ID3", Unread(Media)),
        (b"OggS", Unread(Media)),
        (b"fLaC", Unread(Media)),
        (b"\x1A\x45\xDF\xA3", Unread(Media)),
        (b"FLV\x01", Unread(Media)),
        (b"#!AMR", Unread(Media)),
        (b"MThd", Unread(Media)),
        (b"\x30\x26\xB2\x75\x8E\x66\xCF\x11", Unread(Media)),
        (b"\0\0\x01\xBA", Unread(Media)),
        (b"\xFF\xFB", Unread(Media)),
    ]
};

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
