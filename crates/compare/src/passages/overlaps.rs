//! Overlaps: for each unit of one text, the units of the other that share a term with it.

use super::weighed::{Posting, Weighed};

/// Approximate maximum number of occurrences, in the other text, of one unit's terms that are looked at; beyond it
/// equally many of each term. Ordinary texts have far fewer; the limit keeps texts that repeat one sentence a
/// thousand times from taking quadratic time.
const VISITS: usize = 2_000;

/// Overlap of a unit with one unit of the other text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    /// Index of a unit (clause or sentence) of the other text.
    pub b: u32,
    /// Scalar product of the weighted term vectors of the two units.
    pub dot: f32,
    /// Number of terms that both units have.
    pub shared: f32,
}

/// Overlaps of the units of `a` with those of `b` that share a term, one unit after the other: those of all units take gigabytes
/// where two long texts repeat one sentence.
pub(super) struct Overlaps<'t> {
    a: &'t Weighed,
    b: &'t Weighed,
    /// For each of `a`'s vector entries the range of `b`'s postings with its term.
    places: Vec<(u32, u32)>,
    sums: Sums,
    found: Vec<(Posting, &'t [Posting])>,
    cells: Vec<Cell>,
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

impl<'t> Overlaps<'t> {
    /// Prepares the search for overlaps of units of `a` with units of `b`.
    pub fn new(a: &'t Weighed, b: &'t Weighed) -> Self {
        Self {
            a,
            b,
            places: places(a, b),
            sums: Sums::new(b.text.unit_count()),
            found: Vec::new(),
            cells: Vec::new(),
        }
    }

    /// Returns the unit of `b` that corresponds to this unit of `a` if one text is a copy of the other.
    pub fn expected(&self, unit: usize) -> usize {
        unit * self.b.text.unit_count() / self.a.text.unit_count()
    }

    /// Returns the overlaps of a unit of `a` with all units of `b` that share a term with it, sorted by unit of `b`.
    pub fn of(&mut self, unit: usize) -> &[Cell] {
        let first = self.a.firsts[unit] as usize;
        self.found.clear();
        for (i, own) in self.a.vector(unit).iter().enumerate() {
            let (start, end) = self.places[first + i];
            if start < end {
                (self.found).push((*own, &self.b.postings[start as usize..end as usize]));
            }
        }
        let visits: usize = self.found.iter().map(|(_, others)| others.len()).sum();
        let most = if visits > VISITS {
            VISITS / self.found.len() + 1
        } else {
            VISITS
        };
        // Beyond the limit, the occurrences in the same part of the text are taken: a copy of the whole has them
        // there.
        let expected = self.expected(unit);
        for (own, others) in &self.found {
            for other in around(others, expected, most) {
                self.sums.add(other.unit, own.weight * other.weight, 1.0);
            }
        }
        self.cells.clear();
        self.cells.extend(self.sums.take());
        &self.cells
    }
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
    // From term order to unit order: each unit's entries are sorted by term, so the unit's next entry is the right one.
    let mut next: Vec<u32> = a.firsts.clone();
    let mut places = vec![(0, 0); a.vectors.len()];
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
        for posting in same {
            let place = &mut next[posting.unit as usize];
            places[*place as usize] = (start as u32, j as u32);
            *place += 1;
        }
    }
    places
}
