//! Clips: the part of a page to which drawing is restricted.

use std::ops::Range;
use std::rc::Rc;

use hayro_interpret::FillRule;
use hayro_interpret::kurbo::{BezPath, Point, Rect, Shape};

use super::grid::{Grid, Span, as_rect, take};

/// Area used when a clip leaves nothing of the page.
const NOWHERE: Rect = Rect::new(-1.0, -1.0, -1.0, -1.0);

/// One clip, with all clips around it.
#[derive(Clone)]
pub(super) struct Clip {
    area: Rect,
    /// Cells inside the clip; `None` if it is all of `area`.
    mask: Option<Rc<Mask>>,
}

/// Cells inside a clip that is not a rectangle.
struct Mask {
    columns: Range<usize>,
    rows: Range<usize>,
    inside: Vec<bool>,
}

impl Mask {
    fn holds(&self, row: usize, column: usize) -> bool {
        self.columns.contains(&column)
            && self.rows.contains(&row)
            && self.inside
                [(row - self.rows.start) * self.columns.len() + column - self.columns.start]
    }
}

impl Clip {
    /// Creates the clip of a whole page of `size` points.
    pub(super) const fn page(size: (f64, f64)) -> Self {
        Self {
            area: Rect::new(0.0, 0.0, size.0, size.1),
            mask: None,
        }
    }

    /// Returns the part of `area` inside the clip.
    pub(super) fn of(&self, area: Rect) -> Rect {
        let (clip, area) = (self.area, area.abs());
        let meet = area.x0 < clip.x1 && clip.x0 < area.x1 && area.y0 < clip.y1 && clip.y0 < area.y1;
        if meet { area.intersect(clip) } else { NOWHERE }
    }

    /// Returns this clip narrowed to the rectangle `area`.
    pub(super) fn narrowed(&self, area: Rect) -> Self {
        Self {
            area: self.of(area),
            mask: self.mask.clone(),
        }
    }

    /// Returns this clip narrowed to `path`. If finding its cells takes more than `work` steps, its bounding box is
    /// used.
    pub(super) fn narrowed_to_path(
        &self,
        path: &BezPath,
        rule: FillRule,
        grid: &Grid,
        work: &mut usize,
    ) -> Self {
        let narrowed = self.narrowed(path.bounding_box());
        if as_rect(path).is_some() {
            return narrowed;
        }
        let (columns, rows) = grid.cells(narrowed.area);
        if !take(work, columns.len() * rows.len()) {
            return narrowed;
        }
        let Some(spans) = grid.spans(path, rule, work) else {
            return narrowed;
        };
        let mut inside = vec![false; columns.len() * rows.len()];
        for (row, span) in spans {
            if !rows.contains(&row) {
                continue;
            }
            let start = (row - rows.start) * columns.len();
            for column in span.start.max(columns.start)..span.end.min(columns.end) {
                let is_inside = (self.mask.as_ref()).is_none_or(|mask| mask.holds(row, column));
                inside[start + column - columns.start] = is_inside;
            }
        }
        let mask = Mask {
            columns,
            rows,
            inside,
        };
        Self {
            mask: Some(Rc::new(mask)),
            ..narrowed
        }
    }

    /// Whether something drawn at `place` is inside the clip.
    pub(super) fn shows(&self, place: Point, grid: &Grid) -> bool {
        let is_at = |mask: &Rc<Mask>| {
            grid.cell(place)
                .is_none_or(|(row, column)| mask.holds(row, column))
        };
        let (clip, x, y) = (self.area, place.x, place.y);
        x >= clip.x0
            && x <= clip.x1
            && y >= clip.y0
            && y <= clip.y1
            && self.mask.as_ref().is_none_or(is_at)
    }

    /// Gives `each` the cells of `span` that are inside the clip.
    pub(super) fn cells(
        &self,
        (row, columns): Span,
        grid: &Grid,
        mut each: impl FnMut(usize, usize),
    ) {
        let (across, down) = grid.cells(self.area);
        if !down.contains(&row) {
            return;
        }
        for column in columns.start.max(across.start)..columns.end.min(across.end) {
            if (self.mask.as_ref()).is_none_or(|mask| mask.holds(row, column)) {
                each(row, column);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hayro_interpret::kurbo::Circle;

    #[test]
    fn a_round_clip_leaves_its_corners_out_and_a_clip_inside_it_too() {
        let size = (600.0, 800.0);
        let grid = Grid::new(size);
        let circle = Circle::new((300.0, 400.0), 100.0).to_path(0.1);
        let mut work = 1_000_000;
        let round = Clip::page(size).narrowed_to_path(&circle, FillRule::NonZero, &grid, &mut work);
        let shows = |clip: &Clip, x: f64, y: f64| clip.shows(Point::new(x, y), &grid);
        assert!(shows(&round, 300.0, 400.0));
        assert!(!shows(&round, 215.0, 315.0));
        assert!(!shows(&round, 100.0, 400.0));
        let half = round.narrowed(Rect::new(0.0, 0.0, 300.0, 800.0));
        assert!(shows(&half, 250.0, 400.0));
        assert!(!shows(&half, 350.0, 400.0));
        assert!(!shows(&half, 215.0, 315.0));
        let none = half.narrowed(Rect::new(400.0, 0.0, 500.0, 800.0));
        assert!(!shows(&none, 450.0, 400.0));
    }
}
