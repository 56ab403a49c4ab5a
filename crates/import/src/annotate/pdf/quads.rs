//! Areas of a page that the characters of a passage cover: one quadrilateral for each run of glyphs on a line.

use hayro_interpret::kurbo::{Affine, Point, Vec2};

use crate::RecognisedPage;
use crate::pdf::GlyphPlace;
use chachong_recognition::Turn;

/// Height of a mark above and below the base line, in em.
const ABOVE: f64 = 0.86;
const BELOW: f64 = 0.18;
/// Maximum gap, in em, within a mark: the columns of a table are marked one by one.
const GAP: f64 = 2.5;
/// Maximum distance, in em, by which glyphs of one line overlap.
const OVERLAP: f64 = 1.0;
/// Maximum distance of two base lines, in em, that are one line: superscripts stay on it.
const SHIFT: f64 = 0.45;

/// Corners of an area in the order of a PDF: upper left, upper right, lower left, lower right, as the text is read.
pub(super) type Quad = [Point; 4];

/// Run of glyphs on one line, in a frame whose axes follow the line and its letters' height.
struct Run {
    along: Vec2,
    upward: Vec2,
    em: f64,
    is_vertical: bool,
    /// Base line, and where the last glyph begins and ends along the line.
    base: f64,
    from: f64,
    to: f64,
    /// Extent in the frame.
    left: f64,
    right: f64,
    bottom: f64,
    top: f64,
}

impl Run {
    /// Returns the run of a single glyph; `None` for a glyph without height.
    fn of(glyph: &GlyphPlace) -> Option<Self> {
        let height = glyph.up.hypot();
        if !(height > 0.0 && height.is_finite()) {
            return None;
        }
        let width = glyph.across.hypot();
        // On the page, y grows downwards. Slanted letters are marked like upright ones.
        let along = if width > 0.0 {
            glyph.across / width
        } else {
            Vec2::new(-glyph.up.y, glyph.up.x) / height
        };
        let right_angle = Vec2::new(along.y, -along.x);
        let rise = glyph.up.dot(right_angle);
        let (upward, em) = if rise < 0.0 {
            (-right_angle, -rise)
        } else {
            (right_angle, rise)
        };
        let origin = glyph.origin.to_vec2();
        let (left, base) = (origin.dot(along), origin.dot(upward));
        let (from, to) = if glyph.is_vertical {
            (-base - em, -base)
        } else {
            (left, left + width)
        };
        Some(Self {
            along,
            upward,
            em,
            is_vertical: glyph.is_vertical,
            base: if glyph.is_vertical { left } else { base },
            from,
            to,
            left,
            right: left + width,
            bottom: base - BELOW * em,
            top: base + ABOVE * em,
        })
    }

    /// Takes in the run of the next glyph if it continues this one.
    fn join(&mut self, next: &Self) -> bool {
        let em = self.em.max(next.em);
        let is_line = self.is_vertical == next.is_vertical
            && self.along.dot(next.along) > 0.99
            && self.upward.dot(next.upward) > 0.99
            && (self.base - next.base).abs() <= SHIFT * em;
        let gap = next.from - self.to;
        if !is_line || !(-OVERLAP * em..=GAP * em).contains(&gap) {
            return false;
        }
        (self.from, self.to, self.base) = (next.from, next.to, next.base);
        self.left = self.left.min(next.left);
        self.right = self.right.max(next.right);
        self.bottom = self.bottom.min(next.bottom);
        self.top = self.top.max(next.top);
        true
    }

    fn quad(&self, to_file: Affine) -> Quad {
        let corner = |x: f64, y: f64| to_file * (self.along * x + self.upward * y).to_point();
        [
            corner(self.left, self.top),
            corner(self.right, self.top),
            corner(self.left, self.bottom),
            corner(self.right, self.bottom),
        ]
    }
}

/// Returns the areas of glyphs, which are in the order of the text, in the coordinates of the file.
pub(super) fn of_glyphs<'g>(
    glyphs: impl Iterator<Item = &'g GlyphPlace>,
    to_file: Affine,
) -> Vec<Quad> {
    let mut runs: Vec<Run> = Vec::new();
    for glyph in glyphs {
        let Some(next) = Run::of(glyph) else {
            continue;
        };
        if !runs.last_mut().is_some_and(|last| last.join(&next)) {
            runs.push(next);
        }
    }
    let quads = runs.iter().map(|run| run.quad(to_file));
    quads
        .filter(|quad| quad.iter().all(|point| point.is_finite()))
        .collect()
}

/// Returns the areas of the characters of a passage on a page that was recognised in its picture. Within a line, each character takes its
/// part of the line: one outside ASCII, such as a Chinese one, takes twice that of a Latin letter. `size` is that of the page as it is
/// shown, in points.
pub(super) fn of_recognised(
    page: &RecognisedPage,
    text: &[char],
    (start, end): (u64, u64),
    size: (f64, f64),
    to_file: Affine,
) -> (Vec<Quad>, u64) {
    let (mut quads, mut marked) = (Vec::new(), 0);
    for line in &page.lines {
        let (from, to) = (start.max(line.start), end.min(line.end));
        if from >= to {
            continue;
        }
        let width = |from: u64, to: u64| -> f64 {
            let chars = (from..to).filter_map(|at| text.get(usize::try_from(at).ok()?));
            chars.map(|&c| if c.is_ascii() { 1.0 } else { 2.0 }).sum()
        };
        let whole = width(line.start, line.end);
        if whole <= 0.0 {
            continue;
        }
        let [upper_left, upper_right, lower_right, lower_left] =
            line.corners.map(|corner| on_page(corner, page, size));
        let (first, last) = (
            width(line.start, from) / whole,
            width(line.start, to) / whole,
        );
        let upper = |share: f64| upper_left.lerp(upper_right, share);
        let lower = |share: f64| lower_left.lerp(lower_right, share);
        let quad = [upper(first), upper(last), lower(first), lower(last)];
        quads.push(quad.map(|point| to_file * point));
        marked += super::super::visible(text, from, to).count() as u64;
    }
    (quads, marked)
}

