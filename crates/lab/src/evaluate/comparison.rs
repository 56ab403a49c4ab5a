//! Computes the figures of every comparison method from scored, labelled pairs. They are written as JSON; the window
//! reads them back and can adopt a measured threshold.

use serde::{Deserialize, Serialize};

use super::{Curve, Method, Point};

/// Figures of all methods on one set of labelled pairs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Version of the program that measured these figures.
    pub version: String,
    /// Number of labelled pairs: copies and clean pairs together.
    pub pairs: usize,
    /// Number of pairs that are copies.
    pub copies: usize,
    /// Number of unrelated (clean) pairs.
    pub clean: usize,
    /// Maximum share of clean pairs that may be flagged, 0..=1.
    pub false_alarm_rate: f64,
    /// Figures of each method, in the order in which the methods were given.
    pub schemes: Vec<MethodFigures>,
}

/// Figures of one method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MethodFigures {
    /// Family of the method: `passages`, `simhash` or a scheme's name.
    pub scheme: String,
    /// Name of the recipe, such as `thesis`, if the family is `simhash`; otherwise `None`.
    pub recipe: Option<String>,
    /// Figures at the threshold that finds the most copies while false alarms stay within `false_alarm_rate`; `None`
    /// if no such threshold finds a copy.
    pub within_rate: Option<Figure>,
    /// Figures at the threshold with the best F1; `None` if no copy has a score above 0.
    pub best: Option<Figure>,
    /// Number of copies of each kind found at the threshold of `within_rate`. Kinds are in order of first appearance.
    pub kinds: Vec<KindFigures>,
    /// Figures at every threshold, highest first.
    pub curve: Vec<Figure>,
}

/// Figures at one threshold.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Minimum score of a pair that is called a copy, above 0 and up to 1.
    pub threshold: f64,
    /// The threshold as a maximum number of differing bits, 0..=64; `None` for any method except `simhash`.
    pub distance: Option<u32>,
    /// Number of copies found.
    pub true_positives: usize,
    /// Number of clean pairs flagged.
    pub false_positives: usize,
    /// Number of copies not found.
    pub false_negatives: usize,
    /// Share of copies among the flagged pairs, 0..=1.
    pub precision: f64,
    /// Share of the copies that are flagged, 0..=1.
    pub recall: f64,
    /// Harmonic mean of precision and recall, 0..=1.
    pub f1: f64,
}

/// Number of copies of one kind that are found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindFigures {
    /// Name of the kind; empty for copies without a kind.
    pub kind: String,
    /// Number of copies.
    pub copies: usize,
    /// Number of copies found at the threshold of [`MethodFigures::within_rate`]; 0 if there is no such threshold.
    pub found: usize,
}

/// Label of a pair: whether it is a copy, and of which kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Whether the pair is a copy.
    pub copy: bool,
    /// Name of the kind of copying; empty for a copy without a kind.
    pub kind: String,
}

impl Comparison {
    /// Returns the maximum distance (0..=64 bits) at which fingerprints of this recipe keep false alarms within
    /// [`Self::false_alarm_rate`]. `None` if no such distance finds a copy, or if the recipe was not measured.
    #[must_use]
    pub fn distance(&self, recipe: &str) -> Option<u32> {
        let is_asked_for = |method: &&MethodFigures| {
            method.scheme == "simhash" && method.recipe.as_deref() == Some(recipe)
        };
        self.schemes
            .iter()
            .find(is_asked_for)?
            .within_rate?
            .distance
    }

    /// Computes the figures of `methods` on labelled pairs. `scores` has one row for each label, with one score (0..=1) for each method,
    /// in the order of `methods`. `rate` is the maximum share of clean pairs that may be flagged, 0..=1. Panics if a row has fewer scores
    /// than there are methods.
    #[must_use]
    pub fn of(methods: &[Method], labels: &[Label], scores: &[Vec<f64>], rate: f64) -> Self {
        let copies = labels.iter().filter(|label| label.copy).count();
        let schemes = methods.iter().enumerate().map(|(place, &method)| {
            let scores: Vec<f64> = scores.iter().map(|scores| scores[place]).collect();
            MethodFigures::of(method, labels, &scores, rate)
        });
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            pairs: labels.len(),
            copies,
            clean: labels.len() - copies,
            false_alarm_rate: rate,
            schemes: schemes.collect(),
        }
    }
}

