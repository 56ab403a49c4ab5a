//! Recognised text: which spans of an extracted text were recognised in pictures of pages, and how certain they are.

use serde::{Deserialize, Serialize};

use chachong_recognition::{Confidence, Turn};

/// Pages of a document whose text was recognised in pictures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecognisedText {
    /// Version of the models and rules by which the pages were recognised.
    pub version: String,
    /// Pages in the order of the text; empty if the pictures of a docx contain hardly any text.
    pub pages: Vec<RecognisedPage>,
}

/// Page whose text was recognised in a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecognisedPage {
    /// Number of the page, from 1. For a docx, the number of the picture, from 1, with pictures sorted by name.
    pub number: u32,
    /// Name of the picture's part inside a docx; `None` for other formats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// SHA-256 of the page's picture, as 64 lower-case hex digits, under which the recognised page is stored; empty for
    /// a page from an older version of the program.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hash: String,
    /// Offset of the page's first character in the text, in Unicode scalar values.
    pub start: u64,
    /// Offset after the page's last character, in Unicode scalar values.
    pub end: u64,
    /// Mean confidence of the page; if the picture shows two pages, that of the less certain one. 0 if the page, or one of the two, has
    /// no text.
    pub confidence: Confidence,
    /// Turn that makes the picture upright; the corners of lines refer to the upright picture.
    pub turn: Turn,
    /// Width of the upright picture, in pixels.
    pub width: u32,
    /// Height of the upright picture, in pixels.
    pub height: u32,
    /// Lines in the order of the text.
    pub lines: Vec<RecognisedLine>,
}

/// Line of a page whose text was recognised in a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecognisedLine {
    /// Offset of the line's first character in the text, in Unicode scalar values.
    pub start: u64,
    /// Offset after the line's last character, in Unicode scalar values.
    pub end: u64,
    /// Confidence, which decides whether the line counts ([`Confidence::trust`]). On a page that counts as not read, no line counts.
    pub confidence: Confidence,
    /// Corners of the line, each as (x, y) in pixels of the upright picture, clockwise. The first is the corner where reading begins: the
    /// upper left corner of horizontal text, the upper right corner of vertical text.
    pub corners: [[i32; 2]; 4],
    /// True if a person corrected the line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub corrected: bool,
}

impl RecognisedText {
    /// Returns the span of each recognised page in the text, as (start, end) in Unicode scalar values, ascending.
    pub fn spans(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.pages.iter().map(|page| (page.start, page.end))
    }
}
