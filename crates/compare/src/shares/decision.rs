//! Decision of a person about a pair of documents or about one document.

use serde::{Deserialize, Serialize};

/// Decision of a person about two documents, one document or a lead. Only [`Self::NotPlagiarism`] about two documents
/// changes figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// One document was copied from the other, or both were copied from one source.
    Confirmed,
    /// The common text is no plagiarism: the passages of the pair do not count.
    #[serde(alias = "dismissed")] // As leads of earlier versions have it.
    NotPlagiarism,
    /// A person has to talk with the authors first.
    ToDiscuss,
    /// A person has looked at the case and takes no action.
    Reviewed,
}

impl Decision {
    /// All decisions, in the order in which they are offered.
    pub const ALL: [Self; 4] = [
        Self::Confirmed,
        Self::NotPlagiarism,
        Self::ToDiscuss,
        Self::Reviewed,
    ];

    /// Returns the name of the decision in JSON, CSV and libraries, and in the keys of the interface's texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::NotPlagiarism => "not-plagiarism",
            Self::ToDiscuss => "to-discuss",
            Self::Reviewed => "reviewed",
        }
    }

    /// Finds the decision by its name; `None` if the name is unknown.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}
