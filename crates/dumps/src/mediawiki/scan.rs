//! Finds the pages in a stream of XML. It only looks for `<page` and `</page>`, because in a dump each `<` within a
//! text is written `&lt;`. A page is therefore one slice of bytes, and a page that is too long is skipped without being
//! kept.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::LONGEST_PAGE;
use crate::packed::{Gap, Step, Unpack};

static OPEN: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("<page>"));
static CLOSE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("</page>"));
/// Number of bytes of [`OPEN`] and [`CLOSE`].
const OPEN_LENGTH: usize = 6;
const CLOSE_LENGTH: usize = 7;

/// Bytes of XML that a page may have: its text with its signs written as references, and its metadata.
const LONGEST_XML: usize = LONGEST_PAGE + LONGEST_PAGE / 2;
/// Number of used bytes at the start of the buffer from which on they are dropped.
const FORGET: usize = 1 << 20;

/// What was found next.
pub(super) enum Found<'a> {
    /// `<page>…</page>`.
    Page(&'a [u8]),
    /// A page of more bytes than are kept.
    TooLong,
    /// A page that is not complete.
    Broken(Gap),
    /// End of the range: the next page begins after it.
    End,
}

/// Pages in a stream of bytes.
pub(super) struct PageScanner {
    bytes: Box<dyn Unpack>,
    buffer: Vec<u8>,
    /// Place in the buffer before which all is read.
    at: usize,
    /// Place in the buffer at which the range ends, once it is there.
    range_end: Option<usize>,
}

/// Why no more bytes came.
enum Stop {
    Gap(Gap),
    RangeEnd,
    End,
}

impl PageScanner {
    pub(super) fn new(bytes: Box<dyn Unpack>) -> Self {
        Self {
            bytes,
            buffer: Vec::new(),
            at: 0,
            range_end: None,
        }
    }

    pub(super) fn position(&self) -> u64 {
        self.bytes.position()
    }

    /// Finds the next page.
    pub(super) fn next_page(&mut self) -> Found<'_> {
        let start = loop {
            if let Some(found) = OPEN.find(&self.buffer[self.at..]) {
                let start = self.at + found;
                if self.range_end.is_some_and(|end| start >= end) {
                    return Found::End;
                }
                break start;
            }
            // All but what may be the first signs of `<page>`.
            let rest = self.buffer.len().saturating_sub(OPEN_LENGTH - 1);
            self.at = self.at.max(rest);
            if self.range_end.is_some_and(|end| self.at >= end) {
                return Found::End;
            }
            match self.more() {
                Err(Stop::Gap(gap)) => {
                    self.clear();
                    return Found::Broken(gap);
                }
                Err(Stop::RangeEnd) if !self.buffer[self.at..].contains(&b'<') => {
                    return Found::End;
                }
                Ok(()) | Err(Stop::RangeEnd) => {}
                Err(Stop::End) => return Found::End,
            }
        };
        self.at = start;
        // Place behind which the end of the page is sought.
        let mut searched = self.at + OPEN_LENGTH;
        loop {
            if let Some(found) = CLOSE.find(&self.buffer[searched..]) {
                let end = searched + found;
                // A page inside a page: the first one lost its end.
                if let Some(inner) = OPEN.find(&self.buffer[self.at + OPEN_LENGTH..end]) {
                    self.at += OPEN_LENGTH + inner;
                    return Found::Broken(self.gap("a page without an end"));
                }
                let page = self.at..end + CLOSE_LENGTH;
                self.at = page.end;
                return Found::Page(&self.buffer[page]);
            }
            searched = self
                .buffer
                .len()
                .saturating_sub(CLOSE_LENGTH - 1)
                .max(searched);
            if self.buffer.len() - self.at > LONGEST_XML {
                return self.pass_over();
            }
            let before = self.at;
            let more = self.more();
            // The bytes before the page may be forgotten by now.
            searched -= before - self.at;
            match more {
                Ok(()) | Err(Stop::RangeEnd) => {}
                Err(Stop::Gap(gap)) => {
                    self.clear();
                    return Found::Broken(gap);
                }
                Err(Stop::End) => {
                    let gap = self.gap("the file ends inside a page");
                    self.clear();
                    return Found::Broken(gap);
                }
            }
        }
    }

    /// Reads on to the end of a page without keeping it.
    fn pass_over(&mut self) -> Found<'_> {
        self.at += OPEN_LENGTH;
        loop {
            let rest = &self.buffer[self.at..];
            let close = CLOSE.find(rest).map(|at| at + CLOSE_LENGTH);
            let open = OPEN.find(&rest[..close.unwrap_or(rest.len())]);
            if let Some(end) = open.or(close) {
                self.at += end;
                return Found::TooLong;
            }
            self.at = self
                .buffer
                .len()
                .saturating_sub(CLOSE_LENGTH - 1)
                .max(self.at);
            match self.more() {
                Ok(()) | Err(Stop::RangeEnd) => {}
                Err(Stop::Gap(gap)) => {
                    self.clear();
                    return Found::Broken(gap);
                }
                Err(Stop::End) => {
                    self.clear();
                    return Found::TooLong;
                }
            }
        }
    }

    fn gap(&self, detail: &str) -> Gap {
        Gap {
            at: self.bytes.position(),
            detail: detail.to_owned(),
        }
    }

    /// Discards all bytes that were read, because the next ones do not continue them.
    fn clear(&mut self) {
        if let Some(end) = &mut self.range_end {
            *end = end.saturating_sub(self.buffer.len());
        }
        self.buffer.clear();
        self.at = 0;
    }

    /// Adds bytes to the buffer.
    fn more(&mut self) -> Result<(), Stop> {
        if self.at >= FORGET {
            self.buffer.drain(..self.at);
            self.range_end = self.range_end.map(|end| end.saturating_sub(self.at));
            self.at = 0;
        }
        match self.bytes.step(&mut self.buffer) {
            Step::Bytes => Ok(()),
            Step::RangeEnd => {
                self.range_end = Some(self.buffer.len());
                Err(Stop::RangeEnd)
            }
            Step::Gap(gap) => Err(Stop::Gap(gap)),
            Step::End => Err(Stop::End),
        }
    }
}
