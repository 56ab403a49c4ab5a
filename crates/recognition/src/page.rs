//! Results of recognition: the lines of a page with their positions, confidence and roles.

use serde::{Deserialize, Serialize};

/// Confidence from which a line counts without a mark.
const SURE: Confidence = Confidence(9_500);
/// Confidence from which a line counts and is marked, and mean confidence from which a page is read.
const LIKELY: Confidence = Confidence(8_500);

/// Confidence of the models in the text that they read, in ten-thousandths: 0 to 10,000. Whole numbers can be compared
/// and stored exactly.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Confidence(pub u16);

impl Confidence {
    /// Converts a probability to a confidence. Values outside 0..=1 are clamped; NaN becomes 0.
    #[must_use]
    pub fn of(probability: f32) -> Self {
        // The clamped product fits; `as` turns no number into 0.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Self((probability.clamp(0.0, 1.0) * 10_000.0).round() as u16)
    }

    /// Returns the confidence as a number from 0 to 1.
    #[must_use]
    pub fn share(self) -> f32 {
        f32::from(self.0) / 10_000.0
    }

    /// Returns how text with this confidence may be used.
    #[must_use]
    pub fn trust(self) -> Trust {
        if self >= SURE {
            Trust::Counts
        } else if self >= LIKELY {
            Trust::Marked
        } else {
            Trust::Shown
        }
    }

    /// Returns the mean of confidences, each weighed by its number of characters; `None` without characters.
    pub(super) fn mean(of: impl IntoIterator<Item = (Self, usize)>) -> Option<Self> {
        let (sum, count) = of
            .into_iter()
            .fold((0_u64, 0_u64), |(sum, count), (each, n)| {
                (sum + u64::from(each.0) * n as u64, count + n as u64)
            });
        let mean = (sum + count / 2).checked_div(count)?;
        u16::try_from(mean).ok().map(Self)
    }
}

/// Use of recognised text: compared, compared with a warning, or only shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trust {
    /// Confidence of at least .95: compared and counted.
    Counts,
    /// Confidence of at least .85 and below .95: compared and counted, with the advice to look at the picture.
    Marked,
    /// Confidence below .85: shown, neither compared nor counted.
    Shown,
}

/// Clockwise turn that makes a picture upright.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// The picture is upright.
    #[default]
    None,
    /// Turn by 90 degrees clockwise.
    Quarter,
    /// Turn by 180 degrees.
    Half,
    /// Turn by 270 degrees clockwise.
    ThreeQuarters,
}

/// Text recognised in one picture: a page of a pdf, or a page of an image file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recognised {
    /// Version of the models and rules that gave this result, as [`Engine::version`](crate::Engine::version) returns it.
    pub version: String,
    /// Turn that makes the picture upright; [`Turn::None`] for a picture without text. All positions in [`Recognised::pages`] refer to
    /// the upright picture.
    pub turn: Turn,
    /// Width of the upright picture, in pixels.
    pub width: u32,
    /// Height of the upright picture, in pixels.
    pub height: u32,
    /// Slant of the lines, in hundredths of a degree, positive if they are turned clockwise. For horizontal lines, the angle to the
    /// horizontal; for vertical lines, the angle to the vertical.
    pub skew: i16,
    /// Pages of the picture in reading order: one, or two if the picture shows an open book.
    pub pages: Vec<Page>,
}

/// Page in a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// Left edge of the page in the picture, in pixels.
    pub left: u32,
    /// Right edge of the page in the picture, in pixels, exclusive.
    pub right: u32,
    /// Mean confidence of the lines, weighted by their numbers of characters; 0 without lines. Lines that the edge of the picture cuts
    /// off count with the confidence of the models, until a person corrects a line of the page.
    pub confidence: Confidence,
    /// State of the page: read, not read, or empty.
    pub state: PageState,
    /// Lines in reading order.
    pub lines: Vec<Line>,
}

/// Whether a page was recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageState {
    /// The mean confidence is at least .85: the [`Trust`] of each line decides how it is used.
    Read,
    /// The mean confidence is below .85: the lines are shown, but none is compared.
    NotRead,
    /// There is no text, or only a few characters of doubtful confidence, as on an empty page or in a photograph.
    Empty,
}

