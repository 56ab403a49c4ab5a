//! Seeds from windows of neighbouring units: words that moved between clauses meet in a window.

use std::ops::Range;

use super::Parameters;
use super::overlaps::Cell;
use super::seed::Seed;
use super::tile::number;
use super::weighed::{WINDOW, Weighed};

/// Pairs of windows with a large enough cosine and Dice coefficient, found unit by unit.
///
/// The scalar product of two windows is the sum over their 5 x 5 units. The sums are taken over dense rows: a text
/// has a few hundred units, most of which share a word with most others, and rows of numbers are added eight at a
/// time. Of long texts the blocks of columns are passed over in which no row has anything.
pub(super) struct Windows<'t> {
    a: &'t Weighed,
    b: &'t Weighed,
    p: &'t Parameters,
    /// Number of terms of the window that begins at each unit of the other text.
    terms_b: Vec<f32>,
    sums: WindowSums,
}

/// Returns the number of terms of the window that begins at a unit.
fn terms(text: &Weighed, first: usize) -> f32 {
    let end = (first + WINDOW).min(text.text.unit_count());
    (text.firsts[end] - text.firsts[first]) as f32
}

impl<'t> Windows<'t> {
    /// Prepares the search for similar windows of `a` and `b`.
    pub fn new(a: &'t Weighed, b: &'t Weighed, p: &'t Parameters) -> Self {
        let units_b = b.text.unit_count();
        Self {
            a,
            b,
            p,
            terms_b: (0..units_b).map(|unit| terms(b, unit)).collect(),
            sums: WindowSums::new(units_b),
        }
    }

    /// Adds seeds for the similar windows that end at `unit`, each at the middle unit of its window; `cells` are the
    /// window's overlaps. Units come in order.
    pub fn alike(&mut self, unit: usize, cells: &[Cell], seeds: &mut Vec<Seed>) {
        let (units_a, units_b) = (self.a.text.unit_count(), self.b.text.unit_count());
        if units_a < WINDOW || units_b == 0 {
            return;
        }
        self.sums.push(cells);
        let Some(first) = (unit + 1).checked_sub(WINDOW) else {
            return;
        };
        let p = self.p;
        let own = terms(self.a, first);
        let norm = self.a.wide_norms[first];
        let (least_dot, least_shared) = (p.wide_cosine * norm, 0.5 * p.wide_dice);
        let is_alike = |window: Window<'_>| {
            let (((&dot, &shared), &other_norm), &other_terms) = window;
            // Without a branch, so that several windows are looked at in one instruction.
            let is_any = shared > 0.0;
            let is_near = dot >= least_dot * other_norm;
            let has_common = shared >= least_shared * (own + other_terms);
            is_any & is_near & has_common
        };
        for block in 0..units_b.div_ceil(BLOCK) {
            let Some(columns) = self.sums.sum(block) else {
                continue;
            };
            let windows = || {
                let Range { start, end } = columns.clone();
                (self.sums.dots.iter().zip(&self.sums.shared))
                    .zip(&self.b.wide_norms[start..end])
                    .zip(&self.terms_b[start..end])
            };
            if !windows().fold(false, |any, window| any | is_alike(window)) {
                continue;
            }
            for (window, other) in windows().zip(columns.clone()) {
                if is_alike(window) {
                    let (((&dot, _), &other_norm), _) = window;
                    seeds.push(Seed {
                        a: number(first + WINDOW / 2),
                        b: number((other + WINDOW / 2).min(units_b - 1)),
                        score: dot / (norm * other_norm),
                    });
                }
            }
        }
    }
}

/// Scalar product, number of shared terms, norm and number of terms of a window of the other text.
type Window<'w> = (((&'w f32, &'w f32), &'w f32), &'w f32);

/// Number of windows that are summed and looked at together: nearly always none of them is alike.
const BLOCK: usize = 64;

/// Sums of the latest [`WINDOW`] rows over every [`WINDOW`] neighbouring columns, of one block of columns at a time.
struct WindowSums {
    /// Latest rows, dense, with [`WINDOW`] - 1 zeros at the end: scalar products and numbers of shared terms.
    rows: [Row; WINDOW],
    /// Index of the row to be replaced next.
    next: usize,
    /// Number of windows.
    units: usize,
    /// Sums of the rows of a block's columns, and of the [`WINDOW`] - 1 after them.
    columns: [Vec<f32>; 2],
    /// Summed scalar products of each window of the block.
    dots: Vec<f32>,
    /// Summed numbers of shared terms of each window of the block.
    shared: Vec<f32>,
}

#[derive(Clone)]
struct Row {
    dots: Vec<f32>,
    shared: Vec<f32>,
    /// Columns that are not zero, sorted.
    filled: Vec<u32>,
    /// Whether a window of each block has something of this row.
    blocks: Vec<bool>,
}

