//! Sparse similarity matrix of the few cells that stand out, and rasters of it at any scale. Each pixel shows the strongest
//! cell that it covers, so that a rare cell stays visible however far one zooms out.

use std::ops::Range;

/// Value of a pixel that covers no highlighted cell.
pub const NO_LEVEL: u8 = u8::MAX;

/// Highlighted cells of a symmetric matrix with their levels; level 0 is the strongest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spots {
    /// Row, column and level of each cell; sorted, both halves of the matrix, each cell once.
    cells: Vec<(u32, u32, u8)>,
}

/// Grid of pixels over a matrix: its position and size in pixels, and the number of cells per pixel along each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Row of the first pixel, in pixels from the matrix's corner.
    pub row: usize,
    /// Column of the first pixel, in pixels from the matrix's corner.
    pub column: usize,
    /// Number of pixels in a row.
    pub width: usize,
    /// Number of rows of pixels.
    pub height: usize,
    /// Number of cells that a pixel covers along one axis; at least 1.
    pub cells: usize,
}

impl Spots {
    /// Builds the matrix from highlighted cells, each as (row, column, level). A cell in one half of the matrix also sets its
    /// mirror image. If a cell comes with several levels, the strongest stays.
    #[must_use]
    pub fn new(cells: impl IntoIterator<Item = (u32, u32, u8)>) -> Self {
        let mut cells: Vec<(u32, u32, u8)> = cells
            .into_iter()
            .flat_map(|(row, column, level)| [(row, column, level), (column, row, level)])
            .collect();
        cells.sort_unstable();
        // Of several levels of one cell the strongest is sorted first.
        cells.dedup_by_key(|&mut (row, column, _)| (row, column));
        Self { cells }
    }

    /// Returns the number of highlighted cells in both halves.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns whether no cell is highlighted.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the highlighted cells in these rows as (row, column, level), sorted by row, then column.
    #[must_use]
    pub fn in_rows(&self, rows: &Range<usize>) -> &[(u32, u32, u8)] {
        let from = self
            .cells
            .partition_point(|&(row, ..)| (row as usize) < rows.start);
        let to = self
            .cells
            .partition_point(|&(row, ..)| (row as usize) < rows.end.max(rows.start));
        self.cells.get(from..to).unwrap_or_default()
    }

    /// Returns the level of one cell; `None` if it is not highlighted.
    #[must_use]
    pub fn level(&self, row: usize, column: usize) -> Option<u8> {
        let of_row = self.in_rows(&(row..row + 1));
        let position = of_row
            .binary_search_by_key(&column, |&(_, column, _)| column as usize)
            .ok()?;
        Some(of_row[position].2)
    }

    /// Returns the (row, column) of the strongest highlighted cell within `rows` and `columns`; in a tie, of the cell nearest
    /// to `to`, also a (row, column). `None` if no cell there is highlighted.
    #[must_use]
    pub fn strongest(
        &self,
        rows: &Range<usize>,
        columns: &Range<usize>,
        to: (usize, usize),
    ) -> Option<(usize, usize)> {
        self.in_rows(rows)
            .iter()
            .map(|&(row, column, level)| (row as usize, column as usize, level))
            .filter(|(_, column, _)| columns.contains(column))
            .min_by_key(|&(row, column, level)| {
                let far = row.abs_diff(to.0) + column.abs_diff(to.1);
                (level, far, row, column)
            })
            .map(|(row, column, _)| (row, column))
    }

    /// Returns the levels of a grid's pixels, row by row; [`NO_LEVEL`] for a pixel that covers no highlighted cell. Each cell
    /// is drawn `size` x `size` pixels large, to the right of and below the pixel that covers it, so that a lone cell among
    /// millions stays visible.
    #[must_use]
    pub fn raster(&self, grid: Grid, size: usize) -> Vec<u8> {
        let mut pixels = vec![NO_LEVEL; grid.width * grid.height];
        let (cells, size) = (grid.cells.max(1), size.max(1));
        // A cell before the grid may reach into it.
        let first = (grid.row + 1).saturating_sub(size) * cells;
        for &(row, column, level) in self.in_rows(&(first..(grid.row + grid.height) * cells)) {
            let (row, column) = (row as usize / cells, column as usize / cells);
            let within = |from: usize, start: usize, end: usize| {
                from.max(start).min(end)..(from + size).max(start).min(end)
            };
            for y in within(row, grid.row, grid.row + grid.height) {
                for x in within(column, grid.column, grid.column + grid.width) {
                    let pixel = &mut pixels[(y - grid.row) * grid.width + x - grid.column];
                    *pixel = (*pixel).min(level);
                }
            }
        }
        pixels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_lone_cell_among_a_hundred_million_is_seen() {
        let spots = Spots::new([(9_999, 1, 0), (9_998, 1, 3)]);
        let grid = Grid {
            row: 0,
            column: 0,
            width: 40,
            height: 40,
            cells: 256,
        };
        let pixels = spots.raster(grid, 1);
        assert_eq!(pixels[39 * 40], 0);
        assert_eq!(pixels[39], 0);
        assert_eq!(pixels.iter().filter(|&&l| l != NO_LEVEL).count(), 2);
        assert_eq!(spots.level(1, 9_998), Some(3));
        assert_eq!(spots.level(1, 1), None);
        let window = (9_990..10_000, 0..10);
        assert_eq!(
            spots.strongest(&window.0, &window.1, (9_998, 1)),
            Some((9_999, 1)),
            "a stronger one before a nearer one"
        );
        assert_eq!(spots.strongest(&(0..1), &(0..10_000), (0, 0)), None);
    }

    proptest! {
        #[test]
        fn parts_of_a_picture_are_parts_of_the_whole(
            cells in prop::collection::vec((0_u32..40, 0_u32..40, 0_u8..6), 0..30),
            size in 1_usize..3,
            per_pixel in 1_usize..5,
            row in 0_usize..12,
            column in 0_usize..12,
        ) {
            let spots = Spots::new(cells.clone());
            let side = 40_usize.div_ceil(per_pixel);
            let whole = Grid { row: 0, column: 0, width: side, height: side, cells: per_pixel };
            let all = spots.raster(whole, size);
            for (r, c, level) in cells {
                let pixel = all[r as usize / per_pixel * side + c as usize / per_pixel];
                prop_assert!(pixel <= level);
                prop_assert!(spots.level(c as usize, r as usize) <= Some(level));
            }
            let part = Grid { row, column, width: 3, height: 4, cells: per_pixel };
            let got = spots.raster(part, size);
            for y in 0..4 {
                for x in 0..3 {
                    if row + y < side && column + x < side {
                        prop_assert_eq!(got[y * 3 + x], all[(row + y) * side + column + x]);
                    }
                }
            }
        }
    }
}
