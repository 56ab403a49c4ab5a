//! Seeding: pairs of units of two texts that are similar or share a long run of tokens.

use super::Parameters;
use super::runs::shared_runs;
use super::weighed::{Posting, Weighed};
use super::windows::alike_windows;

/// Seed: a unit of one text that is similar to a unit of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seed {
    pub a: u32,
    pub b: u32,
    /// Likeness of the two units, 0..=1.
    pub score: f32,
}

/// Score of a shared run; the run says nothing about the rest of its units.
const RUN_SCORE: f32 = 0.5;

/// Approximate maximum number of occurrences, in the other text, of one unit's terms that are looked at; beyond it
/// equally many of each term. Ordinary texts have far fewer; the limit keeps texts that repeat one sentence a
/// thousand times from taking quadratic time.
const VISITS: usize = 2_000;

/// Returns all seeds of two texts, sorted by units, each pair of units once.
pub(super) fn seeds(a: &Weighed, b: &Weighed, p: &Parameters) -> Vec<Seed> {
    let rows = rows(a, b);
    let mut seeds = alike(a, b, &rows, p);
    alike_windows(a, b, &rows, p, &mut seeds);
    let runs = shared_runs(&a.runs, &b.runs, p).into_iter();
    seeds.extend(runs.map(|(a, b)| Seed {
        a,
        b,
        score: RUN_SCORE,
    }));
    seeds.sort_unstable_by(|x, y| {
        (x.a, x.b)
            .cmp(&(y.a, y.b))
            .then(y.score.total_cmp(&x.score))
    });
    seeds.dedup_by_key(|seed| (seed.a, seed.b));
    seeds
}

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

fn rows(a: &Weighed, b: &Weighed) -> Rows {
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

/// Returns the pairs of units with a large enough cosine of weighted vectors and Dice coefficient of sets of terms.
fn alike(a: &Weighed, b: &Weighed, rows: &Rows, p: &Parameters) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for unit in 0..a.text.unit_count() {
        let own = a.vector(unit).len();
        seeds.extend(rows.of(unit).iter().filter_map(|cell| {
            let other = cell.b as usize;
            let score = cell.dot / (a.norms[unit] * b.norms[other]);
            let dice = 2.0 * cell.shared / (own + b.vector(other).len()) as f32;
            (score >= p.cosine && dice >= p.dice).then_some(Seed {
                a: number(unit),
                b: cell.b,
                score,
            })
        }));
    }
    seeds
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a text has fewer than 2^32 units, as its offsets are 32 bits"
)]
pub(super) const fn number(unit: usize) -> u32 {
    unit as u32
}
