//! Order that puts similar documents next to each other, computed from the likeness of pairs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::parts::Parts;

/// Pair of similar documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LikePair {
    /// Position of the first document.
    pub a: usize,
    /// Position of the second document.
    pub b: usize,
    /// Similarity of the two documents; a larger number means more similar.
    pub likeness: u32,
}

/// Returns the positions 0..`count` in an order that keeps similar documents together. Documents connected by `links`, directly
/// or through others (single linkage), form a group. Groups are sorted by their most similar pair, then by size, the largest
/// first, then by their first document. A group begins with its most similar pair. Each document is followed by its most
/// similar unplaced partner; if none is left, by the unplaced document most similar to any placed one. In a tie the smaller
/// position comes first, so the same links give the same order. Links to positions outside 0..`count` are ignored.
#[must_use]
pub fn cluster_order(count: usize, links: &[LikePair]) -> Vec<usize> {
    let links: Vec<LikePair> = links
        .iter()
        .copied()
        .filter(|link| link.a != link.b && link.a.max(link.b) < count)
        .collect();
    let mut groups = grouped(count, &links);
    let mut partners: Vec<Vec<(Reverse<u32>, usize)>> = vec![Vec::new(); count];
    for link in &links {
        partners[link.a].push((Reverse(link.likeness), link.b));
        partners[link.b].push((Reverse(link.likeness), link.a));
    }
    for of_one in &mut partners {
        of_one.sort_unstable();
    }
    let strongest = |document: usize| partners[document].first().map(|&(likeness, _)| likeness);
    // `None`, a document without partners, is last. Equal groups stay in the order of their first members.
    groups.sort_by_cached_key(|members| {
        let likeness = members.iter().filter_map(|&member| strongest(member)).min();
        (likeness.is_none(), likeness, Reverse(members.len()))
    });
    let mut placed = vec![false; count];
    let mut order = Vec::with_capacity(count);
    for members in groups {
        chain(&members, &partners, &mut placed, &mut order);
    }
    order
}

/// Returns the groups that links connect: members sorted by position, groups by their first member.
fn grouped(count: usize, links: &[LikePair]) -> Vec<Vec<usize>> {
    let mut parts = Parts::new(count);
    for link in links {
        parts.join(link.a, link.b);
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (position, first) in parts.firsts().into_iter().enumerate() {
        groups.entry(first).or_default().push(position);
    }
    groups.into_values().collect()
}

/// Appends the members of one group to `order`, from nearest neighbour to nearest neighbour.
fn chain(
    members: &[usize],
    partners: &[Vec<(Reverse<u32>, usize)>],
    placed: &mut [bool],
    order: &mut Vec<usize>,
) {
    // The chain begins with the most similar pair, at the member with fewer partners, which is nearer to an end of the group.
    let strongest = |member: usize| partners[member].first().map(|&(likeness, _)| likeness);
    let start = (members.iter()).min_by_key(|&&m| (strongest(m), partners[m].len(), m));
    let mut next = start.copied();
    // Partners of placed documents, the most similar on top.
    let mut waiting: BinaryHeap<(u32, Reverse<usize>)> = BinaryHeap::new();
    while let Some(document) = next {
        placed[document] = true;
        order.push(document);
        next = None;
        for &(Reverse(likeness), partner) in &partners[document] {
            if !placed[partner] {
                // Partners are sorted: the first is the nearest.
                next = next.or(Some(partner));
                waiting.push((likeness, Reverse(partner)));
            }
        }
        while next.is_none() {
            match waiting.pop() {
                Some((_, Reverse(partner))) if !placed[partner] => next = Some(partner),
                Some(_) => {}
                None => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn link(a: usize, b: usize, likeness: u32) -> LikePair {
        LikePair { a, b, likeness }
    }

    #[test]
    fn alike_documents_stand_together_the_strongest_group_first() {
        let links = [link(0, 7, 9), link(2, 5, 4), link(5, 8, 8)];
        assert_eq!(cluster_order(9, &links), [0, 7, 8, 5, 2, 1, 3, 4, 6]);
        let equal = [link(0, 7, 8), link(2, 5, 4), link(5, 8, 8)];
        assert_eq!(cluster_order(9, &equal)[..5], [8, 5, 2, 0, 7]);
        assert_eq!(cluster_order(3, &[]), [0, 1, 2]);
        assert!(cluster_order(0, &[]).is_empty());
    }

    #[test]
    fn each_is_followed_by_the_one_most_like_it() {
        // All pairs are alike; 0 and 3, and 1 and 2 most of all.
        let links = [
            link(0, 1, 1),
            link(0, 2, 1),
            link(0, 3, 9),
            link(1, 2, 8),
            link(1, 3, 2),
            link(2, 3, 3),
        ];
        assert_eq!(cluster_order(4, &links), [0, 3, 2, 1]);
        // When a document has no unplaced partner, the chain goes on from any placed one.
        let star = [link(4, 0, 5), link(4, 1, 6), link(4, 2, 7), link(4, 3, 5)];
        assert_eq!(cluster_order(5, &star), [2, 4, 1, 0, 3]);
    }

    #[test]
    fn ten_thousand_documents_of_one_group_take_no_time() {
        let links: Vec<LikePair> = (0..300_000_usize)
            .zip((0..97).cycle())
            .map(|(i, likeness)| link(i * 7919 % 10_000, i * 104_729 % 9_973, likeness))
            .collect();
        assert_eq!(cluster_order(10_000, &links).len(), 10_000);
    }

    proptest! {
        #[test]
        fn every_position_comes_once_and_groups_are_not_torn(
            count in 0_usize..30,
            pairs in prop::collection::vec((0_usize..30, 0_usize..30, 0_u32..5), 0..40),
        ) {
            let links: Vec<LikePair> = pairs.iter().map(|&(a, b, l)| link(a, b, l)).collect();
            let order = cluster_order(count, &links);
            let mut sorted = order.clone();
            sorted.sort_unstable();
            prop_assert_eq!(sorted, (0..count).collect::<Vec<_>>());
            let sound: Vec<LikePair> = links.into_iter().filter(|l| l.a.max(l.b) < count).collect();
            for members in grouped(count, &sound) {
                let mut places: Vec<usize> = members
                    .iter()
                    .filter_map(|m| order.iter().position(|o| o == m))
                    .collect();
                places.sort_unstable();
                prop_assert!(places.windows(2).all(|w| w[1] == w[0] + 1));
            }
        }
    }
}
