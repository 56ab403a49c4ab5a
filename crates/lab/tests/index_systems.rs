//! Tests every index system, including the 4-block index, through the public trait against an oracle too simple to be
//! wrong: the same results on random, clustered and skewed data, with inserts and removals.

use chachong_lab::systems::{IndexError, System, flip_query_without_scan};
use chachong_simhash::Fingerprint;
use chachong_simhash::index::RadiusIndex;
use proptest::prelude::*;
use proptest::sample::Index;

/// Memory limit in bytes: enough for `flip-store` over the sets here at k = 2.
const MEMORY: usize = 1 << 22;

type Entry = (Fingerprint, u32);

/// Multiset as a list; bits are compared one by one.
#[derive(Clone, Default)]
struct Oracle(Vec<Entry>);

impl Oracle {
    fn distance(a: Fingerprint, b: Fingerprint) -> u32 {
        (0..64)
            .map(|i| u32::from((a.0 >> i) & 1 != (b.0 >> i) & 1))
            .sum()
    }

    fn within(&self, query: Fingerprint, k: u32) -> Vec<(u32, u32)> {
        let all = self
            .0
            .iter()
            .map(|entry| (Self::distance(entry.0, query), entry.1));
        let mut found: Vec<(u32, u32)> = all.filter(|found| found.0 <= k).collect();
        found.sort_unstable();
        found
            .into_iter()
            .map(|(distance, id)| (id, distance))
            .collect()
    }

