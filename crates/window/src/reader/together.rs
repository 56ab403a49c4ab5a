//! Scrolling of two texts together: maps a height of one text to a height of the other by the passages that they share.

/// Heights of a passage in both texts, in points from the top of each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Link {
    /// Top of the first line and bottom of the last line in text A.
    pub(crate) a: [f32; 2],
    pub(crate) b: [f32; 2],
}

/// Pairs of heights that belong together, increasing on both sides.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Together {
    anchors: Vec<[f32; 2]>,
}

impl Together {
    /// Builds the map from the passages of a pair and the total heights of both texts. Where passages come in another
    /// order in B, the passages in equal order with the largest total length are followed, always including `chosen`.
    pub(crate) fn of(links: &[Link], chosen: Option<usize>, heights: [f32; 2]) -> Self {
        let mut order: Vec<usize> = (0..links.len()).collect();
        order.sort_by(|&x, &y| links[x].a[0].total_cmp(&links[y].a[0]));
        if let Some(chosen) = chosen.and_then(|chosen| links.get(chosen)) {
            order.retain(|&other| {
                let other = &links[other];
                other == chosen || goes_before(other, chosen) || goes_before(chosen, other)
            });
        }
        let mut anchors = vec![[0.0, 0.0]];
        for link in heaviest_chain(links, order, chosen) {
            let Link { a, b } = links[link];
            anchors.push([a[0], b[0]]);
            anchors.push([a[1], b[1]]);
        }
        let last = anchors[anchors.len() - 1];
        anchors.push([heights[0].max(last[0]), heights[1].max(last[1])]);
        Self { anchors }
    }

    /// Returns the height in the other text that belongs to a height of side `from` (0 or 1). Before and after the
    /// texts the map continues one to one.
    pub(crate) fn other(&self, from: usize, height: f32) -> f32 {
        let to = 1 - from;
        let Some(first) = self.anchors.first() else {
            return height;
        };
        let after = self
            .anchors
            .partition_point(|anchor| anchor[from] <= height);
        let Some(before) = after.checked_sub(1) else {
            return first[to] + height - first[from];
        };
        let before = self.anchors[before];
        let Some(after) = self.anchors.get(after) else {
            return before[to] + height - before[from];
        };
        let part = (height - before[from]) / (after[from] - before[from]);
        before[to] + part * (after[to] - before[to])
    }
}

/// Returns whether a passage ends before the other begins, in both texts.
fn goes_before(x: &Link, y: &Link) -> bool {
    x.a[1] <= y.a[0] && x.b[1] <= y.b[0]
}

/// Returns the passages of `order` (sorted by place in A) that follow each other in both texts and have the largest
/// total length.
fn heaviest_chain(links: &[Link], mut order: Vec<usize>, chosen: Option<usize>) -> Vec<usize> {
    /// Maximum number of passages searched, since the search is quadratic; of more passages the longest are kept.
    const MOST: usize = 600;
    let length = |link: usize| links[link].a[1] - links[link].a[0] + 1.0;
    if order.len() > MOST {
        order.sort_by(|&x, &y| length(y).total_cmp(&length(x)));
        let dropped = order.split_off(MOST);
        order.extend(chosen.filter(|chosen| dropped.contains(chosen)));
        order.sort_by(|&x, &y| links[x].a[0].total_cmp(&links[y].a[0]));
    }
    let mut best: Vec<(f32, Option<usize>)> = Vec::with_capacity(order.len());
    for (i, &link) in order.iter().enumerate() {
        let (before, weight) = (0..i)
            .filter(|&j| goes_before(&links[order[j]], &links[link]))
            .map(|j| (Some(j), best[j].0))
            .max_by(|x, y| x.1.total_cmp(&y.1))
            .unwrap_or((None, 0.0));
        best.push((weight + length(link), before));
    }
    let mut at = (0..best.len()).max_by(|&x, &y| best[x].0.total_cmp(&best[y].0));
    let mut chain = Vec::new();
    while let Some(i) = at {
        chain.push(order[i]);
        at = best[i].1;
    }
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn link(a: [f32; 2], b: [f32; 2]) -> Link {
        Link { a, b }
    }

    #[test]
    fn passages_meet_and_what_lies_between_is_stretched() {
        let links = [
            link([100.0, 200.0], [500.0, 600.0]),
            link([400.0, 500.0], [700.0, 900.0]),
        ];
        let together = Together::of(&links, None, [1_000.0, 1_000.0]);
        for (a, b) in [
            (100.0, 500.0),
            (150.0, 550.0),
            (300.0, 650.0),
            (450.0, 800.0),
            (1_000.0, 1_000.0),
            (1_010.0, 1_010.0),
            (-10.0, -10.0),
        ] {
            assert!((together.other(0, a) - b).abs() < 0.01, "{a}");
            assert!((together.other(1, b) - a).abs() < 0.01, "{b}");
        }
    }

    #[test]
    fn a_moved_passage_is_followed_only_if_it_was_chosen() {
        let links = [
            link([100.0, 300.0], [100.0, 300.0]),
            link([400.0, 450.0], [50.0, 90.0]),
            link([500.0, 700.0], [500.0, 700.0]),
        ];
        let heights = [1_000.0, 1_000.0];
        let at = |chosen, height| Together::of(&links, chosen, heights).other(0, height);
        assert!((at(None, 425.0) - 425.0).abs() < 0.01);
        assert!((at(Some(1), 425.0) - 70.0).abs() < 0.01);
        assert!((at(Some(1), 600.0) - 600.0).abs() < 0.01);
    }

    proptest! {
        #[test]
        fn both_sides_only_go_down(
            ends in prop::collection::vec((0_u16..900, 1_u16..90, 0_u16..900, 1_u16..90), 0..12),
            chosen in prop::option::of(0_usize..12),
        ) {
            let links: Vec<Link> = (ends.iter())
                .map(|&(a, n, b, m)| {
                    let [a, n, b, m] = [a, n, b, m].map(f32::from);
                    link([a, a + n], [b, b + m])
                })
                .collect();
            let together = Together::of(&links, chosen, [1_000.0, 1_000.0]);
            for from in [0, 1] {
                let mut before = f32::NEG_INFINITY;
                for height in -10..1_010_i16 {
                    let other = together.other(from, f32::from(height));
                    prop_assert!(other.is_finite() && other >= before - 0.01);
                    before = other;
                }
            }
            if let Some(chosen) = chosen.and_then(|chosen| links.get(chosen)) {
                prop_assert!((together.other(0, chosen.a[0]) - chosen.b[0]).abs() < 0.1);
            }
        }
    }
}
