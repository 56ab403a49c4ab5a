//! Overlay of spans: their union, what they have in common, and the layers that cover each stretch.

use std::collections::BTreeMap;

use crate::Span;

/// Stretch that the same layers cover from end to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// Span of the stretch; never empty.
    pub span: Span,
    /// Number of layers, at least 1.
    pub layers: u32,
    /// Index of the only layer; `None` if there are several.
    pub only: Option<u32>,
}

/// Returns the union of spans: sorted, none empty, no two touching.
#[must_use]
pub fn merged(spans: impl IntoIterator<Item = Span>) -> Vec<Span> {
    let mut spans: Vec<Span> = spans.into_iter().filter(|span| !span.is_empty()).collect();
    spans.sort_unstable();
    let mut union: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match union.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => union.push(span),
        }
    }
    union
}

/// Returns what two unions have in common; both are sorted, and no two spans of one overlap.
#[must_use]
pub fn common(one: &[Span], other: &[Span]) -> Vec<Span> {
    let (mut i, mut j) = (0, 0);
    let mut found = Vec::new();
    while let (Some(x), Some(y)) = (one.get(i), other.get(j)) {
        let both = x.common(*y);
        if !both.is_empty() {
            found.push(both);
        }
        if x.end <= y.end {
            i += 1;
        } else {
            j += 1;
        }
    }
    found
}

/// Returns the items that have at least one character in common with a span. `all` are sorted by position and do not overlap; `span`
/// returns the span of an item.
#[must_use]
pub fn overlapping<T>(all: &[T], within: Span, span: impl Fn(&T) -> Span) -> &[T] {
    let first = all.partition_point(|one| span(one).end <= within.start);
    let end = all.partition_point(|one| span(one).start < within.end);
    &all[first..end.max(first)]
}

/// Returns the parts of `span` outside `union`, sorted, none empty. `union` is sorted, and its spans do not overlap.
pub fn without(span: Span, union: &[Span]) -> impl Iterator<Item = Span> {
    let inside = overlapping(union, span, |one| *one).iter();
    let ends = inside.clone().map(|one| one.start).chain([span.end]);
    let starts = [span.start].into_iter().chain(inside.map(|one| one.end));
    (starts.zip(ends)).filter_map(|(start, end)| (start < end).then_some(Span { start, end }))
}

/// Lays spans with a key over each other: where several have a character the lowest key wins. Returns stretches sorted by
/// position that do not overlap, joined where they touch and have one key.
#[must_use]
pub fn without_overlap<K: Ord + Copy>(
    spans: impl IntoIterator<Item = (Span, K)>,
) -> Vec<(Span, K)> {
    let mut edges: Vec<(u32, bool, K)> = (spans.into_iter())
        .filter(|(span, _)| !span.is_empty())
        .flat_map(|(span, key)| [(span.start, true, key), (span.end, false, key)])
        .collect();
    edges.sort_unstable();
    let mut open = BTreeMap::<K, usize>::new();
    let mut found: Vec<(Span, K)> = Vec::new();
    let mut from = 0;
    for (at, opens, key) in edges {
        if let Some((&first, _)) = open.first_key_value()
            && at > from
        {
            match found.last_mut() {
                Some((span, last)) if *last == first && span.end == from => span.end = at,
                _ => found.push((Span::new(from, at), first)),
            }
        }
        from = at;
        if opens {
            *open.entry(key).or_default() += 1;
        } else if let Some(count) = open.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                open.remove(&key);
            }
        }
    }
    found
}

/// Cuts the text wherever a layer begins or ends and returns the stretches that a layer covers. The spans of one
/// layer must not overlap ([`merged`]).
pub(crate) fn overlay(spans: impl IntoIterator<Item = (u32, Span)>) -> Vec<Stretch> {
    let mut edges: Vec<(u32, u32, bool)> = spans
        .into_iter()
        .filter(|(_, span)| !span.is_empty())
        .flat_map(|(layer, span)| [(span.start, layer, true), (span.end, layer, false)])
        .collect();
    edges.sort_unstable();
    let mut stretches = Vec::new();
    // The exclusive or of the open layers is the layer itself if there is only one; no set is needed.
    let (mut from, mut layers, mut mixed) = (0, 0_u32, 0_u32);
    for (at, layer, opens) in edges {
        if at > from && layers > 0 {
            stretches.push(Stretch {
                span: Span::new(from, at),
                layers,
                only: (layers == 1).then_some(mixed),
            });
        }
        from = at;
        mixed ^= layer;
        // A closing edge has opened at an earlier offset, because no span is empty.
        if opens {
            layers += 1;
        } else {
            layers -= 1;
        }
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn span(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    #[test]
    fn touching_and_overlapping_spans_are_one() {
        let spans = [span(8, 9), span(0, 3), span(3, 5), span(4, 4), span(2, 4)];
        assert_eq!(merged(spans), [span(0, 5), span(8, 9)]);
    }

    #[test]
    fn two_unions_have_in_common_what_both_cover() {
        let one = [span(0, 5), span(8, 20)];
        let other = [span(3, 9), span(10, 12), span(15, 30)];
        let both = [span(3, 5), span(8, 9), span(10, 12), span(15, 20)];
        assert_eq!(common(&one, &other), both);
        assert_eq!(common(&other, &one), both);
        assert!(common(&one, &[]).is_empty());
    }

    #[test]
    fn a_union_leaves_the_rest_of_a_span() {
        let union = [span(0, 3), span(5, 6), span(8, 12)];
        let rest = |start, end| without(span(start, end), &union).collect::<Vec<_>>();
        assert_eq!(rest(2, 10), [span(3, 5), span(6, 8)]);
        assert_eq!(rest(4, 20), [span(4, 5), span(6, 8), span(12, 20)]);
        assert_eq!(rest(13, 15), [span(13, 15)]);
        assert_eq!(rest(9, 11), []);
    }

    #[test]
    fn layers_are_counted_and_a_single_one_is_named() {
        let found = overlay([(7, span(0, 4)), (2, span(2, 6)), (7, span(8, 9))]);
        let stretch = |start, end, layers, only| Stretch {
            span: span(start, end),
            layers,
            only,
        };
        assert_eq!(
            found,
            [
                stretch(0, 2, 1, Some(7)),
                stretch(2, 4, 2, None),
                stretch(4, 6, 1, Some(2)),
                stretch(8, 9, 1, Some(7)),
            ]
        );
        assert_eq!(overlay([]), []);
    }
}
