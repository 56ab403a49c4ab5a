//! Table of the members of a library with their fingerprints, for the index over them. It contains no names, so that
//! a million members take about 25 MB.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{DocumentId, MemberKey};
use crate::selection::SELECTION;
use chachong_simhash::Fingerprint;
use chachong_simhash::index::{BlockIndex, RadiusIndex};

/// Number of queries that are answered by comparing every fingerprint. Building a 4-block index takes as long as
/// about a hundred of them, each a millisecond for a million members.
const LOOKS: u32 = 128;

/// Members of a library at one moment.
#[derive(Debug, Default)]
pub(super) struct MemberTable {
    /// Numbers of the members, sorted.
    documents: Vec<DocumentId>,
    /// Fingerprints with the positions of their members in `documents`. Members without a fingerprint are left out.
    fingerprints: Vec<(Fingerprint, u32)>,
    /// Whether every member has an up-to-date fingerprint, or is known to have none, and up-to-date shingles.
    is_current: bool,
    looks: AtomicU32,
    blocks: OnceLock<BlockIndex>,
}

impl MemberTable {
    /// Builds a table from keys that are sorted by document number.
    pub(super) fn of_keys(keys: &[MemberKey]) -> Self {
        Self {
            documents: keys.iter().map(|key| key.document).collect(),
            fingerprints: (keys.iter().zip(0..))
                .filter_map(|(key, position)| Some((key.fingerprint?, position)))
                .collect(),
            is_current: (keys.iter()).all(|key| key.current && key.selection == SELECTION),
            ..Self::default()
        }
    }

    /// Builds a table whose members are all up to date. `None` if the numbers are not sorted, or if a fingerprint
    /// belongs to no member.
    pub(super) fn of_current(
        documents: Vec<DocumentId>,
        fingerprints: Vec<(Fingerprint, u32)>,
    ) -> Option<Self> {
        let is_sorted = documents.is_sorted_by(|a, b| a < b)
            && fingerprints.is_sorted_by(|a, b| a.1 < b.1)
            && (fingerprints.last()).is_none_or(|last| (last.1 as usize) < documents.len());
        is_sorted.then(|| Self {
            documents,
            fingerprints,
            is_current: true,
            ..Self::default()
        })
    }

    /// Returns the number of members.
    pub(super) fn len(&self) -> usize {
        self.documents.len()
    }

    pub(super) fn is_current(&self) -> bool {
        self.is_current
    }

    /// Returns the document numbers of the members, sorted.
    pub(super) fn documents(&self) -> &[DocumentId] {
        &self.documents
    }

    /// Returns the fingerprints with the positions of their members, sorted by position.
    pub(super) fn fingerprints(&self) -> &[(Fingerprint, u32)] {
        &self.fingerprints
    }

    /// Returns whether two tables have the same members with the same fingerprints.
    pub(super) fn holds_the_same(&self, other: &Self) -> bool {
        (&self.documents, &self.fingerprints, self.is_current)
            == (&other.documents, &other.fingerprints, other.is_current)
    }

    pub(super) fn contains(&self, document: DocumentId) -> bool {
        self.documents.binary_search(&document).is_ok()
    }

    /// Returns the members within `farthest` bits (0..=64) of a fingerprint with their distances, the nearest first,
    /// then by number.
    pub(super) fn near(&self, fingerprint: Fingerprint, farthest: u32) -> Vec<(DocumentId, u32)> {
        let found = if self.blocks.get().is_none()
            && self.looks.fetch_add(1, Ordering::Relaxed) < LOOKS
        {
            self.look(fingerprint, farthest)
        } else {
            let blocks = (self.blocks).get_or_init(|| BlockIndex::build(self.fingerprints.clone()));
            blocks.within(fingerprint, farthest)
        };
        let document = |(position, distance): (u32, u32)| {
            Some((*self.documents.get(position as usize)?, distance))
        };
        found.into_iter().filter_map(document).collect()
    }

    /// Compares every fingerprint; returns the same as [`BlockIndex::within`].
    fn look(&self, fingerprint: Fingerprint, farthest: u32) -> Vec<(u32, u32)> {
        let distances = (self.fingerprints.iter())
            .map(|&(other, position)| (position, fingerprint.distance(other)));
        let mut found: Vec<(u32, u32)> = distances
            .filter(|&(_, distance)| distance <= farthest)
            .collect();
        found.sort_unstable_by_key(|&(position, distance)| (distance, position));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key(document: i64, fingerprint: Option<u64>) -> MemberKey {
        MemberKey {
            document: DocumentId(document),
            fingerprint: fingerprint.map(Fingerprint),
            current: true,
            first_passage: 0,
            passages: 0,
            selection: SELECTION,
        }
    }

    proptest! {
        #[test]
        fn looks_and_blocks_give_one_answer(
            // Few bits, so that many are near each other.
            fingerprints in prop::collection::vec(prop::option::of(0_u64..64), 0..200),
            asked in 0_u64..64,
            farthest in 0_u32..8,
        ) {
            let keys: Vec<_> = (fingerprints.iter().zip(1..))
                .map(|(&fingerprint, number)| key(number * 3, fingerprint))
                .collect();
            let table = MemberTable::of_keys(&keys);
            let looked = table.near(Fingerprint(asked), farthest);
            table.looks.store(LOOKS, Ordering::Relaxed);
            prop_assert_eq!(&table.near(Fingerprint(asked), farthest), &looked);
            prop_assert!(table.blocks.get().is_some());
            let expected = fingerprints.iter().flatten()
                .filter(|&&bits| (bits ^ asked).count_ones() <= farthest).count();
            prop_assert_eq!(looked.len(), expected);
            let again = MemberTable::of_current(table.documents.clone(), table.fingerprints.clone());
            prop_assert_eq!(again.unwrap().near(Fingerprint(asked), farthest), looked);
        }
    }

    #[test]
    fn one_member_of_older_rules_makes_a_table_outdated() {
        let mut keys = vec![key(1, Some(5)), key(2, None)];
        assert!(MemberTable::of_keys(&keys).is_current());
        keys[1].current = false;
        assert!(!MemberTable::of_keys(&keys).is_current());
        (keys[1].current, keys[1].selection) = (true, 0);
        assert!(!MemberTable::of_keys(&keys).is_current());
    }

    #[test]
    fn tables_that_contradict_themselves_are_refused() {
        let numbers = |numbers: &[i64]| numbers.iter().map(|&n| DocumentId(n)).collect::<Vec<_>>();
        let zero = Fingerprint(0);
        assert!(MemberTable::of_current(numbers(&[1, 2]), vec![(zero, 0), (zero, 1)]).is_some());
        assert!(MemberTable::of_current(numbers(&[2, 1]), vec![]).is_none());
        assert!(MemberTable::of_current(numbers(&[1, 1]), vec![]).is_none());
        assert!(MemberTable::of_current(numbers(&[1, 2]), vec![(zero, 1), (zero, 0)]).is_none());
        assert!(MemberTable::of_current(numbers(&[1, 2]), vec![(zero, 2)]).is_none());
    }
}
