//! Verdict on a pair of documents, and the shares and lengths from which it follows.

use serde::{Deserialize, Serialize};

use super::strongest::EvidenceStrength;

/// Minimum number of characters for a text to be judged like any other. Less text is judged with care: if most of a document is left out
/// and fewer characters count, no share is shown ([`crate::Base`]), and the fingerprints of shorter documents do not make them versions
/// of one thesis.
pub const LEAST_BASE: u32 = 200;

/// Minimum number of copied characters of a finding. Fewer are remains at the edge of left-out text.
pub const LEAST_CHARACTERS: u32 = 30;

/// Minimum copied share (0..=1, by weight) of both documents at which a pair is [`Verdict::NearDuplicate`].
pub const NEARLY_ALL: f64 = 0.9;
/// Minimum copied share (0..=1, by weight) of one document at which a pair is [`Verdict::LargePart`].
pub const LARGE_PART: f64 = 0.3;
/// Minimum copied share (0..=1, by weight) of one document at which a pair is [`Verdict::Part`].
pub const PART: f64 = 0.1;

/// Verdict on a pair, the most serious first. All but the last two are findings. A verdict ranks pairs but does not accuse anybody: a
/// person reads the texts. Shares are weighted: text that many documents have counts less ([`crate::Shown::weight`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// At least 90 % of both documents is copied, identical or edited.
    NearDuplicate,
    /// At least 30 % of one of the two documents is copied.
    LargePart,
    /// At least 10 % of one of the two documents is copied.
    Part,
    /// A passage is copied and counts, but less than 10 % of either document is copied.
    Passage,
    /// The fingerprints are near: their distance is within the threshold for the length of the texts. No copied text counts, or
    /// the texts were not compared.
    Related,
    /// The documents are versions or files of one thesis by one author: no finding, however much they share.
    Version,
    /// The documents belong to one submission: what a person repeats is no finding.
    Own,
}

impl Verdict {
    /// All verdicts, the most serious first.
    pub const ALL: [Self; 7] = [
        Self::NearDuplicate,
        Self::LargePart,
        Self::Part,
        Self::Passage,
        Self::Related,
        Self::Version,
        Self::Own,
    ];

    /// Returns the name used in CSV and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NearDuplicate => "near-duplicate",
            Self::LargePart => "large-part",
            Self::Part => "part",
            Self::Passage => "passage",
            Self::Related => "related",
            Self::Version => "version",
            Self::Own => "own",
        }
    }

    /// Returns whether the verdict is a finding: any but [`Self::Version`] and [`Self::Own`].
    #[must_use]
    pub const fn is_finding(self) -> bool {
        !matches!(self, Self::Version | Self::Own)
    }

    /// Returns the strength of the evidence that a verdict on prose expresses; `None` for a verdict that is no finding.
    #[must_use]
    pub const fn strength(self) -> Option<EvidenceStrength> {
        match self {
            Self::NearDuplicate | Self::LargePart => Some(EvidenceStrength::VeryStrong),
            Self::Part => Some(EvidenceStrength::Strong),
            Self::Passage | Self::Related => Some(EvidenceStrength::Noticeable),
            Self::Version | Self::Own => None,
        }
    }

    /// Returns the verdict for the two copied shares `a` and `b` (0..=1, by weight) of a pair; [`Self::Passage`] even if both are 0.
    #[must_use]
    pub fn of_shares(a: f64, b: f64) -> Self {
        let larger = a.max(b);
        if a.min(b) >= NEARLY_ALL {
            Self::NearDuplicate
        } else if larger >= LARGE_PART {
            Self::LargePart
        } else if larger >= PART {
            Self::Part
        } else {
            Self::Passage
        }
    }
}
