//! The kernel: term hashes and integer weights -> signed sums -> bits. Knows nothing of words or recipes.

/// What a sum of exactly zero gives; the source articles differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The bit is 1 only where the sum is positive (`> 0`).
    Zero,
    /// The bit is 1 where the sum is not negative (`>= 0`).
    One,
}

/// Adds up weighted term hashes bit by bit.
///
/// Instead of +w and -w it adds w only where the hash has a 1 and keeps the total: the signed sum of a bit is
/// `2 * ones - total`. Integers, so the order of terms and threads cannot change a bit. No overflow: a text of 2^32
/// terms of weight 2^32 - 1 (`u32` weights) stays below 2^64, and the signed sums are formed in 128 bits.
#[derive(Clone, Debug)]
pub struct Accumulator {
    ones: [u64; 64],
    total: u64,
}

impl Default for Accumulator {
    fn default() -> Self {
        Self {
            ones: [0; 64],
            total: 0,
        }
    }
}

impl Accumulator {
    /// Adds one term: its hash and its weight.
    pub fn add(&mut self, hash: u64, weight: u32) {
        let weight = u64::from(weight);
        self.total += weight;
        for (bit, ones) in self.ones.iter_mut().enumerate() {
            // Multiplying by the bit instead of branching lets the compiler vectorise the 64 steps.
            *ones += ((hash >> bit) & 1) * weight;
        }
    }

    /// The signed sum behind each bit; element 0 belongs to the least significant bit.
    #[must_use]
    pub fn sums(&self) -> [i128; 64] {
        self.ones
            .map(|ones| 2 * i128::from(ones) - i128::from(self.total))
    }

    /// The lowest `width` bits (1..=64) of the `SimHash`: bit i is 1 where sum i is positive, or as `tie` says where
    /// it is zero.
    #[must_use]
    pub fn finish(&self, width: u32, tie: Tie) -> u64 {
        let mut bits = 0;
        for (bit, &sum) in self.sums().iter().enumerate().take(width as usize) {
            if sum > 0 || (sum == 0 && tie == Tie::One) {
                bits |= 1 << bit;
            }
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn accumulate(terms: &[(u64, u32)]) -> Accumulator {
        let mut accumulator = Accumulator::default();
        for &(hash, weight) in terms {
            accumulator.add(hash, weight);
        }
        accumulator
    }

    #[test]
    fn five_level_weights_of_the_article() {
        let a = accumulate(&[(0b10_0101, 4), (0b10_1011, 5)]);
        let left_to_right: Vec<i128> = a.sums()[..6].iter().rev().copied().collect();
        assert_eq!(left_to_right, [9, -9, 1, -1, 1, 9]);
        assert_eq!(a.finish(6, Tie::Zero), 0b10_1011);
    }

    #[test]
    fn relative_frequency_of_the_article() {
        // 2/6 and 1/6 each: the common denominator changes no sign.
        let a = accumulate(&[
            (0b10_0100, 2),
            (0b01_0101, 1),
            (0b10_1010, 1),
            (0b11_1010, 1),
            (0b00_1010, 1),
        ]);
        assert_eq!(a.finish(6, Tie::Zero), 0b10_0000);
    }

    #[test]
    fn nothing_added_is_all_zeros_or_all_ones_by_the_tie_rule() {
        assert_eq!(Accumulator::default().finish(64, Tie::Zero), 0);
        assert_eq!(Accumulator::default().finish(64, Tie::One), u64::MAX);
    }

    proptest! {
        #[test]
        fn equals_the_textbook_loop_whatever_the_order(
            mut terms in prop::collection::vec((any::<u64>(), any::<u32>()), 0..60),
            tie in prop::sample::select(vec![Tie::Zero, Tie::One]),
        ) {
            let got = accumulate(&terms);
            let mut sums = [0_i128; 64];
            for &(hash, weight) in &terms {
                for (bit, sum) in sums.iter_mut().enumerate() {
                    if hash >> bit & 1 == 1 { *sum += i128::from(weight) } else { *sum -= i128::from(weight) }
                }
            }
            prop_assert_eq!(got.sums(), sums);
            terms.reverse();
            prop_assert_eq!(accumulate(&terms).finish(64, tie), got.finish(64, tie));
        }
    }
}
