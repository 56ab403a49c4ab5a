//! Order of reading: columns from the left, rows from the top, parts of a row from the left.

use super::columns::{Cell, best_gutter};

/// Minimum share of the lower of two heights by which two cells of one row overlap.
const SAME_ROW: f32 = 0.5;
/// Indent from which a row begins a paragraph, and free end from which it ends one, in heights of a line.
const INDENT: f32 = 0.8;
const FREE_END: f32 = 2.0;
/// Distance from the row before, in usual distances, from which a row begins a paragraph.
const GAP: f32 = 1.5;

/// Place of a cell in the order of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ordered {
    /// Index of the cell in the list of cells that is put in order.
    pub cell: usize,
    /// Number of the row, from 0.
    pub row: u32,
    /// Number of the column or other block, from 0.
    pub block: u32,
    /// True if the row seems to begin a paragraph; the same for all cells of a row.
    pub begins_paragraph: bool,
}

/// Returns all cells in the order of reading.
pub(super) fn order(cells: &[Cell]) -> Vec<Ordered> {
    let mut ordered = Vec::with_capacity(cells.len());
    let mut next = (0, 0);
    let line = usual_height(cells);
    append(
        cells,
        &(0..cells.len()).collect::<Vec<_>>(),
        line,
        &mut next,
        &mut ordered,
    );
    ordered
}

/// Returns the median height of cells, at least 1.
pub(super) fn usual_height(cells: &[Cell]) -> f32 {
    median(cells.iter().map(Cell::height).collect())
        .unwrap_or(1.0)
        .max(1.0)
}

/// Returns the upper median; `None` for no values.
pub(super) fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Appends some of the cells: what is above a gutter, what is left of it, right of it, below.
fn append(
    cells: &[Cell],
    some: &[usize],
    line: f32,
    next: &mut (u32, u32),
    ordered: &mut Vec<Ordered>,
) {
    if some.is_empty() {
        return;
    }
    let places: Vec<Cell> = some.iter().map(|&i| cells[i]).collect();
    let Some(gutter) = best_gutter(&places, line) else {
        append_rows(cells, some, line, next, ordered);
        return;
    };
    let middle = f32::midpoint(gutter.left, gutter.right);
    let mut parts: [Vec<usize>; 4] = Default::default();
    for &i in some {
        let (x, y) = (cells[i].middle_x(), cells[i].middle_y());
        let part = match () {
            () if y <= gutter.top => 0,
            () if y >= gutter.bottom => 3,
            () if x < middle => 1,
            () => 2,
        };
        parts[part].push(i);
    }
    for part in parts {
        append(cells, &part, line, next, ordered);
    }
}

/// Appends cells of one column, row by row.
fn append_rows(
    cells: &[Cell],
    some: &[usize],
    line: f32,
    next: &mut (u32, u32),
    ordered: &mut Vec<Ordered>,
) {
    let rows = rows(cells, some);
    let begins = beginnings(cells, &rows, line);
    for (row, begins_paragraph) in rows.iter().zip(begins) {
        ordered.extend(row.iter().map(|&cell| Ordered {
            cell,
            row: next.0,
            block: next.1,
            begins_paragraph,
        }));
        next.0 += 1;
    }
    next.1 += 1;
}

/// Groups cells into rows from the top, each from the left. A cell joins the row whose widest cell it overlaps in
/// height.
fn rows(cells: &[Cell], some: &[usize]) -> Vec<Vec<usize>> {
    let mut widest_first = some.to_vec();
    widest_first.sort_by(|&a, &b| {
        cells[b]
            .width()
            .total_cmp(&cells[a].width())
            .then(a.cmp(&b))
    });
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for i in widest_first {
        let cell = cells[i];
        let overlap = |row: &Vec<usize>| {
            let head = cells[row[0]];
            let common = cell.bottom.min(head.bottom) - cell.top.max(head.top);
            common / cell.height().min(head.height()).max(1.0)
        };
        // Cells that lie one above the other are rows of their own, however much their boxes overlap.
        let is_free = |row: &Vec<usize>| {
            row.iter().all(|&j| {
                let common = cell.right.min(cells[j].right) - cell.left.max(cells[j].left);
                common < 0.5 * cell.width().min(cells[j].width())
            })
        };
        let best = (rows.iter_mut())
            .filter(|row| is_free(row))
            .map(|row| (overlap(row), row))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            Some((share, row)) if share >= SAME_ROW => row.push(i),
            _ => rows.push(vec![i]),
        }
    }
    rows.sort_by(|a, b| cells[a[0]].middle_y().total_cmp(&cells[b[0]].middle_y()));
    for row in &mut rows {
        row.sort_by(|&a, &b| cells[a].left.total_cmp(&cells[b].left));
    }
    rows
}

