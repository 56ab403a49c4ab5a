//! Passages: sequences of near windows that run side by side in two texts.

use std::ops::Range;

/// Maximum number of windows of the first text from one pair of a passage to the next.
const LONGEST_STEP: u32 = 6;
/// Maximum difference of the steps in both texts: what was shortened, expanded or moved a little.
const TOLERANCE: u32 = 4;

/// Two windows that are near each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// Number of the window (short run of sentences) in the first text.
    pub a: u32,
    /// Number of the window (short run of sentences) in the second text.
    pub b: u32,
    /// Weight of the pair of windows in the score of a passage; above 0.
    pub weight: f32,
}

/// Candidate for a passage: pairs of near windows that follow each other in both texts at about the same steps.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Diagonal {
    /// Sum of the weights of its points; the higher, the stronger.
    pub score: f32,
    /// Indices of its points in the list of points that was searched.
    pub points: Vec<usize>,
}

/// Whether `next` may follow `point` in a passage: later in the first text, and about as much later in the second, where the
/// order may change a little.
fn follows(point: &Point, next: &Point) -> bool {
    let step = i64::from(next.a) - i64::from(point.a);
    let other = i64::from(next.b) - i64::from(point.b);
    (1..=i64::from(LONGEST_STEP)).contains(&step) && (other - step).abs() <= i64::from(TOLERANCE)
}

/// Returns the diagonals with a score of at least `least`, the highest score first. None of them shares windows on both
/// sides with an earlier one. `points` must be sorted by `a`, then `b`.
pub(super) fn diagonals(points: &[Point], least: f32) -> Vec<Diagonal> {
    let mut taken: Vec<bool> = vec![false; points.len()];
    let mut found = Vec::new();
    while let Some(best) = best(points, &taken).filter(|best| best.score >= least) {
        let [a, b] = [|point: &Point| point.a, |point: &Point| point.b]
            .map(|of| reach(best.points.iter().map(|&i| of(&points[i]))));
        for (taken, point) in taken.iter_mut().zip(points) {
            *taken |= a.contains(&point.a) && b.contains(&point.b);
        }
        found.push(best);
    }
    found
}

/// Returns the smallest range that has all these numbers.
fn reach(numbers: impl Iterator<Item = u32> + Clone) -> Range<u32> {
    numbers.clone().min().unwrap_or(0)..numbers.max().map_or(0, |last| last + 1)
}

/// Returns the diagonal with the highest score among the points that are not taken; of equal ones the first. `None` without any.
fn best(points: &[Point], taken: &[bool]) -> Option<Diagonal> {
    // Best score of a diagonal that ends with each point, and the point before it there.
    let mut scores: Vec<(f32, Option<usize>)> = Vec::with_capacity(points.len());
    let mut best: Option<usize> = None;
    for (at, point) in points.iter().enumerate() {
        let mut before: (f32, Option<usize>) = (0.0, None);
        for earlier in (0..at)
            .rev()
            .take_while(|&earlier| point.a - points[earlier].a <= LONGEST_STEP)
        {
            if !taken[earlier] && follows(&points[earlier], point) && scores[earlier].0 > before.0 {
                before = (scores[earlier].0, Some(earlier));
            }
        }
        scores.push((before.0 + point.weight, before.1));
        if !taken[at] && best.is_none_or(|best| scores[at].0 > scores[best].0) {
            best = Some(at);
        }
    }
    let last = best?;
    let mut points: Vec<usize> = std::iter::successors(Some(last), |&at| scores[at].1).collect();
    points.reverse();
    Some(Diagonal {
        score: scores[last].0,
        points,
    })
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "sums of sixteenths are exact")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn points(places: &[(u32, u32)]) -> Vec<Point> {
        places
            .iter()
            .map(|&(a, b)| Point { a, b, weight: 0.25 })
            .collect()
    }

    #[test]
    fn windows_that_go_on_side_by_side_are_one_passage() {
        let of = |places: &[(u32, u32)]| {
            diagonals(&points(places), 0.0)
                .into_iter()
                .map(|found| found.points)
                .collect::<Vec<_>>()
        };
        assert_eq!(of(&[]), [[0; 0]; 0]);
        assert_eq!(of(&[(3, 9), (4, 10), (5, 11)]), [[0, 1, 2]]);
        // The second and third sentence changed places.
        assert_eq!(of(&[(3, 9), (4, 11), (5, 10), (6, 12)]), [[0, 1, 2, 3]]);
        // Too far apart, or backwards.
        assert_eq!(of(&[(3, 9), (13, 19)]), [[0], [1]]);
        assert_eq!(of(&[(3, 29), (4, 20)]), [[0], [1]]);
        // What lies within a passage at both sides is no passage of its own.
        assert_eq!(
            of(&[(3, 9), (4, 9), (4, 10), (5, 11)]),
            [[0, 2, 3]].map(|best| best.to_vec())
        );
    }

    /// Highest score of any chain, by trying all of them.
    fn slow(points: &[Point]) -> f32 {
        let mut highest = 0.0;
        for set in 1_u32..1 << points.len() {
            let chosen: Vec<&Point> = points
                .iter()
                .enumerate()
                .filter(|(i, _)| set >> i & 1 == 1)
                .map(|(_, point)| point)
                .collect();
            if chosen.windows(2).all(|two| follows(two[0], two[1])) {
                highest = f32::max(highest, chosen.iter().map(|point| point.weight).sum());
            }
        }
        highest
    }

    proptest! {
        #[test]
        fn the_first_passage_has_the_highest_score_of_all_chains(places in prop::collection::btree_map((0_u32..12, 0_u32..12), 1_u8..9, 0..11)) {
            let points: Vec<Point> = places.iter().map(|(&(a, b), &weight)| Point { a, b, weight: f32::from(weight) / 16.0 }).collect();
            let found = diagonals(&points, 0.0);
            prop_assert_eq!(found.first().map_or(0.0, |best| best.score), slow(&points));
            prop_assert!(found.is_sorted_by(|x, y| x.score >= y.score));
            let strong: Vec<Diagonal> = found.iter().filter(|found| found.score >= 0.5).cloned().collect();
            prop_assert_eq!(diagonals(&points, 0.5), strong);
            let mut seen = vec![0; points.len()];
            for diagonal in &found {
                prop_assert!(diagonal.points.windows(2).all(|two| follows(&points[two[0]], &points[two[1]])));
                let sum: f32 = diagonal.points.iter().map(|&at| points[at].weight).sum();
                prop_assert_eq!(diagonal.score, sum);
                for &at in &diagonal.points {
                    seen[at] += 1;
                }
            }
            prop_assert!(seen.iter().all(|&times| times <= 1));
        }
    }
}
