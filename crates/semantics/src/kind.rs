//! Kind of a lead: rewritten in one language, or translated.

use serde::{Deserialize, Serialize};

/// Kind of a lead: rewritten (one language) or translated (two languages).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeadKind {
    /// Rewritten: both sides are of one language, and one may be the other in other words.
    Rewritten,
    /// Translated: the sides are of two languages, and one may be a translation of the other.
    Translated,
}

impl LeadKind {
    /// Name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rewritten => "rewritten",
            Self::Translated => "translated",
        }
    }
}
