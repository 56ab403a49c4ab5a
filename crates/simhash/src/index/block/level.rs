//! Level of the index: four immutable tables over the same fingerprints, with their ids.
//!
//! 28 bytes per fingerprint: four times 48 bits, and 4 bytes for the id beside the first table. The first table is
//! sorted by the whole fingerprint, so that matches from the other tables find their ids there; the others hold each
//! different fingerprint once.
//!
//! Cost model, in entries scanned: a bucket costs its size plus [`PROBE_COST`] for fetching it from memory. Evenly
//! filled tables get even radii. If a bucket on the way is crowded (template text makes one block's value very
//! common), the radii of least cost are taken, which avoid the crowd; where even they cost more than all entries, the
//! query scans. So no query costs more than a scan.

use std::hint::black_box;

use fearless_simd::dispatch;

use super::entry::Entry;
use super::radii::{BLOCKS, Radii, VALUES, cheapest, even, first_probed, masks, masks_within};
use super::sort;
use super::table::Table;
use crate::Fingerprint;
use crate::index::processor::PROCESSOR;

/// Number of entries scanned in the time that one bucket takes to come from memory.
const PROBE_COST: u64 = 24;
/// Maximum distance, in bits, at which ids are prefetched: up to it nearly every prefetched candidate is a match.
const FEW: u32 = 4;
/// Number of buckets prefetched together.
const BATCH: usize = 16;

/// Immutable set of entries.
#[derive(Clone, Debug)]
pub(super) struct Level {
    tables: [Table; BLOCKS],
    /// Ids in the order of the first table.
    ids: Box<[u32]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    Probe(Radii),
    Scan,
}

/// Bucket to be searched, with the bounds of its entries in the table.
#[derive(Clone, Copy, Debug, Default)]
struct Probe {
    block: usize,
    value: u16,
    bounds: (u32, u32),
}

