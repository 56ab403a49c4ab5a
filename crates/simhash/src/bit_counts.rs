//! Kernel for terms of weight 1: how many hashes have a 1 at each bit, counted for all 64 bits at once.

use super::Accumulator;

/// Number of hashes that are counted together.
const BLOCK: usize = 16;
/// Number of bits in a count: enough for as many hashes as a `u64` can number.
const PLANES: usize = 64;

/// Counter, for each bit, of the hashes in which it is 1 (a positional population count).
///
/// The counts lie across the planes: bit b of plane p is bit p of the count of hash bit b. Carry-save adders (Harley
/// and Seal) make one word for the planes 0 to 3 each and one carry of sixteen hashes, which ripples on upwards. With
/// 64 planes no count overflows below 2^64 hashes; `terms` ends there too.
#[derive(Clone, Debug)]
pub struct BitCounts {
    planes: [u64; PLANES],
    block: [u64; BLOCK],
    filled: usize,
    /// Number of hashes counted in the planes.
    terms: u64,
}

impl Default for BitCounts {
    fn default() -> Self {
        Self {
            planes: [0; PLANES],
            block: [0; BLOCK],
            filled: 0,
            terms: 0,
        }
    }
}

/// Adds three words bit by bit. Returns the carries and the sums.
const fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let either = a ^ b;
    (a & b | either & c, either ^ c)
}

impl BitCounts {
    /// Adds one hash.
    #[inline]
    pub fn add(&mut self, hash: u64) {
        self.block[self.filled] = hash;
        self.filled += 1;
        if self.filled == BLOCK {
            self.count_block();
        }
    }

    #[inline]
    fn count_block(&mut self) {
        let [mut ones, mut twos, mut fours, mut eights] = [
            self.planes[0],
            self.planes[1],
            self.planes[2],
            self.planes[3],
        ];
        let two = |ones: &mut u64, pair: &[u64]| {
            let carry;
            (carry, *ones) = add(*ones, pair[0], pair[1]);
            carry
        };
        let four = |ones: &mut u64, twos: &mut u64, four: &[u64]| {
            let (first, second) = (two(ones, &four[..2]), two(ones, &four[2..]));
            let carry;
            (carry, *twos) = add(*twos, first, second);
            carry
        };
        let mut eight = |eight: &[u64]| {
            let first = four(&mut ones, &mut twos, &eight[..4]);
            let second = four(&mut ones, &mut twos, &eight[4..]);
            let carry;
            (carry, fours) = add(fours, first, second);
            carry
        };
        let (first, second) = (eight(&self.block[..8]), eight(&self.block[8..]));
        let mut carry;
        (carry, eights) = add(eights, first, second);
        self.planes[..4].copy_from_slice(&[ones, twos, fours, eights]);
        for plane in &mut self.planes[4..] {
            if carry == 0 {
                break;
            }
            (carry, *plane) = (carry & *plane, carry ^ *plane);
        }
        self.terms += BLOCK as u64;
        self.filled = 0;
    }

    /// Returns the number of hashes added.
    #[must_use]
    pub fn terms(&self) -> u64 {
        self.terms + self.filled as u64
    }

    /// Returns, for each bit from the least significant, the number of hashes in which it is 1.
    #[must_use]
    pub fn ones(&self) -> [u64; 64] {
        let waiting = &self.block[..self.filled];
        std::array::from_fn(|bit| {
            let planes = self.planes.iter().enumerate();
            let counted = planes.fold(0, |sum, (p, plane)| sum | (plane >> bit & 1) << p);
            counted + waiting.iter().map(|hash| hash >> bit & 1).sum::<u64>()
        })
    }
}

impl From<&BitCounts> for Accumulator {
    fn from(counts: &BitCounts) -> Self {
        let mut accumulator = Self::default();
        accumulator.add_counts(&counts.ones(), counts.terms());
        accumulator
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn many_equal_hashes_carry_to_the_upper_planes() {
        let mut counts = BitCounts::default();
        for _ in 0..100_003 {
            counts.add(1 << 63 | 1);
        }
        let ones = counts.ones();
        assert_eq!((ones[0], ones[1], ones[63]), (100_003, 0, 100_003));
    }

    proptest! {
        #[test]
        fn equals_adding_one_by_one(hashes in prop::collection::vec(any::<u64>(), 0..200)) {
            let (mut counts, mut slow) = (BitCounts::default(), Accumulator::default());
            for &hash in &hashes {
                counts.add(hash);
                slow.add(hash, 1);
            }
            prop_assert_eq!(counts.terms(), hashes.len() as u64);
            prop_assert_eq!(Accumulator::from(&counts).sums(), slow.sums());
        }
    }
}
