//! Chance of a passage: the number of equally strong ones expected among unrelated texts, and the strength that
//! follows.

use serde::{Deserialize, Serialize};

/// Strength of a passage: only strong passages count, possible ones are hints for the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// Strong: counts in copied shares, verdicts, groups and colours.
    Strong,
    /// Possible: shown on request only. Such a passage may be one idea in other words, a text on the same event, or a heavily
    /// reworded copy.
    Possible,
}

impl Strength {
    /// Returns the name used in JSON and for `--strength`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Possible => "possible",
        }
    }
}

/// Expected number of equally strong passages in one pair of independently written texts on the same subject, stored as
/// 100 times its decimal logarithm: -600 means one in a million pairs. The smaller, the stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Chance(i16);

impl Chance {
    /// Limit of a strong passage: one such passage in 400,000 pairs of independently written texts. The limit does not
    /// depend on how many documents are compared, so that a pair is judged alike in every folder.
    pub const STRONG: Self = Self(-560);

    /// Makes a chance from the decimal logarithm of the expected number of passages in one pair, bounded to -99.99..=99.99.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "between -9999 and 9999 by the clamp; a NaN becomes 0, which is not strong"
    )]
    pub fn from_log10(log10: f32) -> Self {
        Self((log10 * 100.0).round().clamp(-9_999.0, 9_999.0) as i16)
    }

    /// Returns how many equally strong passages are expected by chance among `pairs` pairs of independently written
    /// documents, like BLAST's E-value.
    #[must_use]
    pub fn expected(self, pairs: u64) -> f64 {
        pairs as f64 * 10_f64.powf(f64::from(self.0) / 100.0)
    }

    /// Returns the chance of a passage that was picked out of `passages` candidates. The more candidates there are, the likelier it is that
    /// one of them is this strong by chance.
    pub(super) fn among(self, passages: usize) -> Self {
        Self::from_log10(f32::from(self.0) / 100.0 + (passages.max(1) as f32).log10())
    }

    /// Returns the chance of a passage between stronger ones that it joins: `orders` orders of magnitude smaller than
    /// by itself, but not below that of the `strongest`.
    pub(super) fn beside(self, strongest: Self, orders: f32) -> Self {
        let beside = Self::from_log10(f32::from(self.0) / 100.0 - orders);
        beside.max(strongest).min(self)
    }

    /// Returns the strength of a passage with this chance.
    #[must_use]
    pub fn strength(self) -> Strength {
        if self <= Self::STRONG {
            Strength::Strong
        } else {
            Strength::Possible
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_number_grows_with_the_pairs_compared() {
        let chance = Chance::from_log10(-6.0);
        assert_eq!(chance.strength(), Strength::Strong);
        assert!((chance.expected(1_000_000) - 1.0).abs() < 1e-9);
        assert!((chance.expected(4_000_000) - 4.0).abs() < 1e-9);
        assert_eq!(Chance::from_log10(-5.5).strength(), Strength::Possible);
        assert!(Chance::from_log10(f32::NEG_INFINITY).expected(1) > 0.0);
        assert_eq!(chance.among(10), Chance::from_log10(-5.0));
        assert_eq!(
            chance.beside(Chance::from_log10(-9.0), 1.0),
            Chance::from_log10(-7.0)
        );
        assert_eq!(
            chance.beside(Chance::from_log10(-6.5), 1.0),
            Chance::from_log10(-6.5)
        );
        assert_eq!(chance.beside(chance, 1.0), chance);
        assert_eq!(Chance::from_log10(f32::NAN).strength(), Strength::Possible);
    }
}
