//! Split of a search within k bits over the four blocks, and its cost.
//!
//! The general pigeonhole principle (Qin et al., GPH, 2018): where the radii satisfy `sum(r_i + 1) = k + 1`, two
//! fingerprints within k differ in at least one block i by at most `r_i`. k = 3 gives r = 0 in all four, the
//! articles' scheme; a block without a radius is not probed. Any radii that satisfy it are exact, so a query may give
//! a crowded block none.

use std::sync::LazyLock;

use crate::Fingerprint;

pub(super) const BLOCKS: usize = Fingerprint::BLOCKS;
/// Number of bits of a block; no radius is larger.
const BLOCK_BITS: u32 = 16;
/// Number of different values of a block.
pub(super) const VALUES: usize = 1 << BLOCK_BITS;

/// Search radius of each block, in bits; `None` where the block is not probed.
pub(super) type Radii = [Option<u32>; BLOCKS];

/// Number of 16-bit values within a radius of 0, 1, … 16 of a given one.
const WITHIN: [u32; BLOCK_BITS as usize + 1] = {
    let mut within = [1; BLOCK_BITS as usize + 1];
    let mut choose = 1;
    let mut r = 1;
    while r <= BLOCK_BITS {
        choose = choose * (BLOCK_BITS + 1 - r) / r;
        within[r as usize] = within[r as usize - 1] + choose;
        r += 1;
    }
    within
};

/// All 16-bit values sorted by their number of set bits, so that those within any radius of 0 come first.
static MASKS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut masks: Vec<u16> = (0..=u16::MAX).collect();
    masks.sort_by_key(|mask| mask.count_ones());
    masks
});

/// Returns the values within `radius` of 0, fewest bits first; xor with a value gives those within `radius` of it.
pub(super) fn masks(radius: u32) -> &'static [u16] {
    &MASKS[..masks_within(radius) as usize]
}

pub(super) fn masks_within(radius: u32) -> u32 {
    WITHIN[radius.min(BLOCK_BITS) as usize]
}

/// Returns the radii of a query on evenly filled tables: as equal as possible, larger ones in the first blocks.
pub(super) fn even(k: u32) -> Radii {
    let (each, rest) = ((k + 1) / 4, (k + 1) % 4);
    [0, 1, 2, 3].map(|block| (each + u32::from(block < rest)).checked_sub(1))
}

/// Finds the radii of least cost and that cost, given the cost of each block at each radius from 0; by dynamic
/// programming over the blocks.
pub(super) fn cheapest(k: u32, cost: impl Fn(usize, u32) -> u64) -> (Radii, u64) {
    let units = k as usize + 1;
    // best[u]: the least cost of giving u units (radius + 1) to the blocks so far, and the radius of each.
    let mut best: Vec<Option<(u64, Radii)>> = vec![None; units + 1];
    best[0] = Some((0, [None; BLOCKS]));
    for block in 0..BLOCKS {
        let mut next = best.clone();
        for given in (1..).zip(0..=BLOCK_BITS) {
            let (take, radius): (usize, u32) = given;
            if take > units {
                break;
            }
            let here = cost(block, radius);
            for total in take..=units {
                let Some((before, mut radii)) = best[total - take] else {
                    continue;
                };
                let sum = before.saturating_add(here);
                if next[total].is_none_or(|(known, _)| sum < known) {
                    radii[block] = Some(radius);
                    next[total] = Some((sum, radii));
                }
            }
        }
        best = next;
    }
    // 4 blocks of up to 17 units hold any k + 1 <= 65.
    let (cost, radii) = best[units].unwrap_or((u64::MAX, [Some(BLOCK_BITS); BLOCKS]));
    (radii, cost)
}

/// Finds the first block in which two fingerprints differ by at most the block's radius, the only one whose table
/// reports the pair; `None` if there is none.
pub(super) fn first_probed(a: Fingerprint, b: Fingerprint, radii: Radii) -> Option<usize> {
    let differing = a.0 ^ b.0;
    (0..BLOCKS).find(|&block| {
        radii[block]
            .is_some_and(|radius| Fingerprint(differing).block(block).count_ones() <= radius)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(radii: Radii) -> u32 {
        radii.iter().map(|r| r.map_or(0, |r| r + 1)).sum()
    }

    #[test]
    fn radii_obey_the_general_pigeonhole_principle() {
        assert_eq!(even(3), [Some(0); 4]);
        assert_eq!(even(0), [Some(0), None, None, None]);
        assert_eq!(even(5), [Some(1), Some(1), Some(0), Some(0)]);
        for k in 0..=64 {
            assert_eq!(units(even(k)), k + 1);
            let (radii, _) = cheapest(k, |block, radius| u64::from(radius) + block as u64);
            assert_eq!(units(radii), k + 1);
        }
    }

    #[test]
    fn the_cheapest_radii_are_the_cheapest_of_all() {
        for k in 0..=9_u32 {
            for seed in 1..20_u64 {
                let cost = |block: usize, radius: u32| {
                    let mixed = seed * (7 + block as u64 * 13) % 31;
                    u64::from(masks_within(radius)) * (1 + mixed)
                };
                let mut best = u64::MAX;
                for code in 0..18_u32.pow(3) {
                    let first = [code % 18, code / 18 % 18, code / 324];
                    let Some(fourth) = (k + 1).checked_sub(first.iter().sum()) else {
                        continue;
                    };
                    let taken = [first[0], first[1], first[2], fourth];
                    let sum = (0..)
                        .zip(taken)
                        .filter(|(_, t)| *t > 0)
                        .map(|(b, t)| cost(b, t - 1));
                    best = best.min(sum.sum());
                }
                let (radii, found) = cheapest(k, cost);
                let sum: u64 = (0..)
                    .zip(radii)
                    .filter_map(|(b, r)| r.map(|r| cost(b, r)))
                    .sum();
                assert_eq!((found, sum), (best, best));
            }
        }
    }

    #[test]
    fn masks_are_all_those_within_the_radius_and_each_once() {
        for radius in 0..=16 {
            let mut found = masks(radius).to_vec();
            let expected: Vec<u16> = (0..=u16::MAX)
                .filter(|m| m.count_ones() <= radius)
                .collect();
            found.sort_unstable();
            assert_eq!(found, expected);
        }
    }
}
