//! Seeds from windows of neighbouring units: words that moved between clauses meet in a window.

use super::Parameters;
use super::overlaps::{Cell, Rows};
use super::seed::{Seed, number};
use super::weighed::{WINDOW, Weighed};

/// Adds the pairs of windows with a large enough cosine and Dice coefficient, as seeds of their middle units.
///
/// The scalar product of two windows is the sum over their 5 x 5 units. The sums are taken over dense rows: a text
/// has a few hundred units, most of which share a word with most others, and rows of numbers are added eight at a
/// time.
pub(super) fn alike_windows(
    a: &Weighed,
    b: &Weighed,
    rows: &Rows,
    p: &Parameters,
    seeds: &mut Vec<Seed>,
) {
    let (units_a, units_b) = (a.text.unit_count(), b.text.unit_count());
    if units_a < WINDOW || units_b == 0 {
        return;
    }
    let terms = |text: &Weighed, first: usize, units: usize| {
        let end = (first + WINDOW).min(units);
        (text.firsts[end] - text.firsts[first]) as f32
    };
    let terms_b: Vec<f32> = (0..units_b).map(|unit| terms(b, unit, units_b)).collect();
    let mut sums = WindowSums::new(units_b);
    for unit in 0..units_a {
        sums.push(rows.of(unit));
        let Some(first) = (unit + 1).checked_sub(WINDOW) else {
            continue;
        };
        sums.sum();
        let own = terms(a, first, units_a);
        let norm = a.wide_norms[first];
        let (least_dot, least_shared) = (p.wide_cosine * norm, 0.5 * p.wide_dice);
        let is_alike = |window: Window<'_>| {
            let (((&dot, &shared), &other_norm), &other_terms) = window;
            // Without a branch, so that several windows are looked at in one instruction.
            let is_any = shared > 0.0;
            let is_near = dot >= least_dot * other_norm;
            let has_common = shared >= least_shared * (own + other_terms);
            is_any & is_near & has_common
        };
        let windows = |from: usize, to: usize| {
            (sums.dots[from..to].iter().zip(&sums.shared[from..to]))
                .zip(&b.wide_norms[from..to])
                .zip(&terms_b[from..to])
        };
        for from in (0..units_b).step_by(AT_ONCE) {
            let to = (from + AT_ONCE).min(units_b);
            if !windows(from, to).fold(false, |any, window| any | is_alike(window)) {
                continue;
            }
            for (window, other) in windows(from, to).zip(from..) {
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

/// Number of windows that are looked at together: nearly always none of them is alike.
const AT_ONCE: usize = 64;

/// Sums of the latest [`WINDOW`] rows over every [`WINDOW`] neighbouring columns.
struct WindowSums {
    /// Latest rows, dense, with [`WINDOW`] - 1 zeros at the end: scalar products and numbers of shared terms.
    rows: [Row; WINDOW],
    /// Index of the row to be replaced next.
    next: usize,
    columns: Row,
    /// Summed scalar products of each window, by its first column.
    dots: Vec<f32>,
    /// Summed numbers of shared terms of each window, by its first column.
    shared: Vec<f32>,
}

#[derive(Clone)]
struct Row {
    dots: Vec<f32>,
    shared: Vec<f32>,
}

impl WindowSums {
    fn new(units: usize) -> Self {
        let row = Row {
            dots: vec![0.0; units + WINDOW - 1],
            shared: vec![0.0; units + WINDOW - 1],
        };
        Self {
            rows: std::array::from_fn(|_| row.clone()),
            next: 0,
            columns: row,
            dots: vec![0.0; units],
            shared: vec![0.0; units],
        }
    }

    /// Replaces the oldest row.
    fn push(&mut self, cells: &[Cell]) {
        let row = &mut self.rows[self.next];
        self.next = (self.next + 1) % WINDOW;
        row.dots.fill(0.0);
        row.shared.fill(0.0);
        for cell in cells {
            row.dots[cell.b as usize] = cell.dot;
            row.shared[cell.b as usize] = cell.shared;
        }
    }

    fn sum(&mut self) {
        let rows = self.rows.each_ref();
        add(&mut self.columns.dots, rows.map(|row| row.dots.as_slice()));
        add(
            &mut self.columns.shared,
            rows.map(|row| row.shared.as_slice()),
        );
        let shifted = |row| std::array::from_fn(|shift| tail(row, shift));
        add(&mut self.dots, shifted(&self.columns.dots));
        add(&mut self.shared, shifted(&self.columns.shared));
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
            cells in prop::collection::vec(prop::collection::vec(0_u8..4, 9), WINDOW..12),
        ) {
            let mut sums = WindowSums::new(9);
            for (unit, row) in cells.iter().enumerate() {
                let sparse: Vec<Cell> = (0..).zip(row).filter(|(_, value)| **value > 0).map(|(b, &value)| Cell {
                    b,
                    dot: f32::from(value),
                    shared: 1.0,
                }).collect();
                sums.push(&sparse);
                let Some(first) = (unit + 1).checked_sub(WINDOW) else { continue };
                sums.sum();
                for column in 0..9 {
                    let block = || (first..=unit).flat_map(|r| (column..(column + WINDOW).min(9)).map(move |c| (r, c)));
                    let dot: f32 = block().map(|(r, c)| f32::from(cells[r][c])).sum();
                    let shared = block().filter(|&(r, c)| cells[r][c] > 0).count() as f32;
                    prop_assert!((sums.dots[column] - dot).abs() < 1e-6);
                    prop_assert!((sums.shared[column] - shared).abs() < 1e-6);
                }
            }
        }
    }
}
