//! The write-ahead log beside a library, before `SQLite` opens it: of a log with a damaged frame `SQLite` takes the frames
//! before that one, says nothing of the others, and deletes the log when the library is closed.
//!
//! A frame whose checksum is wrong need not be damage: a transaction that a power cut interrupted leaves one, and was never
//! reported as done. It is damage where a later transaction follows, since that began after the one before was on the disk.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::address::with_ending;

/// State of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// All data that was reported as stored can be read, or there is no log.
    Whole,
    /// The last transaction cannot be read: it was interrupted or is damaged.
    EndsInDoubt,
    /// A transaction that was reported as stored cannot be read.
    Damaged,
}

/// Length of the header of a log, in bytes; below, that of the header of a frame, before its page.
const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// First four bytes of a log. The last bit tells that its checksums use big-endian numbers.
const MAGIC: u32 = 0x377F_0682;
/// Largest page size of `SQLite`, in bytes.
const MOST_PAGE: u32 = 65_536;

/// Returns the path of the log of a library.
pub(super) fn of(library: &Path) -> PathBuf {
    with_ending(library, "-wal")
}

/// Returns whether a library has a log that is not empty.
pub(super) fn has_frames(library: &Path) -> bool {
    (of(library).metadata()).is_ok_and(|metadata| metadata.len() > HEADER as u64)
}

/// Examines the log of a library to which nobody writes.
pub(super) fn state(library: &Path) -> std::io::Result<State> {
    match File::open(of(library)) {
        Ok(log) => of_frames(&mut BufReader::with_capacity(1 << 20, log)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(State::Whole),
        Err(error) => Err(error),
    }
}

/// Checksum of `SQLite` over pairs of 32-bit numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Checksum {
    sums: [u32; 2],
    is_big: bool,
}

impl Checksum {
    fn add(&mut self, bytes: &[u8]) {
        let number = |bytes: &[u8]| {
            let bytes = bytes.first_chunk::<4>().copied().unwrap_or_default();
            if self.is_big {
                u32::from_be_bytes(bytes)
            } else {
                u32::from_le_bytes(bytes)
            }
        };
        let [mut first, mut second] = self.sums;
        for pair in bytes.as_chunks::<8>().0 {
            first = first.wrapping_add(number(&pair[..4])).wrapping_add(second);
            second = second.wrapping_add(number(&pair[4..])).wrapping_add(first);
        }
        self.sums = [first, second];
    }

    fn is(&self, stored: [u32; 2]) -> bool {
        self.sums == stored
    }
}

/// Returns two 32-bit big-endian numbers.
fn numbers(bytes: &[u8]) -> [u32; 2] {
    let number = |at: usize| {
        let four = bytes.get(at..).and_then(|rest| rest.first_chunk::<4>());
        u32::from_be_bytes(four.copied().unwrap_or_default())
    };
    [number(0), number(4)]
}

fn of_frames(log: &mut impl Read) -> std::io::Result<State> {
    let mut header = [0; HEADER];
    if !filled(log, &mut header)? {
        return Ok(State::Whole);
    }
    let [magic, _] = numbers(&header);
    let [page, _] = numbers(&header[8..]);
    let salts = numbers(&header[16..]);
    let mut sum = Checksum {
        sums: [0; 2],
        is_big: magic & 1 == 1,
    };
    sum.add(&header[..24]);
    let is_header =
        magic & !1 == MAGIC && page.is_power_of_two() && (512..=MOST_PAGE).contains(&page);
    if !is_header || !sum.is(numbers(&header[24..])) {
        let has_more = filled(log, &mut [0; FRAME_HEADER])?;
        return Ok(if has_more {
            State::Damaged
        } else {
            State::Whole
        });
    }
    let mut frame = vec![0; FRAME_HEADER + page as usize];
    // Whether a frame is not the next one, and the number of commits from there on.
    let (mut is_bad, mut is_zero, mut commits) = (false, false, 0_u64);
    while filled(log, &mut frame)? {
        let [number, pages_after_commit] = numbers(&frame);
        let of_frame = numbers(&frame[8..]);
        let is_current = of_frame == salts;
        if !is_bad {
            let mut with = sum;
            with.add(&frame[..8]);
            with.add(&frame[FRAME_HEADER..]);
            if is_current && with.is(numbers(&frame[16..])) {
                sum = with;
                continue;
            }
            is_bad = true;
        }
        is_zero |= number == 0;
        // Frames of an earlier use of the log have other salts, both of them.
        let is_earlier = of_frame[0] != salts[0] && of_frame[1] != salts[1];
        commits += u64::from(!is_earlier && pages_after_commit != 0);
    }
    // Frames without a commit are left of a transaction that was interrupted or taken back.
    Ok(match commits {
        0 if !is_zero => State::Whole,
        0 | 1 => State::EndsInDoubt,
        _ => State::Damaged,
    })
}

