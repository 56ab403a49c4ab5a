//! Layout of the matrix: the part that is shown, and the position of each cell on the screen.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "cells lie between 0 and the number of documents, points on the screen"
)]

use std::ops::Range;

use egui::{Pos2, Rect, Vec2, pos2, vec2};

use chachong_window_model::matrix_view::MatrixView;

/// Minimum cell size, in points, for names beside the rows.
pub(crate) const NAMES_FROM: f32 = 10.0;
/// Minimum cell size, in points, for numbers in the cells.
pub(crate) const NUMBERS_FROM: f32 = 24.0;
/// Maximum cell size, in points.
const LARGEST_CELL: f64 = 176.0;
/// Minimum width, in points, that is kept for names that need it.
const LEAST_NAMES: f32 = 160.0;
/// Height of the numbers above the columns, and of upright names, in points.
const HEAD: f32 = 22.0;
const UPRIGHT: f32 = 120.0;

/// Size of a matrix in cells, and the space that its names need.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    pub(crate) rows: usize,
    /// Number of columns: one for each row, then those of the library.
    pub(crate) columns: usize,
    /// Width of the longest name of a row with its number, in points.
    pub(crate) names: f32,
}

/// Geometry of one frame.
pub(crate) struct Layout {
    /// Rectangle for the matrix with its names.
    pub(crate) area: Rect,
    /// Rectangle for the cells.
    pub(crate) grid: Rect,
    /// Size of a cell, in points.
    pub(crate) cell: f64,
    /// Column and row, in cells, at the upper left corner of `grid`.
    pub(crate) origin: [f64; 2],
    pub(crate) extent: Extent,
}

impl Layout {
    pub(crate) fn new(area: Rect, view: MatrixView, extent: Extent) -> Self {
        let [columns, rows] = [extent.columns, extent.rows].map(|count| count.max(1) as f64);
        let fit = |grid: Rect| {
            let [width, height] =
                [grid.width(), grid.height()].map(|side| f64::from(side.max(1.0)));
            (width / columns).min(height / rows).min(LARGEST_CELL)
        };
        let plain = Rect::from_min_max(area.min + vec2(0.0, HEAD), area.max);
        // Columns of the library have upright names, since no row has their numbers.
        let head = if extent.columns > extent.rows {
            UPRIGHT
        } else {
            HEAD
        };
        // Names take the width that cells as high as the area leave.
        let height = f64::from(area.height() - head);
        let spare = area.width() - (height * columns / rows) as f32;
        let width = extent.names.min(spare.max(LEAST_NAMES));
        let named = Rect::from_min_max(area.min + vec2(width, head), area.max);
        let cell_of = |grid| {
            if view.zoom > 0.0 {
                view.zoom.clamp(fit(grid), LARGEST_CELL)
            } else {
                fit(grid)
            }
        };
        let grid = if cell_of(named) >= f64::from(NAMES_FROM) {
            named
        } else {
            plain
        };
        let cell = cell_of(grid);
        let mut layout = Self {
            area,
            grid,
            cell,
            origin: view.origin,
            extent,
        };
        layout.origin = layout.bounded(view.origin);
        layout
    }

    /// Returns the number of cells of the matrix along one axis (0: columns, 1: rows).
    const fn count(&self, axis: usize) -> f64 {
        let count = if axis == 0 {
            self.extent.columns
        } else {
            self.extent.rows
        };
        count as f64
    }

    /// Returns whether names stand beside the rows.
    pub(crate) fn has_names(&self) -> bool {
        self.cell >= f64::from(NAMES_FROM)
    }

    /// Returns the right edge of the matrix in its area, in points.
    pub(crate) fn right(&self) -> f32 {
        if self.is_whole() {
            self.whole().right().min(self.area.right())
        } else {
            self.area.right()
        }
    }

    /// Returns the number of cells that fit into the grid along one axis (0: columns, 1: rows).
    fn fitting(&self, axis: usize) -> f64 {
        f64::from(self.grid.size()[axis]) / self.cell
    }

