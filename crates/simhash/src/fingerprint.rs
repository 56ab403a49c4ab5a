//! Fingerprint as a value: distance, blocks, estimated cosine, text form.

use std::fmt;
use std::str::FromStr;

/// Fingerprint: a 64-bit `SimHash` of a text. Bit 63 is the leftmost when written; blocks A, B, C and D are its 16-bit
/// quarters, A the most significant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub u64);

impl Fingerprint {
    /// Number of bits in a fingerprint.
    pub const BITS: u32 = 64;
    /// Number of 16-bit blocks in a fingerprint.
    pub const BLOCKS: usize = 4;
    /// Names of the blocks, from the most significant.
    pub const BLOCK_NAMES: [char; Self::BLOCKS] = ['A', 'B', 'C', 'D'];

    /// Returns the Hamming distance: the number of differing bits, 0..=64.
    #[must_use]
    pub const fn distance(self, other: Self) -> u32 {
        (self.0 ^ other.0).count_ones()
    }

    /// Returns the 16 bits of block `i`: 0 is A (most significant), 3 is D.
    ///
    /// # Panics
    /// If `i` is not below 4.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the wanted 16 bits are what remains"
    )]
    pub const fn block(self, i: usize) -> u16 {
        assert!(i < Self::BLOCKS, "a fingerprint has four blocks");
        (self.0 >> (16 * (Self::BLOCKS - 1 - i))) as u16
    }

    /// Returns whether both fingerprints have the same 16 bits in the blocks A, B, C and D, in this order.
    #[must_use]
    pub fn blocks_equal(self, other: Self) -> [bool; Self::BLOCKS] {
        std::array::from_fn(|i| self.block(i) == other.block(i))
    }

    /// Returns the names of the blocks that are equal in both fingerprints, such as `AC`; empty if no block is equal.
    #[must_use]
    pub fn equal_block_names(self, other: Self) -> String {
        let equal = self.blocks_equal(other);
        Self::BLOCK_NAMES
            .into_iter()
            .zip(equal)
            .filter_map(|(name, equal)| equal.then_some(name))
            .collect()
    }

    /// Returns the numbers of the blocks that are equal in both fingerprints, counted from 1: `1, 3`; empty if no block is equal. Views
    /// that call the documents A and B show numbers instead of names.
    #[must_use]
    pub fn equal_block_numbers(self, other: Self) -> String {
        let equal = (1..).zip(self.blocks_equal(other));
        let numbers = equal.filter_map(|(number, equal): (u32, bool)| equal.then_some(number));
        numbers
            .map(|number| number.to_string())
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Returns the cosine of the two term vectors, estimated from the distance: `max(0, cos(pi * distance / 64))`,
    /// 0..=1 (Charikar 2002).
    #[must_use]
    pub fn estimated_cosine(self, other: Self) -> f64 {
        Self::cosine_at(self.distance(other), Self::BITS)
    }

    /// Returns the estimated cosine, 0..=1, of the term vectors of two texts whose fingerprints of `width` bits (1..=64) differ in
    /// `distance` bits; 0 from a distance of half the bits on.
    #[must_use]
    pub fn cosine_at(distance: u32, width: u32) -> f64 {
        if 2 * distance >= width {
            return 0.0;
        }
        (std::f64::consts::PI * f64::from(distance) / f64::from(width)).cos()
    }

    /// Returns the bits as text in four blocks, the most significant first: `0101… 1100… …`.
    #[must_use]
    pub fn bits_in_blocks(self) -> String {
        (0..Self::BLOCKS)
            .map(|i| format!("{:016b}", self.block(i)))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Writes 16 lower-case hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Fingerprint {
    type Err = std::num::ParseIntError;

    /// Reads 1 to 16 hexadecimal digits in either case; `Display` writes 16 in lower case.
    fn from_str(s: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(s, 16).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(s: &str) -> Fingerprint {
        Fingerprint(u64::from_str_radix(s, 2).unwrap())
    }

    #[test]
    fn hamming_distances_of_the_articles() {
        assert_eq!(bits("1011101").distance(bits("1001001")), 2);
        assert_eq!(bits("101011").distance(bits("101000")), 2);
    }

    #[test]
    fn the_articles_64_bit_pair_shares_blocks_a_and_c() {
        let a = bits("1000010010101101111111100000101011010001001111100001001011001011");
        let b = bits("1000010010101101011111100000101011010001001111100001101010001011");
        assert_eq!(a.distance(b), 3);
        assert_eq!(a.blocks_equal(b), [true, false, true, false]);
        assert_eq!(a.equal_block_names(b), "AC");
        let from_left: Vec<u32> = (0..64)
            .filter(|i| ((a.0 ^ b.0) >> (63 - i)) & 1 == 1)
            .collect();
        assert_eq!(from_left, [16, 52, 57]);
    }

    #[test]
    fn blocks_are_named_from_the_most_significant_bit() {
        let f = Fingerprint(0x1234_5678_9abc_def0);
        assert_eq!(
            [f.block(0), f.block(1), f.block(2), f.block(3)],
            [0x1234, 0x5678, 0x9abc, 0xdef0]
        );
        assert_eq!(f.to_string(), "123456789abcdef0");
        assert_eq!("123456789abcdef0".parse(), Ok(f));
        assert_eq!(
            Fingerprint(1).bits_in_blocks().split(' ').nth(3),
            Some("0000000000000001")
        );
    }

    #[test]
    fn estimated_cosine_falls_from_one_to_zero() {
        assert!((Fingerprint::cosine_at(0, 64) - 1.0).abs() < 1e-12);
        assert!((Fingerprint::cosine_at(16, 64) - std::f64::consts::FRAC_1_SQRT_2).abs() < 1e-12);
        for distance in 32..=64 {
            assert!(
                Fingerprint::cosine_at(distance, 64).abs() < f64::EPSILON,
                "at {distance}"
            );
        }
        assert!((Fingerprint::cosine_at(8, 32) - std::f64::consts::FRAC_1_SQRT_2).abs() < 1e-12);
        assert!(
            (1..=32).all(|d| Fingerprint::cosine_at(d, 64) < Fingerprint::cosine_at(d - 1, 64))
        );
    }
}
