//! Scores the found passages against the labelled ones: precision, recall, granularity and plagdet (Potthast, Stein,
//! Barrón-Cedeño and Rosso, "An Evaluation Framework for Plagiarism Detection", COLING 2010), macro-averaged over
//! passages.

use chachong_compare::{DegreeRun, Passage, Span};

/// Labelled or found passage: its span in the suspicious text and its span in the source.
pub type Pair = (Span, Span);

/// One pair of texts with its labelled and its found passages.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// Labelled passages: the truth that detections are measured against.
    pub planted: Vec<Pair>,
    /// Detections: passages that the program found.
    pub found: Vec<Pair>,
    /// Degree of copying of each run of the suspicious text that was found, sorted by position.
    pub degrees: Vec<DegreeRun>,
}

impl Judged {
    /// Returns the number of labelled passages that a detection overlaps in both texts.
    #[must_use]
    pub fn detected(&self) -> usize {
        let detected = |truth: &&Pair| self.found.iter().any(|f| detects(*f, **truth));
        self.planted.iter().filter(detected).count()
    }
}

/// Detection scores over a set of cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores {
    /// Mean share of a detection's characters, counted over both texts, that are labelled as copied, 0..=1; 0 without detections.
    pub precision: f64,
    /// Mean share of a labelled passage's characters, counted over both texts, that were detected, 0..=1; 0 without labelled passages.
    pub recall: f64,
    /// Mean number of detections per detected passage, at least 1; 1 if nothing is detected.
    pub granularity: f64,
    /// Number of labelled passages in all cases.
    pub planted: usize,
    /// Number of detections in all cases.
    pub found: usize,
}

