//! Glyphs with their places on a page, and the position of the pen after them.

use hayro_interpret::font::{Glyph, PositionedGlyph};
use hayro_interpret::kurbo::{Affine, Point, Vec2};

use super::page::Hidden;
use chachong_text::is_cjk;

/// Maximum distance, in widths of its first glyph, between two drawings of one run that make bold type or a shadow:
/// they are one text.
const SAME_PLACE: f64 = 0.35;
/// Minimum shift of the base line, in em, that begins a line; super- and subscripts stay below.
const LINE_SHIFT: f64 = 0.5;
/// Minimum ratio of sizes at which two texts are of different size.
pub(super) const UNLIKE: f64 = 1.8;
/// Number for glyphs that belong to no piece of text.
pub(super) const NO_PIECE: usize = usize::MAX;
/// Maximum size of text, in points, that is not meant to be read.
const TINY: f64 = 1.05;
/// Maximum width of an em, in ems, of text that is pressed too flat to be read.
const SQUEEZED: f64 = 0.1;
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
    /// Transparent, or in the colour of the background.
    Faint,
    /// Under something that was drawn later.
    Covered,
    /// Drawn in the mode that draws nothing.
    Undrawn,
    /// Not seen, whatever else is drawn there.
    Hidden(Hidden),
}

/// One glyph on the page.
#[derive(Clone)]
pub(super) struct Placed {
    pub(super) text: String,
    pub(super) origin: Point,
    pub(super) end: Point,
    pub(super) direction: Vec2,
    pub(super) em: f64,
    /// Width of the glyph along its base line, and one em upwards.
    pub(super) across: Vec2,
    pub(super) up: Vec2,
    pub(super) sight: Sight,
    /// Drawing step of the glyph on its page.
    pub(super) order: u32,
    /// Number of the piece of text to which the glyph belongs; `NO_PIECE` for text that the page does not draw.
    pub(super) piece: usize,
}

impl Placed {
    /// Sets a line of text, from `origin` to the column `end`, as if it were one glyph.
    pub(super) fn of_text(text: &str, origin: Point, end: f64, em: f64) -> Self {
        let across = Vec2::new((end - origin.x).max(em), 0.0);
        Self {
            text: text.to_owned(),
            origin,
            end: origin + across,
            direction: Vec2::new(1.0, 0.0),
            em,
            across,
            up: Vec2::new(0.0, -em),
            sight: Sight::Plain,
            order: u32::MAX,
            piece: NO_PIECE,
        }
    }

    /// Takes the glyph, of which one without a text is left.
    pub(super) fn taken(&mut self) -> Self {
        let text = std::mem::take(&mut self.text);
        Self {
            text,
            ..self.clone()
        }
    }

    /// Returns the middle of the glyph, the place at which its visibility is decided.
    pub(super) fn middle(&self) -> Point {
        self.origin.midpoint(self.end)
    }

    /// Returns nine places inside the glyph, the places at which it is seen or not.
    pub(super) fn places(&self) -> [Point; 9] {
        let heights = if self.is_cjk() {
            [0.05, 0.4, 0.75]
        } else {
            [0.05, 0.25, 0.45]
        };
        std::array::from_fn(|i| {
            let along = [0.2, 0.5, 0.8][i % 3];
            self.origin + self.across * along + self.up * heights[i / 3]
        })
    }

    /// Whether the glyph is too small to be read.
    pub(super) fn is_tiny(&self) -> bool {
        self.em <= TINY
    }

    /// Whether a reader sees the glyph, as far as is known before the page's end.
    pub(super) fn is_seen(&self) -> bool {
        matches!(self.sight, Sight::Plain | Sight::WhiteOnPaint)
    }

    /// Whether a reader can bring the glyph into sight: it is seen, or only cut off.
    pub(super) fn is_shown(&self) -> bool {
        self.is_seen() || matches!(self.sight, Sight::Hidden(Hidden::Outside))
    }

    /// Whether the glyph is written from the top down.
    pub(super) fn is_vertical(&self) -> bool {
        self.direction.dot(self.up) < -0.9 * self.em
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
        across: right * (f64::from(advance.unwrap_or(500.0)) / UNITS),
        up,
        sight: Sight::Plain,
        order: 0,
        piece: NO_PIECE,
    }
}

/// Whether all glyphs of a run are pressed too flat to be read. A single one may be an accent without a width.
pub(super) fn is_squeezed(glyphs: &[PositionedGlyph<'_>], transform: Affine) -> bool {
    glyphs.iter().all(|glyph| {
        let [a, b, c, d, ..] = (transform * glyph.transform()).as_coeffs();
        let (right, up) = (Vec2::new(a, b) * UNITS, Vec2::new(c, d) * UNITS);
        right.hypot() <= TINY.max(up.hypot() * SQUEEZED)
    })
}
