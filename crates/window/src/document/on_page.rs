//! Data that is drawn on the picture of a document's page.

use chachong_compare::{DocumentIndex, Span};
use chachong_import::LayerCheck;
use chachong_messages::Language;

/// Document for the picture of its page: its text, its passages, and the result of comparing text and pages.
pub(crate) struct OnPage<'p> {
    /// Position of the document.
    pub(crate) position: DocumentIndex,
    /// Spans of passages and shared code, each with its owner: an index in the list of sources, or one of the special numbers for
    /// `colors`.
    pub(crate) blocks: &'p [(Span, u32)],
    /// Returns the text between two offsets, both in characters.
    pub(crate) text: &'p dyn Fn(u64, u64) -> String,
    /// Comparison of a PDF's text with the look of its pages; `None` if none was made.
    pub(crate) layer: Option<&'p LayerCheck>,
    /// Whether the document is checked; the text of a library document cannot be corrected.
    pub(crate) is_checked: bool,
    /// Whether the document is a checked PDF whose text can be compared with the look of its pages, and nothing is being read.
    pub(crate) is_comparable: bool,
    pub(crate) language: Language,
}
