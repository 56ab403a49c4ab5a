//! Gutters: white strips between columns of text, told from the white between the cells of a table.

/// Place of one box on a page whose lines are level. Directions are those of reading: lines run along x, and follow
/// each other along y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cell {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
    /// True if the cell certainly contains text, unlike a stamp or stain between columns.
    pub is_sure: bool,
}

impl Cell {
    /// Returns the extent along the direction of reading.
    pub fn width(&self) -> f32 {
        self.right - self.left
    }

    /// Returns the extent across the direction of reading.
    pub fn height(&self) -> f32 {
        self.bottom - self.top
    }

    /// Returns the part in which ink is: boxes reach beyond their text by about a third of their height on each side.
    fn inked(&self) -> Self {
        let margin = (MARGIN * self.height()).min(self.width() / 3.0);
        Self {
            left: self.left + margin,
            right: self.right - margin,
            ..*self
        }
    }

    /// Returns the coordinate of the middle along the direction of reading.
    pub fn middle_x(&self) -> f32 {
        f32::midpoint(self.left, self.right)
    }

    /// Returns the coordinate of the middle across the direction of reading.
    pub fn middle_y(&self) -> f32 {
        f32::midpoint(self.top, self.bottom)
    }
}

/// White strip between two columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gutter {
    pub left: f32,
    pub right: f32,
    /// Upper end: the lower edge of the text that spans both columns, or negative infinity.
    pub top: f32,
    /// Lower end: the upper edge of the text that spans both columns, or positive infinity.
    pub bottom: f32,
    /// Number of lines beside the gutter on the side that has fewer.
    lines: usize,
}

// All lengths are in heights of a line's box, which is a little more than the height of its characters.

/// Margin of a box around its text, in heights of a line's box.
const MARGIN: f32 = 0.3;
/// Minimum width of a gutter between texts, in heights of a line's box.
const MINIMUM_WIDTH: f32 = 0.4;
/// Minimum number of lines on either side of a gutter, and its minimum height, in heights of a line's box.
const MINIMUM_LINES: usize = 4;
const MINIMUM_HEIGHT: f32 = 5.0;
/// Minimum width of most lines, in heights of a line's box: a cell of a table is narrower than a column of text.
const WIDE: f32 = 7.0;
/// Length by which a line of one column may reach over a gutter, in heights of a line's box.
const INTRUSION: f32 = 1.0;
/// Distance from the gutter, in heights of a line's box, within which most lines of a column end, and begin.
const NEAR_END: f32 = 2.5;
const NEAR_BEGIN: f32 = 2.0;

/// Returns the gutter that separates the most lines; `None` if the cells are one column. `line` is the usual height of
/// a cell.
pub(super) fn best_gutter(cells: &[Cell], line: f32) -> Option<Gutter> {
    let inked: Vec<Cell> = cells.iter().map(Cell::inked).collect();
    let mut best: Option<Gutter> = None;
    for x in ends(&inked, line) {
        for gutter in gutters_from(&inked, x, line) {
            let better = best.is_none_or(|known| {
                (gutter.lines, gutter.right - gutter.left) > (known.lines, known.right - known.left)
            });
            if better {
                best = Some(gutter);
            }
        }
    }
    best
}

/// Returns where cells end on the right, of ends close together only the last: a gutter begins behind all of them.
fn ends(cells: &[Cell], line: f32) -> Vec<f32> {
    let mut ends: Vec<f32> = cells.iter().map(|cell| cell.right).collect();
    ends.sort_by(|a, b| b.total_cmp(a));
    ends.dedup_by(|next, kept| *kept - *next < 0.2 * line);
    ends
}

/// Returns the gutters that begin at `x`, one between each two cells that stand in the way.
fn gutters_from(cells: &[Cell], x: f32, line: f32) -> Vec<Gutter> {
    let end = x + MINIMUM_WIDTH * line;
    let mut obstacles: Vec<&Cell> = (cells.iter())
        .filter(|cell| cell.is_sure && cell.left < end && cell.right > x + 0.01)
        .filter(|cell| !is_of_one_column(cell, (x, end), line))
        .collect();
    obstacles.sort_by(|a, b| a.top.total_cmp(&b.top));
    let mut top = f32::NEG_INFINITY;
    let mut gutters = Vec::new();
    let bottoms = obstacles.iter().map(|cell| (cell.top, cell.bottom));
    for (bottom, next) in bottoms.chain([(f32::INFINITY, f32::INFINITY)]) {
        if bottom - top > MINIMUM_HEIGHT * line {
            gutters.extend(gutter_within(cells, (x, end), (top, bottom), line));
        }
        top = top.max(next);
    }
    gutters
}

/// Whether a cell that reaches into a gutter is a line of one column, whose box is too long because of a stain or a
/// stamp.
fn is_of_one_column(cell: &Cell, (x, end): (f32, f32), line: f32) -> bool {
    let (left, right) = (x - cell.left, cell.right - end);
    left.min(right) < INTRUSION * line && left.max(right) > WIDE * line
}

