//! Positions of glyphs on their pages, for placing marks.

use hayro_interpret::kurbo::{Affine, Point, Vec2};

/// Glyph of a page's text. Places are in points from the upper left corner of the page as it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GlyphPlace {
    /// Offset in the page's text of the first character that the glyph stands for.
    pub(crate) start: u64,
    /// Offset after the last character that the glyph stands for.
    pub(crate) end: u64,
    /// Point on the base line where the glyph begins.
    pub(crate) origin: Point,
    /// Width of the glyph, along its base line.
    pub(crate) across: Vec2,
    /// One em upwards.
    pub(crate) up: Vec2,
    /// Whether the next glyph stands below this one.
    pub(crate) is_vertical: bool,
}

/// Page with the places of its glyphs.
pub(crate) struct PlacedPage {
    /// Text of the page, as this reader writes it.
    pub(crate) text: String,
    /// Glyphs in the order of the text.
    pub(crate) glyphs: Vec<GlyphPlace>,
    /// Width and height of the page as it is shown, in points.
    pub(crate) size: (f64, f64),
    /// Turns places on the page into the coordinates of the file.
    pub(crate) to_file: Affine,
}
