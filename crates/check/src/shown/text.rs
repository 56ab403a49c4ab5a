//! Text of a document as a person reads it, with the runs of its passages.

use super::{PassedOver, Run, ShownText};
use chachong_compare::Span;
use chachong_text::Exclusion;

/// One of the two texts of a pair.
#[derive(Clone, Debug, Default)]
pub struct LoadedText {
    /// Paragraphs of the text.
    pub text: ShownText,
    /// Runs of all passages, sorted, without overlap; each refers to its passage by the index in `Listed`.
    pub runs: Vec<Run>,
    /// Runs of the strong passages only.
    pub strong: Vec<Run>,
    /// Text that is not compared.
    pub passed_over: Vec<PassedOver>,
}

/// Converts exclusions to spans that are sorted by start and do not overlap.
#[must_use]
pub fn in_order(exclusions: &[Exclusion]) -> Vec<PassedOver> {
    let mut exclusions = exclusions.to_vec();
    exclusions.sort_unstable_by_key(|exclusion| (exclusion.start, exclusion.end));
    let mut end = 0;
    (exclusions.iter())
        .filter_map(|exclusion| {
            let place = |at: u64| u32::try_from(at).unwrap_or(u32::MAX);
            let span = Span {
                start: place(exclusion.start).max(end),
                end: place(exclusion.end),
            };
            end = end.max(span.end);
            (!span.is_empty()).then_some(PassedOver {
                span,
                reason: exclusion.reason,
            })
        })
        .collect()
}

impl LoadedText {
    /// Builds a text without passages.
    #[must_use]
    pub const fn new(text: ShownText, passed_over: Vec<PassedOver>) -> Self {
        Self {
            text,
            runs: Vec::new(),
            strong: Vec::new(),
            passed_over,
        }
    }

    /// Returns the runs of the shown passages: with the possible ones if `possible`, else of the strong ones only.
    #[must_use]
    pub fn runs(&self, possible: bool) -> &[Run] {
        if possible { &self.runs } else { &self.strong }
    }
}
