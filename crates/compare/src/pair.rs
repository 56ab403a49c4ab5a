//! Findings about one pair of documents: distance, estimated cosine, verdict, and the thresholds of distance.

use serde::{Deserialize, Serialize};

use super::index::{DocumentIndex, PairIndex};
use super::strongest::Strongest;
use super::verdict::Verdict;
use chachong_simhash::Fingerprint;

/// Maximum Hamming distance, in bits of 64, that the source articles call near-duplicate. It is used only to recognise versions of one
/// thesis. It makes no finding, because short texts on one subject are often as near.
pub const NEAR_DUPLICATE_DISTANCE: u32 = 3;

/// Maximum fingerprint distance at which a pair is listed. By default it depends on the length of the shorter text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thresholds {
    /// Maximum distance for texts of all lengths, in bits (0..=64), used unchanged whatever `width` is; `None` if the maximum depends on
    /// the length ([`Self::RELATED_BY_LENGTH`]).
    pub max_distance: Option<u32>,
    /// Number of bits in a fingerprint of the recipe, 1..=64. The default maximums are for 64 bits. For fewer bits they are reduced in
    /// proportion and rounded down.
    pub width: u32,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            max_distance: None,
            width: Fingerprint::BITS,
        }
    }
}

impl Thresholds {
    /// Steps of the default threshold for fingerprints of 64 bits, each (minimum number of countable characters, maximum distance in bits
    /// for texts of that length). Shorter texts have fewer terms, so the same edit flips more bits. Measured on 365,436 unrelated pairs:
    /// fewer than 5 in a million are listed below 500 characters; above that, 16 in a million at distance 6 and 79 in a million at
    /// distance 8.
    pub const RELATED_BY_LENGTH: [(u64, u32); 3] = [(2000, 6), (500, 8), (0, 10)];

    /// Returns the maximum distance, in bits, at which a pair is listed if its shorter text has `characters` countable characters.
    #[must_use]
    pub fn related(self, characters: u64) -> u32 {
        self.max_distance.unwrap_or_else(|| {
            let [long, middle, short] = Self::RELATED_BY_LENGTH;
            let (_, distance) = [long, middle]
                .into_iter()
                .find(|&(from, _)| characters >= from)
                .unwrap_or(short);
            self.scaled(distance)
        })
    }

    /// Returns the maximum distance, in bits, at which a pair of any length can be listed; the index must find all pairs up to it.
    #[must_use]
    pub fn farthest(self) -> u32 {
        self.max_distance.unwrap_or_else(|| {
            Self::RELATED_BY_LENGTH
                .iter()
                .map(|&(_, k)| self.scaled(k))
                .max()
                .unwrap_or(0)
        })
    }

    const fn scaled(self, distance: u32) -> u32 {
        distance * self.width / Fingerprint::BITS
    }

    /// Returns [`Verdict::Related`] for a distance, in bits, at which a pair is listed if its shorter text has
    /// `shorter_characters` countable characters; otherwise `None`. Fingerprints alone never make near-duplicates.
    #[must_use]
    pub fn verdict(self, distance: u32, shorter_characters: u64) -> Option<Verdict> {
        (distance <= self.related(shorter_characters)).then_some(Verdict::Related)
    }
}

/// Finding about one pair of documents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairFinding {
    /// Position of the first document in the check's list; below `b`.
    pub a: DocumentIndex,
    /// Position of the second document; above `a`.
    pub b: DocumentIndex,
    /// Hamming distance of the two fingerprints, 0..=64; `None` if a document has no fingerprint.
    pub distance: Option<u32>,
    /// Verdict on the prose, or [`Verdict::Own`] or [`Verdict::Version`] for two documents of one submission or thesis. `None` if the
    /// prose gives no reason for a verdict: the distance is beyond the threshold or says nothing, and fewer than
    /// [`crate::LEAST_CHARACTERS`] copied characters count.
    pub verdict: Option<Verdict>,
    /// Index of the pair in the lists of pairs with passages, even if the passages do not count; `None` without passages.
    pub copied: Option<PairIndex>,
    /// Strongest evidence for copying; near fingerprints without copied text count as noticeable prose. `None` without evidence and for
    /// two documents of one submission or thesis. The functions of this crate leave it `None`; a check sets it.
    pub strongest: Option<Strongest>,
}

