//! Levels of the one colour scale that all similarity matrices share, whatever they measure. Level 0 is the strongest, and
//! [`NOTHING`] is the background.

use super::{LARGE_PART, NEARLY_ALL, PART};

/// Weakest level, the background: the two documents have nothing noteworthy in common.
pub const NOTHING: u8 = 5;

/// Maximum distance, in bits of 64, of each of the levels 0..=4; a larger distance has the level [`NOTHING`]. Level 1 ends at 3
/// bits, the distance that the source articles call near-duplicate.
pub const DISTANCE_LEVELS: [u32; 5] = [0, 3, 6, 10, 16];

/// Minimum share (0..=1) of each of the levels 0..=3; the first three are the steps of the verdicts. A smaller share above 0
/// has level 4, and a share of 0 has the level [`NOTHING`].
pub const SHARE_LEVELS: [f64; 4] = [NEARLY_ALL, LARGE_PART, PART, 0.03];

/// Returns the level (0..=5) of a Hamming distance between fingerprints of 64 bits ([`DISTANCE_LEVELS`]).
#[must_use]
pub fn distance_level(distance: u32) -> u8 {
    (0..NOTHING)
        .zip(DISTANCE_LEVELS)
        .find(|&(_, up_to)| distance <= up_to)
        .map_or(NOTHING, |(level, _)| level)
}

/// Returns the level (0..=5) of a share, 0..=1 ([`SHARE_LEVELS`]).
#[must_use]
pub fn share_level(share: f64) -> u8 {
    if share <= 0.0 {
        return NOTHING;
    }
    (0..NOTHING)
        .zip(SHARE_LEVELS)
        .find(|&(_, from)| share >= from)
        .map_or(NOTHING - 1, |(level, _)| level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_has_one_of_six_levels() {
        let levels = [0, 1, 3, 4, 6, 7, 10, 11, 16, 17, 64].map(distance_level);
        assert_eq!(levels, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        let levels = [1.0, 0.9, 0.5, 0.3, 0.1, 0.05, 0.001, 0.0].map(share_level);
        assert_eq!(levels, [0, 0, 1, 1, 2, 3, 4, 5]);
    }
}