    fn pairs_within(&self, k: u32) -> Vec<(u32, u32, u32)> {
        let mut pairs = Vec::new();
        for i in 0..self.0.len() {
            for j in 0..i {
                let distance = Self::distance(self.0[i].0, self.0[j].0);
                if distance <= k {
                    let (a, b) = (self.0[i].1, self.0[j].1);
                    pairs.push((a.min(b), a.max(b), distance));
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }

    fn remove(&mut self, item: Fingerprint, id: u32) -> bool {
        let at = self.0.iter().position(|&entry| entry == (item, id));
        at.map(|at| self.0.remove(at)).is_some()
    }
}

/// Builds all systems over the same entries; `flip-store` only where it is not too large.
fn systems(items: &[Entry], k: u32) -> Vec<(String, Box<dyn RadiusIndex>)> {
    let mut all: Vec<(String, Box<dyn RadiusIndex>)> = Vec::new();
    for system in System::ALL {
        match system.build(items.to_vec(), k, MEMORY) {
            Ok(index) => all.push((system.to_string(), index)),
            Err(_) => assert!(system == System::FlipStore && k > 2),
        }
    }
    // The others scan small sets; this one shows that its look-ups are right.
    if k <= 2 {
        all.push((
            "flip-query without scan".to_owned(),
            Box::new(flip_query_without_scan(items)),
        ));
    }
    all
}

#[derive(Clone, Copy, Debug)]
enum Shape {
    Random,
    Clustered,
    /// Half of all fingerprints have zeros in one range of bits: its lowest bit, and its width.
    Skewed(u32, u32),
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::Random),
        Just(Shape::Clustered),
        (0_u32..4).prop_map(|block| Shape::Skewed(16 * block, 16)),
        (0_u32..37).prop_map(|lowest| Shape::Skewed(lowest, 28)),
        Just(Shape::Skewed(0, 60)),
    ]
}

/// Generates fingerprints of a shape; one in eight is a copy of an earlier one, one in four is near one.
fn fingerprints(most: usize) -> impl Strategy<Value = Vec<Fingerprint>> {
    let seed = (
        any::<u64>(),
        any::<Index>(),
        prop::collection::vec(0_u32..64, 0..13),
        0_u32..8,
    );
    (shape(), prop::collection::vec(seed, 0..most)).prop_map(|(shape, seeds)| {
        let mut all: Vec<u64> = Vec::new();
        for (number, (random, earlier, flips, kind)) in seeds.into_iter().enumerate() {
            let near = |base: u64| flips.iter().fold(base, |value, bit| value ^ 1 << bit);
            let value = match (shape, kind) {
                (_, 0) if !all.is_empty() => *earlier.get(&all),
                (_, 1 | 2) if !all.is_empty() => near(*earlier.get(&all)),
                (Shape::Clustered, _) => near(0x0123_4567_89ab_cdef_u64.rotate_left(kind)),
                (Shape::Skewed(lowest, width), _) if number % 2 == 0 => {
                    random & !((u64::MAX >> (64 - width)) << lowest)
                }
                _ => random,
            };
            all.push(value);
        }
        all.into_iter().map(Fingerprint).collect()
    })
}

/// Ids repeat, as nothing forbids that.
fn entries(fingerprints: &[Fingerprint]) -> Vec<Entry> {
    (0..).zip(fingerprints).map(|(i, &f)| (f, i % 17)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn all_systems_find_what_the_oracle_finds(
        values in fingerprints(70),
        others in prop::collection::vec(any::<u64>(), 1..4),
        k in prop_oneof![3 => 0_u32..=3, 2 => 4_u32..=12],
        asked in 0_u32..=12,
    ) {
        let oracle = Oracle(entries(&values));
        for (name, index) in systems(&oracle.0, k) {
            prop_assert_eq!(index.len(), oracle.0.len());
            prop_assert_eq!(index.is_empty(), oracle.0.is_empty());
            prop_assert!(index.bytes() >= 8 * oracle.0.len(), "{}", &name);
            // The k it was built for, and another one, but not more look-ups than a test has time for.
            for k in [k, if name.ends_with("scan") { asked.min(2) } else { asked }] {
                for query in values.iter().copied().take(12).chain(others.iter().map(|&f| Fingerprint(f))) {
                    prop_assert_eq!(index.within(query, k), oracle.within(query, k), "{} {}", &name, k);
                }
                prop_assert_eq!(index.pairs_within(k), oracle.pairs_within(k), "{} {}", &name, k);
            }
        }
    }

    #[test]
    fn what_comes_and_goes_is_seen_at_once(
        values in fingerprints(40),
        steps in prop::collection::vec((any::<bool>(), any::<Index>(), any::<Index>(), 0_u32..3), 1..40),
        k in 0_u32..=12,
    ) {
        prop_assume!(!values.is_empty());
        let half: Vec<Entry> = values[..values.len() / 2].iter().map(|&f| (f, 1)).collect();
        for (name, mut index) in systems(&half, k) {
            let mut oracle = Oracle(half.clone());
            for &(insert, which, query, id) in &steps {
                let item = *which.get(&values);
                if insert {
                    index.insert(item, id);
                    oracle.0.push((item, id));
                } else {
                    prop_assert_eq!(index.remove(item, id), oracle.remove(item, id), "{}", &name);
                }
                let query = *query.get(&values);
                prop_assert_eq!(index.within(query, k), oracle.within(query, k), "{}", &name);
                prop_assert_eq!(index.len(), oracle.0.len());
            }
            prop_assert_eq!(index.pairs_within(k), oracle.pairs_within(k), "{}", &name);
        }
    }
}

#[test]
fn an_empty_and_a_single_element_set_at_every_distance() {
    for k in (0..=12).chain([16, 32, 63, 64, 65, u32::MAX]) {
        for (name, mut index) in systems(&[], k) {
            // All hashes within 32 bits are too many to look up.
            let k = if name.ends_with("scan") { 2 } else { k };
            let (one, all) = (Fingerprint(u64::MAX), Fingerprint(0));
            assert!(
                index.is_empty() && index.within(one, k).is_empty(),
                "{name}"
            );
            assert!(
                index.pairs_within(k).is_empty() && !index.remove(one, 0),
                "{name}"
            );
            index.insert(one, 7);
            assert_eq!(index.within(one, k), [(7, 0)], "{name}");
            let everything: &[(u32, u32)] = if k >= 64 { &[(7, 64)] } else { &[] };
            assert_eq!(index.within(all, k), everything, "{name} {k}");
            assert!(index.pairs_within(k).is_empty(), "{name}");
            assert!(index.remove(one, 7) && !index.remove(one, 7) && index.is_empty());
        }
        for (name, index) in systems(&[(Fingerprint(0), u32::MAX)], k) {
            assert_eq!(index.within(Fingerprint(0), 0), [(u32::MAX, 0)], "{name}");
            assert!(index.pairs_within(2).is_empty(), "{name}");
        }
    }
}

#[test]
fn the_same_entry_twice_is_found_twice_and_removed_once() {
    let twice = (Fingerprint(5), 9);
    for (name, mut index) in systems(&[twice, (Fingerprint(4), 2), twice], 2) {
        assert_eq!(index.within(twice.0, 1), [(9, 0), (9, 0), (2, 1)], "{name}");
        assert_eq!(
            index.pairs_within(1),
            [(2, 9, 1), (2, 9, 1), (9, 9, 0)],
            "{name}"
        );
        assert!(index.remove(twice.0, 9), "{name}");
        assert_eq!(index.within(twice.0, 1), [(9, 0), (2, 1)], "{name}");
        assert_eq!(index.pairs_within(1), [(2, 9, 1)], "{name}");
        assert!(
            index.remove(twice.0, 9) && !index.remove(twice.0, 9),
            "{name}"
        );
        assert_eq!(index.len(), 1, "{name}");
    }
}

/// More entries come and go than any system leaves unmerged, and half of them share one block.
#[test]
fn many_inserts_and_removals_are_merged_and_stay_exact() {
    let mix = |i: u32| {
        let value = u64::from(i / 2).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(i % 2) << 21;
        Fingerprint(if i % 4 < 2 {
            value
        } else {
            value & !(0xffff << 32)
        })
    };
    let last: Vec<Entry> = (6_000..12_000).map(|i| (mix(i), i)).collect();
    let oracle = Oracle(last.clone());
    let mut pairs = Vec::new();
    for (i, a) in last.iter().enumerate() {
        for b in last[i + 1..].iter().filter(|b| a.0.distance(b.0) <= 8) {
            pairs.push((a.1, b.1, a.0.distance(b.0)));
        }
    }
    assert!(!pairs.is_empty());
    for system in System::ALL {
        let mut index = system.build(Vec::new(), 1, MEMORY * 8).unwrap();
        for i in 0..12_000 {
            index.insert(mix(i), i);
        }
        for i in 0..6_000 {
            assert!(index.remove(mix(i), i), "{system}");
            assert!(!index.remove(mix(i), i), "{system}");
        }
        assert_eq!(index.len(), oracle.0.len(), "{system}");
        for i in (0..12_000).step_by(1_500) {
            for k in [0, 1, 3, 8] {
                let query = Fingerprint(mix(i).0 ^ 2);
                assert_eq!(
                    index.within(query, k),
                    oracle.within(query, k),
                    "{system} {k}"
                );
            }
        }
        assert_eq!(index.pairs_within(8), pairs, "{system}");
    }
}

#[test]
fn flip_store_refuses_beyond_its_memory_and_says_what_to_do() {
    let items: Vec<Entry> = (0..1000).map(|i| (Fingerprint(i.into()), i)).collect();
    let error = System::FlipStore
        .build(items.clone(), 3, MEMORY)
        .err()
        .unwrap();
    let IndexError::TooMuchMemory { needed, limit, .. } = error;
    assert!(needed > 1000 * 43_745 * 8 && limit == MEMORY);
    assert!(error.to_string().contains("blocks-4"));
    // Inserts beyond the limit are accepted, but without storing all hashes near them.
    let mut small = System::FlipStore
        .build(items[..500].to_vec(), 2, 500 * 2081 * 17)
        .unwrap();
    let before = small.bytes();
    for i in 500..6000 {
        small.insert(Fingerprint(u64::from(i) << 20), i);
    }
    assert!(small.bytes() < before + before / 10);
    assert_eq!(small.len(), 6000);
    assert_eq!(small.within(Fingerprint(5999 << 20), 0), [(5999, 0)]);
}
