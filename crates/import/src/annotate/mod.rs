//! Marks in a copy of the author's own file: highlights on the pages of a PDF, comments in a Word file. The text and the
//! look of the file stay as they are.
//!
//! The file is parsed again to find where its text stands, so all of this runs where files are read ([`crate::Importer`]).

mod alignment;
mod docx;
mod own_copy;
mod pdf;

pub use own_copy::is_marked_copy;

use serde::{Deserialize, Serialize};

use super::{Format, ImportCause, RecognisedPage};

/// Author of the remarks in marked copies.
const AUTHOR: &str = "Chachong";

/// What to mark in a copy of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotationRequest {
    /// Text of the file as the check has it.
    pub text: String,
    /// Offset of each page in the text; empty for formats without pages.
    pub pages: Vec<u64>,
    /// Spans that are not compared, such as running heads: they are not marked within a passage.
    pub excluded: Vec<(u64, u64)>,
    /// Pages that were recognised in pictures.
    pub recognised: Vec<RecognisedPage>,
    /// Remarks on passages.
    pub remarks: Vec<PassageRemark>,
    /// Day of the remarks, such as `2026-11-22`; `None` for none.
    pub date: Option<String>,
}

impl AnnotationRequest {
    /// Returns the characters of the text with blanks in the place of those that are not marked.
    fn marked_text(&self, text: &[char]) -> Vec<char> {
        let mut marked = text.to_vec();
        for &(start, end) in &self.excluded {
            let place = |offset: u64| {
                usize::try_from(offset)
                    .unwrap_or(usize::MAX)
                    .min(text.len())
            };
            let (start, end) = (place(start), place(end));
            marked[start..end.max(start)].fill(' ');
        }
        marked
    }
}

/// Remark on a passage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassageRemark {
    /// First character of the passage in the text.
    pub start: u64,
    /// Offset after the last character of the passage.
    pub end: u64,
    /// Text of the remark; its lines end with line feeds.
    pub text: String,
    /// Colour of the mark: red, green and blue.
    pub colour: [u8; 3],
}

/// Copy of a file with marks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotatedFile {
    /// Content of the copy.
    #[serde(skip)]
    pub bytes: Vec<u8>,
    /// Counts of marked characters for each passage, in the order of the remarks.
    pub passages: Vec<AnnotatedPassage>,
}

/// How much of a passage is marked in the copy of a file, in characters other than white space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotatedPassage {
    /// Length of the passage.
    pub characters: u64,
    /// Characters that are marked where they stand.
    pub marked: u64,
    /// Characters in a note or a text box, where Word takes no comment: the remark stands where the note is referred to.
    pub beside: u64,
}

impl AnnotatedPassage {
    /// Returns the number of characters that are not marked at all.
    #[must_use]
    pub const fn missing(self) -> u64 {
        (self.characters.saturating_sub(self.marked)).saturating_sub(self.beside)
    }

    /// Whether the remark stands anywhere in the file.
    #[must_use]
    pub const fn is_placed(self) -> bool {
        self.marked > 0 || self.beside > 0
    }
}

/// Reason why there is no marked copy of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum AnnotationCause {
    /// The file cannot be read again.
    #[error(transparent)]
    Unread(#[from] ImportCause),
    /// The file is not the one that was checked.
    #[error("the file has changed since the check; check it again")]
    Changed,
    /// The content is neither a PDF nor a Word file.
    #[error("only PDF and Word files (docx) can be marked")]
    OtherFormat,
    /// The file is encrypted, be it only against changes.
    #[error("the file is protected against changes; save it without protection and check it again")]
    Encrypted,
    /// The file is signed: marks would break the signature.
    #[error("the file has a digital signature, which marks would break")]
    Signed,
    /// The structure of the file is damaged, so that nothing can be added safely.
    #[error("the structure of the file is damaged ({detail}); save it anew and check it again")]
    Damaged {
        /// What is wrong.
        detail: String,
    },
    /// The text of the file is read otherwise than in the check.
    #[error("the text is not that of the check; check the file again")]
    OtherText,
    /// No passage can be found in the file.
    #[error("no passage can be found on its pages")]
    NothingPlaced,
    /// The person cancelled.
    #[error("cancelled")]
    Cancelled,
}

/// Content that follows the original's bytes, or replaces them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Copy {
    /// The copy is the original with these bytes behind it.
    Appended(Vec<u8>),
    /// The copy has these bytes.
    Whole(Vec<u8>),
}

/// Marks a file with this content. `format` is the format of its ending. The copy's bytes are returned by themselves.
pub(super) fn annotate(
    format: Format,
    bytes: Vec<u8>,
    request: &AnnotationRequest,
) -> Result<(Copy, AnnotatedFile), AnnotationCause> {
    let (copy, passages) = match format.of_content(&bytes) {
        Format::Pdf => {
            let (appended, passages) = pdf::annotate(bytes, request)?;
            (Copy::Appended(appended), passages)
        }
        Format::Docx => {
            let (whole, passages) = docx::annotate(&bytes, request)?;
            (Copy::Whole(whole), passages)
        }
        _ => return Err(AnnotationCause::OtherFormat),
    };
    if !passages.iter().any(|passage| passage.is_placed()) {
        return Err(AnnotationCause::NothingPlaced);
    }
    let bytes = Vec::new();
    Ok((copy, AnnotatedFile { bytes, passages }))
}

/// Returns the characters of a passage that are no white space, with their offsets in the text.
fn visible(text: &[char], start: u64, end: u64) -> impl Iterator<Item = u64> + '_ {
    let end = end.min(text.len() as u64);
    (start..end).filter(|&at| {
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        text.get(at).is_some_and(|c| !c.is_whitespace())
    })
}