impl WindowSums {
    fn new(units: usize) -> Self {
        let row = Row {
            dots: vec![0.0; units + WINDOW - 1],
            shared: vec![0.0; units + WINDOW - 1],
            filled: Vec::new(),
            blocks: vec![false; units.div_ceil(BLOCK)],
        };
        Self {
            rows: std::array::from_fn(|_| row.clone()),
            next: 0,
            units,
            columns: std::array::from_fn(|_| Vec::with_capacity(BLOCK + WINDOW - 1)),
            dots: Vec::with_capacity(BLOCK),
            shared: Vec::with_capacity(BLOCK),
        }
    }

    /// Replaces the oldest row.
    fn push(&mut self, cells: &[Cell]) {
        let row = &mut self.rows[self.next];
        self.next = (self.next + 1) % WINDOW;
        for column in row.filled.drain(..) {
            let column = column as usize;
            (row.dots[column], row.shared[column]) = (0.0, 0.0);
        }
        row.blocks.fill(false);
        for cell in cells {
            let column = cell.b as usize;
            row.dots[column] = cell.dot;
            row.shared[column] = cell.shared;
            // The windows that have the column begin up to four columns before it.
            row.blocks[column.saturating_sub(WINDOW - 1) / BLOCK] = true;
            row.blocks[column / BLOCK] = true;
        }
        row.filled.extend(cells.iter().map(|cell| cell.b));
    }

    /// Sums a block and returns its columns; `None` if no window of it has anything.
    fn sum(&mut self, block: usize) -> Option<Range<usize>> {
        if !self.rows.iter().any(|row| row.blocks[block]) {
            return None;
        }
        let start = block * BLOCK;
        let end = (start + BLOCK).min(self.units);
        for column in &mut self.columns {
            column.resize(end - start + WINDOW - 1, 0.0);
        }
        for sums in [&mut self.dots, &mut self.shared] {
            sums.resize(end - start, 0.0);
        }
        let rows = self.rows.each_ref();
        add(&mut self.columns[0], rows.map(|row| tail(&row.dots, start)));
        add(
            &mut self.columns[1],
            rows.map(|row| tail(&row.shared, start)),
        );
        let shifted = |row| std::array::from_fn(|shift| tail(row, shift));
        add(&mut self.dots, shifted(&self.columns[0]));
        add(&mut self.shared, shifted(&self.columns[1]));
        Some(start..end)
    }
}

fn tail(row: &[f32], shift: usize) -> &[f32] {
    &row[shift..]
}

/// Sets each element to the sum of those at its place in the other slices, which are at least as long.
fn add(to: &mut [f32], slices: [&[f32]; WINDOW]) {
    // One pass over all, with their length known, is a third of the time of a pass for each.
    let [first, second, third, fourth, fifth] = slices.map(|slice| &slice[..to.len()]);
    for (i, to) in to.iter_mut().enumerate() {
        *to = first[i] + second[i] + third[i] + fourth[i] + fifth[i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_window_sums_its_cells(
            cells in prop::collection::vec(prop::collection::vec((0_usize..200, 1_u8..4), 0..9), WINDOW..12),
        ) {
            const UNITS: usize = 200;
            let mut sums = WindowSums::new(UNITS);
            let rows: Vec<Vec<u8>> = cells.iter().map(|row| {
                let mut dense = vec![0; UNITS];
                for &(column, value) in row {
                    dense[column] = value;
                }
                dense
            }).collect();
            for (unit, row) in rows.iter().enumerate() {
                let sparse: Vec<Cell> = (0..).zip(row).filter(|(_, value)| **value > 0).map(|(b, &value)| Cell {
                    b,
                    dot: f32::from(value),
                    shared: 1.0,
                }).collect();
                sums.push(&sparse);
                let Some(first) = (unit + 1).checked_sub(WINDOW) else { continue };
                for block in 0..UNITS.div_ceil(BLOCK) {
                    let summed = sums.sum(block);
                    let columns = summed.clone().unwrap_or(block * BLOCK..((block + 1) * BLOCK).min(UNITS));
                    for column in columns.clone() {
                        let cells = || (first..=unit)
                            .flat_map(|r| (column..(column + WINDOW).min(UNITS)).map(move |c| (r, c)));
                        let dot: f32 = cells().map(|(r, c)| f32::from(rows[r][c])).sum();
                        let shared = cells().filter(|&(r, c)| rows[r][c] > 0).count() as f32;
                        let at = column - columns.start;
                        let of = |sums: &[f32]| if summed.is_some() { sums[at] } else { 0.0 };
                        prop_assert!((of(&sums.dots) - dot).abs() < 1e-6);
                        prop_assert!((of(&sums.shared) - shared).abs() < 1e-6);
                    }
                }
            }
        }
    }
}
