//! Stretches of a text that passages already have.

use std::collections::BTreeMap;
use std::ops::Range;

/// Stretches of one text that passages already have; they do not overlap.
#[derive(Debug, Default)]
pub(super) struct Taken {
    /// End of each stretch by its start, in tokens.
    stretches: BTreeMap<usize, usize>,
}

impl Taken {
    /// Adds a stretch of tokens, which must not overlap any other.
    pub fn insert(&mut self, stretch: &Range<usize>) {
        self.stretches.insert(stretch.start, stretch.end);
    }

    /// Returns the stretches in order, joining those that touch.
    pub fn joined(&self) -> Vec<Range<usize>> {
        let mut joined: Vec<Range<usize>> = Vec::new();
        for (&start, &end) in &self.stretches {
            match joined.last_mut() {
                Some(last) if last.end == start => last.end = end,
                _ => joined.push(start..end),
            }
        }
        joined
    }

    /// Returns the ranges between the stretches of a text of `tokens` tokens, in order.
    pub fn gaps(&self, tokens: usize) -> Vec<Range<usize>> {
        let mut gaps = Vec::new();
        let mut from = 0;
        for (&start, &end) in &self.stretches {
            gaps.push(from..start);
            from = end;
        }
        gaps.push(from..tokens);
        gaps.retain(|gap| gap.start < gap.end);
        gaps
    }

    /// Returns whether a range overlaps one of the stretches.
    pub fn touches(&self, range: &Range<usize>) -> bool {
        let before = self.stretches.range(..range.end).next_back();
        before.is_some_and(|(_, &end)| range.start < end)
    }

    /// Returns the part of `range` around a free stretch that is free as well.
    pub fn room(&self, stretch: &Range<usize>, range: &Range<usize>) -> Range<usize> {
        let before = self.stretches.range(..stretch.start).next_back();
        let after = self.stretches.range(stretch.end..).next();
        let start = before.map_or(range.start, |(_, &end)| end.max(range.start));
        start..after.map_or(range.end, |(&start, _)| start.min(range.end))
    }

    /// Returns the free part of `range` that contains most of `core`; in a tie, the longest, then the first.
    pub fn free(&self, range: Range<usize>, core: &Range<usize>) -> Range<usize> {
        let before = self.stretches.range(..range.start).next_back();
        let inside = self.stretches.range(range.clone());
        let mut start = range.start;
        let mut best = start..start;
        let size = |part: &Range<usize>| {
            let in_core = part
                .end
                .min(core.end)
                .saturating_sub(part.start.max(core.start));
            (in_core, part.len())
        };
        for (&from, &to) in before.into_iter().chain(inside) {
            let part = start..from.max(start);
            if size(&part) > size(&best) {
                best = part;
            }
            start = start.max(to).min(range.end);
        }
        let part = start..range.end;
        if size(&part) > size(&best) {
            part
        } else {
            best
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_free_part_is_the_one_with_most_of_the_core() {
        let mut taken = Taken::default();
        assert_eq!(taken.free(10..20, &(12..18)), 10..20);
        taken.insert(&(0..12));
        taken.insert(&(15..16));
        taken.insert(&(30..40));
        assert_eq!(taken.free(10..20, &(12..18)), 12..15);
        assert_eq!(taken.free(10..20, &(16..20)), 16..20);
        assert_eq!(taken.free(31..35, &(31..35)), 31..31);
        assert_eq!(taken.room(&(18..20), &(5..35)), 16..30);
        assert_eq!(taken.room(&(18..20), &(17..25)), 17..25);
        assert!(taken.touches(&(14..16)) && !taken.touches(&(12..15)));
        taken.insert(&(12..15));
        assert_eq!(taken.joined(), [0..16, 30..40]);
        assert_eq!(taken.gaps(50), [16..30, 40..50]);
        assert_eq!(taken.gaps(40), vec![16..30; 1]);
    }
}