/// Returns the place on the page as it is shown of a pixel in the upright picture.
fn on_page([x, y]: [i32; 2], page: &RecognisedPage, (width, height): (f64, f64)) -> Point {
    let x = f64::from(x) / f64::from(page.width.max(1));
    let y = f64::from(y) / f64::from(page.height.max(1));
    // The picture was turned to be upright; here it is turned back.
    let (x, y) = match page.turn {
        Turn::None => (x, y),
        Turn::Quarter => (y, 1.0 - x),
        Turn::Half => (1.0 - x, 1.0 - y),
        Turn::ThreeQuarters => (1.0 - y, x),
    };
    Point::new(x * width, y * height)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glyph(at: u64, origin: (f64, f64), across: (f64, f64), up: (f64, f64)) -> GlyphPlace {
        GlyphPlace {
            start: at,
            end: at + 1,
            origin: origin.into(),
            across: across.into(),
            up: up.into(),
            is_vertical: false,
        }
    }

    /// Corners of the areas in tenths of a point.
    fn shown(glyphs: &[GlyphPlace]) -> Vec<[(f64, f64); 4]> {
        let quads = of_glyphs(glyphs.iter(), Affine::FLIP_Y);
        let tenths = |value: f64| (value * 10.0).round() / 10.0;
        let corners = |quad: Quad| quad.map(|corner| (tenths(corner.x), tenths(corner.y)));
        quads.into_iter().map(corners).collect()
    }

    #[test]
    fn glyphs_of_a_line_have_one_area_whatever_their_slant() {
        for up in [(0.0, -10.0), (3.0, -10.0)] {
            let line: Vec<GlyphPlace> = (0..4_u32)
                .map(|at| glyph(at.into(), (10.0 * f64::from(at), 100.0), (10.0, 0.0), up))
                .collect();
            let expected = [(0.0, -91.4), (40.0, -91.4), (0.0, -101.8), (40.0, -101.8)];
            assert_eq!(shown(&line), [expected], "{up:?}");
        }
    }

    #[test]
    fn lines_and_columns_are_marked_one_by_one() {
        let places = [(0.0, 100.0), (200.0, 100.0), (0.0, 115.0)];
        let glyphs = places.map(|place| glyph(0, place, (10.0, 0.0), (0.0, -10.0)));
        assert_eq!(shown(&glyphs).len(), 3);
        let raised = [(0.0, 100.0), (10.0, 96.0)];
        let glyphs = raised.map(|place| glyph(0, place, (10.0, 0.0), (0.0, -10.0)));
        assert_eq!(shown(&glyphs).len(), 1);
    }

    #[test]
    fn a_line_that_runs_down_is_one_area() {
        let column: Vec<GlyphPlace> = (0..3_u32)
            .map(|at| GlyphPlace {
                is_vertical: true,
                ..glyph(
                    at.into(),
                    (50.0, 100.0 + 10.0 * f64::from(at)),
                    (10.0, 0.0),
                    (0.0, -10.0),
                )
            })
            .collect();
        let expected = [(50.0, -91.4), (60.0, -91.4), (50.0, -121.8), (60.0, -121.8)];
        assert_eq!(shown(&column), [expected]);
    }

    #[test]
    fn a_part_of_a_recognised_line_is_marked_by_the_width_of_its_characters() {
        let line = crate::RecognisedLine {
            start: 2,
            end: 8,
            confidence: chachong_recognition::Confidence::default(),
            corners: [[100, 100], [500, 100], [500, 200], [100, 200]],
            corrected: false,
        };
        let page = |turn| RecognisedPage {
            start: 2,
            end: 8,
            turn,
            width: 1000,
            height: 2000,
            lines: vec![line.clone()],
            ..RecognisedPage::default()
        };
        let text: Vec<char> = "前文ab夜间开放".chars().collect();
        // Latin letters take half of the width of the others: 2 + 4 of 10 parts.
        let of = |turn, size| {
            let (quads, marked) = of_recognised(&page(turn), &text, (0, 6), size, Affine::IDENTITY);
            (
                quads[0].map(|corner| (corner.x.round(), corner.y.round())),
                marked,
            )
        };
        let upright = of(Turn::None, (100.0, 200.0));
        assert_eq!(
            upright,
            ([(10.0, 10.0), (34.0, 10.0), (10.0, 20.0), (34.0, 20.0)], 4)
        );
        let (turned, _) = of(Turn::Quarter, (200.0, 100.0));
        assert_eq!(turned[0], (10.0, 90.0));
        let (half, _) = of(Turn::Half, (100.0, 200.0));
        assert_eq!(half[0], (90.0, 190.0));
    }
}
