//! Buffer over a stream of bytes in which items are found: pages of XML, lines or rows of a table.

use crate::packed::{Gap, Step, Unpack};
use crate::source::Item;

/// Number of used bytes at the start of the buffer from which on they are dropped.
const FORGET: usize = 1 << 20;

/// Result of a search for the next page or record.
pub(crate) enum Found<'a> {
    /// A page or record.
    Bytes(&'a [u8]),
    /// A page or record of more bytes than are kept.
    TooLong,
    /// Damage.
    Broken(Gap),
    /// End of the range: the next page or record begins after it.
    End,
}

/// Bytes of a range of a file and of the bytes after it, read as they are needed.
pub(crate) struct Buffered {
    source: Box<dyn Unpack>,
    pub(crate) bytes: Vec<u8>,
    /// Place in the buffer before which all is read.
    pub(crate) at: usize,
    /// Place in the buffer at which the range ends, once it is there.
    pub(crate) range_end: Option<usize>,
    /// Whether no more bytes come.
    pub(crate) ended: bool,
}

impl Buffered {
    pub(crate) fn new(source: Box<dyn Unpack>) -> Self {
        Self {
            source,
            bytes: Vec::new(),
            at: 0,
            range_end: None,
            ended: false,
        }
    }

    /// Byte offset in the file, as it is packed, up to which it was read.
    pub(crate) fn position(&self) -> u64 {
        self.source.position()
    }

    /// Returns damage at the current position.
    pub(crate) fn gap(&self, detail: &str) -> Gap {
        Gap {
            at: self.position(),
            detail: detail.to_owned(),
        }
    }

    /// Adds bytes to the buffer, or sets [`Self::range_end`] or [`Self::ended`]. On damage, discards all bytes that were read, because the
    /// next ones do not continue them.
    pub(crate) fn more(&mut self) -> Result<(), Gap> {
        if self.at >= FORGET {
            self.discard(self.at);
        }
        match self.source.step(&mut self.bytes) {
            Step::Bytes => {}
            Step::RangeEnd => self.range_end = Some(self.bytes.len()),
            Step::End => self.ended = true,
            Step::Gap(gap) => {
                self.discard(self.bytes.len());
                return Err(gap);
            }
        }
        Ok(())
    }

    /// Removes bytes from the start of the buffer; reading continues at the rest.
    fn discard(&mut self, bytes: usize) {
        self.bytes.drain(..bytes);
        self.range_end = self.range_end.map(|end| end.saturating_sub(bytes));
        self.at = 0;
    }
}

impl From<Gap> for Item {
    fn from(gap: Gap) -> Self {
        Self::Broken {
            at: gap.at,
            detail: gap.detail,
        }
    }
}
