//! Marks: spans of a text that a person may leave out of the shares, such as a cover, references, quotations or a
//! school's template. Marked text is compared like all other text and stays visible; only the counting may leave it
//! out.

use serde::{Deserialize, Serialize};

/// Span of an extracted text with a reason why it may be left out of the shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Mark {
    /// Offset of the first character, in Unicode scalar values.
    pub start: u32,
    /// Offset after the last character, in Unicode scalar values.
    pub end: u32,
    /// Reason why the span may be left out.
    pub reason: MarkReason,
}

/// Kind of text that a mark covers, such as the cover or the references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkReason {
    /// Title page, and forms such as the task sheet and the opinions of examiners.
    Cover,
    /// Declaration of originality or authorisation of use.
    Declaration,
    /// Table of contents, or list of figures or tables.
    Contents,
    /// Bibliography.
    References,
    /// Acknowledgements.
    Acknowledgements,
    /// Appendix of program code.
    Code,
    /// Notes of authors and editors on themselves and the text: authors' lives, places of work, funding, dates,
    /// numbers.
    Notes,
    /// Quotation: words in quotation marks with a citation or a named work.
    Quotation,
    /// Text that also occurs in a template file named by the person.
    Template,
    /// Common text: text that at least half of the documents of the check have.
    Common {
        /// Number of documents that have the text, this one included.
        documents: u32,
    },
}

impl MarkReason {
    /// Returns the name of the reason in JSON and in the option `--exclude`, such as `references`.
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
