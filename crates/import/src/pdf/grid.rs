//! Raster over a page: determines, row by row, which cells a shape fills.

use std::ops::Range;

use hayro_interpret::FillRule;
use hayro_interpret::kurbo::{BezPath, PathEl, Point, Rect, Shape, flatten};

/// Number of raster cells in a row and in a column of the page: each about 1.5 points wide, finer than any letter.
pub(super) const CELLS: usize = 512;
/// Maximum distance between a curve and the lines that replace it, in cells.
const TOLERANCE: f64 = 0.25;

/// Cells side by side: their row and their columns.
pub(super) type Span = (usize, Range<usize>);

/// Raster over a page of some size.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    /// Number of cells per point, along a row and a column.
    scale: (f64, f64),
}

impl Grid {
    /// Creates the raster for a page of `size` points.
    pub(super) fn new(size: (f64, f64)) -> Self {
        let per_point = |size: f64| CELLS as f64 / size.max(1.0);
        Self {
            scale: (per_point(size.0), per_point(size.1)),
        }
    }

    /// Returns the row and column of the cell at `place`; `None` off the page.
    pub(super) fn cell(&self, place: Point) -> Option<(usize, usize)> {
        let (x, y) = (place.x * self.scale.0, place.y * self.scale.1);
        let limit = CELLS as f64;
        let is_on_page = (0.0..limit).contains(&x) && (0.0..limit).contains(&y);
        is_on_page.then(|| (index(y), index(x)))
    }

    /// Returns the columns and rows of the cells whose centres lie in `area`.
    pub(super) fn cells(&self, area: Rect) -> (Range<usize>, Range<usize>) {
        let area = area.abs();
        let centres = |from: f64, to: f64, scale: f64| {
            let first = |at: f64| index((at * scale - 0.5).ceil());
            first(from)..first(to)
        };
        (
            centres(area.x0, area.x1, self.scale.0),
            centres(area.y0, area.y1, self.scale.1),
        )
    }

    /// Returns the spans of cells whose centres lie inside `path`, or `None` if they take more than `work` steps to
    /// find. The steps are subtracted from `work`.
    pub(super) fn spans(
        &self,
        path: &BezPath,
        rule: FillRule,
        work: &mut usize,
    ) -> Option<Vec<Span>> {
        let mut crossings: Vec<(usize, f64, i32)> = Vec::new();
        let mut is_complete = true;
        let mut edge = |from: Point, to: Point| {
            let (top, bottom, turn) = if from.y <= to.y {
                (from, to, 1)
            } else {
                (to, from, -1)
            };
            let rows = index((top.y - 0.5).ceil())..index((bottom.y - 0.5).ceil());
            if !is_complete || !take(work, rows.len() + 1) {
                is_complete = false;
                return;
            }
            for row in rows {
                let share = (row as f64 + 0.5 - top.y) / (bottom.y - top.y);
                crossings.push((row, top.x + share * (bottom.x - top.x), turn));
            }
        };
        let (mut start, mut last) = (Point::ZERO, Point::ZERO);
        let (width, height) = self.scale;
        let scaled = |point: Point| Point::new(point.x * width, point.y * height);
        let lines = path
            .elements()
            .iter()
            .map(|element| match *element {
                PathEl::MoveTo(to) => PathEl::MoveTo(scaled(to)),
                PathEl::LineTo(to) => PathEl::LineTo(scaled(to)),
                PathEl::QuadTo(by, to) => PathEl::QuadTo(scaled(by), scaled(to)),
                PathEl::CurveTo(a, b, to) => PathEl::CurveTo(scaled(a), scaled(b), scaled(to)),
                PathEl::ClosePath => PathEl::ClosePath,
            })
            .filter(|element| element.end_point().is_none_or(Point::is_finite));
        flatten(lines, TOLERANCE, |element| match element {
            PathEl::MoveTo(to) => {
                edge(last, start);
                (start, last) = (to, to);
            }
            PathEl::ClosePath => {
                edge(last, start);
                last = start;
            }
            PathEl::LineTo(to) | PathEl::QuadTo(_, to) | PathEl::CurveTo(_, _, to) => {
                edge(last, to);
                last = to;
            }
        });
        edge(last, start);
        if !is_complete {
            return None;
        }
        crossings.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        Some(inside(&crossings, rule))
    }
}

