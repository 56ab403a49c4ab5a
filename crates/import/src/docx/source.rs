//! Positions of a Word file's text in the XML of its main part, for placing marks.

/// Stretch of the text that one element of the main part holds. Offsets in the text count Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextSource {
    /// Offset of the first character in the text.
    pub(crate) at: u64,
    /// Number of characters.
    pub(crate) length: u64,
    /// Offset in the part, in bytes of UTF-8: where the content of a `w:t` begins, or within another element that stands
    /// for the text.
    pub(crate) byte: usize,
    /// Whether the characters are those of a `w:t`, one by one.
    pub(crate) is_text: bool,
    /// Whether the text stands in a note or a text box, to which the element belongs.
    pub(crate) is_away: bool,
}
