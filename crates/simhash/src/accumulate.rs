//! Kernel of the fingerprint: turns the hashes and integer weights of terms into signed sums, and the sums into bits.

/// Value of a bit whose sum is exactly zero; the source articles disagree about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tie {
    /// Value 0: a bit of the fingerprint is 1 only where the sum is positive (`> 0`).
    Zero,
    /// Value 1: a bit of the fingerprint is 1 where the sum is not negative (`>= 0`).
    One,
}

/// Masks for each value of a byte: all ones in the lanes of its bits that are 1.
static MASKS: [[u16; 8]; 256] = masks();

const fn masks() -> [[u16; 8]; 256] {
    let mut masks = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                masks[byte][bit] = u16::MAX;
            }
            bit += 1;
        }
        byte += 1;
    }
    masks
}

/// Signed sums of weighted term hashes, bit by bit.
///
/// Instead of +w and -w the accumulator adds w only where the hash has a 1 and keeps the total: the signed sum of a bit
/// is `2 * ones - total`. Integers, so the order of terms and threads cannot change a bit.
///
/// Widths: weights up to 65,535 first go to 64 lanes of 16 bits, eight to a machine's vector, picked by a table of
/// masks. A lane never holds more than `waiting`, the sum of the weights in the lanes, and they are emptied before that
/// would pass 65,535; so no lane overflows. Heavier weights go straight to the sums. These are `u128` and grow by less
/// than 2^32 a term: 2^96 terms would have to be added before one overflows, and twice a sum still fits an `i128` at
/// 2^94 terms.
#[derive(Clone, Debug)]
pub struct Accumulator {
    /// Lanes by byte of the hash (the least significant first), then by bit of the byte.
    lanes: [[u16; 8]; 8],
    waiting: u16,
    ones: [u128; 64],
    total: u128,
}

impl Default for Accumulator {
    fn default() -> Self {
        Self {
            lanes: [[0; 8]; 8],
            waiting: 0,
            ones: [0; 64],
            total: 0,
        }
    }
}

impl Accumulator {
    /// Adds one term: its hash and its weight.
    #[inline]
    pub fn add(&mut self, hash: u64, weight: u32) {
        let Ok(weight) = u16::try_from(weight) else {
            self.add_heavy(hash, weight);
            return;
        };
        if let Some(waiting) = self.waiting.checked_add(weight) {
            self.waiting = waiting;
        } else {
            self.empty_lanes();
            self.waiting = weight;
        }
        for (lanes, byte) in self.lanes.iter_mut().zip(hash.to_le_bytes()) {
            for (lane, mask) in lanes.iter_mut().zip(MASKS[usize::from(byte)]) {
                *lane += mask & weight;
            }
        }
    }

    /// Adds many terms, each as its hash and its weight; faster than calling [`Self::add`] for each.
    pub fn add_all(&mut self, terms: impl IntoIterator<Item = (u64, u32)>) {
        let (mut lanes, mut waiting) = (self.lanes, self.waiting);
        for (hash, weight) in terms {
            let small = u16::try_from(weight).ok();
            let Some((weight, sum)) = small.and_then(|w| Some((w, waiting.checked_add(w)?))) else {
                // Too heavy for a lane, or for what the lanes hold already.
                (self.lanes, self.waiting) = (lanes, waiting);
                self.add(hash, weight);
                (lanes, waiting) = (self.lanes, self.waiting);
                continue;
            };
            waiting = sum;
            for (lanes, byte) in lanes.iter_mut().zip(hash.to_le_bytes()) {
                for (lane, mask) in lanes.iter_mut().zip(MASKS[usize::from(byte)]) {
                    *lane += mask & weight;
                }
            }
        }
        (self.lanes, self.waiting) = (lanes, waiting);
    }

    /// Adds counts of `terms` terms of weight 1, as [`BitCounts`] gives them.
    ///
    /// [`BitCounts`]: super::BitCounts
    pub(super) fn add_counts(&mut self, ones: &[u64; 64], terms: u64) {
        for (sum, ones) in self.ones.iter_mut().zip(ones) {
            *sum += u128::from(*ones);
        }
        self.total += u128::from(terms);
    }

    #[cold]
    fn add_heavy(&mut self, hash: u64, weight: u32) {
        for (bit, ones) in self.ones.iter_mut().enumerate() {
            *ones += u128::from((hash >> bit & 1) * u64::from(weight));
        }
        self.total += u128::from(weight);
    }

    #[inline(never)]
    fn empty_lanes(&mut self) {
        for (ones, lane) in self.ones.iter_mut().zip(self.lanes.as_flattened()) {
            *ones += u128::from(*lane);
        }
        self.total += u128::from(self.waiting);
        self.lanes = [[0; 8]; 8];
        self.waiting = 0;
    }

    /// Returns the signed sum of each bit: the weights of the terms whose hash has a 1 there minus those of all other terms.
    /// Element 0 is the least significant bit.
    #[must_use]
    pub fn sums(&self) -> [i128; 64] {
        let total = self.total().cast_signed();
        std::array::from_fn(|bit| {
            let ones = self.ones[bit] + u128::from(self.lanes.as_flattened()[bit]);
            2 * ones.cast_signed() - total
        })
    }

    /// Returns the sum of all weights.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.total + u128::from(self.waiting)
    }

    /// Returns the lowest `width` bits (1..=64) of the `SimHash`: a bit is 1 if its sum is positive, and follows `tie`
    /// if the sum is zero.
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

    #[test]
    fn no_lane_overflows() {
        for weight in [1, 2, 65_534, 65_535, 65_536, u32::MAX] {
            let mut a = Accumulator::default();
            for _ in 0..70_000 {
                a.add(u64::MAX, weight);
            }
            let mut together = Accumulator::default();
            together.add_all((0..70_000).map(|_| (u64::MAX, weight)));
            assert_eq!(together.sums(), a.sums());
            assert_eq!(a.sums(), [70_000 * i128::from(weight); 64], "{weight}");
        }
    }

    /// Generates weights about the widths of the lanes as well as small ones.
    fn weight() -> impl Strategy<Value = u32> {
        prop_oneof![
            0_u32..5,
            65_530_u32..65_540,
            30_000_u32..40_000,
            any::<u32>()
        ]
    }

    proptest! {
        #[test]
        fn equals_the_textbook_loop_whatever_the_order(
            mut terms in prop::collection::vec((any::<u64>(), weight()), 0..60),
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
            prop_assert_eq!(got.total(), terms.iter().map(|&(_, weight)| u128::from(weight)).sum::<u128>());
            // Many terms at once, after some that came one by one.
            let (first, rest) = terms.split_at(terms.len() / 3);
            let mut together = accumulate(first);
            together.add_all(rest.iter().copied());
            prop_assert_eq!((together.sums(), together.total()), (got.sums(), got.total()));
            terms.reverse();
            prop_assert_eq!(accumulate(&terms).finish(64, tie), got.finish(64, tie));
        }
    }
}
