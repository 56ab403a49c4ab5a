//! What a person said of a text that several documents share: our template, or it counts.

use serde::{Deserialize, Serialize};

use super::shared::SharedText;
use crate::compare::Span;

/// A person's word on a text that several documents share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TextDecision {
    /// It is our template: left out wherever it stands, as [`super::Reason::Templates`].
    Template,
    /// It counts: nobody is asked again.
    Counts,
}

impl TextDecision {
    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Template => "template",
            Self::Counts => "counts",
        }
    }
}

/// A text that several documents share, and what was said of it when.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DecidedText {
    /// Where it stands, by document and place.
    places: Vec<(usize, Span)>,
    decision: TextDecision,
    decided: i64,
}

impl DecidedText {
    pub(super) fn new(
        mut places: Vec<(usize, Span)>,
        decision: TextDecision,
        decided: i64,
    ) -> Self {
        places.sort_unstable();
        places.dedup();
        Self {
            places,
            decision,
            decided,
        }
    }

    /// Where it stands: position of the document in the check's list, and place; sorted.
    #[must_use]
    pub fn places(&self) -> &[(usize, Span)] {
        &self.places
    }

    /// What was said.
    #[must_use]
    pub const fn decision(&self) -> TextDecision {
        self.decision
    }

    /// When, in seconds since 1970.
    #[must_use]
    pub const fn decided(&self) -> i64 {
        self.decided
    }

    pub(super) fn places_in(&self, document: usize) -> &[(usize, Span)] {
        let from = self.places.partition_point(|&(d, _)| d < document);
        let to = self.places.partition_point(|&(d, _)| d <= document);
        &self.places[from..to]
    }

    /// Whether a text that was found is this one: of half of its places at least half is known here, or it has half of
    /// those that are.
    pub(super) fn is_about(&self, text: &SharedText) -> bool {
        let halves = |of: &[(usize, Span)], others: &dyn Fn(usize) -> Vec<Span>| {
            let met = of.iter().filter(|&&(document, span)| {
                others(document)
                    .into_iter()
                    .any(|other| 2 * shared(span, other) >= span.len().max(1))
            });
            2 * met.count() >= of.len() && !of.is_empty()
        };
        halves(&text.places, &|document| {
            self.places_in(document).iter().map(|&(_, s)| s).collect()
        }) || halves(&self.places, &|document| {
            text.places_in(document).iter().map(|&(_, s)| s).collect()
        })
    }

    /// The same word on these places too.
    pub(super) fn with_places(&self, places: &[(usize, Span)]) -> Self {
        let all = self.places.iter().chain(places).copied().collect();
        Self::new(all, self.decision, self.decided)
    }

    /// The same where documents have moved; `None` if all are gone.
    pub(super) fn renumbered(&self, new_position: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        let places: Vec<(usize, Span)> = (self.places.iter())
            .filter_map(|&(document, span)| Some((new_position(document)?, span)))
            .collect();
        (!places.is_empty()).then(|| Self::new(places, self.decision, self.decided))
    }
}

/// Characters that two spans have in common.
fn shared(one: Span, other: Span) -> u32 {
    (one.end.min(other.end)).saturating_sub(one.start.max(other.start))
}
