//! Groups of submissions that strong links connect, and the links themselves.

use crate::DocumentIndex;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};

use super::parts::Parts;
use super::verdict::LARGE_PART;
use super::{Fingerprinted, PairFinding, Strongest, Verdict};

/// Default minimum share (0..=1) of a link between two submissions. It is so high that a source used by many does not connect
/// everybody.
pub const LEAST_LINK: f64 = LARGE_PART;

/// Kind of text that connects the submissions of a group: text that few documents have, or text that many have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bond {
    /// The members share text that few documents of the whole folder have, so that their shares by weight are large, or evidence other
    /// than prose. Probably one member wrote the text, and the others took it from there.
    Rare,
    /// The members share text that many documents have, and too little rare text for links by weight. They may all have taken
    /// it from one source, such as a web page.
    Widespread,
}

/// Group of submissions that are connected by links of one kind, directly or through other submissions.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Kind of text that connects the members.
    pub bond: Bond,
    /// Main documents of the group's submissions. The member that is the main source of most others comes first; ties are sorted by the
    /// sum of the shares that others have from the member, then by position.
    pub members: Vec<DocumentIndex>,
    /// Strongest links that connect the group (a maximum spanning tree), the strongest first.
    pub links: Vec<Link>,
    /// Number of all links within the group, including those in `links`.
    pub pairs: usize,
    /// Link with the largest share of all links within the group; it need not be one of `links`. `None` if the group has no link.
    pub largest: Option<Link>,
}

impl Group {
    /// Returns the largest share that a member has in common with another member, 0..=1, over all links within the group. 0 if there is no
    /// link.
    #[must_use]
    pub fn largest_share(&self) -> f64 {
        self.largest.map_or(0.0, |link| link.share())
    }

    /// Returns the largest share by weight that a member has in common with another member, 0..=1.
    #[must_use]
    pub fn largest_weight(&self) -> f64 {
        // The tree contains the strongest of all links, and it comes first.
        self.links.first().map_or(0.0, |link| link.weight)
    }
}

/// Finding about two submissions, as a link of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// Main document of the first submission; below `b`.
    pub a: DocumentIndex,
    /// Main document of the second submission; above `a`.
    pub b: DocumentIndex,
    /// Shares (0..=1) of the first and the second submission's content that the other one has too: of prose
    /// ([`super::Shown::share`]) or of the kind with the strongest evidence. 0 if no passages are known.
    pub shares: [f64; 2],
    /// Larger of the two submissions' shares by weight, 0..=1: for prose [`super::PairShares::weight`], for another kind the
    /// larger of `shares`.
    pub weight: f64,
    /// Strongest finding about one document of each submission, with the verdict on both submissions.
    pub finding: PairFinding,
}

impl Link {
    /// Returns the larger of the two shares, 0..=1.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.shares[0].max(self.shares[1])
    }

    /// Compares links for sorting: larger share of text in few documents' hands first, then larger share, smaller distance,
    /// smaller positions.
    fn order(&self, other: &Self) -> Ordering {
        (other.weight.total_cmp(&self.weight))
            .then_with(|| other.share().total_cmp(&self.share()))
            .then_with(|| (self.finding.by_distance()).cmp(&other.finding.by_distance()))
    }
}

