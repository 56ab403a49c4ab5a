//! Stretches of a text that stand in it but are not the author's argument: they are shown, yet not compared. Knows
//! nothing of how they were recognised.

use serde::{Deserialize, Serialize};

/// A stretch of an extracted text that comparing passes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exclusion {
    /// Offset of its first character, in Unicode scalar values.
    pub start: u64,
    /// Offset after its last character.
    pub end: u64,
    /// Why.
    pub reason: ExclusionReason,
}

/// Why a stretch is passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExclusionReason {
    /// A running head, a footer or a page number.
    RunningHead,
    /// Text that no reader of the printed page sees: white, tiny, outside the page.
    Invisible,
}
