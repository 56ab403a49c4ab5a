//! Normalised text with its map back to the original, and the meaning of the original's line breaks.

use serde::{Deserialize, Serialize};

/// Meaning of the line breaks in an extracted text, which depends on its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LineBreaks {
    /// End of a paragraph (docx).
    Paragraph,
    /// End of a line in an editor (txt); the sentence may continue on the next line. A blank line ends a paragraph.
    Layout,
    /// End of a printed line (pdf). Parsers put blank lines wherever the leading is wide, so a break counts as more
    /// than layout only after the end of a sentence.
    Page,
}

/// Text ready for comparison, with a map back to the original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Normalized {
    /// Normalised text: NFKC, without invisible characters, with Latin letters for look-alikes and Simplified
    /// characters for Traditional ones. Paragraphs end with a blank line or, after a sentence's end, a line break;
    /// other white space is one space, and none between two Chinese characters.
    pub text: String,
    /// For each Unicode scalar value of `text`, the offset in the original, in scalar values, of the character it came
    /// from. Never decreases.
    pub origins: Vec<u32>,
}
