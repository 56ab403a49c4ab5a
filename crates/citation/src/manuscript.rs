//! Manuscript: an author's text with its known sections.

use chachong_text::{Exclusion, LineBreaks, Mark};

/// Author's text as extracted from its file, with its sections. Offsets count Unicode scalar values of the text.
#[derive(Clone, Copy, Debug)]
pub struct Manuscript<'t> {
    /// The text exactly as extracted.
    pub text: &'t str,
    /// Sections of the text, ascending, without overlap.
    pub marks: &'t [Mark],
    /// Spans that are not compared, such as running heads, invisible text and text that was recognised uncertainly; in any order.
    pub exclusions: &'t [Exclusion],
    /// Paragraphs that are set as block quotations: spans (start, end) in Unicode scalar values, ascending, without overlap.
    pub block_quotations: &'t [(u64, u64)],
    /// Meaning of a line break in the text.
    pub breaks: LineBreaks,
}

impl<'t> Manuscript<'t> {
    /// Returns the manuscript of a text without exclusions and without block quotations.
    #[must_use]
    pub const fn of(text: &'t str, marks: &'t [Mark], breaks: LineBreaks) -> Self {
        Self {
            text,
            marks,
            exclusions: &[],
            block_quotations: &[],
            breaks,
        }
    }
}
