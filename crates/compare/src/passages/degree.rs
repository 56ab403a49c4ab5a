//! Degrees of copying inside a passage: which characters are identical, edited or reworded; the rest is the author's own.

use serde::{Deserialize, Serialize};

use super::Span;
use crate::overlay::{overlapping, without_overlap};

/// Degree to which a stretch of text was copied, the most certain first. Identical and edited text counts as copied in the
/// shares; reworded text is counted separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Degree {
    /// Identical: part of a run of equal words, at least 6 Chinese characters or 4 words long.
    Identical,
    /// Edited: all other text of a clause that is mostly equal (changed, moved or exchanged words), or a short gap between two long equal
    /// runs.
    Edited,
    /// Reworded: the rest of a clause that is not mostly equal, but at least a fifth of which the other side has word for word.
    Reworded,
}

impl Degree {
    /// All degrees, the most certain first.
    pub const ALL: [Self; 3] = [Self::Identical, Self::Edited, Self::Reworded];

    /// Returns the name used in JSON and as a CSS class of web pages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Identical => "identical",
            Self::Edited => "edited",
            Self::Reworded => "reworded",
        }
    }

    /// Returns whether the degree counts in copied shares: identical or edited.
    #[must_use]
    pub const fn is_copied(self) -> bool {
        matches!(self, Self::Identical | Self::Edited)
    }

    const fn from_number(number: u8) -> Self {
        match number {
            0 => Self::Identical,
            1 => Self::Edited,
            _ => Self::Reworded,
        }
    }
}

/// Stretch of one side of a passage with its degree. Text that no stretch covers is the author's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "(u32, u32, u8)", into = "(u32, u32, u8)")]
pub struct DegreeRun {
    /// Span of the stretch in the document's text; never empty.
    pub span: Span,
    /// Degree of the whole stretch.
    pub degree: Degree,
}

impl From<(u32, u32, u8)> for DegreeRun {
    fn from((start, end, degree): (u32, u32, u8)) -> Self {
        Self {
            span: Span { start, end },
            degree: Degree::from_number(degree),
        }
    }
}

impl From<DegreeRun> for (u32, u32, u8) {
    fn from(run: DegreeRun) -> Self {
        (run.span.start, run.span.end, run.degree as u8)
    }
}

/// Returns the stretches that overlap the span `within`, cut at its ends. `runs` are sorted by position and do not overlap.
pub fn runs_within(runs: &[DegreeRun], within: Span) -> impl Iterator<Item = DegreeRun> + '_ {
    let runs = overlapping(runs, within, |run| run.span).iter();
    runs.map(move |run| DegreeRun {
        span: run.span.common(within),
        degree: run.degree,
    })
}

/// Returns the stretches of several passages, sorted by position and without overlaps. Each character keeps the most certain of its
/// degrees.
#[must_use]
pub fn surest(mut runs: Vec<DegreeRun>) -> Vec<DegreeRun> {
    runs.sort_unstable();
    if runs.is_sorted_by(|one, next| one.span.end <= next.span.start) {
        return runs;
    }
    let spans = runs.into_iter().map(|run| (run.span, run.degree));
    (without_overlap(spans).into_iter())
        .map(|(span, degree)| DegreeRun { span, degree })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn run(start: u32, end: u32, degree: Degree) -> DegreeRun {
        DegreeRun {
            span: Span { start, end },
            degree,
        }
    }

    #[test]
    fn stretches_are_cut_to_a_span() {
        let runs = [
            run(2, 6, Degree::Identical),
            run(6, 9, Degree::Edited),
            run(20, 30, Degree::Reworded),
        ];
        let found: Vec<DegreeRun> = runs_within(&runs, Span { start: 4, end: 21 }).collect();
        assert_eq!(
            found,
            [
                run(4, 6, Degree::Identical),
                run(6, 9, Degree::Edited),
                run(20, 21, Degree::Reworded)
            ]
        );
        assert_eq!(runs_within(&runs, Span { start: 9, end: 20 }).count(), 0);
    }

    proptest! {
        #[test]
        fn each_character_has_its_surest_degree(
            runs in prop::collection::vec((0_u32..40, 1_u32..12, 0_u8..3), 0..12),
        ) {
            let runs: Vec<DegreeRun> = (runs.into_iter())
                .map(|(start, length, degree)| run(start, start + length, Degree::from_number(degree)))
                .collect();
            let degree_at = |runs: &[DegreeRun], at: u32| {
                let here = runs.iter().filter(|run| (run.span.start..run.span.end).contains(&at));
                here.map(|run| run.degree).min()
            };
            let found = surest(runs.clone());
            prop_assert!(found.is_sorted_by(|one, next| one.span.end <= next.span.start), "{found:?}");
            prop_assert!(found.iter().all(|run| !run.span.is_empty()));
            for at in 0..60 {
                prop_assert_eq!(degree_at(&found, at), degree_at(&runs, at));
            }
        }
    }

    #[test]
    fn the_saved_form_is_three_numbers() {
        let saved = serde_json::to_string(&run(3, 8, Degree::Edited)).unwrap();
        assert_eq!(saved, "[3,8,1]");
        let read: DegreeRun = serde_json::from_str(&saved).unwrap();
        assert_eq!(read, run(3, 8, Degree::Edited));
    }
}