impl Scores {
    /// Computes the scores over all passages of `cases`.
    #[must_use]
    pub fn of<'c>(cases: impl IntoIterator<Item = &'c Judged>) -> Self {
        let those = |pairs: &[Pair], is_hit: &dyn Fn(Pair) -> bool| -> Vec<Pair> {
            pairs.iter().copied().filter(|pair| is_hit(*pair)).collect()
        };
        let (mut precision, mut recall) = (0.0, 0.0);
        let (mut planted, mut found, mut detected, mut detections) = (0, 0, 0, 0);
        for case in cases {
            for truth in &case.planted {
                let hits = those(&case.found, &|found| detects(found, *truth));
                recall += covered(*truth, &hits);
                detected += usize::from(!hits.is_empty());
                detections += hits.len();
            }
            for detection in &case.found {
                let hits = those(&case.planted, &|truth| detects(*detection, truth));
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

    /// Returns the plagdet score, 0..=1: the F1 of precision and recall, divided by log2(1 + granularity); 0 if precision and recall are
    /// both 0.
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

/// Returns whether a detection overlaps a labelled passage in both texts.
fn detects(x: Pair, y: Pair) -> bool {
    x.0.overlaps(y.0) && x.1.overlaps(y.1)
}

/// Returns the share of the characters of `whole`, counted over both texts, that lie in `parts`.
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

/// Returns the two spans of each passage, in the order of `passages`.
#[must_use]
pub fn pairs(passages: &[Passage]) -> Vec<Pair> {
    passages.iter().map(|p| (p.a, p.b)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    /// The paper's definitions taken literally: a passage is the set of its characters, each with its text and
    /// position.
    struct Slow {
        precision: f64,
        recall: f64,
        granularity: f64,
    }

    fn characters((a, b): Pair) -> HashSet<(char, u32)> {
        let side = |name, span: Span| (span.start..span.end).map(move |at| (name, at));
        side('a', a).chain(side('b', b)).collect()
    }

    fn meets(x: &HashSet<(char, u32)>, y: &HashSet<(char, u32)>) -> bool {
        ['a', 'b']
            .iter()
            .all(|side| x.intersection(y).any(|(name, _)| name == side))
    }

    /// Mean, over the passages of `of`, of the share of each that is covered by the passages of `by` that detect it.
    fn mean_share(cases: &[Judged], of: fn(&Judged) -> &[Pair], by: fn(&Judged) -> &[Pair]) -> f64 {
        let mut shares = Vec::new();
        for case in cases {
            for whole in of(case).iter().copied().map(characters) {
                let mut union = HashSet::new();
                for part in by(case).iter().copied().map(characters) {
                    if meets(&whole, &part) {
                        union.extend(whole.intersection(&part).copied());
                    }
                }
                shares.push(union.len() as f64 / whole.len() as f64);
            }
        }
        if shares.is_empty() {
            return 0.0;
        }
        shares.iter().sum::<f64>() / shares.len() as f64
    }

    fn slow(cases: &[Judged]) -> Slow {
        let detections: Vec<usize> = cases
            .iter()
            .flat_map(|case| {
                let found: Vec<_> = case.found.iter().copied().map(characters).collect();
                case.planted
                    .iter()
                    .map(|&truth| {
                        let truth = characters(truth);
                        found.iter().filter(|f| meets(f, &truth)).count()
                    })
                    .filter(|&n| n > 0)
                    .collect::<Vec<_>>()
            })
            .collect();
        Slow {
            precision: mean_share(cases, |c| &c.found, |c| &c.planted),
            recall: mean_share(cases, |c| &c.planted, |c| &c.found),
            granularity: if detections.is_empty() {
                1.0
            } else {
                detections.iter().sum::<usize>() as f64 / detections.len() as f64
            },
        }
    }

    fn pair() -> impl Strategy<Value = Pair> {
        let span = || {
            (0_u32..60, 1_u32..25).prop_map(|(start, length)| Span {
                start,
                end: start + length,
            })
        };
        (span(), span())
    }

    fn case() -> impl Strategy<Value = Judged> {
        (
            prop::collection::vec(pair(), 0..4),
            prop::collection::vec(pair(), 0..5),
        )
            .prop_map(|(planted, found)| Judged {
                planted,
                found,
                ..Judged::default()
            })
    }

    proptest! {
        #[test]
        fn the_scores_are_those_of_the_definition(cases in prop::collection::vec(case(), 0..5)) {
            let (scores, slow) = (Scores::of(&cases), slow(&cases));
            prop_assert!((scores.precision - slow.precision).abs() < 1e-9);
            prop_assert!((scores.recall - slow.recall).abs() < 1e-9);
            prop_assert!((scores.granularity - slow.granularity).abs() < 1e-9);
            let f1 = if slow.precision + slow.recall > 0.0 {
                2.0 * slow.precision * slow.recall / (slow.precision + slow.recall)
            } else {
                0.0
            };
            prop_assert!((scores.plagdet() - f1 / (1.0 + slow.granularity).log2()).abs() < 1e-9);
        }
    }

    fn at(a: (u32, u32), b: (u32, u32)) -> Pair {
        let span = |(start, end)| Span { start, end };
        (span(a), span(b))
    }

    #[test]
    fn one_passage_found_in_halves_costs_granularity_alone() {
        let case = Judged {
            planted: vec![at((0, 100), (200, 300))],
            found: vec![at((0, 50), (200, 250)), at((50, 100), (250, 300))],
            ..Judged::default()
        };
        let scores = Scores::of(&[case]);
        assert_eq!(
            (scores.precision, scores.recall, scores.granularity),
            (1.0, 1.0, 2.0)
        );
        assert!((scores.plagdet() - 1.0 / 3.0_f64.log2()).abs() < 1e-12);
    }

    #[test]
    fn what_meets_a_passage_in_one_text_only_counts_for_nothing() {
        let case = Judged {
            planted: vec![at((0, 100), (200, 300))],
            found: vec![at((0, 100), (300, 400))],
            ..Judged::default()
        };
        let scores = Scores::of(&[case]);
        assert!(scores.precision.abs() < 1e-12 && scores.recall.abs() < 1e-12);
        assert!(scores.plagdet().abs() < 1e-12);
    }
}
