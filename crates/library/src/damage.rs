//! Damage met while a library was read, so that reports can name what was not compared.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::DocumentId;

/// Part of a library that is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DamagedPart {
    /// Text of a document.
    Text,
    /// Record of a document: its name, paths, submissions and corrections.
    Entry,
    /// Fingerprints of a member's passages, without which the member is not found as a source.
    Passages,
    /// Outdated or damaged fingerprints of members in a read-only library, where they cannot be renewed: some matches
    /// with these members are missed.
    Outdated,
    /// List of the members.
    Members,
    /// List of the templates.
    Templates,
    /// Decisions of earlier checks.
    Decisions,
    /// Recognised pages, some of which may have been corrected by hand.
    Pages,
    /// Most recent changes to the library, which may be lost.
    Changes,
}

impl DamagedPart {
    /// Returns the key of the part in translations and in JSON.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Entry => "entry",
            Self::Passages => "passages",
            Self::Outdated => "outdated",
            Self::Members => "members",
            Self::Templates => "templates",
            Self::Decisions => "decisions",
            Self::Pages => "pages",
            Self::Changes => "changes",
        }
    }
}

/// Part of a library that was found damaged, and the document to which it belongs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Damage {
    /// Part that is damaged.
    pub part: DamagedPart,
    /// Document to which the part belongs; `None` if the part belongs to the library as a whole.
    pub document: Option<DocumentId>,
    /// Name of that document; `None` if it cannot be read or the part belongs to the library as a whole.
    pub name: Option<String>,
}

impl fmt::Display for Damage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.part.key())?;
        match (&self.name, self.document) {
            (Some(name), _) => write!(formatter, " of {name}"),
            (None, Some(document)) => write!(formatter, " of #{}", document.0),
            (None, None) => Ok(()),
        }
    }
}
