//! Computes precision, recall and F1 from the scores of labelled pairs, with one exact point for each score that
//! occurs.

use crate::schemes::share;

/// Counts at one threshold. A pair is called a copy if its score is at least the threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Minimum score of a pair that is called a copy, above 0 and up to 1.
    pub threshold: f64,
    /// Number of copies found.
    pub true_positives: usize,
    /// Number of clean pairs called copies: false alarms.
    pub false_positives: usize,
    /// Number of copies not found.
    pub false_negatives: usize,
}

/// Counts at all thresholds for one method on one set of labelled pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Number of pairs that are copies.
    pub copies: usize,
    /// Number of pairs that are clean.
    pub clean: usize,
    /// Points from the highest threshold to the lowest. Each score above 0 is a threshold; 0 never is, because two texts with this score
    /// have nothing in common.
    pub points: Vec<Point>,
}

impl Point {
    /// Returns the share of copies among the pairs called copies, 0..=1; 0 if no pair is called a copy.
    #[must_use]
    pub fn precision(&self) -> f64 {
        share(
            self.true_positives,
            self.true_positives + self.false_positives,
        )
    }

    /// Returns the share of the copies that are called copies, 0..=1; 0 if there are no copies.
    #[must_use]
    pub fn recall(&self) -> f64 {
        share(
            self.true_positives,
            self.true_positives + self.false_negatives,
        )
    }

    /// Returns the harmonic mean of precision and recall, 0..=1; 0 if no copy is found.
    #[must_use]
    pub fn f1(&self) -> f64 {
        share(
            2 * self.true_positives,
            2 * self.true_positives + self.false_positives + self.false_negatives,
        )
    }
}

impl Curve {
    /// Builds the curve from one tuple for each pair: its score (0..=1), and whether it is a copy.
    #[must_use]
    pub fn of(scored: &[(f64, bool)]) -> Self {
        let copies = scored.iter().filter(|(_, copy)| *copy).count();
        let mut above: Vec<(f64, bool)> = scored
            .iter()
            .copied()
            .filter(|(score, _)| *score > 0.0)
            .collect();
        above.sort_unstable_by(|(a, _), (b, _)| b.total_cmp(a));
        let (mut true_positives, mut false_positives) = (0, 0);
        let points = above
            .chunk_by(|(a, _), (b, _)| a.total_cmp(b).is_eq())
            .map(|tied| {
                let found = tied.iter().filter(|(_, copy)| *copy).count();
                true_positives += found;
                false_positives += tied.len() - found;
                Point {
                    threshold: tied[0].0,
                    true_positives,
                    false_positives,
                    false_negatives: copies - true_positives,
                }
            })
            .collect();
        Self {
            copies,
            clean: scored.len() - copies,
            points,
        }
    }

    /// Returns the point that finds the most copies while at most the share `rate` (0..=1) of the clean pairs are false alarms; among
    /// equal ones, the one with the highest threshold. `None` if no such point finds a copy.
    #[must_use]
    pub fn within_rate(&self, rate: f64) -> Option<&Point> {
        self.best_of(
            |point| point.false_positives as f64 <= rate * self.clean as f64,
            |point| point.true_positives as f64,
        )
    }

    /// Returns the point with the best F1; among equal ones, the highest threshold. `None` if no copy has a score
    /// above 0.
    #[must_use]
    pub fn best(&self) -> Option<&Point> {
        self.best_of(|_| true, Point::f1)
    }

    /// Returns the point with the largest `value` among those for which `allowed` is true; of equal ones, the first.
    /// `None` if no value is above 0.
    fn best_of(
        &self,
        allowed: impl Fn(&Point) -> bool,
        value: impl Fn(&Point) -> f64,
    ) -> Option<&Point> {
        let allowed = self.points.iter().filter(|point| allowed(point));
        let mut best = None;
        let mut most = 0.0;
        for point in allowed {
            if value(point) > most {
                most = value(point);
                best = Some(point);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Few different scores, so that many are equal, and some with nothing in common.
    fn scored() -> impl Strategy<Value = Vec<(f64, bool)>> {
        let score = (0_u32..8).prop_map(|n| f64::from(n) / 7.0);
        prop::collection::vec((score, any::<bool>()), 0..40)
    }

    fn count(scored: &[(f64, bool)], of: impl Fn(f64, bool) -> bool) -> usize {
        scored.iter().filter(|&&(s, c)| of(s, c)).count()
    }

    /// Counts for a threshold by going through all pairs.
    fn slow(scored: &[(f64, bool)], threshold: f64) -> Point {
        Point {
            threshold,
            true_positives: count(scored, |s, copy| copy && s >= threshold),
            false_positives: count(scored, |s, copy| !copy && s >= threshold),
            false_negatives: count(scored, |s, copy| copy && s < threshold),
        }
    }

    proptest! {
        #[test]
        fn every_point_is_what_counting_gives(scored in scored()) {
            let curve = Curve::of(&scored);
            let thresholds: Vec<f64> = (1..8)
                .rev()
                .map(|n| f64::from(n) / 7.0)
                .filter(|&t| scored.iter().any(|&(s, _)| s.total_cmp(&t).is_eq()))
                .collect();
            let slow: Vec<Point> = thresholds.into_iter().map(|t| slow(&scored, t)).collect();
            prop_assert_eq!(&curve.points, &slow);
            prop_assert_eq!(curve.copies + curve.clean, scored.len());
            for point in &curve.points {
                let (p, r) = (point.precision(), point.recall());
                let f1 = if p + r > 0.0 { 2.0 * p * r / (p + r) } else { 0.0 };
                prop_assert!((point.f1() - f1).abs() < 1e-12);
            }
        }

        #[test]
        fn no_allowed_threshold_finds_more(scored in scored(), rate in 0.0..=1.0) {
            let curve = Curve::of(&scored);
            let allowed = |point: &&Point| {
                point.false_positives as f64 <= rate * count(&scored, |_, copy| !copy) as f64
            };
            let most = curve.points.iter().filter(allowed).map(|p| p.true_positives).max().unwrap_or(0);
            let chosen = curve.within_rate(rate);
            prop_assert!(chosen.iter().all(allowed));
            prop_assert_eq!(chosen.map_or(0, |point| point.true_positives), most);
            let best = curve.points.iter().map(Point::f1).fold(0.0, f64::max);
            prop_assert!((curve.best().map_or(0.0, Point::f1) - best).abs() < 1e-12);
        }
    }

    #[test]
    fn a_false_alarm_more_is_not_taken_for_nothing() {
        let scored = [(0.9, true), (0.8, false), (0.7, false), (0.1, true)];
        let curve = Curve::of(&scored);
        let threshold = |rate| curve.within_rate(rate).map(|point| point.threshold);
        assert_eq!(threshold(0.0), Some(0.9));
        assert_eq!(threshold(0.5), Some(0.9));
        assert_eq!(threshold(1.0), Some(0.1));
        assert_eq!(
            Curve::of(&[(0.5, false), (0.4, true)]).within_rate(0.0),
            None
        );
        assert_eq!(Curve::of(&[(0.0, true)]).best(), None);
    }
}
