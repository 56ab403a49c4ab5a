//! Splits a stream of bytes into records: lines, or rows of a table, whose cells may contain line breaks between
//! quotation marks. Only a mark at the beginning of a cell opens a quotation: any other is a sign of the text, as in `5" disk`.

use crate::LONGEST_PAGE;
use crate::buffered::{Buffered, Found};
use crate::packed::Unpack;

/// Number of bytes that a record may have: a text whose letters are written as `\u4E01`, and its other fields.
const LONGEST_RECORD: usize = 3 * LONGEST_PAGE;

/// Records in a stream of bytes.
pub(super) struct Lines {
    buffer: Buffered,
    /// Sign between the cells of a row, in which quotation marks hold breaks; `None` for lines.
    delimiter: Option<u8>,
    /// Whether the bytes begin inside a record that belongs to those before.
    inside: bool,
}

impl Lines {
    pub(super) fn new(bytes: Box<dyn Unpack>, delimiter: Option<u8>, inside: bool) -> Self {
        Self {
            buffer: Buffered::new(bytes),
            delimiter,
            inside,
        }
    }

    pub(super) fn position(&self) -> u64 {
        self.buffer.position()
    }

    /// Finds the next record that is not blank.
    pub(super) fn next_line(&mut self) -> Found<'_> {
        loop {
            // A record belongs to the range in which the line break before it lies.
            if self.is_behind_range() {
                return Found::End;
            }
            let inside = std::mem::take(&mut self.inside);
            let (start, end) = match self.record(inside) {
                Ok(range) => range,
                Err(found) => return found,
            };
            if inside {
                continue;
            }
            // A tab at its start or end is an empty cell.
            if !self.buffer.bytes[start..end].trim_ascii().is_empty() {
                return Found::Bytes(&self.buffer.bytes[start..end]);
            }
        }
    }

    /// Returns whether all that begins in the range was given.
    fn is_behind_range(&self) -> bool {
        self.buffer
            .range_end
            .is_some_and(|end| self.buffer.at > end)
    }

    /// Finds the end of the record that begins at the current place, and moves after it. `Err` is the result to return instead.
    fn record(&mut self, inside: bool) -> Result<(usize, usize), Found<'static>> {
        let mut searched = self.buffer.at;
        let mut open = false;
        // Place of the mark that closed a quotation: another one right behind it is a mark within the cell.
        let mut closed = None;
        // Where the record would end if its quotation marks counted for nothing.
        let mut first_break = None;
        loop {
            while let Some(found) = if self.delimiter.is_some() && !inside {
                memchr::memchr2(b'\n', b'"', &self.buffer.bytes[searched..])
            } else {
                memchr::memchr(b'\n', &self.buffer.bytes[searched..])
            } {
                let sign = searched + found;
                searched = sign + 1;
                if self.buffer.bytes[sign] == b'"' {
                    if open {
                        (open, closed) = (false, Some(sign));
                    } else {
                        let before = (sign > self.buffer.at).then(|| sign - 1);
                        open = before.is_none_or(|before| {
                            Some(self.buffer.bytes[before]) == self.delimiter
                                || Some(before) == closed
                        });
                    }
                    continue;
                }
                if !open {
                    let start = std::mem::replace(&mut self.buffer.at, searched);
                    return Ok((start, sign));
                }
                first_break.get_or_insert(searched);
            }
            let length = self.buffer.bytes.len();
            searched = length;
            // No record begins in this range: it lies inside a long one.
            if inside && self.buffer.range_end.is_some_and(|end| searched >= end) {
                return Err(Found::End);
            }
            let is_too_long = length - self.buffer.at > LONGEST_RECORD;
            if (is_too_long || self.buffer.ended && open)
                && let Some(first_break) = first_break
            {
                self.buffer.at = first_break;
                let gap = self.buffer.gap("a quotation mark without a second one");
                return Err(Found::Broken(gap));
            }
            if is_too_long {
                return Err(self.pass_over());
            }
            if self.buffer.ended {
                let start = std::mem::replace(&mut self.buffer.at, length);
                return if start < length {
                    Ok((start, length))
                } else {
                    Err(Found::End)
                };
            }
            let before = self.buffer.at;
            self.more()?;
            let moved = before - self.buffer.at;
            searched -= moved;
            first_break = first_break.map(|at| at - moved);
            closed = closed.map(|at| at - moved);
            if self.is_behind_range() {
                return Err(Found::End);
            }
        }
    }

    /// Reads on to the end of a line without keeping it.
    fn pass_over(&mut self) -> Found<'static> {
        loop {
            self.buffer.at = self.buffer.bytes.len();
            if self.buffer.ended {
                return Found::TooLong;
            }
            if let Err(damage) = self.more() {
                return damage;
            }
            let rest = &self.buffer.bytes[self.buffer.at..];
            if let Some(found) = memchr::memchr(b'\n', rest) {
                self.buffer.at += found + 1;
                return Found::TooLong;
            }
        }
    }

    /// Adds bytes to the buffer. What comes behind damage begins inside a record.
    fn more(&mut self) -> Result<(), Found<'static>> {
        self.buffer.more().map_err(|gap| {
            self.inside = true;
            Found::Broken(gap)
        })
    }
}