/// Returns the gutter in a free rectangle; `None` if there are no columns beside it.
fn gutter_within(
    cells: &[Cell],
    (x, end): (f32, f32),
    (top, bottom): (f32, f32),
    line: f32,
) -> Option<Gutter> {
    let within = |cell: &&Cell| cell.middle_y() > top && cell.middle_y() < bottom;
    let left: Vec<&Cell> = (cells.iter())
        .filter(within)
        .filter(|cell| cell.right <= x + 0.01)
        .collect();
    let right: Vec<&Cell> = (cells.iter())
        .filter(within)
        .filter(|cell| cell.left >= end)
        .collect();
    let span = |side: &[&Cell]| {
        (side.iter()).fold((f32::MAX, f32::MIN), |(top, bottom), cell| {
            (top.min(cell.top), bottom.max(cell.bottom))
        })
    };
    let ((left_top, left_bottom), (right_top, right_bottom)) = (span(&left), span(&right));
    // Both columns are there only where they stand beside each other.
    let (from, to) = (left_top.max(right_top), left_bottom.min(right_bottom));
    if to - from < MINIMUM_HEIGHT * line {
        return None;
    }
    let beside = |side: Vec<&Cell>| -> Vec<Cell> {
        (side
            .into_iter()
            .filter(|cell| cell.middle_y() > from && cell.middle_y() < to))
        .copied()
        .collect()
    };
    let (left, right) = (nearest(&beside(left), true), nearest(&beside(right), false));
    if left.len().min(right.len()) < MINIMUM_LINES {
        return None;
    }
    let end_of_left = left.iter().fold(f32::MIN, |end, cell| end.max(cell.right));
    let begin_of_right = right
        .iter()
        .fold(f32::MAX, |begin, cell| begin.min(cell.left));
    let most = |side: &[Cell], part: usize, is: &dyn Fn(&Cell) -> bool| {
        side.iter().filter(|cell| is(cell)).count() * 10 >= side.len() * part
    };
    let is_text = most(&left, 5, &|cell| cell.width() >= WIDE * line)
        && most(&right, 5, &|cell| cell.width() >= WIDE * line)
        && most(&left, 4, &|cell| cell.right > end_of_left - NEAR_END * line)
        && most(&right, 6, &|cell| {
            cell.left < begin_of_right + NEAR_BEGIN * line
        });
    is_text.then_some(Gutter {
        left: end_of_left,
        right: begin_of_right,
        top,
        bottom,
        lines: left.len().min(right.len()),
    })
}

/// Returns of each row the cell that is nearest to the gutter.
fn nearest(side: &[Cell], gutter_is_right: bool) -> Vec<Cell> {
    (side.iter())
        .filter(|cell| {
            !side.iter().any(|other| {
                let same_row = (other.middle_y() - cell.middle_y()).abs() < 0.5 * cell.height();
                let nearer = if gutter_is_right {
                    other.left > cell.right
                } else {
                    other.right < cell.left
                };
                same_row && nearer
            })
        })
        .copied()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of 20 pixels, one each 30, between two edges.
    pub(super) fn column(left: f32, right: f32, top: f32, lines: usize) -> Vec<Cell> {
        (0..lines)
            .map(|i| Cell {
                left,
                right,
                top: top + 30.0 * i as f32,
                bottom: top + 30.0 * i as f32 + 20.0,
                is_sure: true,
            })
            .collect()
    }

    #[test]
    fn two_columns_have_a_gutter() {
        let mut cells = column(100.0, 480.0, 200.0, 20);
        cells.extend(column(520.0, 900.0, 200.0, 18));
        cells.extend(column(200.0, 800.0, 100.0, 1));
        let gutter = best_gutter(&cells, 20.0).unwrap();
        assert_eq!((gutter.left, gutter.right), (474.0, 526.0));
        assert_eq!((gutter.top, gutter.bottom), (120.0, f32::INFINITY));
        assert_eq!(gutter.lines, 18);
    }

    #[test]
    fn one_column_and_tables_have_none() {
        assert_eq!(best_gutter(&column(100.0, 900.0, 0.0, 30), 20.0), None);
        let mut table = column(100.0, 200.0, 0.0, 30);
        table.extend(column(400.0, 480.0, 0.0, 30));
        table.extend(column(700.0, 800.0, 0.0, 30));
        assert_eq!(best_gutter(&table, 20.0), None);
        // Contents: titles of many lengths, page numbers at the right.
        let mut contents = column(850.0, 880.0, 0.0, 30);
        for (i, title) in column(100.0, 500.0, 0.0, 30).into_iter().enumerate() {
            contents.push(Cell {
                right: 300.0 + 17.0 * (i * 7 % 20) as f32,
                ..title
            });
        }
        assert_eq!(best_gutter(&contents, 20.0), None);
    }

    #[test]
    fn a_stain_ends_no_gutter() {
        let mut cells = column(100.0, 480.0, 0.0, 20);
        cells.extend(column(520.0, 900.0, 0.0, 20));
        cells.push(Cell {
            left: 450.0,
            top: 300.0,
            right: 560.0,
            bottom: 330.0,
            is_sure: false,
        });
        let gutter = best_gutter(&cells, 20.0).unwrap();
        assert_eq!(
            (gutter.top, gutter.bottom),
            (f32::NEG_INFINITY, f32::INFINITY)
        );
    }

    #[test]
    fn a_line_across_ends_a_gutter() {
        let mut cells = column(100.0, 480.0, 0.0, 10);
        cells.extend(column(520.0, 900.0, 0.0, 10));
        cells.extend(column(150.0, 850.0, 400.0, 1));
        cells.extend(column(100.0, 480.0, 500.0, 12));
        cells.extend(column(520.0, 900.0, 500.0, 12));
        let gutter = best_gutter(&cells, 20.0).unwrap();
        assert_eq!((gutter.top, gutter.lines), (420.0, 12));
    }
}
