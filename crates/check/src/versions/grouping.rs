//! Groups documents into theses by links between them. No thesis holds two documents that must not be joined, unless a person
//! joined them.

use std::collections::{BTreeMap, BTreeSet};

use chachong_compare::{DocumentIndex, DocumentPair, Ground, each_once};

/// Two documents that are versions of one thesis, by what they state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Link {
    /// Position of the first document; below `b`.
    pub a: DocumentIndex,
    /// Position of the second document.
    pub b: DocumentIndex,
    pub ground: Ground,
}

/// Groups of documents, each sorted, with the strongest ground; and the pairs of links that were not followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Grouped {
    pub groups: Vec<(Vec<DocumentIndex>, Ground)>,
    /// Pairs that only a person can judge, because joining them would join documents that must stay apart.
    pub ambiguous: Vec<DocumentPair>,
}

/// Groups documents by links, then by a person's joins. `must_not` says of two documents that they are no versions by what
/// they state; `parted` are the pairs that a person parted. A join holds against `must_not`, never against `parted`.
pub(super) fn grouped(
    links: &[Link],
    joined: &[DocumentPair],
    parted: &BTreeSet<DocumentPair>,
    must_not: &dyn Fn(DocumentIndex, DocumentIndex) -> bool,
) -> Grouped {
    let is_parted = |a: DocumentIndex, b: DocumentIndex| parted.contains(&(a.min(b), a.max(b)));
    let forbidden = |a: DocumentIndex, b: DocumentIndex| is_parted(a, b) || must_not(a, b);
    let wanted: Vec<Link> = (links.iter().copied())
        .filter(|link| link.a != link.b && !forbidden(link.a, link.b))
        .collect();
    // A document that could be a version of two others that are not one is of neither.
    let mut neighbours: BTreeMap<DocumentIndex, Vec<DocumentIndex>> = BTreeMap::new();
    for link in &wanted {
        neighbours.entry(link.a).or_default().push(link.b);
        neighbours.entry(link.b).or_default().push(link.a);
    }
    let is_torn = |document: DocumentIndex, other: DocumentIndex| {
        (neighbours[&document].iter()).any(|&third| third != other && forbidden(third, other))
    };
    let (torn, kept): (Vec<Link>, Vec<Link>) =
        (wanted.into_iter()).partition(|link| is_torn(link.a, link.b) || is_torn(link.b, link.a));
    let mut ambiguous: Vec<DocumentPair> = torn.iter().map(|link| (link.a, link.b)).collect();
    // A longer chain may still hold two that are not one: all of it is left to a person.
    let broken: BTreeSet<DocumentIndex> = (Sets::of(&kept).all())
        .filter(|(members, _)| any_two(members, &forbidden))
        .flat_map(|(members, _)| members.clone())
        .collect();
    let (broken, kept): (Vec<Link>, Vec<Link>) =
        kept.into_iter().partition(|link| broken.contains(&link.a));
    ambiguous.extend(broken.iter().map(|link| (link.a, link.b)));
    let mut sets = Sets::of(&kept);
    for &(a, b) in joined {
        let mut together = sets.members(a);
        together.extend(sets.members(b));
        if a != b && !any_two(&together, &is_parted) {
            sets.join(a, b, Ground::Person);
        }
    }
    let groups: Vec<(Vec<DocumentIndex>, Ground)> = sets
        .all()
        .map(|(members, ground)| (members.iter().copied().collect(), ground))
        .collect();
    ambiguous.retain(|&(a, b)| !sets.members(a).contains(&b));
    let ambiguous = each_once(ambiguous);
    Grouped { groups, ambiguous }
}

fn any_two(
    members: &BTreeSet<DocumentIndex>,
    is_so: &dyn Fn(DocumentIndex, DocumentIndex) -> bool,
) -> bool {
    (members.iter()).any(|&a| members.range(a..).skip(1).any(|&b| is_so(a, b)))
}

/// Disjoint sets of documents; one that was never joined is alone.
#[derive(Default)]
struct Sets {
    /// Smallest member of each document's set.
    of: BTreeMap<DocumentIndex, DocumentIndex>,
    /// Members and strongest ground of each set, by its smallest member.
    sets: BTreeMap<DocumentIndex, (BTreeSet<DocumentIndex>, Ground)>,
}

impl Sets {
    fn of(links: &[Link]) -> Self {
        let mut sets = Self::default();
        for link in links {
            sets.join(link.a, link.b, link.ground);
        }
        sets
    }

    fn members(&self, document: DocumentIndex) -> BTreeSet<DocumentIndex> {
        let set = self
            .of
            .get(&document)
            .and_then(|first| self.sets.get(first));
        set.map_or_else(
            || BTreeSet::from([document]),
            |(members, _)| members.clone(),
        )
    }

    fn all(&self) -> impl Iterator<Item = (&BTreeSet<DocumentIndex>, Ground)> {
        self.sets
            .values()
            .map(|(members, ground)| (members, *ground))
    }

