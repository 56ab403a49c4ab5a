//! Splits a stream of bytes into records: lines, or rows of a table, whose cells may contain line breaks between
//! quotation marks. Only a mark at the beginning of a cell opens a quotation: any other is a sign of the text, as in `5" disk`.

use crate::LONGEST_PAGE;
use crate::packed::{Gap, Step, Unpack};

/// Number of bytes that a record may have: a text whose letters are written as `\u4E01`, and its other fields.
const LONGEST_RECORD: usize = 3 * LONGEST_PAGE;
/// Number of used bytes at the start of the buffer from which on they are dropped.
const FORGET: usize = 1 << 20;

/// What was found next.
pub(super) enum Line<'a> {
    /// A record, without its line break.
    Record(&'a [u8]),
    /// A record of more bytes than are kept.
    TooLong,
    /// Damage.
    Broken(Gap),
    /// End of the range: the next record begins after it.
    End,
}

/// Records in a stream of bytes.
pub(super) struct Lines {
    bytes: Box<dyn Unpack>,
    buffer: Vec<u8>,
    /// Place in the buffer at which the next record begins.
    at: usize,
    /// Place in the buffer at which the range ends, once it is there.
    range_end: Option<usize>,
    /// Sign between the cells of a row, in which quotation marks hold breaks; `None` for lines.
    delimiter: Option<u8>,
    /// Whether the bytes begin inside a record that belongs to those before.
    inside: bool,
    ended: bool,
}

impl Lines {
    pub(super) fn new(bytes: Box<dyn Unpack>, delimiter: Option<u8>, inside: bool) -> Self {
        Self {
            bytes,
            buffer: Vec::new(),
            at: 0,
            range_end: None,
            delimiter,
            inside,
            ended: false,
        }
    }

    pub(super) fn position(&self) -> u64 {
        self.bytes.position()
    }

    /// Finds the next record that is not blank.
    pub(super) fn next_line(&mut self) -> Line<'_> {
        loop {
            // A record belongs to the range in which the line break before it lies.
            if self.range_end.is_some_and(|end| self.at > end) {
                return Line::End;
            }
            let inside = std::mem::take(&mut self.inside);
            let (start, end) = match self.record(inside) {
                Ok(range) => range,
                Err(Some(line)) => return line,
                Err(None) => return Line::End,
            };
            if inside {
                continue;
            }
            // A tab at its start or end is an empty cell.
            if !self.buffer[start..end].trim_ascii().is_empty() {
                return Line::Record(&self.buffer[start..end]);
            }
        }
    }

    /// Finds the end of the record that begins at [`Self::at`], and moves after it. `Err` is the result to return instead; `None`, the
    /// end.
    fn record<'a>(&mut self, inside: bool) -> Result<(usize, usize), Option<Line<'a>>> {
        let mut searched = self.at;
        let mut open = false;
        // Place of the mark that closed a quotation: another one right behind it is a mark within the cell.
        let mut closed = None;
        // Where the record would end if its quotation marks counted for nothing.
        let mut first_break = None;
        loop {
            while let Some(found) = if self.delimiter.is_some() && !inside {
                memchr::memchr2(b'\n', b'"', &self.buffer[searched..])
            } else {
                memchr::memchr(b'\n', &self.buffer[searched..])
            } {
                let sign = searched + found;
                searched = sign + 1;
                if self.buffer[sign] == b'"' {
                    if open {
                        (open, closed) = (false, Some(sign));
                    } else {
                        let before = (sign > self.at).then(|| sign - 1);
                        open = before.is_none_or(|before| {
                            Some(self.buffer[before]) == self.delimiter || Some(before) == closed
                        });
                    }
                    continue;
                }
                if !open {
                    let start = std::mem::replace(&mut self.at, searched);
                    return Ok((start, sign));
                }
                first_break.get_or_insert(searched);
            }
            searched = self.buffer.len();
            // No record begins in this range: it lies inside a long one.
            if inside && self.range_end.is_some_and(|end| searched >= end) {
                return Err(None);
            }
            if self.buffer.len() - self.at > LONGEST_RECORD {
                if let Some(first_break) = first_break {
                    self.at = first_break;
                    return Err(Some(Line::Broken(
                        self.gap("a quotation mark without a second one"),
                    )));
                }
                return Err(Some(self.pass_over()));
            }
            if self.ended {
                let start = std::mem::replace(&mut self.at, self.buffer.len());
                if open && let Some(first_break) = first_break {
                    self.at = first_break;
                    return Err(Some(Line::Broken(
                        self.gap("a quotation mark without a second one"),
                    )));
                }
                return if start < self.buffer.len() {
                    Ok((start, self.buffer.len()))
                } else {
                    Err(None)
                };
            }
            let before = self.at;
            match self.more() {
                Ok(()) => {}
                Err(gap) => {
                    self.clear();
                    return Err(Some(Line::Broken(gap)));
                }
            }
            let moved = before - self.at;
            searched -= moved;
            first_break = first_break.map(|at| at - moved);
            closed = closed.map(|at| at - moved);
            // All that begins in the range was given.
            if self.range_end.is_some_and(|end| self.at > end) {
                return Err(None);
            }
        }
    }

    /// Reads on to the end of a line without keeping it.
    fn pass_over<'a>(&mut self) -> Line<'a> {
        loop {
            self.at = self.buffer.len();
            if self.ended {
                return Line::TooLong;
            }
            if let Err(gap) = self.more() {
                self.clear();
                return Line::Broken(gap);
            }
            if let Some(found) = memchr::memchr(b'\n', &self.buffer[self.at..]) {
                self.at += found + 1;
                return Line::TooLong;
            }
        }
    }

    fn gap(&self, detail: &str) -> Gap {
        Gap {
            at: self.bytes.position(),
            detail: detail.to_owned(),
        }
    }

    /// Forgets all: what comes next begins inside a record.
    fn clear(&mut self) {
        self.range_end = self
            .range_end
            .map(|end| end.saturating_sub(self.buffer.len()));
        self.buffer.clear();
        self.at = 0;
        self.inside = true;
    }

    /// Adds bytes to the buffer.
    fn more(&mut self) -> Result<(), Gap> {
        if self.at >= FORGET {
            self.buffer.drain(..self.at);
            self.range_end = self.range_end.map(|end| end.saturating_sub(self.at));
            self.at = 0;
        }
        match self.bytes.step(&mut self.buffer) {
            Step::Bytes => {}
            Step::RangeEnd => self.range_end = Some(self.buffer.len()),
            Step::Gap(gap) => return Err(gap),
            Step::End => self.ended = true,
        }
        Ok(())
    }
}
