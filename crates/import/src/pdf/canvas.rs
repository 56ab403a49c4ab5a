//! State of a page while it is drawn: for each place, the colour and when it was last covered. A letter is seen if
//! drawing it changes what is there and nothing covers it later.

use hayro_interpret::BlendMode;
use hayro_interpret::FillRule;
use hayro_interpret::kurbo::{BezPath, Point, Rect};

use super::clip::Clip;
use super::grid::{CELLS, Grid, Span, take};

/// Maximum difference of each of the three primaries, 0..=1, between two colours that look the same (16 of 255).
const SAME: f32 = 0.063;
/// Maximum opacity, 0..=1, of a paint that looks like nothing.
pub(super) const TRANSPARENT: f32 = 0.05;
/// Minimum opacity, 0..=1, of a paint that nothing shows through.
const OPAQUE: f32 = 0.95;
/// Maximum number of steps for one page: cells painted, and lines of paths followed. No page of a thesis needs a tenth;
/// on one that needs more, nothing is judged.
const WORK: usize = 1 << 25;

/// Colour of a place: red, green and blue, 0..=1; `None` if it is not known, as in pictures and gradients.
pub(super) type Colour = Option<[f32; 3]>;

pub(super) const WHITE: [f32; 3] = [1.0; 3];
/// Colour of the sheet.
const PAPER: Colour = Some(WHITE);

/// One paint as it is laid on.
#[derive(Clone, Copy)]
pub(super) struct Coat {
    pub(super) colour: Colour,
    /// Opacity, 0..=1, with that of the groups around it.
    pub(super) opacity: f32,
    pub(super) blend: BlendMode,
    /// Whether the page below may show through in places: a mask, a pattern.
    pub(super) has_holes: bool,
}

impl Coat {
    /// Returns the colour of `ground` after the paint was laid on it.
    fn over(&self, ground: Colour) -> Colour {
        if !self.is_seen() {
            return ground;
        }
        let (Some(colour), Some(ground)) = (self.colour, ground) else {
            // A known colour covers an unknown one.
            return self.colour.filter(|_| self.covers());
        };
        let mixed = |i: usize| match self.blend {
            BlendMode::Normal => Some(colour[i]),
            BlendMode::Multiply => Some(colour[i] * ground[i]),
            BlendMode::Screen => Some(1.0 - (1.0 - colour[i]) * (1.0 - ground[i])),
            BlendMode::Darken => Some(colour[i].min(ground[i])),
            BlendMode::Lighten => Some(colour[i].max(ground[i])),
            _ => None,
        };
        let mut after = ground;
        for (i, value) in after.iter_mut().enumerate() {
            *value += self.opacity.min(1.0) * (mixed(i)? - *value);
        }
        let is_known = !self.has_holes || is_same(after, ground);
        is_known.then_some(after)
    }

    /// Whether nothing shows through the paint.
    fn covers(&self) -> bool {
        let is_plain = match self.blend {
            BlendMode::Normal => true,
            // Black darkens and white lightens everything to one colour.
            BlendMode::Multiply | BlendMode::Darken => self.is_nearly([0.0; 3]),
            BlendMode::Screen | BlendMode::Lighten => self.is_nearly(WHITE),
            _ => false,
        };
        is_plain && self.opacity >= OPAQUE && !self.has_holes
    }

    /// Returns how light the paint looks on white paper: 0 for black and for an unknown colour, 1 for white or nothing.
    pub(super) fn lightness(&self) -> f32 {
        let Some([red, green, blue]) = self.colour else {
            return 0.0;
        };
        let light = 0.299 * red + 0.587 * green + 0.114 * blue;
        1.0 - self.opacity * (1.0 - light)
    }

    /// Whether the paint is seen at all.
    pub(super) fn is_seen(&self) -> bool {
        self.opacity > TRANSPARENT
    }

    /// Whether the paint looks like `wanted`.
    pub(super) fn is_nearly(&self, wanted: [f32; 3]) -> bool {
        self.colour.is_some_and(|colour| is_same(colour, wanted))
    }

    /// Whether a letter in this paint is seen on `ground`.
    fn is_seen_on(&self, ground: Colour) -> bool {
        if !self.is_seen() {
            return false;
        }
        match (ground, self.over(ground)) {
            (Some(ground), Some(after)) => !is_same(after, ground),
            _ => true,
        }
    }
}

fn is_same(a: [f32; 3], b: [f32; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= SAME)
}