impl MethodFigures {
    fn of(method: Method, labels: &[Label], scores: &[f64], rate: f64) -> Self {
        let labelled: Vec<(f64, bool)> = scores
            .iter()
            .zip(labels)
            .map(|(&score, label)| (score, label.copy))
            .collect();
        let curve = Curve::of(&labelled);
        let figure = |point: &Point| Figure::of(method, point);
        let within_rate = curve.within_rate(rate);
        let threshold = within_rate.map_or(f64::INFINITY, |point| point.threshold);
        Self {
            scheme: method.scheme().to_owned(),
            recipe: method.recipe().map(|recipe| recipe.name().to_owned()),
            within_rate: within_rate.map(figure),
            best: curve.best().map(figure),
            kinds: kinds(labels, scores, threshold),
            curve: curve.points.iter().map(figure).collect(),
        }
    }

    /// Returns the method's stable name, with its recipe: `simhash:thesis`.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.recipe {
            Some(recipe) => format!("{}:{recipe}", self.scheme),
            None => self.scheme.clone(),
        }
    }
}

impl Figure {
    fn of(method: Method, point: &Point) -> Self {
        Self {
            threshold: point.threshold,
            distance: method.distance(point.threshold),
            true_positives: point.true_positives,
            false_positives: point.false_positives,
            false_negatives: point.false_negatives,
            precision: point.precision(),
            recall: point.recall(),
            f1: point.f1(),
        }
    }
}

fn kinds(labels: &[Label], scores: &[f64], threshold: f64) -> Vec<KindFigures> {
    let mut kinds: Vec<KindFigures> = Vec::new();
    for (label, &score) in labels.iter().zip(scores) {
        if !label.copy {
            continue;
        }
        let known = kinds.iter().position(|known| known.kind == label.kind);
        let place = known.unwrap_or_else(|| {
            kinds.push(KindFigures {
                kind: label.kind.clone(),
                copies: 0,
                found: 0,
            });
            kinds.len() - 1
        });
        kinds[place].copies += 1;
        kinds[place].found += usize::from(score >= threshold);
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schemes::Scheme;
    use chachong_simhash::Recipe;

    #[test]
    fn figures_come_by_method_and_kind_and_can_be_read_back() {
        let label = |copy, kind: &str| Label {
            copy,
            kind: kind.to_owned(),
        };
        let labels = [
            label(true, "width"),
            label(true, "edit-5"),
            label(true, "edit-5"),
            label(false, ""),
        ];
        let methods = [
            Method::SimHash(Recipe::THESIS),
            Method::Scheme(Scheme::Cosine),
        ];
        let scores = [
            vec![1.0, 0.5],
            vec![61.0 / 64.0, 0.0],
            vec![0.25, 0.0],
            vec![0.5, 0.75],
        ];
        let comparison = Comparison::of(&methods, &labels, &scores, 0.0);
        assert_eq!(
            (comparison.pairs, comparison.copies, comparison.clean),
            (4, 3, 1)
        );
        let simhash = &comparison.schemes[0];
        assert_eq!(simhash.name(), "simhash:thesis");
        let chosen = simhash.within_rate.unwrap();
        assert_eq!((chosen.distance, chosen.true_positives), (Some(3), 2));
        assert_eq!(simhash.best.unwrap().distance, Some(48));
        let kinds: Vec<_> = simhash
            .kinds
            .iter()
            .map(|k| (k.kind.as_str(), k.copies, k.found))
            .collect();
        assert_eq!(kinds, [("width", 1, 1), ("edit-5", 2, 1)]);
        let cosine = &comparison.schemes[1];
        assert_eq!(cosine.within_rate, None);
        assert_eq!(cosine.kinds[1].found, 0);
        assert_eq!(cosine.curve.len(), 2);

        let json = serde_json::to_string(&comparison).unwrap();
        let back: Comparison = serde_json::from_str(&json).unwrap();
        assert_eq!(back, comparison);
    }
}
