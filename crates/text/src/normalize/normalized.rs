//! Normalised text with its map back to the original, and the meaning of the original's line breaks.

use serde::{Deserialize, Serialize};

/// Meaning of the line breaks in an extracted text, which depends on its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LineBreaks {
    /// End of a paragraph (docx).
    Paragraph,
    /// End of a line in an editor (txt). The sentence may continue on the next line; a blank line ends a paragraph.
    Layout,
    /// End of a printed line (pdf). Parsers put blank lines wherever the leading is wide, so no break ends a paragraph; only a break
    /// after the end of a Chinese sentence is kept.
    Page,
}

/// Text ready for comparison, with a map back to the original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Normalized {
    /// Normalised text: NFKC, without invisible characters, with Latin letters for look-alikes and Simplified characters for Traditional
    /// ones. Two line breaks separate paragraphs. One line break stands where a line of Chinese ended with a full stop, a semicolon or
    /// the like. Any other white space becomes a single space, or nothing between two Chinese characters.
    pub text: String,
    /// For each Unicode scalar value of `text`, the offset in the original, in scalar values, of the character it came
    /// from. Never decreases.
    pub origins: Vec<u32>,
}
