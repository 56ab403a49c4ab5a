//! Text of one PDF page, as a reader gives it.

use super::glyph_place::GlyphPlace;
use super::template::Stamp;
use crate::ImportCause;

/// Pages read by one reader: the text of each, or why it has none.
pub(super) type Pages = Vec<Result<PageText, ImportCause>>;

/// Text of one page, with what is known about its place and visibility.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PageText {
    /// Text of the page; every line except the last ends with a line feed.
    pub text: String,
    /// Positions of the lines on the page; empty if the reader does not provide them.
    pub lines: Vec<Line>,
    /// Positions of the glyphs, in the order of the text; empty unless they are asked for.
    pub glyphs: Vec<GlyphPlace>,
    /// Spans that are invisible on the printed page, each as (start, end, reason) in characters, ascending.
    pub hidden: Vec<(u64, u64, Hidden)>,
    /// Text that may be a watermark or stamp (the template), which can only be decided once the whole document is known.
    pub stamps: Vec<Stamp>,
    /// Spans of watermarks and stamps, which are not the author's text, each as (start, end) in characters, ascending.
    pub template: Vec<(u64, u64)>,
    /// Evidence that the page is a scan; all zero if the reader does not provide it.
    pub scan: Scan,
    /// True if the page is mostly a picture or a drawing.
    pub is_drawing: bool,
    /// True if the page has layers that can be switched off; the reader that recognises layers does not compare their
    /// text.
    pub has_layers: bool,
    /// Number of letters that were omitted because they are drawn twice in the same place.
    pub redrawn: usize,
    /// True if drawing the page was aborted because it did not end, so that its text is incomplete.
    pub is_endless: bool,
}

/// One line of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    /// Offset in characters of the line's first character in the page's text.
    pub start: u64,
    /// Distance of the line from the top of the page, in points.
    pub y: f64,
}

/// Signs that a page is a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Scan {
    /// Share of the page that pictures cover, in per cent.
    pub pictures: u64,
    /// Number of visible characters.
    pub seen: u64,
    /// Number of invisible characters where there is a picture: without colour, in the colour of the paper, or under
    /// the picture.
    pub layer: u64,
    /// Number of white characters over a picture, which are visible if the picture is dark there.
    pub white: u64,
}

impl Scan {
    /// Returns whether pictures cover most of the page.
    pub const fn is_mostly_picture(&self) -> bool {
        self.pictures >= 50
    }
}

/// Reason why a span is not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hidden {
    /// Transparent or tiny text, and text in the colour of its ground.
    Unseen,
    /// Text under a shape.
    Covered,
    /// Text like that, except tiny text, over or under a picture: unseen, or the text layer of a scan. Undecided until the
    /// whole document is known.
    OnPicture,
    /// Text that a picture or a shape covers, at the place of a picture: as undecided as text on a picture.
    UnderPicture,
    /// Text outside the page's area, or outside all of a clip.
    Outside,
}

impl PageText {
    /// Returns whether all characters from `start` to before `end` belong to one watermark or stamp ([`Self::template`]).
    pub fn is_template(&self, start: u64, end: u64) -> bool {
        let after = self.template.partition_point(|&(from, _)| from <= start);
        after > 0 && self.template[after - 1].1 >= end
    }

    /// Returns the hidden spans, each as (start, end, reason), without watermarks and stamps, which may cross the edge of the page.
    pub fn unexplained(&self) -> Vec<(u64, u64, Hidden)> {
        let mut template = self.template.iter().peekable();
        let mut left = Vec::new();
        for &(mut start, end, why) in &self.hidden {
            while template.next_if(|&&(_, to)| to <= start).is_some() {}
            while let Some(&&(from, to)) = template.peek()
                && from < end
            {
                if start < from {
                    left.push((start, from, why));
                }
                start = to;
                if to > end {
                    break;
                }
                template.next();
            }
            if start < end {
                left.push((start, end, why));
            }
        }
        left
    }

    /// Creates a page from its text alone.
    pub fn plain(text: &str) -> Self {
        Self {
            text: text.trim_matches(['\n', '\r', ' ']).replace("\r\n", "\n"),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_to_the_template_is_not_suspected() {
        let page = PageText {
            hidden: vec![(2, 8, Hidden::Outside), (10, 30, Hidden::Unseen)],
            template: vec![(0, 4), (12, 14), (20, 40)],
            ..PageText::default()
        };
        let left = [
            (4, 8, Hidden::Outside),
            (10, 12, Hidden::Unseen),
            (14, 20, Hidden::Unseen),
        ];
        assert_eq!(page.unexplained(), left);
        assert!(page.is_template(12, 14) && page.is_template(0, 3));
        assert!(!page.is_template(4, 8) && !page.is_template(11, 13));
        assert_eq!(PageText::default().unexplained(), []);
    }
}