impl Level {
    /// Sorts the entries by fingerprint, then id, and builds the tables.
    pub(super) fn build(mut entries: Vec<Entry>) -> Self {
        sort::by_fingerprint(&mut entries);
        let first = Table::build(entries.iter().map(|entry| entry.0), 0);
        let ids = entries.iter().map(|entry| entry.1).collect();
        entries.dedup_by_key(|entry| entry.0);
        let table = |block| Table::build(entries.iter().map(|entry| entry.0), block);
        let (second, (third, fourth)) =
            rayon::join(|| table(1), || rayon::join(|| table(2), || table(3)));
        Self {
            tables: [first, second, third, fourth],
            ids,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Iterates over all entries, sorted by fingerprint, then id.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.tables[0].iter().zip(self.ids.iter().copied())
    }

    /// Number of copies of an entry.
    pub(super) fn count(&self, (fingerprint, id): Entry) -> usize {
        let ids = &self.ids[self.tables[0].equal_in_sorted(fingerprint)];
        ids.iter().filter(|&&held| held == id).count()
    }

    /// Bytes of memory that the level takes.
    pub(super) fn bytes(&self) -> usize {
        self.tables.iter().map(Table::bytes).sum::<usize>() + size_of_val(&*self.ids)
    }

    /// Calls `visit` once with every entry within `k` bits of `query` and its distance, in no particular order.
    pub(super) fn visit(&self, query: Fingerprint, k: u32, visit: impl FnMut(Entry, u32)) {
        match self.plan(query, k) {
            Plan::Probe(radii) => {
                dispatch!(*PROCESSOR, _simd => self.probe(query, k, radii, visit));
            }
            Plan::Scan => dispatch!(*PROCESSOR, _simd => self.scan(query, k, visit)),
        }
    }

    fn plan(&self, query: Fingerprint, k: u32) -> Plan {
        let all = self.len() as u64;
        let evenly = PROBE_COST + all / VALUES as u64;
        let crowd =
            |block: usize, radius| self.tables[block].crowd_within(query.block(block), radius);
        let cost = |block, radius| u64::from(masks_within(radius)) * evenly + crowd(block, radius);
        let of_all = |radii: Radii, cost: &dyn Fn(usize, u32) -> u64| -> u64 {
            (0..)
                .zip(radii)
                .filter_map(|(block, r)| Some(cost(block, r?)))
                .sum()
        };
        let mut radii = even(k);
        let mut total = of_all(radii, &cost);
        // Most queries meet no crowded bucket.
        if of_all(radii, &crowd) > 0 {
            let (better, least) = cheapest(k, cost);
            // Even radii are kept unless the others cost less than half: even ones need fewer buckets.
            if least < total / 2 {
                (radii, total) = (better, least);
            }
        }
        if total > all {
            Plan::Scan
        } else {
            Plan::Probe(radii)
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "only what is inlined is compiled for the processor at hand"
    )]
    #[inline(always)]
    fn probe(&self, query: Fingerprint, k: u32, radii: Radii, mut visit: impl FnMut(Entry, u32)) {
        let mut batch = [Probe::default(); BATCH];
        let mut waiting = 0;
        for (block, radius) in radii.into_iter().enumerate() {
            let Some(radius) = radius else { continue };
            for mask in masks(radius) {
                let value = query.block(block) ^ mask;
                batch[waiting] = Probe {
                    block,
                    value,
                    bounds: self.tables[block].bounds(value),
                };
                waiting += 1;
                if waiting == BATCH {
                    self.search(query, k, radii, &batch, &mut visit);
                    waiting = 0;
                }
            }
        }
        self.search(query, k, radii, &batch[..waiting], &mut visit);
    }

    #[expect(
        clippy::inline_always,
        reason = "only what is inlined is compiled for the processor at hand"
    )]
    #[inline(always)]
    fn search(
        &self,
        query: Fingerprint,
        k: u32,
        radii: Radii,
        batch: &[Probe],
        visit: &mut impl FnMut(Entry, u32),
    ) {
        // All first cache lines are requested before any is waited for.
        let touched = (batch.iter()).fold(0, |all, probe| {
            all ^ self.tables[probe.block].touch(probe.bounds)
        });
        black_box(touched);
        for probe in batch {
            let Probe {
                block,
                value,
                bounds: (start, end),
            } = *probe;
            self.tables[block].search(
                query,
                value,
                start as usize..end as usize,
                k,
                |at, likely| {
                    // The id is prefetched while the fingerprint is compared; with a large k that would be too many.
                    match block {
                        _ if k > FEW => {}
                        0 => {
                            black_box(self.ids[at]);
                        }
                        _ => self.tables[0].touch_in_sorted(likely, &self.ids),
                    }
                },
                |at, found, distance| {
                    if first_probed(query, found, radii) == Some(block) {
                        self.report(block, at, found, distance, visit);
                    }
                },
            );
        }
    }

    fn report(
        &self,
        block: usize,
        at: usize,
        found: Fingerprint,
        distance: u32,
        visit: &mut impl FnMut(Entry, u32),
    ) {
        if block == 0 {
            visit((found, self.ids[at]), distance);
        } else {
            for &id in &self.ids[self.tables[0].equal_in_sorted(found)] {
                visit((found, id), distance);
            }
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "only what is inlined is compiled for the processor at hand"
    )]
    #[inline(always)]
    fn scan(&self, query: Fingerprint, k: u32, mut visit: impl FnMut(Entry, u32)) {
        for value in 0..=u16::MAX {
            let bucket = self.tables[0].bucket(value);
            if !bucket.is_empty() {
                let found = |at: usize, found, distance| visit((found, self.ids[at]), distance);
                self.tables[0].search(query, value, bucket, k, |_, _| {}, found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::block::tests::{by_hand, fingerprints};
    use proptest::prelude::*;

    /// Random radii that satisfy the pigeonhole principle for k, made from `weights`.
    fn any_radii(k: u32, weights: [u8; BLOCKS]) -> Radii {
        let mut units = [0_u32; BLOCKS];
        for unit in 0..=k {
            let least = (0..BLOCKS)
                .filter(|&block| units[block] < 17)
                .min_by_key(|&block| u32::from(weights[block]) * (units[block] + 1) + unit % 2)
                .unwrap();
            units[least] += 1;
        }
        units.map(|taken| taken.checked_sub(1))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]
        #[test]
        fn probing_with_any_radii_and_scanning_equal_brute_force(
            values in fingerprints(100),
            k in 0_u32..=9,
            weights: [u8; BLOCKS],
            other: u64,
        ) {
            let items: Vec<Entry> = (0..).zip(values).map(|(id, f)| (Fingerprint(f), id)).collect();
            let level = Level::build(items.clone());
            for query in items.iter().map(|e| e.0).chain([Fingerprint(other)]).take(12) {
                let expected = by_hand(&items, query, k);
                let sorted = |mut found: Vec<(u32, u32)>| {
                    found.sort_unstable_by_key(|&(id, distance)| (distance, id));
                    found
                };
                let mut probed = Vec::new();
                level.probe(query, k, any_radii(k, weights), |(_, id), d| probed.push((id, d)));
                prop_assert_eq!(sorted(probed), expected.clone());
                let mut scanned = Vec::new();
                level.scan(query, k, |(_, id), d| scanned.push((id, d)));
                prop_assert_eq!(sorted(scanned), expected);
            }
        }
    }

    #[test]
    fn a_crowd_is_passed_by() {
        let mix = |i: u64| {
            i.wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(23)
                .wrapping_mul(0xbf58_476d_1ce4_e5b9)
        };
        let crowd = 0x1234 << 48;
        let items: Vec<Entry> = (0..100_000)
            .map(|i| match i % 2 {
                0 => (Fingerprint(mix(i.into()) >> 16 | crowd), i),
                _ => (Fingerprint(mix(i.into())), i),
            })
            .collect();
        let level = Level::build(items.clone());
        let inside = Fingerprint(items[0].0.0 ^ 1);
        let Plan::Probe(radii) = level.plan(inside, 3) else {
            panic!("{:?}", level.plan(inside, 3));
        };
        assert_eq!(radii[0], None);
        assert_eq!(radii.iter().flatten().map(|r| r + 1).sum::<u32>(), 4);
        assert_eq!(level.plan(Fingerprint(77), 3), Plan::Probe(even(3)));
        assert_eq!(level.plan(Fingerprint(77), 40), Plan::Scan);
        for query in [inside, Fingerprint(77), items[5].0] {
            let mut found = Vec::new();
            level.visit(query, 3, |(_, id), d| found.push((id, d)));
            found.sort_unstable_by_key(|&(id, distance)| (distance, id));
            assert_eq!(found, by_hand(&items, query, 3));
        }
    }
}