/// Tells of each row whether it seems to begin a paragraph: it is indented, the row before ends early, or is far away.
fn beginnings(cells: &[Cell], rows: &[Vec<usize>], line: f32) -> Vec<bool> {
    let lefts: Vec<f32> = rows.iter().map(|row| cells[row[0]].left).collect();
    let rights: Vec<f32> = (rows.iter())
        .map(|row| {
            row.iter()
                .fold(f32::MIN, |right, &i| right.max(cells[i].right))
        })
        .collect();
    let middles: Vec<f32> = rows.iter().map(|row| cells[row[0]].middle_y()).collect();
    let at_share = |values: &[f32], share: usize| {
        let mut sorted = values.to_vec();
        sorted.sort_by(f32::total_cmp);
        sorted
            .get(sorted.len().saturating_sub(1) * share / 100)
            .copied()
            .unwrap_or(0.0)
    };
    let (left, right) = (at_share(&lefts, 25), at_share(&rights, 85));
    let pitch = median(middles.windows(2).map(|pair| pair[1] - pair[0]).collect()).unwrap_or(line);
    (0..rows.len())
        .map(|i| {
            let is_indented = lefts[i] > left + INDENT * line;
            let Some(before) = i.checked_sub(1) else {
                return is_indented;
            };
            is_indented
                || rights[before] < right - FREE_END * line
                || middles[i] - middles[before] > GAP * pitch
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cell(left: f32, top: f32, right: f32) -> Cell {
        Cell {
            left,
            top,
            right,
            bottom: top + 20.0,
            is_sure: true,
        }
    }

    fn column(left: f32, right: f32, top: f32, lines: usize) -> Vec<Cell> {
        (0..lines)
            .map(|i| cell(left, top + 30.0 * i as f32, right))
            .collect()
    }

    fn indices(ordered: &[Ordered]) -> Vec<usize> {
        ordered.iter().map(|place| place.cell).collect()
    }

    #[test]
    fn a_page_of_two_columns() {
        // Title, left column, right column, wide caption, left and right again, page number in the middle.
        let mut cells = vec![cell(200.0, 0.0, 800.0)];
        cells.extend(column(100.0, 480.0, 60.0, 10));
        cells.extend(column(520.0, 900.0, 60.0, 10));
        cells.push(cell(150.0, 400.0, 850.0));
        cells.extend(column(100.0, 480.0, 460.0, 8));
        cells.extend(column(520.0, 900.0, 460.0, 7));
        cells.push(cell(470.0, 800.0, 530.0));
        let ordered = order(&cells);
        assert_eq!(indices(&ordered), (0..cells.len()).collect::<Vec<_>>());
        assert_eq!(ordered.iter().map(|place| place.block).max(), Some(6));
    }

    #[test]
    fn rows_of_a_table_are_read_across() {
        let mut cells = column(400.0, 480.0, 0.0, 6);
        cells.extend(column(100.0, 250.0, 3.0, 6));
        let ordered = order(&cells);
        assert_eq!(indices(&ordered), [6, 0, 7, 1, 8, 2, 9, 3, 10, 4, 11, 5]);
        assert_eq!(ordered[0].row, ordered[1].row);
    }

    #[test]
    fn paragraphs_begin_at_indents_and_after_short_rows() {
        let mut cells = column(100.0, 900.0, 0.0, 9);
        cells[0].left = 140.0;
        cells[3].right = 500.0;
        cells[6].left = 140.0;
        let begins: Vec<usize> = (order(&cells).iter())
            .filter(|place| place.begins_paragraph)
            .map(|place| place.cell)
            .collect();
        assert_eq!(begins, [0, 4, 6]);
        assert!(order(&[]).is_empty());
    }

    proptest! {
        /// Every cell comes exactly once, rows and blocks never go back, whatever the cells are.
        #[test]
        fn all_cells_are_ordered(
            places in proptest::collection::vec((0_u16..1000, 0_u16..1400, 1_u16..600, 1_u16..60), 0..60)
        ) {
            let cells: Vec<Cell> = (places.iter()).map(|&(x, y, w, h)| {
                let (left, top) = (f32::from(x), f32::from(y));
                Cell { left, top, right: left + f32::from(w), bottom: top + f32::from(h), is_sure: h % 5 > 0 }
            }).collect();
            let ordered = order(&cells);
            let mut all = indices(&ordered);
            prop_assert!(ordered.is_sorted_by_key(|place| (place.block, place.row)));
            all.sort_unstable();
            prop_assert_eq!(all, (0..cells.len()).collect::<Vec<_>>());
        }

        /// Made columns of text, two or three, with ragged ends: the order is that of their making.
        #[test]
        fn columns_are_read_one_after_the_other(
            columns in 2_usize..4,
            lines in 6_usize..40,
            gutter in 14.0_f32..60.0,
            ragged in proptest::collection::vec(0.0_f32..40.0, 120)
        ) {
            let mut cells = Vec::new();
            for c in 0..columns {
                let left = 100.0 + (300.0 + gutter) * c as f32;
                for (i, mut line) in column(left, left + 300.0, 50.0, lines).into_iter().enumerate() {
                    if i % 3 == 1 { line.right -= ragged[(c * lines + i) % 120]; }
                    if i % 7 == 0 { line.left += 30.0; }
                    cells.push(line);
                }
            }
            prop_assert_eq!(indices(&order(&cells)), (0..cells.len()).collect::<Vec<_>>());
        }
    }
}