/// Returns the spans between `crossings`, which are sorted by row and place.
fn inside(crossings: &[(usize, f64, i32)], rule: FillRule) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut winding = 0;
    for pair in crossings.windows(2) {
        let [(row, from, turn), (next, to, _)] = *pair else {
            continue;
        };
        winding += turn;
        if row != next {
            winding = 0;
            continue;
        }
        let is_inside = match rule {
            FillRule::NonZero => winding != 0,
            FillRule::EvenOdd => winding % 2 != 0,
        };
        let columns = index((from - 0.5).ceil())..index((to - 0.5).ceil());
        if is_inside && !columns.is_empty() {
            spans.push((row, columns));
        }
    }
    spans
}

/// Returns the rectangle that `path` is, if it is one with level sides.
pub(super) fn as_rect(path: &BezPath) -> Option<Rect> {
    if path.elements().len() > 6 {
        return None;
    }
    let area = path.control_box();
    let is_corner = |point: Point| {
        let near = |a: f64, b: f64| (a - b).abs() < 0.01;
        (near(point.x, area.x0) || near(point.x, area.x1))
            && (near(point.y, area.y0) || near(point.y, area.y1))
    };
    let are_corners = path.elements().iter().all(|element| match element {
        PathEl::MoveTo(to) | PathEl::LineTo(to) => is_corner(*to),
        PathEl::ClosePath => true,
        PathEl::QuadTo(..) | PathEl::CurveTo(..) => false,
    });
    let is_whole = (path.area().abs() - area.area()).abs() <= 0.01 * area.area();
    (are_corners && is_whole).then_some(area)
}

/// Takes `steps` from `work`; returns whether there were enough.
pub(super) fn take(work: &mut usize, steps: usize) -> bool {
    let is_enough = steps <= *work;
    *work = work.saturating_sub(steps);
    is_enough
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates: what lies outside is counted to the edge"
)]
fn index(at: f64) -> usize {
    (at as usize).min(CELLS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hayro_interpret::kurbo::Circle;
    use proptest::prelude::*;

    const PAGE: (f64, f64) = (CELLS as f64, CELLS as f64);

    fn spans(path: &BezPath, rule: FillRule) -> Vec<Span> {
        Grid::new(PAGE).spans(path, rule, &mut 1_000_000).unwrap()
    }

    fn square(from: f64, to: f64) -> BezPath {
        Rect::new(from, from, to, to).to_path(0.1)
    }

    #[test]
    fn a_hole_is_left_by_the_even_odd_rule() {
        let mut path = square(10.0, 20.0);
        path.extend(square(13.0, 17.0));
        let row = |spans: Vec<Span>, wanted: usize| -> Vec<Range<usize>> {
            let of_row = spans.into_iter().filter(|(row, _)| *row == wanted);
            of_row.map(|(_, columns)| columns).collect()
        };
        assert_eq!(row(spans(&path, FillRule::EvenOdd), 15), [10..13, 17..20]);
        let cells: usize = spans(&path, FillRule::NonZero)
            .iter()
            .map(|(_, columns)| columns.len())
            .sum();
        assert_eq!(cells, 100);
    }

    #[test]
    fn a_path_that_takes_too_long_gives_none() {
        let grid = Grid::new(PAGE);
        let mut work = 100;
        assert_eq!(
            grid.spans(&square(0.0, 500.0), FillRule::NonZero, &mut work),
            None
        );
    }

    #[test]
    fn only_level_rectangles_are_rectangles() {
        assert_eq!(
            as_rect(&square(1.0, 5.0)),
            Some(Rect::new(1.0, 1.0, 5.0, 5.0))
        );
        assert_eq!(as_rect(&Circle::new((5.0, 5.0), 2.0).to_path(0.1)), None);
        let mut bow = BezPath::new();
        bow.move_to((0.0, 0.0));
        for corner in [(5.0, 5.0), (5.0, 0.0), (0.0, 5.0)] {
            bow.line_to(corner);
        }
        assert_eq!(as_rect(&bow), None);
    }

    proptest! {
        #[test]
        fn spans_hold_the_cells_whose_centres_are_inside(
            points in prop::collection::vec((-50.0..600.0_f64, -50.0..600.0_f64), 3..9),
            row in 0..CELLS,
            column in 0..CELLS,
            even_odd in any::<bool>(),
        ) {
            let mut path = BezPath::new();
            path.move_to(points[0]);
            for &point in &points[1..] {
                path.line_to(point);
            }
            path.close_path();
            let rule = if even_odd { FillRule::EvenOdd } else { FillRule::NonZero };
            let winding = path.winding(Point::new(column as f64 + 0.5, row as f64 + 0.5));
            let inside = if even_odd { winding % 2 != 0 } else { winding != 0 };
            let found = spans(&path, rule)
                .iter()
                .any(|(at, columns)| *at == row && columns.contains(&column));
            prop_assert_eq!(found, inside);
        }
    }
}
