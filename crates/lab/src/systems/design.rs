//! Choice of the bits that each table of a system compares exactly: the tables of Manku, Jain, Das Sarma (WWW 2007),
//! section 3.

/// Set of tables, each described by the bits that it compares exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Design {
    /// Mask of the exact bits of each table.
    pub(super) masks: Vec<u64>,
    /// Maximum distance (0..=64) at which two hashes always agree in at least one table.
    pub(super) exact_to: u32,
}

impl Design {
    /// Splits 64 bits into `blocks` blocks (1..=64), as evenly as possible, and makes a table for every choice of
    /// `exact` blocks: C(blocks, exact) tables. `blocks - exact` differing bits affect at most as many blocks, so
    /// that `exact` blocks remain equal.
    ///
    /// If all tables together would give as many candidates as there are entries, the design is a single table that
    /// is scanned.
    pub(super) fn choose(exact: u32, blocks: u32) -> Self {
        let blocks = blocks.clamp(1, u64::BITS);
        let exact = exact.clamp(1, blocks);
        let bounds: Vec<u32> = (0..=blocks).map(|i| i * u64::BITS / blocks).collect();
        let parts: Vec<u64> = bounds
            .windows(2)
            .map(|bounds| below(bounds[1]) & !below(bounds[0]))
            .collect();
        let mut masks = Vec::new();
        combine(&parts, exact, 0, &mut masks);
        // Expected share of evenly spread entries that agree with a query in the exact bits, summed over the tables.
        let candidates: f64 = masks.iter().map(|mask| 0.5_f64.powi(ones(*mask))).sum();
        if candidates > 1.0 {
            return Self {
                masks: vec![0],
                exact_to: u64::BITS,
            };
        }
        Self {
            masks,
            exact_to: blocks - exact,
        }
    }

    /// Pairs each of 4 blocks of 16 bits with each of the 4 sub-blocks of 12 bits of the other 48: 28 exact bits, 16
    /// tables. 3 differing bits leave one block equal, and one of the sub-blocks of the others.
    pub(super) fn blocks_16() -> Self {
        let masks = (0..4)
            .flat_map(|block| {
                let first = 0xffff_u64 << (16 * block);
                (0..4).map(move |sub| {
                    // 12 of the other 48 bits, numbered as if the block were cut out.
                    let others = 0xfff_u64 << (12 * sub);
                    let low = below(16 * block);
                    first | (others & low) | (others & !low) << 16
                })
            })
            .collect();
        Self { masks, exact_to: 3 }
    }
}

/// Returns the mask of the lowest `bits` bits.
fn below(bits: u32) -> u64 {
    u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0)
}

fn ones(mask: u64) -> i32 {
    mask.count_ones().cast_signed()
}

/// Adds to `masks` the union of `mask` with every choice of `left` of the `parts`.
fn combine(parts: &[u64], left: u32, mask: u64, masks: &mut Vec<u64>) {
    if left == 0 {
        masks.push(mask);
        return;
    }
    for (i, part) in parts.iter().enumerate() {
        combine(&parts[i + 1..], left - 1, mask | part, masks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tables_and_exact_bits(design: &Design) -> (usize, u32, u32) {
        let bits = || design.masks.iter().map(|mask| mask.count_ones());
        (
            design.masks.len(),
            bits().min().unwrap(),
            bits().max().unwrap(),
        )
    }

    #[test]
    fn the_articles_designs() {
        let of = tables_and_exact_bits;
        assert_eq!(of(&Design::choose(1, 4)), (4, 16, 16));
        assert_eq!(of(&Design::choose(2, 5)), (10, 25, 26));
        assert_eq!(of(&Design::choose(3, 6)), (20, 31, 33));
        assert_eq!(of(&Design::blocks_16()), (16, 28, 28));
        assert_eq!(Design::choose(1, 1).masks, [u64::MAX]);
        for (design, k) in [
            (Design::choose(2, 5), 3),
            (Design::choose(3, 6), 3),
            (Design::choose(1, 9), 8),
            (Design::choose(1, 1), 0),
            (Design::choose(1, 64), 64),
        ] {
            assert_eq!(design.exact_to, k);
        }
    }

    proptest! {
        #[test]
        fn hashes_within_the_distance_agree_in_one_table(
            blocks in 1_u32..20,
            exact in 1_u32..4,
            flips in prop::collection::vec(0_u32..64, 0..16),
        ) {
            for design in [Design::choose(exact, blocks), Design::blocks_16()] {
                let difference = flips
                    .iter()
                    .take(design.exact_to as usize)
                    .fold(0_u64, |difference, bit| difference | 1 << bit);
                prop_assert!(design.masks.iter().any(|mask| difference & mask == 0));
            }
        }
    }
}
