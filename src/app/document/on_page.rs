//! What the picture of a page shows of its document.

use chachong_compare::Span;
use chachong_i18n::Language;
use chachong_import::LayerCheck;

/// Passages and what else of the text the picture shows, with the text itself.
pub(crate) struct OnPage<'p> {
    /// Position of the document.
    pub(crate) position: usize,
    /// Passages, each with its source.
    pub(crate) blocks: &'p [(Span, u32)],
    /// Returns a stretch of the text.
    pub(crate) text: &'p dyn Fn(u64, u64) -> String,
    /// Comparison of a pdf's text with what the pages show; `None` if none was made.
    pub(crate) layer: Option<&'p LayerCheck>,
    /// Whether the document is a pdf, whose text can be compared with what the pages show, and nothing is being read.
    pub(crate) is_comparable: bool,
    pub(crate) language: Language,
}
