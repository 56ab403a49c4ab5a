//! Encoded texts: windows with their codes, and their form as bytes.

use std::ops::Range;

use super::code::{Code, NUMBERS, WORDS};
use super::windows::{Language, Window};

/// Version of the bytes.
const FORM: u32 = 1;
/// Number of bytes of a code.
const CODE: usize = NUMBERS + 8 * WORDS;
/// Minimum number of bytes of a window: its code, and one byte for each of four numbers.
const SHORTEST: usize = CODE + 4;

/// Windows (short runs of sentences) of one text, in order, each with its compressed vector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoded {
    windows: Vec<Window>,
    codes: Vec<Code>,
}

impl Encoded {
    /// Joins windows, in order, with their codes. Windows without a code and codes without a window are dropped.
    pub(super) fn new(mut windows: Vec<Window>, mut codes: Vec<Code>) -> Self {
        let count = windows.len().min(codes.len());
        windows.truncate(count);
        codes.truncate(count);
        Self { windows, codes }
    }

    /// Returns the windows, in the order of their starts.
    #[must_use]
    pub fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// Returns the codes, one for each window and in the same order.
    #[must_use]
    pub fn codes(&self) -> &[Code] {
        &self.codes
    }

    /// Returns only the windows that have less than a third of their characters in `spans` (offsets in Unicode scalar
    /// values, sorted and disjoint), with their codes.
    #[must_use]
    pub fn without(&self, spans: &[Range<usize>]) -> Self {
        let is_kept = |window: &Window| {
            let (start, end) = (window.span.start as usize, window.span.end as usize);
            let first = spans.partition_point(|span| span.end <= start);
            let near = spans[first..].iter().take_while(|span| span.start < end);
            let inside: usize = near
                .map(|span| span.end.min(end).saturating_sub(span.start.max(start)))
                .sum();
            3 * inside < end - start
        };
        let kept = self
            .windows
            .iter()
            .zip(&self.codes)
            .filter(|(window, _)| is_kept(window));
        let (windows, codes) = kept
            .map(|(window, code)| (window.clone(), code.clone()))
            .unzip();
        Self { windows, codes }
    }

    /// Converts the windows and codes to bytes, about 165 per window, little-endian. First come the version and the
    /// number of windows; then for each window the characters since the start of the previous one, its length, the
    /// sentences since the first of the previous one, and twice the number of its sentences plus its language, seven
    /// bits per byte; then the numbers of all codes; then all signatures.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(8 + self.windows.len() * (SHORTEST + 2));
        bytes.extend(FORM.to_le_bytes());
        bytes.extend(
            u32::try_from(self.windows.len())
                .unwrap_or(u32::MAX)
                .to_le_bytes(),
        );
        let (mut start, mut first) = (0, 0);
        for window in &self.windows {
            push(&mut bytes, window.span.start.saturating_sub(start).into());
            push(
                &mut bytes,
                window.span.end.saturating_sub(window.span.start).into(),
            );
            push(
                &mut bytes,
                window.sentences.start.saturating_sub(first).into(),
            );
            let count = window.sentences.end.saturating_sub(window.sentences.start);
            push(
                &mut bytes,
                u64::from(count) << 1 | u64::from(window.language == Language::Other),
            );
            (start, first) = (window.span.start, window.sentences.start);
        }
        for code in &self.codes {
            bytes.extend(code.numbers.iter().map(|number| number.cast_unsigned()));
        }
        for word in self.codes.iter().flat_map(|code| code.signature) {
            bytes.extend(word.to_le_bytes());
        }
        bytes
    }

    /// Reads bytes written by [`Self::to_bytes`]; `None` for any other bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (version, bytes) = bytes.split_first_chunk()?;
        let (count, mut bytes) = bytes.split_first_chunk()?;
        let count = u32::from_le_bytes(*count) as usize;
        // Nothing is made room for that the bytes cannot hold.
        if u32::from_le_bytes(*version) != FORM || bytes.len() / SHORTEST < count {
            return None;
        }
        let mut windows = Vec::with_capacity(count);
        let (mut start, mut first) = (0_u32, 0_u32);
        for _ in 0..count {
            start = start.checked_add(pull_u32(&mut bytes)?)?;
            let end = start.checked_add(pull_u32(&mut bytes)?)?;
            first = first.checked_add(pull_u32(&mut bytes)?)?;
            let mixed = pull(&mut bytes)?;
            let after = first.checked_add(u32::try_from(mixed >> 1).ok()?)?;
            if start == end || first == after {
                return None;
            }
            windows.push(Window {
                span: start..end,
                sentences: first..after,
                language: Language::new(mixed & 1 == 0),
            });
        }
        if bytes.len() != count * CODE {
            return None;
        }
        let (numbers, signatures) = bytes.split_at_checked(count * NUMBERS)?;
        let (numbers, _) = numbers.as_chunks::<NUMBERS>();
        let (words, _) = signatures.as_chunks::<8>();
        let (signatures, _) = words.as_chunks::<WORDS>();
        let code = |(numbers, signature): (&[u8; NUMBERS], &[[u8; 8]; WORDS])| Code {
            numbers: numbers.map(u8::cast_signed),
            signature: signature.map(u64::from_le_bytes),
        };
        let codes = numbers.iter().zip(signatures).map(code).collect();
        Some(Self { windows, codes })
    }
}