/// Line, or a separate part of one, such as a table cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Text, without line breaks.
    pub text: String,
    /// Mean confidence of the characters. It is at most .84 if the edge of the picture cuts the line off, and 1 if a person corrected the
    /// line.
    pub confidence: Confidence,
    /// Corners in pixels of the upright picture, as (x, y), clockwise. The first is the upper left corner of horizontal text, and the
    /// upper right corner of vertical text: the corner where reading begins.
    pub corners: [[i32; 2]; 4],
    /// Direction in which the line is written.
    pub direction: Direction,
    /// Role of the line on the page, such as running head or body text.
    pub role: Role,
    /// Number of the row on the page, from 0; parts of one row have the same number.
    pub row: u32,
    /// Number of the column or other block on the page, from 0, in reading order.
    pub block: u32,
    /// True if a paragraph seems to begin here, because the line is indented, the previous one ends early, or the gap between them is
    /// large.
    pub begins_paragraph: bool,
    /// Position and confidence of each character of `text`, in order; empty if a person corrected the line or if these data were dropped
    /// to save space.
    pub letters: Vec<Letter>,
    /// True if a person corrected the text.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub corrected: bool,
}

/// Position and confidence of one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// Centre of the character along the line, in ten-thousandths of the line's length: 0 to 10,000.
    pub at: u16,
    /// Confidence that the character is right.
    pub confidence: Confidence,
}

/// Direction of writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Horizontal lines from left to right, the first line at the top.
    #[default]
    Across,
    /// Vertical lines from the top down, the first line at the right.
    Down,
}

/// Role of a line on its page, judged by place, size and first characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Running text, headings and all lines without another role.
    #[default]
    Body,
    /// Running head, at the top and apart from the text.
    Head,
    /// Page number or running foot, at the bottom and apart from the text.
    Foot,
    /// Footnote: small lines at the bottom of a column, from the first that begins with a reference mark.
    Footnote,
    /// Caption of a figure or table.
    Caption,
}

impl Page {
    /// Returns the text of the page for comparison: its lines with a confidence of at least .85, or no text if the page
    /// counts as not read. Line feeds separate rows; spaces separate the parts of a row.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut row = None;
        if self.state == PageState::Read {
            for line in (self.lines.iter()).filter(|line| line.confidence.trust() != Trust::Shown) {
                if let Some(row) = row {
                    text.push(if row == line.row { ' ' } else { '\n' });
                }
                text.push_str(&line.text);
                row = Some(line.row);
            }
        }
        text
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    #[test]
    fn confidence_is_rounded_and_kept_in_its_range() {
        assert_eq!(Confidence::of(0.95), Confidence(9_500));
        assert_eq!(Confidence::of(7.0), Confidence(10_000));
        assert_eq!(Confidence::of(-1.0), Confidence(0));
        assert_eq!(Confidence::of(f32::NAN), Confidence(0));
        assert_eq!(Confidence(9_500).trust(), Trust::Counts);
        assert_eq!(Confidence(9_499).trust(), Trust::Marked);
        assert_eq!(Confidence(8_500).trust(), Trust::Marked);
        assert_eq!(Confidence(8_499).trust(), Trust::Shown);
    }

    #[test]
    fn a_mean_weighs_characters() {
        let of = [(Confidence(10_000), 3), (Confidence(6_000), 1)];
        assert_eq!(Confidence::mean(of), Some(Confidence(9_000)));
        assert_eq!(Confidence::mean([]), None);
    }

    /// Line across a page.
    pub(crate) fn line(text: &str, confidence: u16) -> Line {
        Line {
            text: text.to_owned(),
            confidence: Confidence(confidence),
            corners: [[0, 0]; 4],
            direction: Direction::Across,
            role: Role::Body,
            row: 0,
            block: 0,
            begins_paragraph: false,
            letters: Vec::new(),
            corrected: false,
        }
    }

    #[test]
    fn text_has_what_counts() {
        let line = |text, confidence, row| Line {
            row,
            ..line(text, confidence)
        };
        let mut page = Page {
            left: 0,
            right: 100,
            confidence: Confidence(9_000),
            state: PageState::Read,
            lines: vec![
                line("年份", 9_900, 0),
                line("数量", 8_700, 0),
                line("乱", 5_000, 1),
                line("二〇二〇", 9_600, 2),
            ],
        };
        assert_eq!(page.text(), "年份 数量\n二〇二〇");
        page.state = PageState::NotRead;
        assert_eq!(page.text(), "");
    }
}
