//! Stretches of a text that a person may leave out of the shares: a cover, references, quotations, a school's template.
//! They are compared like all other text and stay visible; only the counting may pass over them. Knows nothing of how
//! they were recognised.

use serde::{Deserialize, Serialize};

/// A stretch of an extracted text with a reason not to count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Mark {
    /// Offset of its first character, in Unicode scalar values.
    pub start: u32,
    /// Offset after its last character.
    pub end: u32,
    /// What it is.
    pub reason: MarkReason,
}

/// What a marked stretch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkReason {
    /// Title page and the forms around it.
    Cover,
    /// Declaration of originality, authorisation of use.
    Declaration,
    /// Table of contents, lists of figures and tables.
    Contents,
    /// Bibliography.
    References,
    /// Acknowledgements.
    Acknowledgements,
    /// An appendix of program code.
    Code,
    /// What authors and editors say of themselves and of the text: lives, places of work, funding, dates, numbers.
    Notes,
    /// Words in quotation marks with a citation or a named work.
    Quotation,
    /// Text of a template file that the person named.
    Template,
    /// Text that stands in so many documents of the check.
    Common {
        /// Documents that have it, this one included.
        documents: u32,
    },
}

impl MarkReason {
    /// The name in `--exclude` and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cover => "cover",
            Self::Declaration => "declaration",
            Self::Contents => "contents",
            Self::References => "references",
            Self::Acknowledgements => "acknowledgements",
            Self::Code => "code",
            Self::Notes => "notes",
            Self::Quotation => "quotes",
            Self::Template => "templates",
            Self::Common { .. } => "common",
        }
    }
}