/// Writes a number, seven bits a byte, the lowest first; all bytes but the last have their highest bit set.
fn push(bytes: &mut Vec<u8>, mut number: u64) {
    loop {
        let [low, ..] = number.to_le_bytes();
        number >>= 7;
        if number == 0 {
            bytes.push(low);
            return;
        }
        bytes.push(low | 0x80);
    }
}

/// Reads a number that [`push`] wrote, and takes its bytes away; `None` for bytes that [`push`] does not write.
fn pull(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    // The numbers written have 33 bits at most.
    for shift in (0..35).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return (byte != 0 || shift == 0).then_some(number);
        }
    }
    None
}

fn pull_u32(bytes: &mut &[u8]) -> Option<u32> {
    u32::try_from(pull(bytes)?).ok()
}

#[cfg(test)]
#[expect(
    clippy::single_range_in_vec_init,
    reason = "one span is a list of spans"
)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn encoded(parts: &[(u32, u32, u32, u32, bool, u8)]) -> Encoded {
        let (mut start, mut first) = (0, 0);
        let mut of = Encoded::default();
        for &(gap, length, sentences, count, other, seed) in parts {
            start += gap;
            first += sentences;
            of.windows.push(Window {
                span: start..start + length,
                sentences: first..first + count,
                language: Language::new(!other),
            });
            of.codes.push(Code {
                numbers: std::array::from_fn(|i| {
                    seed.wrapping_mul(u8::try_from(i).unwrap()).cast_signed()
                }),
                signature: std::array::from_fn(|i| u64::from(seed) << (7 * i)),
            });
        }
        of
    }

    fn any_encoded() -> impl Strategy<Value = Encoded> {
        let part = (
            0_u32..300,
            1_u32..1000,
            0_u32..3,
            1_u32..9,
            any::<bool>(),
            any::<u8>(),
        );
        prop::collection::vec(part, 0..12).prop_map(|parts| encoded(&parts))
    }

    #[test]
    fn windows_far_apart_and_long_are_kept_too() {
        let of = encoded(&[
            (u32::MAX - 500_000, 400_000, 70_000, 1, true, 3),
            (1, 2, 1, u32::MAX - 70_001, false, 4),
        ]);
        assert_eq!(Encoded::from_bytes(&of.to_bytes()), Some(of));
    }

    #[test]
    fn a_count_without_windows_is_refused_before_room_is_made() {
        let mut bytes = Encoded::default().to_bytes();
        assert_eq!(Encoded::from_bytes(&bytes), Some(Encoded::default()));
        bytes[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(Encoded::from_bytes(&bytes), None);
        assert_eq!(Encoded::from_bytes(&[]), None);
    }

    #[test]
    fn windows_go_that_a_third_of_is_taken_out() {
        let of = encoded(&[
            (0, 90, 0, 1, false, 1),
            (60, 90, 1, 1, false, 2),
            (60, 90, 1, 1, false, 3),
        ]);
        let kept = |spans: &[Range<usize>]| {
            of.without(spans)
                .windows
                .iter()
                .map(|window| window.span.start)
                .collect::<Vec<_>>()
        };
        assert_eq!(kept(&[]), [0, 60, 120]);
        assert_eq!(kept(&[0..30]), [60, 120]);
        assert_eq!(kept(&[0..29]), [0, 60, 120]);
        assert_eq!(kept(&[0..15, 20..35]), [60, 120]);
        assert_eq!(kept(&[61..89]), [0, 60, 120]);
        assert_eq!(kept(&[60..90]), [120]);
        assert_eq!(kept(&[0..1000]), [0; 0]);
    }

    proptest! {
        #[test]
        fn bytes_give_the_same_again_and_are_few(of in any_encoded()) {
            let bytes = of.to_bytes();
            prop_assert!(bytes.len() <= 8 + of.windows.len() * 170);
            prop_assert_eq!(Encoded::from_bytes(&bytes), Some(of));
        }

        #[test]
        fn damaged_bytes_give_nothing_or_something_whole(of in any_encoded(), damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4), cut in any::<prop::sample::Index>()) {
            let mut bytes = of.to_bytes();
            for (at, byte) in damage {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            // What is read is written as it was read: there is one form.
            if let Some(read) = Encoded::from_bytes(&bytes) {
                prop_assert_eq!(read.to_bytes(), bytes.clone());
                prop_assert_eq!(read.windows.len(), read.codes.len());
            }
            bytes.truncate(cut.index(bytes.len()));
            if let Some(read) = Encoded::from_bytes(&bytes) {
                prop_assert_eq!(read.to_bytes(), bytes);
            }
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            let mut bytes = bytes;
            let _ = Encoded::from_bytes(&bytes);
            if bytes.len() > 8 {
                bytes[..8].copy_from_slice(&[1, 0, 0, 0, 2, 0, 0, 0]);
                let _ = Encoded::from_bytes(&bytes);
            }
        }
    }
}