/// Raster of the visible content of a page.
pub(super) struct Canvas {
    pub(super) grid: Grid,
    /// Colour of each cell as `packed` gives it, row by row, and the number of the drawing step that covered it last.
    /// Empty until the first paint, as most pages have none.
    ground: Vec<u32>,
    covered: Vec<u32>,
    /// Whether paint covers what was drawn before; that of a form's fields only makes their own ground.
    pub(super) is_covering: bool,
    /// Number of drawing steps so far.
    order: u32,
    /// Steps that are left for this page; 0 if there were not enough.
    work: usize,
}

impl Canvas {
    /// Creates the canvas of an empty page of `size` points.
    pub(super) fn new(size: (f64, f64)) -> Self {
        Self {
            grid: Grid::new(size),
            ground: Vec::new(),
            covered: Vec::new(),
            is_covering: true,
            order: 0,
            work: WORK,
        }
    }

    /// Begins a drawing step and returns its number.
    pub(super) fn step(&mut self) -> u32 {
        self.order = self.order.saturating_add(1);
        self.order
    }

    /// Paints the rectangle `area`.
    pub(super) fn rect(&mut self, area: Rect, clip: &Clip, coat: &Coat) {
        let (columns, rows) = self.grid.cells(clip.of(area));
        if !columns.is_empty() {
            let spans = rows.map(|row| (row, columns.clone()));
            self.lay(spans, clip, coat);
        }
    }

    /// Paints the inside of `path`.
    pub(super) fn path(&mut self, path: &BezPath, rule: FillRule, clip: &Clip, coat: &Coat) {
        match self.grid.spans(path, rule, &mut self.work) {
            Some(spans) => self.lay(spans.into_iter(), clip, coat),
            None => self.work = 0,
        }
    }

    /// Narrows `clip` to `path`.
    pub(super) fn clip(&mut self, clip: &Clip, path: &BezPath, rule: FillRule) -> Clip {
        clip.narrowed_to_path(path, rule, &self.grid, &mut self.work)
    }

    fn lay(&mut self, spans: impl Iterator<Item = Span>, clip: &Clip, coat: &Coat) {
        let step = self.step();
        if !coat.is_seen() {
            return;
        }
        if self.ground.is_empty() {
            self.ground = vec![0; CELLS * CELLS];
            self.covered = vec![0; CELLS * CELLS];
        }
        let covers = coat.covers();
        let whole = covers.then(|| packed(coat.colour));
        let is_cover = covers && self.is_covering;
        for (row, columns) in spans {
            if !take(&mut self.work, columns.len()) {
                return;
            }
            let (ground, covered) = (&mut self.ground, &mut self.covered);
            clip.cells((row, columns), &self.grid, |row, column| {
                let cell = row * CELLS + column;
                ground[cell] = whole.unwrap_or_else(|| packed(coat.over(unpacked(ground[cell]))));
                if is_cover {
                    covered[cell] = step;
                }
            });
        }
    }

    /// Whether a letter in the paint `coat` is seen where one of `places` lies.
    pub(super) fn shows(&self, places: &[Point], coat: &Coat) -> bool {
        let mut places = places.iter();
        if self.work == 0 {
            return coat.is_seen();
        }
        places.any(|place| coat.is_seen_on(self.colour(*place)))
    }

    /// Whether anything may be covered.
    pub(super) fn has_covers(&self) -> bool {
        !self.covered.is_empty() && self.work > 0
    }

    /// Whether at least eight ninths of `places` were covered after the drawing step `order`.
    pub(super) fn covers(&self, places: &[Point], order: u32) -> bool {
        if !self.has_covers() {
            return false;
        }
        let is_covered = |place: &&Point| {
            let cell = self.grid.cell(**place);
            cell.is_some_and(|(row, column)| self.covered[row * CELLS + column] > order)
        };
        places.iter().filter(is_covered).count() * 9 >= places.len() * 8
    }

    fn colour(&self, place: Point) -> Colour {
        match self.grid.cell(place) {
            Some((row, column)) if !self.ground.is_empty() => {
                unpacked(self.ground[row * CELLS + column])
            }
            _ => PAPER,
        }
    }
}

/// Mark of a cell that was painted in a known colour, and of one in an unknown colour; 0 is the sheet.
const KNOWN: u32 = 1 << 24;
const UNKNOWN: u32 = 1 << 25;

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is clamped to a byte"
)]
fn packed(colour: Colour) -> u32 {
    let Some(colour) = colour else {
        return UNKNOWN;
    };
    let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0).round() as u32;
    let [red, green, blue] = colour.map(byte);
    KNOWN | red << 16 | green << 8 | blue
}

