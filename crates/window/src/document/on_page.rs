//! What the picture of a page shows of its document.

use chachong_compare::{DocumentIndex, Span};
use chachong_import::LayerCheck;
use chachong_messages::Language;

/// Document as the picture of its page shows it: its text, its passages, and what a comparison of text and pages said.
pub(crate) struct OnPage<'p> {
    /// Position of the document.
    pub(crate) position: DocumentIndex,
    /// Passages, each with its source.
    pub(crate) blocks: &'p [(Span, u32)],
    /// Returns a stretch of the text.
    pub(crate) text: &'p dyn Fn(u64, u64) -> String,
    /// Comparison of a pdf's text with what the pages show; `None` if none was made.
    pub(crate) layer: Option<&'p LayerCheck>,
    /// Whether the document is checked: a text of the library stays as it was kept.
    pub(crate) is_checked: bool,
    /// Whether the document is a checked pdf, whose text can be compared with what the pages show, and nothing is being read.
    pub(crate) is_comparable: bool,
    pub(crate) language: Language,
}
