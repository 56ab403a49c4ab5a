//! Overlaps: for each unit of one text, the units of the other that share a term with it.

use super::weighed::{Posting, Weighed};

/// Approximate maximum number of occurrences, in the other text, of one unit's terms that are looked at; beyond it
/// equally many of each term. Ordinary texts have far fewer; the limit keeps texts that repeat one sentence a
/// thousand times from taking quadratic time.
const VISITS: usize = 2_000;

/// Overlap of a unit with one unit of the other text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    /// Unit of the other text.
    pub b: u32,
    /// Scalar product of the two vectors.
    pub dot: f32,
    /// Number of shared terms.
    pub shared: f32,
}

/// Overlaps of each unit of `a` with the units of `b` that share a term, and where each unit's entries begin.
pub(super) struct Rows {
    cells: Vec<Cell>,
    firsts: Vec<usize>,
}

impl Rows {
    pub fn of(&self, unit: usize) -> &[Cell] {
        &self.cells[self.firsts[unit]..self.firsts[unit + 1]]
    }
}

/// Running sums by unit of the other text; stored dense, only touched cells are emptied.
struct Sums {
    cells: Vec<Cell>,
    touched: Vec<u32>,
}

impl Sums {
    fn new(units: usize) -> Self {
        Self {
            cells: vec![Cell::default(); units],
            touched: Vec::new(),
        }
    }

    fn add(&mut self, unit: u32, dot: f32, shared: f32) {
        let cell = &mut self.cells[unit as usize];
        if cell.shared <= 0.0 {
            self.touched.push(unit);
        }
        cell.dot += dot;
        cell.shared += shared;
    }

    /// Removes and returns the sums, sorted by unit.
    fn take(&mut self) -> impl Iterator<Item = Cell> + '_ {
        self.touched.sort_unstable();
        let cells = &mut self.cells;
        self.touched.drain(..).map(|unit| Cell {
            b: unit,
            ..std::mem::take(&mut cells[unit as usize])
        })
    }
}

/// Returns the overlaps of all units of two texts.
pub(super) fn rows(a: &Weighed, b: &Weighed) -> Rows {
    let (units_a, units_b) = (a.text.unit_count(), b.text.unit_count());
    let places = places(a, b);
    let mut sums = Sums::new(units_b);
    let mut rows = Rows {
        cells: Vec::new(),
        firsts: Vec::with_capacity(units_a + 1),
    };
    let mut found: Vec<(&Posting, &[Posting])> = Vec::new();
    for unit in 0..units_a {
        rows.firsts.push(rows.cells.len());
        let first = a.firsts[unit] as usize;
        found.clear();
        found.extend(a.vector(unit).iter().enumerate().filter_map(|(i, own)| {
            let (start, end) = places[first + i];
            (start < end).then(|| (own, &b.postings[start as usize..end as usize]))
        }));
        let visits: usize = found.iter().map(|(_, others)| others.len()).sum();
        let most = if visits > VISITS {
            VISITS / found.len() + 1
        } else {
            VISITS
        };
        // Beyond the limit, the occurrences in the same part of the text are taken: a copy of the whole has them
        // there.
        let expected = unit * units_b / units_a;
        for (own, others) in &found {
            for other in around(others, expected, most) {
                sums.add(other.unit, own.weight * other.weight, 1.0);
            }
        }
        rows.cells.extend(sums.take());
    }
    rows.firsts.push(rows.cells.len());
    rows
}

/// Returns at most `most` postings, around the one whose unit is `expected`.
fn around(postings: &[Posting], expected: usize, most: usize) -> &[Posting] {
    if postings.len() <= most {
        return postings;
    }
    let middle = postings.partition_point(|posting| (posting.unit as usize) < expected);
    let start = middle.saturating_sub(most / 2).min(postings.len() - most);
    &postings[start..start + most]
}

/// Returns for each of `a`'s vector entries the range of `b`'s postings with its term.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a text has fewer than 2^32 terms, as its offsets are 32 bits"
)]
fn places(a: &Weighed, b: &Weighed) -> Vec<(u32, u32)> {
    let mut by_posting = Vec::with_capacity(a.postings.len());
    let mut j = 0;
    for same in a.postings.chunk_by(|x, y| x.term == y.term) {
        let term = same[0].term;
        while b.postings.get(j).is_some_and(|other| other.term < term) {
            j += 1;
        }
        let start = j;
        while b.postings.get(j).is_some_and(|other| other.term == term) {
            j += 1;
        }
        by_posting.extend(std::iter::repeat_n((start as u32, j as u32), same.len()));
    }
    // Converts from term order to unit order: each unit's entries are sorted by term, so the unit's next entry is the
    // right one.
    let mut next: Vec<u32> = a.firsts.clone();
    let mut places = vec![(0, 0); a.vectors.len()];
    for (posting, range) in a.postings.iter().zip(by_posting) {
        let place = &mut next[posting.unit as usize];
        places[*place as usize] = range;
        *place += 1;
    }
    places
}
