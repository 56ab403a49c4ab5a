//! Marks passages in a copy of the author's own file: highlights on the pages of a PDF, comments in a Word file. The
//! text and appearance of the file stay as they are.
//!
//! The file is parsed again to find the positions of its text, so all of this runs where files are read
//! ([`crate::Importer`]).

mod alignment;
mod docx;
mod own_copy;
mod pdf;

pub use own_copy::is_marked_copy;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{Format, ImportCause, RecognisedPage};

/// Author of the remarks in marked copies.
const AUTHOR: &str = "Chachong";

/// Request for a marked copy of a file. Offsets are in Unicode scalar values of `text`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotationRequest {
    /// Text of the file, as it was extracted for the check.
    pub text: String,
    /// Offset at which each page begins in `text`; empty for formats without pages.
    pub pages: Vec<u64>,
    /// Spans that are not compared, such as running heads, each as (start, end). They are not marked, even within a
    /// passage.
    pub excluded: Vec<(u64, u64)>,
    /// Pages whose text was recognised in pictures.
    pub recognised: Vec<RecognisedPage>,
    /// Passages to mark, with their remarks.
    pub remarks: Vec<PassageRemark>,
    /// Date of the remarks, such as `2026-11-22`; `None` if they have no date.
    pub date: Option<String>,
}

impl AnnotationRequest {
    /// Returns the characters of the text with blanks in the place of the excluded ones.
    fn marked_text(&self, text: &[char]) -> Vec<char> {
        blanked(text, self.excluded.iter().copied())
    }
}

/// Passage to mark, with a remark on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassageRemark {
    /// Offset of the first character of the passage, in Unicode scalar values of the text.
    pub start: u64,
    /// Offset after the last character of the passage, in Unicode scalar values of the text.
    pub end: u64,
    /// Text of the remark; lines are separated by line feeds.
    pub text: String,
    /// Colour of the mark as red, green and blue, each 0 to 255.
    pub colour: [u8; 3],
}

/// Marked copy of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotatedFile {
    /// Content of the copy, as the bytes of the whole file.
    #[serde(skip)]
    pub bytes: Vec<u8>,
    /// For each remark, how many characters of its passage are marked, in the order of the request.
    pub passages: Vec<AnnotatedPassage>,
}

/// Number of marked characters of one passage, not counting white space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotatedPassage {
    /// Number of characters in the passage.
    pub characters: u64,
    /// Number of characters that are marked directly.
    pub marked: u64,
    /// Number of characters in a note or text box, where Word allows no comment: the comment is placed where the note or
    /// text box belongs in the body.
    pub beside: u64,
}

impl AnnotatedPassage {
    /// Returns the number of characters of the passage without any mark.
    #[must_use]
    pub const fn missing(self) -> u64 {
        (self.characters.saturating_sub(self.marked)).saturating_sub(self.beside)
    }

    /// Returns whether the remark was placed anywhere in the file.
    #[must_use]
    pub const fn is_placed(self) -> bool {
        self.marked > 0 || self.beside > 0
    }
}

/// Reason why a file has no marked copy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum AnnotationCause {
    /// The file could not be read again.
    #[error(transparent)]
    Unread(#[from] ImportCause),
    /// The file is not the one that was checked.
    #[error("the file has changed since the check; check it again")]
    Changed,
    /// The content is neither a PDF nor a docx; a Word document as a single XML file cannot be marked either.
    #[error("only PDF and Word files (docx) can be marked")]
    OtherFormat,
    /// The file is encrypted, even if only to prevent changes.
    #[error("the file is protected against changes; save it without protection and check it again")]
    Encrypted,
    /// The file is signed: marks would break the signature.
    #[error("the file has a digital signature, which marks would break")]
    Signed,
    /// The structure of the file is damaged, so that marks cannot be added safely.
    #[error("the structure of the file is damaged ({detail}); save it anew and check it again")]
    Damaged {
        /// Description of the damage, in English, as the reader of the file states it.
        detail: String,
    },
    /// The text read now differs from the text of the check.
    #[error("the text is not that of the check; check the file again")]
    OtherText,
    /// None of the passages was found in the file.
    #[error("no passage can be found on its pages")]
    NothingPlaced,
    /// The person cancelled.
    #[error("cancelled")]
    Cancelled,
}

impl AnnotationCause {
    /// Returns the cause of a file whose structure is damaged, with a description in English.
    fn damaged(detail: &dyn std::fmt::Display) -> Self {
        Self::Damaged {
            detail: detail.to_string(),
        }
    }
}

/// Content that follows the original's bytes, or replaces them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Copy {
    /// The copy is the original followed by these bytes.
    Appended(Vec<u8>),
    /// The copy has these bytes.
    Whole(Vec<u8>),
}

/// Marks a file with this content. `format` is the format that the file name states. The copy's bytes are in the first result;
/// [`AnnotatedFile::bytes`] stays empty.
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

/// Returns the part of a text from the offset `start` to `end`, as far as it is in the text.
fn part(text: &[char], start: u64, end: u64) -> Range<usize> {
    let place = |offset: u64| usize::try_from(offset).map_or(text.len(), |at| at.min(text.len()));
    place(start)..place(end).max(place(start))
}

/// Returns a text with blanks in the place of `spans`.
pub(super) fn blanked(text: &[char], spans: impl Iterator<Item = (u64, u64)>) -> Vec<char> {
    let mut blanked = text.to_vec();
    for (start, end) in spans {
        blanked[part(text, start, end)].fill(' ');
    }
    blanked
}

/// Returns the offsets in the text of a passage's characters other than white space.
fn visible(text: &[char], start: u64, end: u64) -> impl Iterator<Item = u64> + '_ {
    let end = end.min(text.len() as u64);
    (start..end).filter(|&at| {
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        text.get(at).is_some_and(|c| !c.is_whitespace())
    })
}
