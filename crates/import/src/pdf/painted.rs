//! Records where a page is painted: white text shows on painted areas, and a picture covers what was drawn before.

use hayro_interpret::kurbo::{Point, Rect};

use super::grid::CELLS;

/// Number of bits of a word.
const BITS: usize = 64;
/// Maximum number of areas that are recorded: no page of a thesis has more.
const AREAS: usize = 100_000;

/// Raster of a page: the cost grows only with the number of areas and of white letters.
pub(super) struct Painted {
    size: (f64, f64),
    /// Rows of cells, one bit each, from the top; empty until the first area is added, as most pages have none.
    rows: Vec<[u64; CELLS / BITS]>,
    areas: usize,
}

impl Painted {
    /// Creates the raster of a white page of `size` points.
    pub(super) fn new(size: (f64, f64)) -> Self {
        Self {
            size,
            rows: Vec::new(),
            areas: 0,
        }
    }

    /// Paints `area`.
    pub(super) fn add(&mut self, area: Rect) {
        let page = Rect::new(0.0, 0.0, self.size.0, self.size.1);
        let seen = area.abs().intersect(page);
        let is_outside = area.x0 > page.x1 || area.x1 < 0.0 || area.y0 > page.y1 || area.y1 < 0.0;
        if self.areas >= AREAS || is_outside || !seen.is_finite() {
            return;
        }
        self.areas += 1;
        if self.rows.is_empty() {
            self.rows = vec![[0; CELLS / BITS]; CELLS];
        }
        let (left, top) = self.cell(Point::new(seen.x0, seen.y0));
        let (right, bottom) = self.cell(Point::new(seen.x1, seen.y1));
        let mut mask = [0_u64; CELLS / BITS];
        for x in left..=right {
            mask[x / BITS] |= 1 << (x % BITS);
        }
        for row in &mut self.rows[top..=bottom.max(top)] {
            for (word, bits) in row.iter_mut().zip(mask) {
                *word |= bits;
            }
        }
    }

    /// Whether something is painted at `place`.
    pub(super) fn is_at(&self, place: Point) -> bool {
        let (x, y) = self.cell(place);
        self.rows
            .get(y)
            .is_some_and(|row| row[x / BITS] & (1 << (x % BITS)) != 0)
    }

    /// Whether something is painted anywhere in `area`.
    pub(super) fn meets(&self, area: Rect) -> bool {
        let page = Rect::new(0.0, 0.0, self.size.0, self.size.1);
        if self.rows.is_empty() || !area.is_finite() || !page.overlaps(area) {
            return false;
        }
        let (left, top) = self.cell(area.origin());
        let (right, bottom) = self.cell(Point::new(area.x1, area.y1));
        self.rows[top..=bottom.max(top)]
            .iter()
            .any(|row| (left..=right).any(|x| row[x / BITS] & (1 << (x % BITS)) != 0))
    }

    /// Returns the painted share of the page, in per cent.
    pub(super) fn percent(&self) -> u64 {
        let words = self.rows.iter().flatten();
        let cells: u64 = words.map(|word| u64::from(word.count_ones())).sum();
        cells * 100 / (CELLS * CELLS) as u64
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts saturate: what lies outside is counted to the edge"
    )]
    fn cell(&self, place: Point) -> (usize, usize) {
        let index = |at: f64, size: f64| ((at / size * CELLS as f64) as usize).min(CELLS - 1);
        (index(place.x, self.size.0), index(place.y, self.size.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_painted_inside_an_area_and_only_there() {
        let mut painted = Painted::new((600.0, 800.0));
        assert!(!painted.is_at(Point::new(10.0, 10.0)));
        painted.add(Rect::new(100.0, 100.0, 200.0, 150.0));
        painted.add(Rect::new(700.0, 100.0, 900.0, 150.0));
        painted.add(Rect::new(f64::NAN, 0.0, 1.0, 1.0));
        assert!(painted.is_at(Point::new(150.0, 120.0)));
        assert!(!painted.is_at(Point::new(90.0, 120.0)));
        assert!(!painted.is_at(Point::new(590.0, 120.0)));
        assert_eq!(painted.percent(), 1);
        painted.add(Rect::new(-50.0, -50.0, 9000.0, 9000.0));
        assert_eq!(painted.percent(), 100);
        assert!(painted.is_at(Point::new(599.0, 799.0)));
    }
}
