//! Detects the format of a file from its content: its first bytes, the members of a container, or the root element of
//! XML. The extension of a name may be wrong; the content is not.

mod markup;
mod members;
mod ole;
mod signature;
mod unnamed;
mod unread;

use std::io::{self, Read, Seek};

use super::bytes::read_at;
use super::{Format, txt};
pub(super) use markup::{is_fragment, is_page};
pub(super) use unnamed::{inner_format, unnamed_format};
pub use unread::UnreadFormat;

/// First bytes of an OLE2 container.
pub(super) const OLE2: &[u8] = &[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
/// First bytes of a zip with members.
pub(super) const ZIP: &[u8] = b"PK\x03\x04";

/// Number of bytes at the start of a file that are looked at.
const HEAD: u64 = 64 << 10;
/// Number of bytes at the start of a file by which text is told from other data.
const TEXT_HEAD: usize = 4 << 10;
/// Number of bytes among which the header of a PDF begins: mailers and printers may put something before it.
const PDF_WITHIN: usize = 1024;

/// Kind of a file according to its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detected {
    /// A format that a reader reads.
    Format(Format),
    /// A format that no reader reads.
    Unread(UnreadFormat),
    /// An Office file that needs a password.
    Encrypted,
    /// A zip that is cut off, or one that may be a document although its members do not show of which format.
    Zip,
    /// An OLE2 container whose entries show nothing more specific.
    Ole,
    /// Text without a mark of its format: the ending is the only hint.
    Text,
    /// Anything else.
    Data,
}

impl Detected {
    /// Detects the format of `content`. A few pieces are read, however large it is; an error of reading is one of the file
    /// system.
    pub(super) fn of<C: Read + Seek>(content: &mut C) -> io::Result<Self> {
        let head = read_at(content, 0, HEAD)?;
        if head.starts_with(ZIP) {
            return members::detect(&head, content);
        }
        if head.starts_with(OLE2) {
            return ole::detect(&head, content);
        }
        if let Some(detected) = signature::detect(&head) {
            return Ok(detected);
        }
        if let Some(detected) = markup::detect(&head, content)? {
            return Ok(detected);
        }
        let within = &head[..head.len().min(PDF_WITHIN)];
        if within.windows(5).any(|window| window == b"%PDF-") {
            return Ok(Self::Format(Format::Pdf));
        }
        Ok(if is_text(&head) {
            Self::Text
        } else {
            Self::Data
        })
    }

    /// Detects the format of `bytes`.
    pub(super) fn of_bytes(bytes: &[u8]) -> Self {
        // Memory is read without errors.
        Self::of(&mut io::Cursor::new(bytes)).unwrap_or(Self::Data)
    }
}

/// Whether the first bytes of a file are text in any of the usual encodings.
fn is_text(head: &[u8]) -> bool {
    let head = &head[..head.len().min(TEXT_HEAD)];
    if matches!(head, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
        return txt::read(head.to_vec()).is_ok();
    }
    let has_zeros = head.contains(&0);
    let is_control = |byte: &&u8| **byte < 0x20 && **byte != 0 && !byte.is_ascii_whitespace();
    // Judging encodings takes milliseconds; most other data shows at once.
    if head.iter().filter(is_control).count() * 50 > head.len() {
        return false;
    }
    let is_cut = |error: std::str::Utf8Error| error.error_len().is_none();
    let is_unicode = std::str::from_utf8(head).map_or_else(is_cut, |_| true);
    if is_unicode && !has_zeros {
        return true;
    }
    // Latin text in UTF-16 has a zero in every second byte, and nowhere else.
    let zeros_at = |start: usize| {
        head.iter()
            .skip(start)
            .step_by(2)
            .filter(|&&byte| byte == 0)
            .count()
    };
    if has_zeros && zeros_at(0).min(zeros_at(1)) > 0 {
        return false;
    }
    txt::read(head.to_vec()).is_ok()
}

#[cfg(test)]
mod tests;
