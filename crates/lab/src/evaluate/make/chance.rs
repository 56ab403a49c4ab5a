//! Repeatable random numbers, determined by a seed.

use twox_hash::XxHash3_64;

/// Pseudo-random sequence (Steele, Lea and Flood's `SplitMix64`, OOPSLA 2014).
#[derive(Clone, Debug)]
pub(super) struct Chance(u64);

impl Chance {
    /// Starts the sequence that a text and a purpose determine.
    pub(super) fn of(text: &str, purpose: &str) -> Self {
        Self(
            XxHash3_64::oneshot(text.as_bytes())
                ^ XxHash3_64::oneshot(purpose.as_bytes()).rotate_left(32),
        )
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number below `n`; 0 if `n` is 0.
    pub(super) fn below(&mut self, n: usize) -> usize {
        let wide = u128::from(self.next()) * n as u128;
        usize::try_from(wide >> 64).unwrap_or(0)
    }

    /// Picks one item; `None` from an empty slice.
    pub(super) fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }

    /// Shuffles the items (Fisher and Yates).
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_is_fair_enough_and_repeats_itself() {
        let mut counts = [0; 6];
        let mut chance = Chance::of("text", "dice");
        for _ in 0..6000 {
            counts[chance.below(6)] += 1;
        }
        assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
        let mut items: Vec<u32> = (0..20).collect();
        Chance::of("text", "order").shuffle(&mut items);
        let mut again: Vec<u32> = (0..20).collect();
        Chance::of("text", "order").shuffle(&mut again);
        assert_eq!(items, again);
        assert_ne!(items, (0..20).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..20).collect::<Vec<_>>());
        assert_eq!(chance.one::<u8>(&[]), None);
    }
}
