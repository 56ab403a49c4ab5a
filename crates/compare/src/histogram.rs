//! Histogram of the distances of all pairs of documents, and the number of pairs expected by chance.

use rayon::prelude::*;

use super::Fingerprinted;

/// Number of possible distances, 0..=64.
const DISTANCES: usize = 65;
/// Minimum number of pairs for an estimate of chance.
const LEAST_PAIRS: u64 = 100;

/// Number of pairs of documents at each Hamming distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistanceHistogram {
    /// Number of pairs at each distance; the index is the distance in bits, 0..=64.
    pub counts: [u64; DISTANCES],
}

impl DistanceHistogram {
    /// Counts all pairs of documents with fingerprints, except two members of the library.
    #[must_use]
    pub fn of(documents: &[Fingerprinted]) -> Self {
        let none = || [0; DISTANCES];
        let counts = (0..documents.len())
            .into_par_iter()
            .map(|a| {
                let mut counts = none();
                let Some(own) = documents[a].fingerprint else {
                    return counts;
                };
                for other in &documents[a + 1..] {
                    if documents[a].of_library && other.of_library {
                        continue;
                    }
                    if let Some(fingerprint) = other.fingerprint {
                        counts[own.distance(fingerprint) as usize] += 1;
                    }
                }
                counts
            })
            .reduce(none, |mut sum, counts| {
                for (sum, count) in sum.iter_mut().zip(counts) {
                    *sum += count;
                }
                sum
            });
        Self { counts }
    }

    /// Returns the total number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of pairs at a distance of at most `distance` bits.
    #[must_use]
    pub fn within(&self, distance: u32) -> u64 {
        self.counts.iter().take(distance as usize + 1).sum()
    }

    /// Estimates how many pairs of unrelated documents are within `distance` bits by chance; `None` with fewer than 100 pairs. Assumes
    /// that the distances of unrelated documents are normally distributed about the median of all pairs, with the spread of the distances
    /// above the median, because copies lie below it. The estimate is rough, because many real documents treat the same subject.
    #[must_use]
    pub fn by_chance(&self, distance: u32) -> Option<f64> {
        let pairs = self.pairs();
        if pairs < LEAST_PAIRS {
            return None;
        }
        let mut below = 0;
        let median = self.counts.iter().position(|&count| {
            below += count;
            2 * below >= pairs
        })?;
        let upper = || (median..).zip(&self.counts[median..]);
        let number: u64 = upper().map(|(_, &count)| count).sum();
        let squares: f64 = upper()
            .map(|(at, &count)| count as f64 * (at - median).pow(2) as f64)
            .sum();
        // Standard deviation of at least half a bit: all pairs at one distance is no reason to be certain.
        let variance = (squares / number as f64).max(0.25);
        let density = |at: usize| (-((at as f64 - median as f64).powi(2)) / (2.0 * variance)).exp();
        let all: f64 = (0..DISTANCES).map(density).sum();
        let tail: f64 = (0..DISTANCES.min(distance as usize + 1)).map(density).sum();
        Some(pairs as f64 * tail / all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_simhash::Fingerprint;
    use proptest::prelude::*;

    fn document(bits: u64, of_library: bool) -> Fingerprinted {
        Fingerprinted {
            fingerprint: Some(Fingerprint(bits)),
            characters: 3000,
            of_library,
        }
    }

    #[test]
    fn chance_follows_the_bulk_and_not_the_copies() {
        let mut counts = [0; DISTANCES];
        for (at, count) in (20..=32).zip([1, 8, 30, 90, 180, 270, 300, 270, 180, 90, 30, 8, 1]) {
            counts[at] = count;
        }
        let clean = DistanceHistogram { counts };
        counts[0] = 40;
        let copied = DistanceHistogram { counts };
        let chance = |histogram: &DistanceHistogram, k| histogram.by_chance(k).unwrap();
        assert!(chance(&clean, 6) < 0.001 && chance(&copied, 6) < 0.01);
        let half = chance(&clean, 25);
        assert!((400.0..700.0).contains(&half), "{half}");
        assert_eq!(copied.within(3), 40);
        let few = DistanceHistogram {
            counts: [1; DISTANCES],
        };
        assert_eq!(few.by_chance(3), None);
    }

    proptest! {
        #[test]
        fn every_compared_pair_is_counted_once(
            documents in prop::collection::vec((any::<u64>(), any::<bool>()), 0..40),
        ) {
            let documents: Vec<_> = documents.into_iter().map(|(f, l)| document(f, l)).collect();
            let mut expected = [0; DISTANCES];
            for (i, a) in documents.iter().enumerate() {
                for b in &documents[..i] {
                    if !(a.of_library && b.of_library) {
                        expected[a.fingerprint.unwrap().distance(b.fingerprint.unwrap()) as usize] += 1;
                    }
                }
            }
            prop_assert_eq!(DistanceHistogram::of(&documents).counts, expected);
        }
    }
}