    /// Limits an origin so that no more is seen beyond the matrix than necessary: at the last origin the matrix still
    /// fills a square with the shorter side of the grid. So a grid that is wider than high never moves what is under
    /// the pointer during zooming.
    fn bounded(&self, origin: [f64; 2]) -> [f64; 2] {
        let square = self.fitting(0).min(self.fitting(1));
        [0, 1].map(|axis| {
            let last = (self.count(axis) - square).max(0.0);
            origin[axis].clamp(0.0, last)
        })
    }

    /// Returns the visible cells along one axis (0: columns, 1: rows), fractions included.
    pub(crate) fn visible(&self, axis: usize) -> Range<f64> {
        let end = (self.origin[axis] + self.fitting(axis)).min(self.count(axis));
        self.origin[axis]..end
    }

    /// Returns whether all cells are visible.
    pub(crate) fn is_whole(&self) -> bool {
        [0, 1].iter().all(|&axis| {
            let visible = self.visible(axis);
            visible.end - visible.start > self.count(axis) - 1e-6
        })
    }

    /// Returns the rectangle of a range of cells on the screen.
    pub(crate) fn rect(&self, columns: &Range<f64>, rows: &Range<f64>) -> Rect {
        let x = |cells: f64| self.grid.left() + ((cells - self.origin[0]) * self.cell) as f32;
        let y = |cells: f64| self.grid.top() + ((cells - self.origin[1]) * self.cell) as f32;
        Rect::from_min_max(
            pos2(x(columns.start), y(rows.start)),
            pos2(x(columns.end), y(rows.end)),
        )
    }

    /// Returns the rectangle of the whole matrix, also beyond its visible part.
    pub(crate) fn whole(&self) -> Rect {
        self.rect(&(0.0..self.count(0)), &(0.0..self.count(1)))
    }

    pub(crate) fn cell_rect(&self, row: usize, column: usize) -> Rect {
        let range = |i: usize| i as f64..(i + 1) as f64;
        self.rect(&range(column), &range(row))
    }

    /// Returns the row and column under a point; `None` outside the matrix.
    pub(crate) fn cell_at(&self, at: Pos2) -> Option<(usize, usize)> {
        let column = self.origin[0] + f64::from(at.x - self.grid.left()) / self.cell;
        let row = self.origin[1] + f64::from(at.y - self.grid.top()) / self.cell;
        let inside = |cells: f64, axis: usize| cells >= 0.0 && cells < self.count(axis);
        // Both are at least 0 and less than the count.
        (self.grid.contains(at) && inside(row, 1) && inside(column, 0))
            .then_some((row as usize, column as usize))
    }

    /// Returns the view enlarged by `factor`, with the point `at` unmoved.
    pub(crate) fn zoomed(&self, view: MatrixView, factor: f64, at: Pos2) -> MatrixView {
        let fit = Self::new(self.area, MatrixView::default(), self.extent).cell;
        let cell = (self.cell * factor).clamp(fit, LARGEST_CELL);
        let zoom = if cell <= fit { 0.0 } else { cell };
        // From a certain cell size on names are shown beside the grid, which then begins farther to the right.
        let next = Self::new(self.area, MatrixView { zoom, ..view }, self.extent);
        let cells = |layout: &Self, a: usize| f64::from(at[a] - layout.grid.min[a]) / layout.cell;
        let origin = [0, 1].map(|a| self.origin[a] + cells(self, a) - cells(&next, a));
        MatrixView {
            origin,
            zoom,
            ..view
        }
    }

    /// Returns the origin after the picture was dragged by `by` points.
    pub(crate) fn dragged(&self, by: Vec2) -> [f64; 2] {
        self.bounded([0, 1].map(|a| self.origin[a] - f64::from(by[a]) / self.cell))
    }

    /// Returns the origin that puts a place, in cells, into the centre.
    pub(crate) fn centred(&self, place: [f64; 2]) -> [f64; 2] {
        self.bounded([0, 1].map(|a| place[a] - self.fitting(a) / 2.0))
    }

    /// Returns the origin from which a cell is visible, moved no more than needed.
    pub(crate) fn revealing(&self, (row, column): (usize, usize)) -> [f64; 2] {
        let cell = [column as f64, row as f64];
        self.bounded([0, 1].map(|a| {
            let first = (cell[a] + 1.0 - self.fitting(a)).min(cell[a]);
            self.origin[a].clamp(first, cell[a].max(first))
        }))
    }
}

