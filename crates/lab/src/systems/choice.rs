//! Lists the index systems by name and builds each.

use std::fmt;
use std::str::FromStr;

use super::brute_force::BruteForce;
use super::design::Design;
use super::error::IndexError;
use super::flip_query::{FlipQuery, LOOK_UP_COST};
use super::flip_store::FlipStore;
use super::permuted::PermutedTables;
use super::updated::{Entry, Updated};
use chachong_simhash::index::{BlockIndex, RadiusIndex};

/// Index for finding all fingerprints within a Hamming distance. All give the same answers; they differ in time and
/// memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum System {
    /// The 4-block index, exact for every distance. It is the one in use; the others exist for comparison.
    #[default]
    Blocks4,
    /// A scan of all entries for every query.
    BruteForce,
    /// One sorted table in which a query looks up every hash within its distance; it scans where that is less work.
    FlipQuery,
    /// A table of all hashes within the distance of each entry. An index beyond the memory limit is refused.
    FlipStore,
    /// 16 tables, each sorted by 28 exact bits; scans for distances above 3.
    Blocks16,
    /// 10 tables, each sorted by 25 or 26 exact bits; scans for distances above 3.
    Choose2Of5,
    /// 20 tables, each sorted by 31 to 33 exact bits; scans for distances above 3.
    Choose3Of6,
    /// One table for each of k + 1 blocks, where k is the distance that the index was built for. Scans for larger
    /// distances. Also scans from k = 16 on, where blocks are too small to tell entries apart.
    KPlus1Blocks,
}

/// Error: no index system has the given name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no index system named \"{name}\"; the systems are {}", System::NAMES.join(", "))]
pub struct UnknownSystem {
    /// Name that was given.
    pub name: String,
}

impl System {
    /// All systems, the default first.
    pub const ALL: [Self; 8] = [
        Self::Blocks4,
        Self::BruteForce,
        Self::FlipQuery,
        Self::FlipStore,
        Self::Blocks16,
        Self::Choose2Of5,
        Self::Choose3Of6,
        Self::KPlus1Blocks,
    ];

    /// Names of the systems, in the order of [`Self::ALL`].
    pub const NAMES: [&'static str; Self::ALL.len()] = [
        "blocks-4",
        "brute-force",
        "flip-query",
        "flip-store",
        "blocks-16",
        "choose-2-of-5",
        "choose-3-of-6",
        "k+1-blocks",
    ];

    /// Returns the stable name of the system, such as `blocks-4`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Builds the index over `items` (at most 2^32 - 1), each a fingerprint and its id, for queries within `k` bits (0..=64); larger
    /// distances may need a full scan. `memory_limit` is the maximum number of bytes of `flip-store`; the others ignore it and take at
    /// most 20 tables of 12 bytes per entry. Fails with [`IndexError::TooMuchMemory`] if `flip-store` would exceed the limit.
    pub fn build(
        self,
        items: Vec<Entry>,
        k: u32,
        memory_limit: usize,
    ) -> Result<Box<dyn RadiusIndex>, IndexError> {
        let permuted = |design| Box::new(Updated::new(PermutedTables::build(&items, design)));
        Ok(match self {
            Self::Blocks4 => Box::new(BlockIndex::build(items)),
            Self::BruteForce => Box::new(Updated::new(BruteForce::build(&items))),
            Self::FlipQuery => Box::new(Updated::new(FlipQuery::build(&items, LOOK_UP_COST))),
            Self::FlipStore => Box::new(Updated::new(FlipStore::build(&items, k, memory_limit)?)),
            Self::Blocks16 => permuted(Design::blocks_16()),
            Self::Choose2Of5 => permuted(Design::choose(2, 5)),
            Self::Choose3Of6 => permuted(Design::choose(3, 6)),
            Self::KPlus1Blocks => permuted(Design::choose(1, k.saturating_add(1))),
        })
    }
}

/// Builds a `flip-query` index over `items`, each a fingerprint and its id, that never scans, however many look-ups a query takes, as in
/// the source articles. It is only for measuring: a query with k = 4 looks up C(64, 4) = 635,376 hashes of distance 4 alone, and one with
/// k = 6 about 75 million.
#[must_use]
pub fn flip_query_without_scan(items: &[Entry]) -> impl RadiusIndex + use<> {
    Updated::new(FlipQuery::build(items, 0))
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for System {
    type Err = UnknownSystem;

    /// Parses a name as `Display` writes it.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|system| system.name() == name)
            .ok_or_else(|| UnknownSystem {
                name: name.to_owned(),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_compare::{Fingerprinted, Thresholds, listed_pairs, listed_pairs_by};
    use chachong_simhash::Fingerprint;
    use proptest::prelude::*;

    #[test]
    fn names_are_read_back() {
        for system in System::ALL {
            assert_eq!(system.to_string().parse(), Ok(system));
        }
        assert_eq!(System::default().name(), "blocks-4");
        let error = "lsh".parse::<System>().unwrap_err();
        assert!(error.to_string().ends_with("choose-3-of-6, k+1-blocks"));
    }

    proptest! {
        #[test]
        fn every_system_lists_the_same_pairs(
            bits in prop::collection::vec((0_u64..0xfff, 0_u64..3000), 0..40),
            max_distance in prop::option::of(0_u32..12),
        ) {
            let documents: Vec<_> = bits
                .into_iter()
                .map(|(fingerprint, characters)| Fingerprinted {
                    fingerprint: Some(Fingerprint(fingerprint)),
                    characters,
                    of_library: false,
                })
                .collect();
            let thresholds = Thresholds {
                max_distance,
                ..Thresholds::default()
            };
            let expected = listed_pairs(&documents, thresholds);
            for system in System::ALL {
                let build = |items, k| system.build(items, k, 1 << 20);
                let pairs = listed_pairs_by(build, &documents, thresholds);
                let refused = pairs.is_err();
                prop_assert!(!refused || system == System::FlipStore);
                prop_assert!(refused || pairs == Ok(expected.clone()));
            }
        }
    }
}
