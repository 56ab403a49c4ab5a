//! Seeding: pairs of units of two texts that are similar or share a long run of tokens.

use super::Parameters;
use super::overlaps::{Cell, Overlaps};
use super::runs::shared_runs;
use super::seed::Seed;
use super::tile::number;
use super::weighed::Weighed;
use super::windows::Windows;

/// Score of a shared run; the run says nothing about the rest of its units.
const RUN_SCORE: f32 = 0.5;
/// Maximum number of seeds of each kind that all units of a text have together, 12 bytes each. A text of up to 2,000 units (50,000
/// characters) never comes near: [`super::overlaps`] looks at 2,000 others of a unit.
const SEEDS: usize = 1 << 22;

/// Returns all seeds of two texts, sorted by units, each pair of units once. Where two long texts repeat themselves, each unit has
/// only its best ones.
pub(super) fn seeds(a: &Weighed, b: &Weighed, p: &Parameters) -> Vec<Seed> {
    let mut overlaps = Overlaps::new(a, b);
    let mut windows = Windows::new(a, b, p);
    let most = SEEDS / a.text.unit_count().max(1);
    let (mut seeds, mut here) = (Vec::new(), Vec::new());
    for unit in 0..a.text.unit_count() {
        let expected = overlaps.expected(unit);
        let cells = overlaps.of(unit);
        alike(a, b, (unit, cells), p, &mut here);
        take_best(&mut here, most, expected, &mut seeds);
        windows.alike(unit, cells, &mut here);
        take_best(&mut here, most, expected, &mut seeds);
    }
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

/// Moves the `most` best seeds of a unit to `seeds`; of equally good ones those nearest to the `expected` unit, where a copy of the
/// whole has its own.
fn take_best(here: &mut Vec<Seed>, most: usize, expected: usize, seeds: &mut Vec<Seed>) {
    if here.len() > most && most > 0 {
        let distance = |seed: &Seed| (seed.b as usize).abs_diff(expected);
        here.select_nth_unstable_by(most - 1, |x, y| {
            (y.score.total_cmp(&x.score)).then_with(|| (distance(x), x.b).cmp(&(distance(y), y.b)))
        });
        here.truncate(most);
    }
    seeds.append(here);
}

/// Adds the pairs of a unit and another one with a large enough cosine of weighted vectors and Dice coefficient of sets of terms.
fn alike(
    a: &Weighed,
    b: &Weighed,
    (unit, cells): (usize, &[Cell]),
    p: &Parameters,
    seeds: &mut Vec<Seed>,
) {
    let own = a.vector(unit).len();
    seeds.extend(cells.iter().filter_map(|cell| {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_seeds_stay_and_of_equal_ones_the_nearest() {
        let seed = |b, score| Seed { a: 0, b, score };
        let all = [seed(1, 0.5), seed(9, 0.9), seed(4, 0.5), seed(6, 0.5)];
        let best = |most| {
            let (mut here, mut seeds) = (all.to_vec(), Vec::new());
            take_best(&mut here, most, 5, &mut seeds);
            let mut units: Vec<u32> = seeds.iter().map(|seed| seed.b).collect();
            units.sort_unstable();
            (units, here.len())
        };
        assert_eq!(best(9), (vec![1, 4, 6, 9], 0));
        assert_eq!(best(3), (vec![4, 6, 9], 0));
        assert_eq!(best(2), (vec![4, 9], 0));
        assert_eq!(best(1), (vec![9], 0));
    }
}
