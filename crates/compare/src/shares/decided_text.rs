//! Decision of a person about a text that several documents share: a template, or text that counts.

use serde::{Deserialize, Serialize};

use super::shared_text::SharedText;
use crate::{DocumentIndex, Span, each_once};

/// Decision about a text that several documents share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TextDecision {
    /// Template of the school: left out at all its places, as [`super::Reason::Templates`].
    Template,
    /// Text that counts, even where it was taken for handed out; the person is not asked again.
    Counts,
}

impl TextDecision {
    /// Returns the name used in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Template => "template",
            Self::Counts => "counts",
        }
    }
}

/// Text that several documents share, with a person's decision about it and the time of the decision.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DecidedText {
    /// Places of the text: document and span, sorted, each once.
    places: Vec<(DocumentIndex, Span)>,
    decision: TextDecision,
    #[serde(rename = "decided")]
    decided_at: i64,
}

impl DecidedText {
    pub(super) fn new(
        places: impl IntoIterator<Item = (DocumentIndex, Span)>,
        decision: TextDecision,
        decided_at: i64,
    ) -> Self {
        Self {
            places: each_once(places),
            decision,
            decided_at,
        }
    }

    /// Returns the places of the text: position of the document in the check's list, and span; sorted.
    #[must_use]
    pub fn places(&self) -> &[(DocumentIndex, Span)] {
        &self.places
    }

    /// Returns the decision.
    #[must_use]
    pub const fn decision(&self) -> TextDecision {
        self.decision
    }

    /// Returns the time of the decision, in seconds since 1970.
    #[must_use]
    pub const fn decided_at(&self) -> i64 {
        self.decided_at
    }

    pub(super) fn places_in(&self, document: DocumentIndex) -> &[(DocumentIndex, Span)] {
        let from = self.places.partition_point(|&(d, _)| d < document);
        let to = self.places.partition_point(|&(d, _)| d <= document);
        &self.places[from..to]
    }

    /// Returns whether a text that was found is this one. Either at least half of its places overlap a known place by
    /// at least half of their length, or at least half of the known places overlap one of its places in that way.
    pub(super) fn is_about(&self, text: &SharedText) -> bool {
        let halves = |of: &[(DocumentIndex, Span)], others: &dyn Fn(DocumentIndex) -> Vec<Span>| {
            let met = of.iter().filter(|&&(document, span)| {
                others(document)
                    .into_iter()
                    .any(|other| 2 * span.common(other).len() >= span.len().max(1))
            });
            2 * met.count() >= of.len() && !of.is_empty()
        };
        halves(&text.places, &|document| {
            self.places_in(document).iter().map(|&(_, s)| s).collect()
        }) || halves(&self.places, &|document| {
            text.places_in(document).iter().map(|&(_, s)| s).collect()
        })
    }

    /// Returns whether two decided texts are one decision, though one may have more places.
    pub(super) fn is_decision_of(&self, other: &Self) -> bool {
        (self.decision, self.decided_at) == (other.decision, other.decided_at)
            && self.places.iter().any(|place| other.places.contains(place))
    }

    /// Returns the decision extended to these places.
    pub(super) fn with_places(&self, places: &[(DocumentIndex, Span)]) -> Self {
        let all = self.places.iter().chain(places).copied();
        Self::new(all, self.decision, self.decided_at)
    }

    /// Returns the decided text for documents with new positions; `None` if all its documents are deleted.
    pub(super) fn renumbered(
        &self,
        new_position: impl Fn(DocumentIndex) -> Option<DocumentIndex>,
    ) -> Option<Self> {
        let places: Vec<(DocumentIndex, Span)> = (self.places.iter())
            .filter_map(|&(document, span)| Some((new_position(document)?, span)))
            .collect();
        (!places.is_empty()).then(|| Self::new(places, self.decision, self.decided_at))
    }
}