/// Returns the groups of two or more submissions that `links` connect. Groups by text that few documents have ([`Bond::Rare`])
/// come first, then groups with the largest share by weight, then the largest groups.
///
/// A link counts if it is a near-duplicate or if one side has a share of at least `least` (0..=1) in common with the other: 0
/// accepts every link, [`LEAST_LINK`] is the default. Evidence of another kind than prose must also be as strong as prose with
/// the share `least`, because many people write similar programs for one task. Near-duplicates and links with a share by weight
/// of at least `least` connect submissions first. Those that they leave alone are connected by their other links
/// ([`Bond::Widespread`]). `links` has at most one link for two submissions. Documents of the library are members only as
/// sources: what they have from others does not count for the order of the members.
#[must_use]
pub fn groups(documents: &[Fingerprinted], mut links: Vec<Link>, least: f64) -> Vec<Group> {
    let least_strength = Verdict::of_shares(least, 0.0).strength();
    let is_as_strong = |strongest: Strongest| Some(strongest.strength) >= least_strength;
    let is_near = |link: &Link| link.finding.as_verdict() == Some(Verdict::NearDuplicate);
    links.retain(|link| {
        link.a != link.b
            && link.a.max(link.b).0 < documents.len()
            && (is_near(link) || link.share() >= least)
            && link.finding.beyond_text().is_none_or(is_as_strong)
    });
    links.sort_unstable_by(Link::order);
    let is_rare = |link: &Link| is_near(link) || link.weight >= least;
    let (rare, mut widespread): (Vec<Link>, Vec<Link>) = links.into_iter().partition(is_rare);
    let taken: BTreeSet<DocumentIndex> = rare.iter().flat_map(|link| [link.a, link.b]).collect();
    // Two who share what nobody else has are no part of a crowd that used one source.
    widespread.retain(|link| !taken.contains(&link.a) && !taken.contains(&link.b));
    let mut groups = bound(documents, &rare, Bond::Rare);
    groups.extend(bound(documents, &widespread, Bond::Widespread));
    // Groups were created in the order of their first document, and the sort is stable.
    groups.sort_by(|x, y| {
        (x.bond.cmp(&y.bond))
            .then_with(|| y.largest_weight().total_cmp(&x.largest_weight()))
            .then_with(|| Reverse(x.members.len()).cmp(&Reverse(y.members.len())))
            .then_with(|| y.largest_share().total_cmp(&x.largest_share()))
    });
    groups
}

/// Returns the groups that links of one bond connect; the links come strongest first.
fn bound(documents: &[Fingerprinted], links: &[Link], bond: Bond) -> Vec<Group> {
    // Links come strongest first, so those that join two parts form a maximum spanning tree (Kruskal's algorithm).
    let mut parts = Parts::new(documents.len());
    let tree: Vec<Link> = (links.iter().copied())
        .filter(|link| parts.join(link.a.0, link.b.0))
        .collect();

    // Documents without a link are in no group.
    let firsts = parts.firsts();
    let mut groups: BTreeMap<usize, Group> = BTreeMap::new();
    for link in links {
        let group = groups.entry(firsts[link.a.0]).or_insert_with(|| Group {
            bond,
            members: Vec::new(),
            links: Vec::new(),
            pairs: 0,
            largest: None,
        });
        group.pairs += 1;
        if (group.largest).is_none_or(|largest| link.share() > largest.share()) {
            group.largest = Some(*link);
        }
    }
    for (document, first) in firsts.iter().enumerate() {
        if let Some(group) = groups.get_mut(first) {
            group.members.push(DocumentIndex(document));
        }
    }
    for link in tree {
        if let Some(group) = groups.get_mut(&firsts[link.a.0]) {
            group.links.push(link);
        }
    }
    let standing = standings(documents, links);
    for group in groups.values_mut() {
        (group.members).sort_by(|&x, &y| standing[x].order(&standing[y]).then(x.cmp(&y)));
    }
    groups.into_values().collect()
}

/// Amount that other documents have from one document; orders the members of a group.
#[derive(Clone, Copy, Default)]
struct Standing {
    /// Number of documents that have more from this document than from any other.
    led_to: usize,
    /// Sum of the shares that others have from this document.
    given: f64,
}

impl Standing {
    /// Compares for sorting: the document that is the main source of most others first, then the larger sum of
    /// shares.
    fn order(&self, other: &Self) -> Ordering {
        (other.led_to.cmp(&self.led_to)).then_with(|| other.given.total_cmp(&self.given))
    }
}

