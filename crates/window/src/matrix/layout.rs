//! Layout of the matrix: the part that is shown, and the position of each cell on the screen.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "cells lie between 0 and the number of documents, points on the screen"
)]

use std::ops::Range;

use egui::{Pos2, Rect, Vec2, pos2, vec2};

use chachong_window_model::matrix_view::MatrixView;

/// Minimum cell sizes, in points, for names beside the rows and for numbers in the cells.
pub(crate) const NAMES_FROM: f32 = 15.0;
pub(crate) const NUMBERS_FROM: f32 = 24.0;
/// Maximum cell size, in points.
const LARGEST_CELL: f64 = 44.0;
const NAMES_WIDTH: f32 = 210.0;
const HEAD: f32 = 22.0;

/// Geometry of one frame.
pub(crate) struct Layout {
    /// Rectangle for the matrix with its names.
    pub(crate) area: Rect,
    /// Rectangle for the cells.
    pub(crate) grid: Rect,
    pub(crate) cell: f64,
    pub(crate) origin: [f64; 2],
    pub(crate) count: usize,
}

impl Layout {
    pub(crate) fn new(area: Rect, view: MatrixView, count: usize) -> Self {
        let fit = |grid: Rect| {
            let side = f64::from(grid.width().min(grid.height()).max(1.0));
            (side / count.max(1) as f64).min(LARGEST_CELL)
        };
        let plain = Rect::from_min_max(area.min + vec2(0.0, HEAD), area.max);
        let named = Rect::from_min_max(plain.min + vec2(NAMES_WIDTH, 0.0), plain.max);
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
            count,
        };
        layout.origin = layout.bounded(view.origin);
        layout
    }

    /// Number of cells that fit into the grid along one axis (0: columns, 1: rows).
    fn fitting(&self, axis: usize) -> f64 {
        f64::from(self.grid.size()[axis]) / self.cell
    }

    /// Limits an origin so that no more is seen beyond the matrix than necessary: at the last origin the matrix still
    /// fills a square with the shorter side of the grid. So a grid that is wider than high never moves what is under
    /// the pointer during zooming.
    fn bounded(&self, origin: [f64; 2]) -> [f64; 2] {
        let square = self.fitting(0).min(self.fitting(1));
        let last = (self.count as f64 - square).max(0.0);
        origin.map(|origin| origin.clamp(0.0, last))
    }

    /// Visible cells along one axis (0: columns, 1: rows), fractions included.
    pub(crate) fn visible(&self, axis: usize) -> Range<f64> {
        let end = (self.origin[axis] + self.fitting(axis)).min(self.count as f64);
        self.origin[axis]..end
    }

    /// Returns whether all cells are visible.
    pub(crate) fn is_whole(&self) -> bool {
        [0, 1].iter().all(|&axis| {
            let visible = self.visible(axis);
            visible.end - visible.start > self.count as f64 - 1e-6
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
        let all = 0.0..self.count as f64;
        self.rect(&all, &all)
    }

    pub(crate) fn cell_rect(&self, row: usize, column: usize) -> Rect {
        let range = |i: usize| i as f64..(i + 1) as f64;
        self.rect(&range(column), &range(row))
    }

    /// Returns the row and column under a point; `None` outside the matrix.
    pub(crate) fn cell_at(&self, at: Pos2) -> Option<(usize, usize)> {
        let column = self.origin[0] + f64::from(at.x - self.grid.left()) / self.cell;
        let row = self.origin[1] + f64::from(at.y - self.grid.top()) / self.cell;
        let inside = |cells: f64| cells >= 0.0 && cells < self.count as f64;
        // Both are at least 0 and less than the count.
        (self.grid.contains(at) && inside(row) && inside(column))
            .then_some((row as usize, column as usize))
    }

    /// Returns the view enlarged by `factor`, with the point `at` unmoved.
    pub(crate) fn zoomed(&self, view: MatrixView, factor: f64, at: Pos2) -> MatrixView {
        let fit = Self::new(self.area, MatrixView::default(), self.count).cell;
        let cell = (self.cell * factor).clamp(fit, LARGEST_CELL);
        let zoom = if cell <= fit { 0.0 } else { cell };
        // From a certain cell size on names are shown beside the grid, which then begins farther to the right.
        let next = Self::new(self.area, MatrixView { zoom, ..view }, self.count);
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

    #[test]
    fn cells_and_places_lead_to_each_other() {
        for (count, zoom) in [(2, 0.0), (15, 0.0), (500, 9.0), (10_000, 0.0)] {
            let view = MatrixView {
                origin: [1.0, 1.0],
                zoom,
                ..MatrixView::default()
            };
            let layout = Layout::new(area(), view, count);
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
        let whole = Layout::new(area(), MatrixView::default(), 10_000);
        assert_eq!(
            (whole.visible(0), whole.visible(1).end),
            (0.0..10_000.0, 10_000.0)
        );
        assert!(whole.is_whole());
    }

    #[test]
    fn zooming_keeps_the_point_and_ends_at_the_whole() {
        let mut view = MatrixView::default();
        let at = pos2(300.0, 350.0);
        let before = Layout::new(area(), view, 10_000).cell_at(at);
        for _ in 0..20 {
            let layout = Layout::new(area(), view, 10_000);
            view = layout.zoomed(view, 1.5, at);
        }
        let layout = Layout::new(area(), view, 10_000);
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
        let layout = Layout::new(area(), revealed, 10_000);
        assert!(layout.grid.contains(layout.cell_rect(9_999, 0).center()));
        let centred = MatrixView {
            origin: layout.centred([5_000.0, 5_000.0]),
            ..view
        };
        let layout = Layout::new(area(), centred, 10_000);
        let (row, column) = layout.cell_at(layout.grid.center()).unwrap_or_default();
        assert!(row.abs_diff(5_000) <= 1 && column.abs_diff(5_000) <= 1);
    }
}
