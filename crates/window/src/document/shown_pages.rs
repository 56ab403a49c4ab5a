//! Pages of a document that can be shown as pictures, each with its span in the text and its recognised lines.

use std::sync::Arc;

use chachong_compare::Span;
use chachong_import::{Format, PageName, RecognisedLine, RecognisedPage, RecognisedText};
use chachong_recognition::{Trust, Turn};

/// Page that can be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShownPage {
    pub(crate) name: PageName,
    /// Number of the page, from 1; of a docx the number of the picture.
    pub(crate) number: u32,
    /// Span of the page in the text.
    pub(crate) span: Span,
    /// Index of the page among the recognised ones; `None` for a page that was not recognised.
    recognised: Option<usize>,
}

/// All pages of a document that can be shown, in the order of the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShownPages {
    pub(crate) pages: Vec<ShownPage>,
    recognised: Option<Arc<RecognisedText>>,
}

impl ShownPages {
    /// Lists the pages of a document: every page of a PDF or of image files, or else the pictures that were recognised, as in a
    /// docx. `pages` are the offsets at which the pages begin and `characters` is the length of the text, all in characters.
    pub(crate) fn of(
        format: Option<Format>,
        pages: &[u64],
        characters: u64,
        recognised: Option<Arc<RecognisedText>>,
    ) -> Self {
        let offset = |at: u64| u32::try_from(at).unwrap_or(u32::MAX);
        let read = recognised.as_ref().map_or(&[][..], |text| &text.pages);
        let pages = match format {
            Some(Format::Pdf | Format::Image) => (1..)
                .zip(pages)
                .map(|(number, &start)| {
                    let next = pages.get(number as usize).copied();
                    ShownPage {
                        name: PageName::Numbered(number),
                        number,
                        span: Span {
                            start: offset(start),
                            end: offset(next.unwrap_or(characters)),
                        },
                        recognised: read.iter().position(|page| page.number == number),
                    }
                })
                .collect(),
            _ => (read.iter().enumerate())
                .filter_map(|(place, page)| {
                    Some(ShownPage {
                        name: PageName::Picture(page.picture.clone()?),
                        number: page.number,
                        span: Span {
                            start: offset(page.start),
                            end: offset(page.end),
                        },
                        recognised: Some(place),
                    })
                })
                .collect(),
        };
        Self { pages, recognised }
    }

    /// Returns the index of the last page that begins at or before this offset in characters, or else of the first page; `None`
    /// without pages.
    pub(crate) fn at(&self, character: u32) -> Option<usize> {
        let after = self
            .pages
            .partition_point(|page| page.span.start <= character);
        (!self.pages.is_empty()).then(|| after.saturating_sub(1))
    }

    /// Returns a page as it was recognised; `None` if it was not.
    pub(crate) fn recognised(&self, page: usize) -> Option<&RecognisedPage> {
        let place = self.pages.get(page)?.recognised?;
        self.recognised.as_ref()?.pages.get(place)
    }

    /// Returns the version of the models and rules that recognised the text; `None` if no page was recognised.
    pub(crate) fn version(&self) -> Option<&str> {
        self.recognised.as_ref().map(|text| text.version.as_str())
    }

    /// Returns the rotation that makes a page upright.
    pub(crate) fn turn(&self, page: usize) -> Turn {
        self.recognised(page).map_or(Turn::None, |page| page.turn)
    }

    /// Returns the next line after `line` that a person should compare with the picture: one that counts with a mark or not at all.
    /// After the last line, the search continues with the first; `None` if there is no such line.
    pub(crate) fn next_unsure(&self, page: usize, line: Option<usize>) -> Option<usize> {
        let lines = &self.recognised(page)?.lines;
        let is_unsure = |&at: &usize| lines.get(at).is_some_and(is_unsure);
        let from = line.map_or(0, |line| line + 1);
        (from..lines.len())
            .find(is_unsure)
            .or_else(|| (0..lines.len()).find(is_unsure))
    }
}

/// Returns whether a person should compare a line with the picture.
pub(crate) fn is_unsure(line: &RecognisedLine) -> bool {
    line.confidence.trust() != Trust::Counts && line.start < line.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_recognition::Confidence;

    fn line(start: u64, end: u64, confidence: u16) -> RecognisedLine {
        RecognisedLine {
            start,
            end,
            confidence: Confidence(confidence),
            corners: [[0, 0]; 4],
            corrected: false,
        }
    }

    fn text(number: u32, picture: Option<&str>) -> Arc<RecognisedText> {
        Arc::new(RecognisedText {
            version: "1".to_owned(),
            pages: vec![RecognisedPage {
                number,
                picture: picture.map(str::to_owned),
                hash: String::new(),
                start: 10,
                end: 30,
                confidence: Confidence(9_000),
                turn: Turn::Half,
                width: 9,
                height: 9,
                lines: vec![
                    line(10, 15, 9_900),
                    line(16, 20, 8_700),
                    line(21, 29, 6_000),
                ],
            }],
        })
    }

    #[test]
    fn all_pages_of_a_pdf_are_shown_and_know_their_lines() {
        let pages = ShownPages::of(Some(Format::Pdf), &[0, 10, 30], 50, Some(text(2, None)));
        let spans: Vec<_> = (pages.pages.iter())
            .map(|page| (page.number, page.span.start, page.span.end))
            .collect();
        assert_eq!(spans, [(1, 0, 10), (2, 10, 30), (3, 30, 50)]);
        assert_eq!(
            [0, 9, 10, 49].map(|at| pages.at(at)),
            [Some(0), Some(0), Some(1), Some(2)]
        );
        assert_eq!((pages.turn(0), pages.turn(1)), (Turn::None, Turn::Half));
        assert_eq!(pages.next_unsure(1, None), Some(1));
        assert_eq!(pages.next_unsure(1, Some(1)), Some(2));
        assert_eq!(pages.next_unsure(1, Some(2)), Some(1));
        assert_eq!(pages.next_unsure(0, None), None);
    }

    #[test]
    fn of_a_word_file_the_recognised_pictures_are_shown() {
        let picture = "word/media/image1.png";
        let pages = ShownPages::of(Some(Format::Docx), &[], 50, Some(text(3, Some(picture))));
        assert_eq!(pages.pages.len(), 1);
        assert_eq!(pages.pages[0].name, PageName::Picture(picture.to_owned()));
        assert_eq!(pages.at(0), Some(0));
        let none = ShownPages::of(Some(Format::Docx), &[], 50, None);
        assert_eq!(none.at(0), None);
    }
}