/// Fills a buffer. Returns `false` if the stream ends before, even within the buffer: a truncated frame was not
/// completely written.
fn filled(from: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<bool> {
    match from.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: usize = 512;

    /// Log of transactions of two pages each, behind which stand frames of an earlier use.
    fn log(transactions: u32, earlier: u32) -> Vec<u8> {
        let mut log = Vec::new();
        for number in [MAGIC + 1, 3_007_000, 512, 1, 77, 99] {
            log.extend(number.to_be_bytes());
        }
        let mut sum = Checksum {
            sums: [0; 2],
            is_big: true,
        };
        sum.add(&log);
        log.extend(sum.sums.iter().flat_map(|sum| sum.to_be_bytes()));
        for transaction in 1..=transactions {
            for commit in [0, 9] {
                let frame: Vec<u8> = [transaction, commit].map(u32::to_be_bytes).concat();
                let page: Vec<u8> = (0..512_u32)
                    .map(|i| (i * transaction).to_le_bytes()[0])
                    .collect();
                sum.add(&frame);
                sum.add(&page);
                log.extend(frame);
                log.extend([77_u32, 99].map(u32::to_be_bytes).concat());
                log.extend(sum.sums.iter().flat_map(|sum| sum.to_be_bytes()));
                log.extend(page);
            }
        }
        for number in 1..=earlier {
            log.extend([number, 1, 76, 12_345, 5, 6].map(u32::to_be_bytes).concat());
            log.extend([7; PAGE]);
        }
        log
    }

    fn state_of(log: &[u8]) -> State {
        of_frames(&mut &log[..]).unwrap()
    }

    #[test]
    fn whole_and_cut_off_logs_are_whole() {
        for earlier in [0, 3] {
            assert_eq!(state_of(&log(4, earlier)), State::Whole);
        }
        let whole = log(4, 0);
        for end in (0..whole.len()).step_by(97) {
            assert_eq!(state_of(&whole[..end]), State::Whole, "{end}");
        }
    }

    #[test]
    fn every_flipped_bit_is_seen() {
        for earlier in [0, 2] {
            let whole = log(4, earlier);
            let frame = FRAME_HEADER + PAGE;
            let (last, end) = (HEADER + 6 * frame, HEADER + 8 * frame);
            for at in 0..end {
                let mut flipped = whole.clone();
                flipped[at] ^= 1 << (at % 8);
                let found = state_of(&flipped);
                assert_ne!(found, State::Whole, "{at}");
                if at < last {
                    assert_eq!(found, State::Damaged, "{at}");
                }
            }
        }
    }

    #[test]
    fn what_was_taken_back_is_no_damage() {
        let mut left = log(2, 0);
        let begun = log(3, 0);
        // The first page of a third transaction, after which two others followed in its place.
        let frame = FRAME_HEADER + PAGE;
        left.extend(&begun[HEADER + frame..][..frame]);
        assert_eq!(state_of(&left), State::EndsInDoubt);
        let start = HEADER + 4 * frame;
        left[start + 4..start + 8].fill(0);
        assert_eq!(state_of(&left), State::Whole);
    }

    #[test]
    fn a_zeroed_page_is_seen() {
        let whole = log(4, 0);
        for start in (HEADER..whole.len()).step_by(FRAME_HEADER + PAGE) {
            let mut zeroed = whole.clone();
            zeroed[start..start + FRAME_HEADER + PAGE].fill(0);
            assert_ne!(state_of(&zeroed), State::Whole, "{start}");
        }
    }
}
