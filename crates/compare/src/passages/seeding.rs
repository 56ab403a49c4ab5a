//! Seeding: pairs of units of two texts that are similar or share a long run of tokens.

use super::Parameters;
use super::overlaps::{Rows, rows};
use super::runs::shared_runs;
use super::seed::{Seed, number};
use super::weighed::Weighed;
use super::windows::alike_windows;

/// Score of a shared run; the run says nothing about the rest of its units.
const RUN_SCORE: f32 = 0.5;

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
