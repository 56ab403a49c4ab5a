//! Clustering of seeds into regions: seeds that are close together in both texts (after Sanchez-Perez, Sidorov and
//! Gelbukh, PAN 2014).

use std::cmp::Ordering;

use super::Parameters;
use super::seed::Seed;
use super::weighed::{Weighed, cosine};

/// Region: a run of units in each text, held together by seeds.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// First and last unit in the first text.
    pub a: (u32, u32),
    /// First and last unit in the second text.
    pub b: (u32, u32),
    /// Seeds of the region, sorted by unit of the first text or of the second.
    pub seeds: Vec<Seed>,
    /// Maximum number of consecutive units without a seed, on either side.
    pub gap: u32,
    /// Sum of the seeds' scores; the heaviest region is tried first.
    weight: f32,
}

impl PartialEq for Region {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Region {}

impl PartialOrd for Region {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Region {
    fn cmp(&self, other: &Self) -> Ordering {
        self.weight
            .total_cmp(&other.weight)
            .then_with(|| (other.a, other.b, other.gap).cmp(&(self.a, self.b, self.gap)))
    }
}

/// Returns the regions of seeds: clusters with gaps of at most `gap` units whose two sides are similar; where the
/// sides are not, the cluster is split by smaller gaps.
pub(super) fn regions(
    a: &Weighed,
    b: &Weighed,
    seeds: Vec<Seed>,
    gap: u32,
    p: &Parameters,
) -> Vec<Region> {
    let mut found = Vec::new();
    let mut open = vec![(seeds, gap)];
    while let Some((seeds, gap)) = open.pop() {
        for cluster in clusters(seeds, gap) {
            let region = Region::new(cluster, gap);
            let sum = |text: &Weighed, (first, last): (u32, u32)| {
                text.sum(first as usize, last as usize + 1)
            };
            if cosine(&sum(a, region.a), &sum(b, region.b)) >= p.region_cosine {
                found.push(region);
            } else if gap > 0 && region.seeds.len() > 1 {
                open.push((region.seeds, gap - 1));
            }
        }
    }
    found
}

impl Region {
    fn new(seeds: Vec<Seed>, gap: u32) -> Self {
        let bounds = |side: fn(&Seed) -> u32| {
            seeds
                .iter()
                .map(side)
                .fold((u32::MAX, 0), |(low, high), unit| {
                    (low.min(unit), high.max(unit))
                })
        };
        Self {
            a: bounds(|seed| seed.a),
            b: bounds(|seed| seed.b),
            weight: seeds.iter().map(|seed| seed.score).sum(),
            seeds,
            gap,
        }
    }
}

/// Splits seeds wherever more than `gap` consecutive units have no seed, on the two sides in turn, until neither side
/// splits any more.
fn clusters(seeds: Vec<Seed>, gap: u32) -> Vec<Vec<Seed>> {
    let mut open = vec![(seeds, true, false)];
    let mut closed = Vec::new();
    while let Some((mut seeds, by_a, settled)) = open.pop() {
        let side = |seed: &Seed| if by_a { seed.a } else { seed.b };
        seeds.sort_unstable_by_key(|seed| (side(seed), seed.a, seed.b));
        let parts = || seeds.chunk_by(|x, y| side(y) - side(x) <= gap + 1);
        if parts().nth(1).is_some() {
            open.extend(parts().map(|part| (part.to_vec(), !by_a, true)));
        } else if settled {
            closed.push(seeds);
        } else if !seeds.is_empty() {
            open.push((seeds, !by_a, true));
        }
    }
    closed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed(a: u32, b: u32) -> Seed {
        Seed { a, b, score: 1.0 }
    }

    #[test]
    fn a_gap_on_either_side_splits() {
        let seeds = vec![
            seed(1, 1),
            seed(2, 2),
            seed(3, 90),
            seed(4, 91),
            seed(50, 3),
        ];
        let mut found: Vec<Vec<(u32, u32)>> = clusters(seeds, 4)
            .iter()
            .map(|cluster| cluster.iter().map(|s| (s.a, s.b)).collect())
            .collect();
        found.sort();
        assert_eq!(
            found,
            [vec![(1, 1), (2, 2)], vec![(3, 90), (4, 91)], vec![(50, 3)]]
        );
        assert!(clusters(Vec::new(), 4).is_empty());
    }
}
