//! Files that are not compressed.

use crate::file::File;

use super::{Gap, Step, Unpack, read_some};

/// Number of bytes read at once.
const CHUNK: u64 = 256 << 10;

/// Range of a plain file, and what follows it.
pub(super) struct Plain {
    file: File,
    at: u64,
    /// End of the range; `None` after it was reported.
    to: Option<u64>,
    ended: bool,
}

impl Plain {
    /// Reads from the current position of the file, which is byte offset `from`.
    pub(super) fn new(file: File, from: u64, to: u64) -> Self {
        Self {
            file,
            at: from,
            to: Some(to),
            ended: false,
        }
    }
}

impl Unpack for Plain {
    fn step(&mut self, buffer: &mut Vec<u8>) -> Step {
        if self.ended {
            return Step::End;
        }
        if self.to.is_some_and(|to| to <= self.at) {
            self.to = None;
            return Step::RangeEnd;
        }
        let length = self.to.map_or(CHUNK, |to| CHUNK.min(to - self.at));
        match read_some(
            &mut self.file,
            usize::try_from(length).unwrap_or(1 << 18),
            buffer,
        ) {
            Ok(0) => {
                self.ended = true;
                Step::End
            }
            Ok(count) => {
                self.at += count as u64;
                Step::Bytes
            }
            Err(error) => {
                self.ended = true;
                Step::Gap(Gap {
                    at: self.at,
                    detail: error.to_string(),
                })
            }
        }
    }

    fn position(&self) -> u64 {
        self.at
    }
}
