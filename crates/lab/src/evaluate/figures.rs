//! Computes detection figures from judged cases, for each kind and for all cases together.

use std::collections::BTreeMap;

use super::{Case, Judged, Pair, Scores};
use chachong_compare::{Degree, Span, runs_within};

/// Measured quality of detection on a set of cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Number of cases.
    pub cases: usize,
    /// Precision, recall and granularity.
    pub scores: Scores,
    /// Number of cases without any copied passage.
    pub clean: usize,
    /// Number of clean cases in which something was found.
    pub clean_flagged: usize,
    /// Mean absolute difference between the found and the labelled copied share of the suspicious text, 0..=1; 0 without cases.
    pub share_error: f64,
    /// Share of the labelled characters in the suspicious texts that are found as copied (identical or edited),
    /// 0..=1.
    pub copied: f64,
    /// Share of the labelled characters in the suspicious texts that are found as reworded, 0..=1.
    pub reworded: f64,
    /// Number of small cases: those in which at least 5 % and less than 10 % of the suspicious text is copied.
    pub small: usize,
    /// Number of small cases in which a copied passage was detected.
    pub small_found: usize,
}

/// Figures of labelled cases.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Name and figures of each kind of copying, sorted by name.
    pub kinds: Vec<(String, Figures)>,
    /// Figures of all cases together.
    pub all: Figures,
}

/// Limits of the copied share of a small case: at least the first, less than the second.
const SMALL: [f64; 2] = [0.05, 0.10];

impl Evaluation {
    /// Computes the figures of `cases`. `judged` holds the detections of each case, in the same order.
    #[must_use]
    pub fn of(cases: &[Case], judged: &[Judged]) -> Self {
        let mut kinds: BTreeMap<&str, Vec<(usize, &Judged)>> = BTreeMap::new();
        let mut all = Vec::with_capacity(cases.len());
        for (case, judged) in cases.iter().zip(judged) {
            let judged = (case.susp.chars().count(), judged);
            kinds.entry(&case.kind).or_default().push(judged);
            all.push(judged);
        }
        Self {
            kinds: kinds
                .into_iter()
                .map(|(kind, cases)| (kind.to_owned(), Figures::of(&cases)))
                .collect(),
            all: Figures::of(&all),
        }
    }
}

impl Figures {
    /// Computes the figures of cases. Each tuple holds the length of the suspicious text in characters, and the
    /// judged case.
    #[must_use]
    pub fn of(cases: &[(usize, &Judged)]) -> Self {
        let judged = cases.iter().map(|(_, judged)| *judged);
        let mut figures = Self {
            cases: cases.len(),
            scores: Scores::of(judged.clone()),
            clean: 0,
            clean_flagged: 0,
            share_error: 0.0,
            copied: 0.0,
            reworded: 0.0,
            small: 0,
            small_found: 0,
        };
        let mut planted_characters = 0.0;
        for (&(length, _), judged) in cases.iter().zip(judged) {
            let planted = share(&judged.planted, length);
            let found = copied_characters(judged, length);
            let in_case = |of: fn(Degree) -> bool| {
                let planted = judged.planted.iter();
                planted
                    .flat_map(|(susp, _)| runs_within(&judged.degrees, *susp))
                    .filter(|run| of(run.degree))
                    .map(|run| f64::from(run.span.len()))
                    .sum::<f64>()
            };
            planted_characters += (judged.planted.iter())
                .map(|(susp, _)| f64::from(susp.len()))
                .sum::<f64>();
            figures.copied += in_case(Degree::is_copied);
            figures.reworded += in_case(|degree| degree == Degree::Reworded);
            figures.share_error += (planted - found).abs() / cases.len() as f64;
            if judged.planted.is_empty() {
                figures.clean += 1;
                figures.clean_flagged += usize::from(!judged.found.is_empty());
            } else if (SMALL[0]..SMALL[1]).contains(&planted) {
                figures.small += 1;
                figures.small_found += usize::from(judged.detected() > 0);
            }
        }
        if planted_characters > 0.0 {
            figures.copied /= planted_characters;
            figures.reworded /= planted_characters;
        }
        figures
    }
}

/// Returns the copied share of a suspicious text of `length` characters.
fn copied_characters(judged: &Judged, length: usize) -> f64 {
    let copied = judged.degrees.iter().filter(|run| run.degree.is_copied());
    let characters: u32 = copied.map(|run| run.span.len()).sum();
    f64::from(characters) / length.max(1) as f64
}

/// Returns the share of a suspicious text of `length` characters that lies in `passages`.
fn share(passages: &[Pair], length: usize) -> f64 {
    let mut spans: Vec<Span> = passages.iter().map(|(susp, _)| *susp).collect();
    spans.sort_unstable();
    let (mut sum, mut reached) = (0, 0);
    for span in spans {
        sum += span.end.saturating_sub(span.start.max(reached));
        reached = reached.max(span.end);
    }
    if length == 0 {
        0.0
    } else {
        f64::from(sum) / length as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_compare::DegreeRun;

    fn pair(start: u32, end: u32) -> Pair {
        let span = Span { start, end };
        (span, span)
    }

    #[test]
    fn shares_count_a_character_once() {
        assert!((share(&[pair(50, 60), pair(0, 20), pair(10, 30)], 100) - 0.4).abs() < 1e-12);
        assert!((share(&[], 100) - 0.0).abs() < 1e-12);
        assert!((share(&[], 0) - 0.0).abs() < 1e-12);
    }

    #[test]
    fn kinds_are_counted_apart_and_together() {
        let case = |kind: &str| Case {
            id: String::new(),
            kind: kind.to_owned(),
            susp: "字".repeat(100),
            src: "字".repeat(100),
            plag: Vec::new(),
        };
        let cases = [case("b"), case("a"), case("a"), case("a")];
        let judged = |planted: &[Pair], found: &[Pair]| Judged {
            planted: planted.to_vec(),
            found: found.to_vec(),
            degrees: (found.iter())
                .map(|(susp, _)| DegreeRun {
                    span: *susp,
                    degree: Degree::Identical,
                })
                .collect(),
        };
        let small = pair(0, 8);
        let evaluation = Evaluation::of(
            &cases,
            &[
                judged(&[], &[pair(0, 50)]),
                judged(&[], &[]),
                judged(&[small], &[small]),
                judged(&[small], &[pair(40, 60)]),
            ],
        );
        let kinds: Vec<&str> = evaluation.kinds.iter().map(|(k, _)| k.as_str()).collect();
        assert_eq!(kinds, ["a", "b"]);
        let a = evaluation.kinds[0].1;
        assert_eq!(
            (a.cases, a.clean, a.clean_flagged, a.small, a.small_found),
            (3, 1, 0, 2, 1)
        );
        assert!((a.share_error - 0.04).abs() < 1e-9);
        let all = evaluation.all;
        assert_eq!((all.cases, all.clean, all.clean_flagged), (4, 2, 1));
        assert_eq!((all.scores.planted, all.scores.found), (2, 3));
    }
}
