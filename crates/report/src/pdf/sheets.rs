//! Sheets: the content of a report's pages before they are written. All pages are laid out first, because links lead
//! forwards and each page names the number of pages.

use std::collections::BTreeMap;

use super::style::{Rgb, Target};

/// Part of a report's structure, for programs that read it aloud.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Heading with its level, from 1, and its text.
    Heading(u16, String),
    /// Paragraph, or row of a table.
    Paragraph,
}

/// Text of one style in one line, or of one badge.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Words {
    pub(super) x: f32,
    /// Height of the base line.
    pub(super) y: f32,
    pub(super) size: f32,
    pub(super) ink: Rgb,
    pub(super) bold: bool,
    pub(super) text: String,
    /// For each character its glyph and width in points.
    pub(super) glyphs: Vec<(u32, f32)>,
    /// Text to copy in place of `text`; `None` for the text itself.
    pub(super) copied: Option<String>,
    /// Index of the part of the structure.
    pub(super) role: usize,
}

/// Line of a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stroke {
    pub(super) ink: Rgb,
    pub(super) width: f32,
    pub(super) is_dotted: bool,
}

/// Rectangle; `top` and `left` are its upper left corner. One without height is a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) width: f32,
    pub(super) height: f32,
}

/// One thing on a page.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    Words(Words),
    Shape {
        area: Area,
        fill: Option<Rgb>,
        stroke: Option<Stroke>,
        /// Radius of the corners, in points.
        radius: f32,
    },
    Link {
        area: Area,
        target: Target,
        role: usize,
    },
}

/// Place on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    /// Index of the page.
    pub(super) page: usize,
    /// Distance from the page's upper edge, in points.
    pub(super) y: f32,
}

/// Bookmark, within the last one of level 0 if its own level is higher.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bookmark {
    pub(super) level: usize,
    pub(super) text: String,
    pub(super) place: Place,
}

/// Pages of a report with their structure, their bookmarks and the places that links lead to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sheets {
    pub(super) pages: Vec<Vec<Item>>,
    pub(super) roles: Vec<Role>,
    pub(super) bookmarks: Vec<Bookmark>,
    pub(super) places: BTreeMap<Target, Place>,
    /// Characters that the font lacks, with the numbers of their occurrences.
    pub(super) missing: BTreeMap<char, usize>,
}