fn unpacked(cell: u32) -> Colour {
    match cell {
        0 => PAPER,
        UNKNOWN => None,
        _ => {
            let [_, red, green, blue] = cell.to_be_bytes();
            Some([red, green, blue].map(|value| f32::from(value) / 255.0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hayro_interpret::kurbo::{Circle, Shape};

    const SIZE: (f64, f64) = (600.0, 800.0);
    const BLACK: [f32; 3] = [0.0; 3];
    const RED: [f32; 3] = [0.8, 0.1, 0.1];

    fn coat(colour: [f32; 3]) -> Coat {
        Coat {
            colour: Some(colour),
            opacity: 1.0,
            blend: BlendMode::Normal,
            has_holes: false,
        }
    }

    fn area() -> Rect {
        Rect::new(100.0, 100.0, 300.0, 200.0)
    }

    fn painted(coats: &[Coat]) -> Canvas {
        let mut canvas = Canvas::new(SIZE);
        for coat in coats {
            canvas.rect(area(), &Clip::page(SIZE), coat);
        }
        canvas
    }

    fn shows(canvas: &Canvas, colour: [f32; 3]) -> bool {
        canvas.shows(&[Point::new(200.0, 150.0)], &coat(colour))
    }

    fn covers(coat: Coat) -> bool {
        painted(&[coat]).covers(&[Point::new(200.0, 150.0)], 0)
    }

    #[test]
    fn a_letter_is_seen_where_it_differs_from_what_is_below() {
        let bare = Canvas::new(SIZE);
        assert!(shows(&bare, BLACK) && !shows(&bare, WHITE) && !shows(&bare, [0.95; 3]));
        let red = painted(&[coat(RED)]);
        assert!(shows(&red, WHITE) && shows(&red, BLACK) && !shows(&red, [0.78, 0.12, 0.1]));
        let erased = painted(&[coat(RED), coat(WHITE)]);
        assert!(!shows(&erased, WHITE));
        let picture = painted(&[Coat {
            colour: None,
            ..coat(RED)
        }]);
        assert!(shows(&picture, WHITE) && shows(&picture, BLACK));
    }

    #[test]
    fn thin_paint_and_blending_change_the_colour_as_a_reader_sees_it() {
        let pale = painted(&[Coat {
            opacity: 0.5,
            ..coat(BLACK)
        }]);
        assert!(!shows(&pale, [0.5; 3]) && shows(&pale, BLACK));
        let multiplied = Coat {
            blend: BlendMode::Multiply,
            ..coat(WHITE)
        };
        assert!(!shows(&painted(&[coat(RED), multiplied]), RED));
        let canvas = painted(&[coat(RED)]);
        assert!(!canvas.shows(&[Point::new(200.0, 150.0)], &multiplied));
        let thin = Coat {
            opacity: 0.03,
            ..coat(BLACK)
        };
        assert!(!canvas.shows(&[Point::new(200.0, 150.0)], &thin));
    }

    #[test]
    fn only_opaque_paint_covers() {
        assert!(covers(coat(WHITE)));
        assert!(covers(Coat {
            colour: None,
            ..coat(WHITE)
        }));
        assert!(!covers(Coat {
            opacity: 0.5,
            ..coat(WHITE)
        }));
        assert!(!covers(Coat {
            has_holes: true,
            ..coat(WHITE)
        }));
        let multiplied = |colour| Coat {
            blend: BlendMode::Multiply,
            ..coat(colour)
        };
        assert!(!covers(multiplied([1.0, 1.0, 0.0])));
        assert!(covers(multiplied(BLACK)));
    }

    #[test]
    fn what_is_drawn_after_the_paint_or_beside_it_is_not_covered() {
        let mut canvas = painted(&[coat(WHITE)]);
        let after = canvas.step();
        let inside = [Point::new(200.0, 150.0)];
        assert!(!canvas.covers(&inside, after));
        assert!(!canvas.covers(&[Point::new(50.0, 150.0); 2], 0));
        let round = canvas.clip(
            &Clip::page(SIZE),
            &Circle::new((400.0, 400.0), 50.0).to_path(0.1),
            FillRule::NonZero,
        );
        canvas.rect(Rect::new(0.0, 0.0, 600.0, 800.0), &round, &coat(RED));
        assert!(canvas.covers(&[Point::new(400.0, 400.0); 2], after));
        assert!(!canvas.covers(&[Point::new(360.0, 360.0); 2], after));
    }

    #[test]
    fn nothing_is_judged_on_a_page_of_too_many_paints() {
        let mut canvas = Canvas::new(SIZE);
        for _ in 0..200 {
            canvas.rect(
                Rect::new(0.0, 0.0, 600.0, 800.0),
                &Clip::page(SIZE),
                &coat(RED),
            );
        }
        assert!(shows(&canvas, RED) && !canvas.covers(&[Point::new(9.0, 9.0)], 0));
    }
}
