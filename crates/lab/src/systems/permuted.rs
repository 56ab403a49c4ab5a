//! Permuted tables (Manku, Jain, Das Sarma, WWW 2007): table i holds all hashes, its exact bits moved to the front,
//! sorted; a query looks up its own prefix in every table and compares the rest.
//!
//! Cost: a look-up and n / 2^p candidates for each table with p exact bits (if the hashes are evenly spread), 12
//! bytes per entry and table. Beyond the distance to which its design is exact, a query scans the first table.

use super::design::Design;
use super::planes::Planes;
use super::updated::{Entry, Searched};
use chachong_simhash::Fingerprint;

/// Permutation of the 64 bits that moves some of them to the front.
#[derive(Clone, Debug)]
struct Permutation {
    /// Runs of bits as (lowest bit, width), in their new order, front first.
    runs: Vec<(u32, u32)>,
    /// Bits that come to the front; `prefix` is their number.
    mask: u64,
    prefix: u32,
}

#[derive(Debug)]
struct Table {
    permutation: Permutation,
    sorted: Planes,
}

/// Index that holds all entries once in every table.
#[derive(Debug)]
pub(super) struct PermutedTables {
    tables: Vec<Table>,
    design: Design,
}

impl Permutation {
    fn to_front(mask: u64) -> Self {
        let mut runs = Vec::new();
        for mask in [mask, !mask] {
            let mut left = mask;
            while left != 0 {
                let above = left.leading_zeros();
                let width = (left << above).leading_ones();
                let lowest = u64::BITS - above - width;
                runs.push((lowest, width));
                left &= !(low_ones(width) << lowest);
            }
        }
        Self {
            runs,
            mask,
            prefix: mask.count_ones(),
        }
    }

    fn apply(&self, Fingerprint(hash): Fingerprint) -> Fingerprint {
        let permuted = self.runs.iter().fold(0, |permuted: u64, &(lowest, width)| {
            permuted.checked_shl(width).unwrap_or(0) | (hash >> lowest) & low_ones(width)
        });
        Fingerprint(permuted)
    }

    fn undo(&self, Fingerprint(permuted): Fingerprint) -> Fingerprint {
        let (mut hash, mut left) = (0, permuted);
        for &(lowest, width) in self.runs.iter().rev() {
            hash |= (left & low_ones(width)) << lowest;
            left = left.checked_shr(width).unwrap_or(0);
        }
        Fingerprint(hash)
    }
}

/// Returns the mask of the `width` (1..=64) lowest bits.
fn low_ones(width: u32) -> u64 {
    u64::MAX >> (u64::BITS - width)
}

impl PermutedTables {
    pub(super) fn build(entries: &[Entry], design: Design) -> Self {
        let table = |&mask: &u64| {
            let permutation = Permutation::to_front(mask);
            let permuted = entries.iter().map(|&(f, id)| (permutation.apply(f), id));
            Table {
                sorted: Planes::sorted(permuted.collect()),
                permutation,
            }
        };
        Self {
            tables: design.masks.iter().map(table).collect(),
            design,
        }
    }
}

impl Searched for PermutedTables {
    fn len(&self) -> usize {
        self.tables.first().map_or(0, |table| table.sorted.len())
    }

    fn entries(&self) -> Vec<Entry> {
        let entries = self.tables.first().into_iter().flat_map(|table| {
            let permuted = table.sorted.iter();
            permuted.map(move |(key, id)| (table.permutation.undo(key), id))
        });
        entries.collect()
    }

    fn visit(&self, query: Fingerprint, k: u32, found: &mut impl FnMut(Entry, u32)) {
        if k > self.design.exact_to {
            if let Some(Table {
                permutation,
                sorted,
            }) = self.tables.first()
            {
                // Distances stay equal when both sides are permuted alike.
                sorted.scan(permutation.apply(query), k, |(key, id), distance| {
                    found((permutation.undo(key), id), distance);
                });
            }
            return;
        }
        for (
            position,
            Table {
                permutation,
                sorted,
            },
        ) in self.tables.iter().enumerate()
        {
            let permuted = permutation.apply(query);
            sorted.with_prefix(permuted.0, permutation.prefix, |(key, id)| {
                let distance = permuted.distance(key);
                if distance > k {
                    return;
                }
                let entry = (permutation.undo(key), id);
                let difference = query.0 ^ entry.0.0;
                // Only the first table in which both agree reports the entry, so that it is found once.
                let earlier = &self.tables[..position];
                if earlier.iter().all(|t| difference & t.permutation.mask != 0) {
                    found(entry, distance);
                }
            });
        }
    }

    fn bytes(&self) -> usize {
        self.tables.iter().map(|table| table.sorted.bytes()).sum()
    }

    fn rebuild(&mut self, entries: Vec<Entry>) {
        let design = self.design.clone();
        *self = Self::build(&entries, design);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_chosen_bits_come_to_the_front_in_their_order() {
        let permutation = Permutation::to_front(0x0000_ffff_0000_00ff);
        assert_eq!(permutation.prefix, 24);
        assert_eq!(
            permutation.apply(Fingerprint(0x1234_5678_9abc_def0)),
            Fingerprint(0x5678_f012_349a_bcde)
        );
    }

    proptest! {
        #[test]
        fn a_permutation_can_be_undone_and_keeps_distances(mask: u64, a: u64, b: u64) {
            for mask in [mask, 0, u64::MAX, mask & !0xff] {
                let permutation = Permutation::to_front(mask);
                let [pa, pb] = [a, b].map(|hash| permutation.apply(Fingerprint(hash)));
                prop_assert_eq!(permutation.undo(pa).0, a);
                prop_assert_eq!(pa.distance(pb), (a ^ b).count_ones());
                let agree = (a ^ b) & mask == 0;
                prop_assert_eq!((pa.0 ^ pb.0).leading_zeros() >= permutation.prefix, agree);
            }
        }
    }
}