    fn join(&mut self, a: DocumentIndex, b: DocumentIndex, ground: Ground) {
        let (mut members, mut ground) = (BTreeSet::from([a, b]), ground);
        for document in [a, b] {
            let first = self.of.get(&document).copied();
            if let Some((others, of_others)) = first.and_then(|first| self.sets.remove(&first)) {
                members.extend(others);
                ground = ground.min(of_others);
            }
        }
        let first = members.first().copied().unwrap_or(a);
        for &member in &members {
            self.of.insert(member, first);
        }
        self.sets.insert(first, (members, ground));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn link(a: usize, b: usize) -> Link {
        Link {
            a: DocumentIndex(a.min(b)),
            b: DocumentIndex(a.max(b)),
            ground: Ground::StudentNumber,
        }
    }

    fn two((a, b): (usize, usize)) -> DocumentPair {
        (DocumentIndex(a), DocumentIndex(b))
    }

    fn groups(grouped: &Grouped) -> Vec<Vec<usize>> {
        let groups = grouped.groups.iter();
        groups
            .map(|(members, _)| members.iter().map(|member| member.0).collect())
            .collect()
    }

    #[test]
    fn one_that_fits_two_different_theses_is_left_to_a_person() {
        // 0 and 2 are two students with one name; 1 states no number.
        let links = [link(0, 1), link(1, 2), link(2, 3)];
        let must_not = |a: DocumentIndex, b: DocumentIndex| {
            [(0, 2), (0, 3)].map(two).contains(&(a.min(b), a.max(b)))
        };
        let found = grouped(&links, &[], &BTreeSet::new(), &must_not);
        assert_eq!(groups(&found), [[2, 3]]);
        assert_eq!(found.ambiguous, [(0, 1), (1, 2)].map(two));
        // A person says which.
        let found = grouped(&links, &[two((1, 2))], &BTreeSet::new(), &must_not);
        assert_eq!(groups(&found), [[1, 2, 3]]);
        assert_eq!(found.ambiguous, [two((0, 1))]);
    }

    #[test]
    fn what_a_person_parted_stays_apart() {
        let links = [link(0, 1), link(1, 2), link(0, 2)];
        let none = |_: DocumentIndex, _: DocumentIndex| false;
        let parted = BTreeSet::from([(0, 1), (0, 2)].map(two));
        let found = grouped(&links, &[], &parted, &none);
        assert_eq!(
            (groups(&found), found.ambiguous),
            (vec![vec![1, 2]], vec![])
        );
        let found = grouped(&links, &[two((0, 1))], &parted, &none);
        assert_eq!(groups(&found), [[1, 2]]);
    }

    type Pairs = Vec<DocumentPair>;

    fn pairs(most: usize) -> impl Strategy<Value = Pairs> {
        let pair = (0_usize..9, 0_usize..9).prop_filter("two documents", |(a, b)| a != b);
        prop::collection::vec(pair.prop_map(|(a, b)| two((a.min(b), a.max(b)))), 0..most)
    }

    proptest! {
        #[test]
        fn no_thesis_holds_two_that_must_not_be_one(
            linked in pairs(14), joined in pairs(4), parted in pairs(4), different in pairs(8),
        ) {
            let links: Vec<Link> = linked.iter().map(|&(a, b)| link(a.0, b.0)).collect();
            let parted: BTreeSet<_> = parted.into_iter().collect();
            let must_not = |a: DocumentIndex, b: DocumentIndex| different.contains(&(a.min(b), a.max(b)));
            let without = grouped(&links, &[], &parted, &must_not);
            for (members, _) in &without.groups {
                prop_assert!(members.len() > 1);
                for (at, &a) in members.iter().enumerate() {
                    for &b in &members[at + 1..] {
                        prop_assert!(!must_not(a, b) && !parted.contains(&(a, b)));
                    }
                }
            }
            // Without anything that forbids, a group is what links reach.
            let free = grouped(&links, &joined, &BTreeSet::new(), &|_, _| false);
            prop_assert!(free.ambiguous.is_empty());
            let edges: Vec<DocumentPair> = linked.iter().chain(&joined).copied().collect();
            for a in (0..9).map(DocumentIndex) {
                let mut reached = BTreeSet::from([a]);
                for _ in 0..9 {
                    for &(x, y) in &edges {
                        if reached.contains(&x) || reached.contains(&y) {
                            reached.extend([x, y]);
                        }
                    }
                }
                let group = free.groups.iter().find(|(members, _)| members.contains(&a));
                let members = group.map_or_else(|| vec![a], |(members, _)| members.clone());
                prop_assert_eq!(members, reached.into_iter().collect::<Vec<_>>());
            }
            // A person's joins hold against everything but a person's own parting.
            let with = grouped(&links, &joined, &parted, &must_not);
            for (members, _) in &with.groups {
                for (at, &a) in members.iter().enumerate() {
                    for &b in &members[at + 1..] {
                        prop_assert!(!parted.contains(&(a, b)));
                    }
                }
            }
            // Neither the order of the links nor their direction matters.
            let mut turned = links.clone();
            turned.reverse();
            prop_assert_eq!(grouped(&turned, &joined, &parted, &must_not), with);
        }
    }
}