impl PairFinding {
    /// Returns the other document of the pair; `None` if `document` is neither of the two.
    #[must_use]
    pub fn partner_of(&self, document: DocumentIndex) -> Option<DocumentIndex> {
        match document {
            d if d == self.a => Some(self.b),
            d if d == self.b => Some(self.a),
            _ => None,
        }
    }

    /// Returns whether the pair is a finding: there is evidence for copying, and the two are neither versions of one thesis nor of one
    /// submission.
    #[must_use]
    pub const fn is_finding(&self) -> bool {
        self.strongest.is_some()
    }

    /// Returns the strongest kind of evidence if it is not prose; `None` for prose, and without any evidence.
    #[must_use]
    pub fn beyond_text(&self) -> Option<Strongest> {
        self.strongest.and_then(Strongest::beyond_text)
    }

    /// Returns the verdict that decides the pair's colour and place in the list: the verdict on its prose or, if another kind
    /// of evidence is stronger, the verdict on prose of the same strength. `None` without any such evidence.
    #[must_use]
    pub fn as_verdict(&self) -> Option<Verdict> {
        (self.beyond_text()).map_or(self.verdict, |strongest| Some(strongest.as_verdict()))
    }

    /// Returns the key for sorting by distance: distance and both positions. Pairs without a distance come last.
    #[must_use]
    pub fn by_distance(&self) -> (u32, DocumentIndex, DocumentIndex) {
        (self.distance.unwrap_or(u32::MAX), self.a, self.b)
    }

    /// Returns the cosine estimated from the distance ([`Fingerprint::cosine_at`]), 0..=1; `None` without a distance.
    /// `width` is the number of bits of the fingerprints.
    #[must_use]
    pub fn estimated_cosine(&self, width: u32) -> Option<f64> {
        (self.distance).map(|distance| Fingerprint::cosine_at(distance, width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn related_is_a_piecewise_function_of_length() {
        let t = Thresholds::default();
        assert_eq!(
            [0, 499, 500, 1999, 2000, 90_000].map(|n| t.related(n)),
            [10, 10, 8, 8, 6, 6]
        );
        assert_eq!(t.farthest(), 10);
        assert_eq!(t.verdict(0, 5000), Some(Verdict::Related), "no verdict");
        assert_eq!(t.verdict(4, 5000), Some(Verdict::Related));
        assert_eq!(t.verdict(7, 5000), None);
        assert_eq!(t.verdict(7, 600), Some(Verdict::Related));
    }

    #[test]
    fn of_half_the_bits_half_as_many_may_differ() {
        let t = Thresholds {
            width: 32,
            ..Thresholds::default()
        };
        assert_eq!(
            [9000, 600, 90].map(|characters| t.related(characters)),
            [3, 4, 5]
        );
        assert_eq!(t.farthest(), 5);
        assert_eq!(t.verdict(2, 5000), Some(Verdict::Related));
        assert_eq!(t.verdict(4, 5000), None);
    }

    #[test]
    fn a_distance_given_by_hand_overrides_all_lengths() {
        let t = Thresholds {
            max_distance: Some(2),
            ..Thresholds::default()
        };
        assert_eq!(t.farthest(), 2);
        assert_eq!(t.verdict(3, 100), None);
        assert_eq!(t.verdict(2, 200), Some(Verdict::Related));
        assert_eq!(t.verdict(2, 199), Some(Verdict::Related));
        assert_eq!(
            Thresholds {
                max_distance: Some(20),
                ..Thresholds::default()
            }
            .verdict(20, 9000),
            Some(Verdict::Related)
        );
    }
}