/// Returns the cells that a range touches.
pub(crate) fn whole_cells(range: &Range<f64>) -> Range<usize> {
    // The range lies within 0 and the number of documents.
    range.start.floor() as usize..range.end.ceil() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area() -> Rect {
        Rect::from_min_size(pos2(10.0, 20.0), vec2(900.0, 600.0))
    }

    fn square(count: usize) -> Extent {
        Extent {
            rows: count,
            columns: count,
            names: 300.0,
        }
    }

    #[test]
    fn names_take_what_cells_leave_and_the_library_has_columns_of_its_own() {
        let whole = |extent| Layout::new(area(), MatrixView::default(), extent);
        let layout = whole(square(42));
        assert!(layout.has_names() && layout.is_whole());
        assert!(
            (layout.grid.left() - 310.0).abs() < 1.0,
            "{:?}",
            layout.grid
        );
        assert!(
            (layout.whole().bottom() - 620.0).abs() < 1.0,
            "as high as the area"
        );
        let with_library = Extent {
            columns: 60,
            ..square(42)
        };
        let layout = whole(with_library);
        assert!(layout.is_whole() && layout.whole().right() <= 910.1);
        let last = layout.cell_rect(41, 59).center();
        assert_eq!(layout.cell_at(last), Some((41, 59)));
        assert_eq!(layout.cell_at(last + vec2(0.0, 20.0)), None, "42 rows");
        assert!(
            whole(square(3)).cell >= 100.0,
            "few documents have large cells"
        );
    }

    #[test]
    fn cells_and_places_lead_to_each_other() {
        for (count, zoom) in [(2, 0.0), (15, 0.0), (500, 9.0), (10_000, 0.0)] {
            let view = MatrixView {
                origin: [1.0, 1.0],
                zoom,
                ..MatrixView::default()
            };
            let layout = Layout::new(area(), view, square(count));
            let rows = whole_cells(&layout.visible(1));
            assert!(rows.end <= count && rows.start < rows.end);
            let (row, column) = (
                rows.start + rows.len() / 2,
                whole_cells(&layout.visible(0)).start + 1,
            );
            assert_eq!(
                layout.cell_at(layout.cell_rect(row, column).center()),
                Some((row, column)),
                "{count}"
            );
        }
        let whole = Layout::new(area(), MatrixView::default(), square(10_000));
        assert_eq!(
            (whole.visible(0), whole.visible(1).end),
            (0.0..10_000.0, 10_000.0)
        );
        assert!(whole.is_whole());
    }

    #[test]
    fn zooming_keeps_the_point_and_ends_at_the_whole() {
        let mut view = MatrixView::default();
        let at = pos2(400.0, 350.0);
        let before = Layout::new(area(), view, square(10_000)).cell_at(at);
        for _ in 0..20 {
            let layout = Layout::new(area(), view, square(10_000));
            view = layout.zoomed(view, 1.5, at);
        }
        let layout = Layout::new(area(), view, square(10_000));
        assert!(!layout.is_whole());
        let (Some(before), Some(after)) = (before, layout.cell_at(at)) else {
            panic!("the point lies in the matrix");
        };
        assert!(before.0.abs_diff(after.0) <= 1 && before.1.abs_diff(after.1) <= 1);
        assert!(layout.zoomed(view, 1e-9, at).zoom < 1e-9);
        let revealed = MatrixView {
            origin: layout.revealing((9_999, 0)),
            ..view
        };
        let layout = Layout::new(area(), revealed, square(10_000));
        assert!(layout.grid.contains(layout.cell_rect(9_999, 0).center()));
        let centred = MatrixView {
            origin: layout.centred([5_000.0, 5_000.0]),
            ..view
        };
        let layout = Layout::new(area(), centred, square(10_000));
        let (row, column) = layout.cell_at(layout.grid.center()).unwrap_or_default();
        assert!(row.abs_diff(5_000) <= 1 && column.abs_diff(5_000) <= 1);
    }
}
