//! Text of a document as a person reads it, with the runs of text in its passages.

use super::{PassedOver, Run, ShownText};
use chachong_compare::Span;
use chachong_text::Exclusion;

/// Text of a document, one of the two of a pair, ready to be shown.
#[derive(Clone, Debug, Default)]
pub struct LoadedText {
    /// Paragraphs of the text.
    pub text: ShownText,
    /// Runs of all passages, sorted, not overlapping. [`Run::owner`] is the passage's index in the pair's list.
    pub runs: Vec<Run>,
    /// Runs of strong passages only, sorted, not overlapping.
    pub strong: Vec<Run>,
    /// Stretches that are not compared, sorted, not overlapping.
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
            let span = Span::new(place(exclusion.start).max(end), place(exclusion.end));
            end = end.max(span.end);
            (!span.is_empty()).then_some(PassedOver {
                span,
                reason: exclusion.reason,
            })
        })
        .collect()
}

impl LoadedText {
    /// Makes a text without passages.
    #[must_use]
    pub const fn new(text: ShownText, passed_over: Vec<PassedOver>) -> Self {
        Self {
            text,
            runs: Vec::new(),
            strong: Vec::new(),
            passed_over,
        }
    }

    /// Returns the runs of all passages if `possible`, otherwise those of the strong passages only; sorted, not overlapping.
    #[must_use]
    pub fn runs(&self, possible: bool) -> &[Run] {
        if possible { &self.runs } else { &self.strong }
    }
}
