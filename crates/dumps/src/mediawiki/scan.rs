//! Finds the pages in a stream of XML. It only looks for `<page` and `</page>`, because in a dump each `<` within a
//! text is written `&lt;`. A page is therefore one slice of bytes, and a page that is too long is skipped without being
//! kept.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::LONGEST_PAGE;
use crate::buffered::{Buffered, Found};
use crate::packed::Unpack;

static OPEN: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("<page>"));
static CLOSE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("</page>"));
/// Number of bytes of [`OPEN`] and [`CLOSE`].
const OPEN_LENGTH: usize = 6;
const CLOSE_LENGTH: usize = 7;

/// Bytes of XML that a page may have: its text with its signs written as references, and its metadata.
const LONGEST_XML: usize = LONGEST_PAGE + LONGEST_PAGE / 2;

/// Pages in a stream of bytes.
pub(super) struct PageScanner {
    buffer: Buffered,
}

impl PageScanner {
    pub(super) fn new(bytes: Box<dyn Unpack>) -> Self {
        Self {
            buffer: Buffered::new(bytes),
        }
    }

    pub(super) fn position(&self) -> u64 {
        self.buffer.position()
    }

    /// Finds the next page, `<page>…</page>`.
    pub(super) fn next_page(&mut self) -> Found<'_> {
        let buffer = &mut self.buffer;
        loop {
            if let Some(found) = OPEN.find(&buffer.bytes[buffer.at..]) {
                let start = buffer.at + found;
                if buffer.range_end.is_some_and(|end| start >= end) {
                    return Found::End;
                }
                buffer.at = start;
                break;
            }
            // All but what may be the first signs of `<page>`.
            let rest = buffer.bytes.len().saturating_sub(OPEN_LENGTH - 1);
            buffer.at = buffer.at.max(rest);
            let is_behind =
                |end: usize| buffer.at >= end || !buffer.bytes[buffer.at..end].contains(&b'<');
            if buffer.ended || buffer.range_end.is_some_and(is_behind) {
                return Found::End;
            }
            if let Err(gap) = buffer.more() {
                return Found::Broken(gap);
            }
        }
        // Place behind which the end of the page is sought.
        let mut searched = buffer.at + OPEN_LENGTH;
        loop {
            if let Some(found) = CLOSE.find(&buffer.bytes[searched..]) {
                let end = searched + found;
                // A page inside a page: the first one lost its end.
                if let Some(inner) = OPEN.find(&buffer.bytes[buffer.at + OPEN_LENGTH..end]) {
                    buffer.at += OPEN_LENGTH + inner;
                    return Found::Broken(buffer.gap("a page without an end"));
                }
                let page = buffer.at..end + CLOSE_LENGTH;
                buffer.at = page.end;
                return Found::Bytes(&buffer.bytes[page]);
            }
            searched = without_close(buffer).max(searched);
            if buffer.bytes.len() - buffer.at > LONGEST_XML {
                return pass_over(buffer);
            }
            if buffer.ended {
                buffer.at = buffer.bytes.len();
                return Found::Broken(buffer.gap("the file ends inside a page"));
            }
            let before = buffer.at;
            if let Err(gap) = buffer.more() {
                return Found::Broken(gap);
            }
            // The bytes before the page may be forgotten by now.
            searched -= before - buffer.at;
        }
    }
}

/// Place in the buffer before which no sign belongs to a `</page>` that is not complete.
fn without_close(buffer: &Buffered) -> usize {
    buffer.bytes.len().saturating_sub(CLOSE_LENGTH - 1)
}

/// Reads on to the end of a page without keeping it.
fn pass_over(buffer: &mut Buffered) -> Found<'static> {
    buffer.at += OPEN_LENGTH;
    loop {
        let rest = &buffer.bytes[buffer.at..];
        let close = CLOSE.find(rest).map(|at| at + CLOSE_LENGTH);
        let open = OPEN.find(&rest[..close.unwrap_or(rest.len())]);
        if let Some(end) = open.or(close) {
            buffer.at += end;
            return Found::TooLong;
        }
        if buffer.ended {
            buffer.at = buffer.bytes.len();
            return Found::TooLong;
        }
        buffer.at = without_close(buffer).max(buffer.at);
        if let Err(gap) = buffer.more() {
            return Found::Broken(gap);
        }
    }
}