/// Computes the standing of every document. `links` come strongest first.
fn standings(documents: &[Fingerprinted], links: &[Link]) -> Vec<Standing> {
    let mut standings = vec![Standing::default(); documents.len()];
    let mut most: Vec<Option<(f64, DocumentIndex)>> = vec![None; documents.len()];
    for link in links {
        for (from, to, share) in [
            (link.a, link.b, link.shares[0]),
            (link.b, link.a, link.shares[1]),
        ] {
            if documents[from].of_library {
                continue;
            }
            standings[to].given += share;
            // Of equal shares the first link wins; it has the smallest distance.
            if most[from].is_none_or(|(largest, _)| share > largest) {
                most[from] = Some((share, to));
            }
        }
    }
    for (_, source) in most.into_iter().flatten() {
        standings[source].led_to += 1;
    }
    standings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Copied, PairIndex, PairShares, SideShares, Theses};
    use proptest::prelude::*;

    fn documents(count: usize, of_library: &[usize]) -> Vec<Fingerprinted> {
        (0..count)
            .map(|position| Fingerprinted {
                fingerprint: None,
                characters: 1000,
                of_library: of_library.contains(&position),
            })
            .collect()
    }

    fn side(percent: u32) -> SideShares {
        let copied = Copied {
            characters: 10 * percent,
            countable: 1_000,
        };
        SideShares {
            gross: copied,
            net: copied,
            weighted: copied,
            ..SideShares::default()
        }
    }

    /// Makes pairs, all with passages, from (a, b, share of a, share of b, distance); shares are in per cent.
    fn listed(pairs: &[(usize, usize, u32, u32, u32)]) -> (Vec<PairFinding>, Vec<PairShares>) {
        (pairs.iter().enumerate())
            .map(|(place, &(a, b, of_a, of_b, distance))| {
                let finding = PairFinding {
                    a: DocumentIndex(a),
                    b: DocumentIndex(b),
                    distance: Some(distance),
                    verdict: Some(Verdict::Part),
                    copied: Some(PairIndex(place)),
                    strongest: None,
                };
                let shares = PairShares {
                    a: side(of_a),
                    b: side(of_b),
                    passages: 1,
                    possible_passages: 0,
                };
                (finding, shares)
            })
            .unzip()
    }

    /// Makes the links of pairs whose shares are known, as a check with the same theses does.
    fn links_of(pairs: &[PairFinding], shares: &[PairShares], theses: &Theses) -> Vec<Link> {
        let link = |pair: &PairFinding| {
            pair.verdict?.strength()?;
            let shares = shares.get(pair.copied?.0);
            let mains = [theses.main(pair.a), theses.main(pair.b)];
            Some(Link {
                a: mains[0].min(mains[1]),
                b: mains[0].max(mains[1]),
                shares: shares.map_or([0.0; 2], |shares| {
                    let [a, b] = [shares.a, shares.b].map(|side| side.shown().share());
                    if mains[0] < mains[1] { [a, b] } else { [b, a] }
                }),
                weight: shares.map_or(0.0, |shares| shares.weight()),
                finding: *pair,
            })
        };
        let mut known = BTreeSet::new();
        let mut links: Vec<Link> = pairs.iter().filter_map(link).collect();
        links.sort_by(Link::order);
        links.retain(|link| known.insert((link.a, link.b)));
        links
    }

    /// Returns the groups of documents that are no versions of each other.
    fn grouped(
        documents: &[Fingerprinted],
        pairs: &[PairFinding],
        shares: &[PairShares],
        least: f64,
    ) -> Vec<Group> {
        groups(documents, links_of(pairs, shares, &Theses::NONE), least)
    }

    #[test]
    fn the_one_that_others_lead_to_stands_first_and_the_tree_is_the_strongest() {
        // Documents 0, 1 and 2 have most from 3; the link between 0 and 1 is weaker.
        let (pairs, shares) = listed(&[
            (0, 1, 10, 10, 9),
            (0, 3, 80, 20, 12),
            (1, 3, 60, 20, 12),
            (2, 3, 70, 20, 12),
            (4, 5, 5, 90, 2),
        ]);
        let found = grouped(&documents(7, &[]), &pairs, &shares, 0.0);
        assert_eq!(found.len(), 2);
        assert_eq!(found[1].members[0], DocumentIndex(3));
        let links: Vec<_> = (found[1].links.iter())
            .map(|link| (link.a.0, link.b.0))
            .collect();
        assert_eq!(links, [(0, 3), (2, 3), (1, 3)]);
        assert_eq!(found[1].pairs, 4);
        assert!((found[1].largest_share() - 0.8).abs() < 1e-9);
        assert_eq!(
            found[0].members,
            [4, 5].map(DocumentIndex),
            "5 has nearly all from 4"
        );
    }

    #[test]
    fn the_largest_share_counts_links_outside_the_tree() {
        let (pairs, shares) = listed(&[(0, 1, 50, 50, 9), (1, 2, 50, 50, 9), (0, 2, 90, 90, 9)]);
        let mut links = links_of(&pairs, &shares, &Theses::NONE);
        for link in links.iter_mut().filter(|link| link.share() > 0.8) {
            link.weight = 0.4;
        }
        let found = groups(&documents(3, &[]), links, 0.0);
        assert!(found[0].links.iter().all(|link| link.share() < 0.8));
        assert!((found[0].largest_share() - 0.9).abs() < 1e-9);
    }

    #[test]
    fn a_thesis_is_one_member_however_many_versions_it_has() {
        let theses = crate::theses::tests::theses(&[&[1, 0]]);
        let (mut pairs, shares) = listed(&[
            (0, 1, 95, 95, 2),
            (0, 2, 50, 50, 9),
            (1, 2, 40, 40, 9),
            (0, 3, 60, 60, 9),
        ]);
        pairs[0].verdict = Some(Verdict::Version);
        let of = |pairs: &[PairFinding]| {
            let found = groups(
                &documents(4, &[]),
                links_of(pairs, &shares, &theses),
                LEAST_LINK,
            );
            let members = found.into_iter().map(|group| group.members);
            members.collect::<Vec<_>>()
        };
        // Document 3 has text of the older version only.
        assert_eq!(of(&pairs)[0].len(), 3);
        assert_eq!(of(&pairs[..1]), Vec::<Vec<DocumentIndex>>::new());
        let of_older = [pairs[0], pairs[1], pairs[3]];
        assert_eq!(
            of(&of_older)[0][0],
            DocumentIndex(1),
            "the newest has no link"
        );
    }

    #[test]
    fn one_of_the_library_leads_to_no_one() {
        let (pairs, shares) = listed(&[(0, 1, 50, 50, 9), (1, 2, 40, 90, 9)]);
        let found = grouped(&documents(3, &[2]), &pairs, &shares, 0.0);
        // Documents 0 and 1 each have most from the other; the share of 2 (library) from 1 does not count.
        assert_eq!(found[0].members, [0, 1, 2].map(DocumentIndex));
        let found = grouped(&documents(3, &[]), &pairs, &shares, 0.0);
        assert_eq!(found[0].members[0], DocumentIndex(1));
    }

    #[test]
    fn without_verdicts_there_are_no_groups_and_without_shares_distances_decide() {
        let (mut pairs, _) = listed(&[(0, 1, 0, 0, 5), (0, 2, 0, 0, 3), (1, 2, 0, 0, 4)]);
        let found = grouped(&documents(3, &[]), &pairs, &[], 0.0);
        let links: Vec<_> = (found[0].links.iter())
            .map(|link| (link.a.0, link.b.0))
            .collect();
        assert_eq!(links, [(0, 2), (1, 2)]);
        for pair in &mut pairs {
            pair.verdict = None;
        }
        assert!(grouped(&documents(3, &[]), &pairs, &[], 0.0).is_empty());
    }

    #[test]
    fn a_clique_stands_out_from_a_class_that_used_one_encyclopedia() {
        let mut all = Vec::new();
        for a in 0..33 {
            for b in a + 1..33 {
                let share = if b < 4 { 40 } else { 10 };
                all.push((a, b, share, share, 20));
            }
        }
        let (mut pairs, shares) = listed(&all);
        let of = |pairs: &[PairFinding], least| {
            let found = grouped(&documents(33, &[]), pairs, &shares, least);
            let members = found.into_iter().map(|group| group.members);
            members.collect::<Vec<_>>()
        };
        assert_eq!(of(&pairs, LEAST_LINK), [[0, 1, 2, 3].map(DocumentIndex)]);
        assert_eq!(of(&pairs, 0.1)[0].len(), 33);
        assert!(of(&pairs, 0.5).is_empty());
        // A near-duplicate pair is a link whatever its share.
        if let Some(last) = pairs.last_mut() {
            last.verdict = Some(Verdict::NearDuplicate);
        }
        assert_eq!(of(&pairs, 0.5), [[31, 32].map(DocumentIndex)]);
    }

    /// Returns all documents that can be reached from `start`.
    fn flood(start: usize, edges: &[(usize, usize)]) -> BTreeSet<usize> {
        let mut reached = BTreeSet::from([start]);
        loop {
            let before = reached.len();
            for &(a, b) in edges {
                if reached.contains(&a) || reached.contains(&b) {
                    reached.extend([a, b]);
                }
            }
            if reached.len() == before {
                return reached;
            }
        }
    }

    #[test]
    fn two_who_share_what_nobody_else_has_stand_above_a_crowd() {
        let pairs = [
            (0, 1, 60, 60, 9),
            (1, 2, 60, 60, 9),
            (2, 3, 90, 90, 9),
            (4, 5, 40, 40, 9),
            (3, 4, 50, 50, 9),
        ];
        let documents = documents(6, &[]);
        let (findings, mut shares) = listed(&pairs);
        for crowd in [0, 1, 2, 4] {
            (
                shares[crowd].a.weighted.characters,
                shares[crowd].b.weighted.characters,
            ) = (20, 20);
        }
        let found = grouped(&documents, &findings, &shares, LEAST_LINK);
        let told: Vec<(Bond, Vec<DocumentIndex>)> = (found.into_iter())
            .map(|mut group| {
                group.members.sort_unstable();
                (group.bond, group.members)
            })
            .collect();
        assert_eq!(
            told,
            [
                (Bond::Rare, [4, 5].map(DocumentIndex).to_vec()),
                (Bond::Widespread, [0, 1, 2, 3].map(DocumentIndex).to_vec())
            ]
        );
    }

    proptest! {
        #[test]
        fn groups_are_what_a_flood_reaches_and_links_the_strongest_way(
            pairs in prop::collection::vec(
                (0_usize..30, 0_usize..30, 0_u32..6, 0_u32..6, 0_u32..4), 0..60),
            library in prop::collection::vec(0_usize..30, 0..5),
            least in 0_u32..4,
        ) {
            let mut seen = BTreeSet::new();
            let pairs: Vec<_> = pairs.into_iter()
                .map(|(a, b, x, y, d)| (a.min(b), a.max(b), x, y, d))
                .filter(|&(a, b, ..)| a != b && seen.insert((a, b)))
                .collect();
            let documents = documents(30, &library);
            let (findings, shares) = listed(&pairs);
            let (least_percent, least) = (least, f64::from(least) / 100.0);
            let of = |findings: &[PairFinding]| links_of(findings, &shares, &Theses::NONE);
            let found = groups(&documents, of(&findings), least);

            let edges: Vec<_> = (pairs.iter())
                .filter(|&&(_, _, x, y, _)| x.max(y) >= least_percent)
                .map(|&(a, b, ..)| (a, b))
                .collect();
            let mut expected: BTreeSet<BTreeSet<usize>> =
                (0..30).map(|start| flood(start, &edges)).collect();
            expected.retain(|part| part.len() > 1);
            let parts: BTreeSet<BTreeSet<usize>> =
                found.iter().map(|group| group.members.iter().map(|member| member.0).collect()).collect();
            prop_assert_eq!(found.len(), parts.len());
            prop_assert_eq!(parts, expected);
            prop_assert!(found.windows(2).all(|w| w[0].largest_weight() >= w[1].largest_weight()));
            prop_assert_eq!(found.iter().map(|group| group.pairs).sum::<usize>(), edges.len());

            // The two documents of any pair are connected by tree links that are all at least as strong as the pair.
            for group in &found {
                prop_assert_eq!(group.links.len(), group.members.len() - 1);
                let all: Vec<Link> =
                    of(&findings).into_iter().filter(|link| link.share() >= least).collect();
                for pair in all.iter().filter(|pair| group.members.contains(&pair.a)) {
                    let strong: Vec<_> = (group.links.iter())
                        .filter(|link| link.order(pair).is_le())
                        .map(|link| (link.a.0, link.b.0))
                        .collect();
                    prop_assert!(flood(pair.a.0, &strong).contains(&pair.b.0));
                }
            }

            // The order of the pairs does not matter.
            let reversed: Vec<_> = findings.iter().rev().copied().collect();
            prop_assert_eq!(groups(&documents, of(&reversed), least), found);
        }
    }
}
