//! Hashes of terms. Each is fixed for ever by the recipes that name it, and the same on every platform.

use md5::{Digest, Md5};
use twox_hash::XxHash3_64;

use chachong_text::{SHINGLE, letters};

use super::BitCounts;

/// Hash function for terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TermHash {
    /// XXH3 64 of the UTF-8 bytes, with seed 0. It spreads well: a query of the 4-block index over 98,000 real paragraphs gives 12
    /// candidates, where 10 is ideal and `String` gives 1,368.
    Xxh3,
    /// Multiplicative hash over the UTF-16 units of the term, from one of the source articles.
    String,
    /// Hash of 32 bits from one of the source articles: one bit for each hex digit of the term's MD5, in order, which is 1 if the digit
    /// is above 7.
    Md5Digits,
    /// Polynomial over the characters of a shingle, modulo 2^64, whose bits are finally mixed so that each depends on all. The hash of
    /// the next shingle is computed from that of the one before (a rolling hash).
    Rolling,
}

impl TermHash {
    /// All hash functions.
    pub const ALL: [Self; 4] = [Self::Xxh3, Self::String, Self::Md5Digits, Self::Rolling];

    /// Returns the name of the hash function in a recipe's text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xxh3 => "xxh3",
            Self::String => "string",
            Self::Md5Digits => "md5-digits",
            Self::Rolling => "rolling",
        }
    }

    /// Returns the hash of a term; unused higher bits are 0.
    #[must_use]
    pub fn of(self, term: &str) -> u64 {
        match self {
            Self::Xxh3 => XxHash3_64::oneshot(term.as_bytes()),
            Self::String => string_hash(term),
            Self::Md5Digits => md5_digits(term),
            Self::Rolling => term
                .chars()
                .fold(Rolling::default(), Rolling::append)
                .hash(),
        }
    }
}

fn string_hash(term: &str) -> u64 {
    let mut units = term.encode_utf16().map(u64::from).peekable();
    let Some(&first) = units.peek() else { return 0 };
    let mut x = first << 7;
    let mut length = 0;
    for unit in units {
        x = x.wrapping_mul(1_000_003) ^ unit;
        length += 1;
    }
    x ^ length
}

fn md5_digits(term: &str) -> u64 {
    // A hex digit is above 7 exactly where the highest of its four bits is set.
    Md5::digest(term.as_bytes()).iter().fold(0, |bits, &byte| {
        let byte = u64::from(byte);
        bits << 2 | (byte >> 7) << 1 | (byte >> 3 & 1)
    })
}

/// Rolling sum of `c[i] * FACTOR^(n - 1 - i)` over the characters, modulo 2^64.
#[derive(Clone, Copy, Default)]
struct Rolling(u64);

/// Factor of the polynomial: odd, so that no character is lost; otherwise arbitrary (the golden ratio's fraction).
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
/// Factor by which the character before a whole shingle has been multiplied when the next is appended.
const LEAVING: u64 = {
    let mut power = 1_u64;
    let mut i = 0;
    while i < SHINGLE {
        power = power.wrapping_mul(FACTOR);
        i += 1;
    }
    power
};

impl Rolling {
    const fn append(self, c: char) -> Self {
        Self(self.0.wrapping_mul(FACTOR).wrapping_add(c as u64))
    }

    const fn roll(self, leaving: char, entering: char) -> Self {
        Self(
            self.append(entering)
                .0
                .wrapping_sub(LEAVING.wrapping_mul(leaving as u64)),
        )
    }

    /// Applies the finishing mix of splitmix64: every bit of the sum turns every bit of the hash with probability 1/2.
    const fn hash(self) -> u64 {
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// Counts the bits of the hashes of all shingles of a text, each occurrence once: the hashes of [`TermHash::Rolling`],
/// without making a term of any shingle.
pub(super) fn count_shingles(text: &str) -> BitCounts {
    let mut counts = BitCounts::default();
    let mut letters = letters(text);
    let mut window = [' '; SHINGLE];
    let mut rolling = Rolling::default();
    for place in &mut window {
        let Some(c) = letters.next() else {
            return counts;
        };
        *place = c;
        rolling = rolling.append(c);
    }
    counts.add(rolling.hash());
    for entering in letters {
        let [leaving, rest @ ..] = window;
        let [a, b, c] = rest;
        window = [a, b, c, entering];
        rolling = rolling.roll(leaving, entering);
        counts.add(rolling.hash());
    }
    counts
}

/// Whether a text has at least `wanted` different shingles. Looks no further than it must; `wanted` is small.
pub(super) fn has_different_shingles(text: &str, wanted: usize) -> bool {
    let mut seen: Vec<[char; SHINGLE]> = Vec::new();
    let mut window = [' '; SHINGLE];
    for (i, c) in letters(text).enumerate() {
        if seen.len() >= wanted {
            break;
        }
        window.rotate_left(1);
        window[SHINGLE - 1] = c;
        if i + 1 >= SHINGLE && !seen.contains(&window) {
            seen.push(window);
        }
    }
    seen.len() >= wanted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Accumulator;
    use chachong_text::{TermCounts, TermRule};

    #[test]
    fn hashes_are_fixed_for_ever() {
        // The same values come from Python: PyPI's xxhash, hashlib and integer arithmetic.
        let hashes = TermHash::ALL.map(|hash| hash.of("图书馆"));
        assert_eq!(
            hashes,
            [
                10_189_531_090_576_095_498,
                10_305_436_713_071_922_129,
                3_751_603_434,
                11_035_672_199_009_235_219,
            ]
        );
    }

    #[test]
    fn one_bit_of_a_character_turns_half_of_the_rolling_hash() {
        let base = TermHash::Rolling.of("图书馆夜");
        let mut turned = 0;
        for bit in 0..8 {
            let other = char::from_u32('夜' as u32 ^ 1 << bit).unwrap();
            turned += (base ^ TermHash::Rolling.of(&format!("图书馆{other}"))).count_ones();
        }
        assert!((200..312).contains(&turned), "{turned} of 512");
    }

    proptest! {
        #[test]
        fn rolling_equals_hashing_each_shingle(text in "[图书馆夜间ab ，1]{0,60}|.{0,40}") {
            let mut slow = Accumulator::default();
            for (shingle, count) in TermCounts::of_raw(&text, TermRule::Shingles).iter() {
                slow.add(TermHash::Rolling.of(shingle), count);
            }
            prop_assert_eq!(Accumulator::from(&count_shingles(&text)).sums(), slow.sums());
        }
    }
}
