//! Glyphs with their places on a page, and the position of the pen after them.

use hayro_interpret::font::Glyph;
use hayro_interpret::kurbo::{Affine, Point, Vec2};

use super::page::Hidden;
use chachong_text::is_cjk;

/// Maximum distance, in widths of its first glyph, between two drawings of one run that make bold type or a shadow:
/// they are one text.
const SAME_PLACE: f64 = 0.35;
/// Minimum shift of the base line, in em, that begins a line; super- and subscripts stay below.
const LINE_SHIFT: f64 = 0.5;
/// Units of glyph measurements per em.
const UNITS: f64 = 1000.0;

/// Pen position after a glyph.
pub(super) struct Pen {
    pub(super) end: Point,
    pub(super) direction: Vec2,
    pub(super) em: f64,
    pub(super) cjk: bool,
}

/// Visibility of a glyph when it is drawn.
#[derive(Clone, Copy)]
pub(super) enum Sight {
    Plain,
    /// White on something painted in another colour, or on a picture.
    WhiteOnPaint,
    /// White on white, or transparent.
    Faint,
    /// Drawn in the mode that draws nothing.
    Undrawn,
    /// Not seen, whatever else is drawn there.
    Hidden(Hidden),
}

/// One glyph on the page.
pub(super) struct Placed {
    pub(super) text: String,
    pub(super) origin: Point,
    pub(super) end: Point,
    pub(super) direction: Vec2,
    pub(super) em: f64,
    pub(super) sight: Sight,
    /// Number of pictures drawn before the glyph.
    pub(super) after: usize,
    /// Number of the piece of text to which the glyph belongs.
    pub(super) piece: usize,
}

impl Placed {
    /// Returns the middle of the glyph, the place at which its visibility is decided.
    pub(super) fn middle(&self) -> Point {
        self.origin.midpoint(self.end)
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.chars().all(char::is_whitespace)
    }

    /// Whether the glyph is at the place of one that begins at `origin`, as far as the eye can tell.
    pub(super) fn is_at(&self, origin: Point) -> bool {
        self.origin.distance(origin) <= SAME_PLACE * self.origin.distance(self.end)
    }

    pub(super) fn is_cjk(&self) -> bool {
        self.text.chars().next().is_some_and(is_cjk)
    }
}

impl Pen {
    /// Whether a glyph is on another line than the pen.
    pub(super) fn is_off(&self, glyph: &Placed) -> bool {
        let across = (glyph.origin - self.end).cross(glyph.direction).abs();
        self.direction.dot(glyph.direction) < 0.9 || across > LINE_SHIFT * glyph.em.max(self.em)
    }

    pub(super) fn after(glyph: &Placed) -> Self {
        Self {
            end: glyph.end,
            direction: glyph.direction,
            em: glyph.em,
            cjk: glyph.is_cjk(),
        }
    }
}

pub(super) fn place(glyph: &Glyph<'_>, transform: Affine, vertical: bool, text: String) -> Placed {
    let origin = transform * Point::ZERO;
    let up = transform * Point::new(0.0, UNITS) - origin;
    let right = transform * Point::new(UNITS, 0.0) - origin;
    let em = up.hypot();
    let advance = match glyph {
        Glyph::Outline(outline) => outline.advance_width(),
        Glyph::Type3(type3) => type3.advance_width(),
    };
    let cjk = text.chars().next().is_some_and(is_cjk);
    let (step, width) = if vertical {
        (-up, 1.0)
    } else {
        // A substitute for a font that is not in the file may be stretched: a Chinese character is never wider than an
        // em.
        let step = if cjk && right.hypot() > em {
            right * (em / right.hypot())
        } else {
            right
        };
        (step, f64::from(advance.unwrap_or(500.0)) / UNITS)
    };
    let direction = if step.hypot() > 0.0 {
        step / step.hypot()
    } else {
        Vec2::new(1.0, 0.0)
    };
    Placed {
        text,
        origin,
        end: origin + step * width,
        direction,
        em,
        sight: Sight::Plain,
        after: 0,
        piece: 0,
    }
}
