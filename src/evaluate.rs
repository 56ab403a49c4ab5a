//! Found passages against the truth: precision, recall, granularity and plagdet (Potthast, Stein, Barrón-Cedeño and Rosso,
//! "An Evaluation Framework for Plagiarism Detection", COLING 2010), macro-averaged over passages. Knows nothing of how
//! the passages were found.

use crate::compare::{Passage, Span};

/// A passage, planted or found: its place in the suspicious text and in the source.
pub type Pair = (Span, Span);

/// One pair of texts: what is planted in it and what was found.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// The truth.
    pub planted: Vec<Pair>,
    /// What was found.
    pub found: Vec<Pair>,
}

/// The figures of a set of cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores {
    /// Mean share of a detection's characters that are planted, 0..=1.
    pub precision: f64,
    /// Mean share of a planted passage's characters that were detected, 0..=1.
    pub recall: f64,
    /// Mean number of detections of a passage that was detected at all, 1 or more.
    pub granularity: f64,
    /// Planted passages.
    pub planted: usize,
    /// Detections.
    pub found: usize,
}

impl Scores {
    /// The scores over all cases.
    #[must_use]
    pub fn of(cases: &[Judged]) -> Self {
        let (mut precision, mut recall) = (0.0, 0.0);
        let (mut planted, mut found, mut detected, mut detections) = (0, 0, 0, 0);
        for case in cases {
            for truth in &case.planted {
                let hits: Vec<Pair> = case
                    .found
                    .iter()
                    .copied()
                    .filter(|f| detects(*f, *truth))
                    .collect();
                recall += covered(*truth, &hits);
                detected += usize::from(!hits.is_empty());
                detections += hits.len();
            }
            for detection in &case.found {
                let hits: Vec<Pair> = case
                    .planted
                    .iter()
                    .copied()
                    .filter(|t| detects(*detection, *t))
                    .collect();
                precision += covered(*detection, &hits);
            }
            planted += case.planted.len();
            found += case.found.len();
        }
        let mean = |sum: f64, n: usize| if n == 0 { 0.0 } else { sum / n as f64 };
        Self {
            precision: mean(precision, found),
            recall: mean(recall, planted),
            granularity: if detected == 0 {
                1.0
            } else {
                detections as f64 / detected as f64
            },
            planted,
            found,
        }
    }

    /// F1 of precision and recall over log2(1 + granularity), 0..=1.
    #[must_use]
    pub fn plagdet(&self) -> f64 {
        let sum = self.precision + self.recall;
        if sum == 0.0 {
            0.0
        } else {
            2.0 * self.precision * self.recall / sum / (1.0 + self.granularity).log2()
        }
    }
}

/// A detection detects a planted passage if it meets it in both texts.
fn detects(x: Pair, y: Pair) -> bool {
    x.0.overlaps(y.0) && x.1.overlaps(y.1)
}

/// The share of the characters of `whole`, both sides together, that lie in `parts`.
fn covered(whole: Pair, parts: &[Pair]) -> f64 {
    let side = |whole: Span, mut parts: Vec<Span>| {
        parts.sort_unstable();
        let (mut sum, mut reached) = (0, whole.start);
        for part in parts {
            let (start, end) = (part.start.max(reached), part.end.min(whole.end));
            sum += end.saturating_sub(start);
            reached = reached.max(end);
        }
        sum
    };
    let sum = side(whole.0, parts.iter().map(|p| p.0).collect())
        + side(whole.1, parts.iter().map(|p| p.1).collect());
    let length = whole.0.len() + whole.1.len();
    if length == 0 {
        0.0
    } else {
        f64::from(sum) / f64::from(length)
    }
}

/// Passages as pairs of places.
#[must_use]
pub fn pairs(passages: &[Passage]) -> Vec<Pair> {
    passages.iter().map(|p| (p.a, p.b)).collect()
}
