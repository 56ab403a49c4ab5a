//! Kind of a lead: rewritten in one language, or translated.

use serde::{Deserialize, Serialize};

/// Kind of a lead, by the languages of its two passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeadKind {
    /// Rewritten: both passages are in one language, and one may say the same as the other in different words.
    Rewritten,
    /// Translated: the passages are in two languages, and one may be a translation of the other.
    Translated,
}

impl LeadKind {
    /// Returns the name of the kind in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rewritten => "rewritten",
            Self::Translated => "translated",
        }
    }
}
