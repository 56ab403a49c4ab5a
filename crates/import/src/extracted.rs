//! Result of reading a file: its text and metadata.

use serde::{Deserialize, Serialize};

#[cfg(test)]
use super::marked::legible;
use super::marked::visible;
use super::{LayerCheck, Metadata, RecognisedText, Warning, prose_cells};
use chachong_text::{Exclusion, ExclusionReason, LineBreaks};

/// Text and metadata read from one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extracted {
    /// Text, as `chachong extract` prints it. All offsets count its Unicode scalar values.
    pub text: String,
    /// Meaning of the line breaks in the text.
    pub breaks: LineBreaks,
    /// Offset at which each page begins, in Unicode scalar values, for a pdf or image document. Empty for other formats.
    pub pages: Vec<u64>,
    /// Spans that are shown but not compared, in ascending order and without overlap.
    pub exclusions: Vec<Exclusion>,
    /// Spans of the paragraphs that the author marked as quotations, by a style or an element of the file. Each is (start, end) in
    /// Unicode scalar values; they are in ascending order and do not overlap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub block_quotations: Vec<(u64, u64)>,
    /// Name of the encoding, such as `gb18030`, if the file has a text format (txt, html, md, csv, source files …); `None` for other
    /// formats.
    pub encoding: Option<String>,
    /// Name of the reader that gave this result, such as `hayro`; `None` if the format has only one reader. If the content has another
    /// format than the extension states, the name of that format comes first, as in `pdf (hayro)`.
    pub reader: Option<String>,
    /// Information that the file states about itself, such as author, dates and programs.
    pub metadata: Metadata,
    /// Warnings about the text, in order of [`Warning::rank`].
    pub warnings: Vec<Warning>,
    /// Pages whose text was recognised in pictures; `None` if there are none. For a docx whose pictures were looked at but contain hardly
    /// any text, it is `Some` without pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recognised: Option<RecognisedText>,
    /// Comparison of the text of a pdf with what its pages show; `None` if there was no comparison.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layer: Option<LayerCheck>,
}

impl Extracted {
    /// Creates a result with this text and without pages, exclusions and metadata. An empty text gets
    /// [`Warning::NoText`].
    #[must_use]
    pub fn of_text(text: String, breaks: LineBreaks) -> Self {
        let is_empty = text.trim().is_empty();
        Self {
            text,
            breaks,
            pages: Vec::new(),
            exclusions: Vec::new(),
            block_quotations: Vec::new(),
            encoding: None,
            reader: None,
            metadata: Metadata::default(),
            warnings: Vec::from_iter(is_empty.then_some(Warning::NoText)),
            recognised: None,
            layer: None,
        }
    }

    /// Excludes the whole text from the comparison of prose: it is code or data, which are compared as such.
    #[must_use]
    pub(super) fn without_prose(mut self) -> Self {
        let end = self.text.chars().count() as u64;
        self.exclusions = vec![Exclusion {
            start: 0,
            end,
            reason: ExclusionReason::Code,
        }];
        self
    }

    /// Excludes the data of a table from the comparison of prose: all but the cells that hold sentences.
    #[must_use]
    pub(super) fn without_data(mut self) -> Self {
        self.exclusions = prose_cells::data(&self.text);
        self
    }

    /// Drops the warnings that are not worth telling and sorts the rest, the most serious first.
    pub(super) fn settle_warnings(&mut self) {
        let visible = self.visible();
        Warning::settle(&mut self.warnings, visible);
    }

    /// Returns the number of characters that are not white space.
    #[must_use]
    pub fn visible(&self) -> u64 {
        visible(&self.text)
    }
}

#[cfg(test)]
impl Extracted {
    /// The spans that are not compared.
    pub(super) fn spans(&self) -> Vec<(u64, u64)> {
        (self.exclusions.iter())
            .map(|one| (one.start, one.end))
            .collect()
    }

    /// Whether all of the secret, and nothing but it, is out of the comparison as unseen text, and told.
    pub(super) fn keeps_out(&self, secret: &str) -> bool {
        self.warnings.iter().any(|warning| match warning {
            Warning::HiddenText { places } => {
                places.count == legible(secret) && !self.text.contains(secret)
            }
            Warning::InvisibleText { places } | Warning::TextOutsidePage { places } => {
                let is_unseen = |at: u64| {
                    (self.exclusions.iter())
                        .filter(|one| one.reason == ExclusionReason::Invisible)
                        .any(|one| (one.start..one.end).contains(&at))
                };
                let text = (0..).zip(self.text.chars());
                let unseen = text.filter(|&(at, _)| is_unseen(at)).map(|(_, c)| c);
                let unseen: String = unseen.collect();
                places.count == legible(secret) && unseen.trim() == secret
            }
            _ => false,
        })
    }
}
