//! Seeds -> regions: seeds that lie close together in both texts. Knows nothing of characters.

use super::Parameters;
use super::seed::Seed;
use super::weighed::{Weighed, cosine};

/// Units of both texts that belong together.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// First and last unit in the first text.
    pub a: (u32, u32),
    /// First and last unit in the second.
    pub b: (u32, u32),
    pub seeds: Vec<Seed>,
    /// The cosine of the two sides' summed vectors.
    pub score: f32,
    /// The gap it was made with.
    pub gap: u32,
}

pub(super) fn regions(
    a: &Weighed<'_>,
    b: &Weighed<'_>,
    seeds: Vec<Seed>,
    gap: u32,
    p: &Parameters,
) -> Vec<Region> {
    let mut found = Vec::new();
    extend(a, b, seeds, gap, p, &mut found);
    found
}

fn extend(
    a: &Weighed<'_>,
    b: &Weighed<'_>,
    seeds: Vec<Seed>,
    gap: u32,
    p: &Parameters,
    found: &mut Vec<Region>,
) {
    for cluster in clusters(seeds, gap) {
        let mut region = region(a, b, cluster);
        region.gap = gap;
        if region.score >= p.region_cosine {
            found.push(region);
        } else if gap > 0 && region.seeds.len() > 1 {
            extend(a, b, region.seeds, gap - 1, p, found);
        }
    }
}

fn region(a: &Weighed<'_>, b: &Weighed<'_>, seeds: Vec<Seed>) -> Region {
    let bounds = |side: fn(&Seed) -> u32| {
        seeds
            .iter()
            .map(side)
            .fold((u32::MAX, 0), |(low, high), unit| {
                (low.min(unit), high.max(unit))
            })
    };
    let (in_a, in_b) = (bounds(|s| s.a), bounds(|s| s.b));
    let sum =
        |text: &Weighed<'_>, (first, last): (u32, u32)| text.sum(first as usize..last as usize + 1);
    let score = cosine(&sum(a, in_a), &sum(b, in_b));
    Region {
        a: in_a,
        b: in_b,
        seeds,
        score,
        gap: 0,
    }
}

/// Splits seeds where there are more than `gap` units without a seed, on one side and the other by turns, until neither
/// side splits any more.
fn clusters(seeds: Vec<Seed>, gap: u32) -> Vec<Vec<Seed>> {
    let mut open = vec![(seeds, true, 0)];
    let mut closed = Vec::new();
    while let Some((mut seeds, by_a, settled)) = open.pop() {
        let side = |seed: &Seed| if by_a { seed.a } else { seed.b };
        seeds.sort_unstable_by_key(|seed| (side(seed), seed.a, seed.b));
        let mut parts = seeds.chunk_by(|x, y| side(y) - side(x) <= gap + 1);
        let first = parts.next().map_or(0, <[Seed]>::len);
        if first == seeds.len() {
            if settled == 1 {
                closed.push(seeds);
            } else if !seeds.is_empty() {
                open.push((seeds, !by_a, 1));
            }
        } else {
            open.extend(
                seeds
                    .chunk_by(|x, y| side(y) - side(x) <= gap + 1)
                    .map(|part| (part.to_vec(), !by_a, 1)),
            );
        }
    }
    closed
}
