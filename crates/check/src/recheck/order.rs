//! Order of a sentence's kept tokens in a new text. A sentence whose words stand in another order, or with other words in
//! between, is not the same sentence.

use std::ops::Range;

/// Maximum number of tokens inserted at one place of a sentence; more are text of their own.
const MOST_INSERTED: usize = 30;

/// What became of the order of a sentence's kept tokens.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// Kept tokens of the old text that stand elsewhere in the sentence now.
    rearranged: Vec<Range<usize>>,
    /// Insertions: a token of the old text, and the tokens of the new text that were inserted before it.
    inserted: Vec<(usize, Range<usize>)>,
}

/// Run of old tokens that the new text has one after the other.
#[derive(Clone)]
struct Run {
    old: Range<usize>,
    new: Range<usize>,
}

impl Order {
    /// Looks at a sentence of the old text. `kept`: the new token that continues each old one. `taken`: whether each new token
    /// continues an old one.
    pub(super) fn of(kept: &[Option<usize>], sentence: &Range<usize>, taken: &[bool]) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        for token in sentence.clone() {
            let Some(place) = kept[token] else {
                continue;
            };
            match runs.last_mut() {
                Some(run) if run.old.end == token && run.new.end == place => {
                    (run.old.end, run.new.end) = (token + 1, place + 1);
                }
                _ => runs.push(Run {
                    old: token..token + 1,
                    new: place..place + 1,
                }),
            }
        }
        let in_order = longest_ascending(&runs);
        let mut order = Self::default();
        let mut before: Option<&Run> = None;
        for (run, is_in_order) in runs.iter().zip(in_order) {
            if !is_in_order {
                order.rearranged.push(run.old.clone());
                continue;
            }
            if let Some(before) = before {
                let lost = run.old.start - before.old.end;
                let free: Vec<usize> = (before.new.end..run.new.start)
                    .filter(|&place| !taken[place])
                    .collect();
                // What stands in the place of lost tokens replaces them.
                let added = free.get(lost..).unwrap_or_default();
                if added.len() <= MOST_INSERTED {
                    let places = added.iter().map(|&place| (run.old.start, place..place + 1));
                    order.inserted.extend(places);
                }
            }
            before = Some(run);
        }
        order
    }

    /// Returns whether a kept token stands elsewhere in its sentence now.
    pub(super) fn is_rearranged(&self, token: usize) -> bool {
        self.rearranged.iter().any(|run| run.contains(&token))
    }

    /// Returns the tokens of the new text that were inserted among these tokens of the old one, which are sorted.
    pub(super) fn inserted(&self, among: &[usize]) -> impl Iterator<Item = Range<usize>> {
        let (first, last) = (among.first().copied(), among.last().copied());
        let is_among = move |before: usize| first < Some(before) && Some(before) <= last;
        let all = self
            .inserted
            .iter()
            .filter(move |(before, _)| is_among(*before));
        all.map(|(_, run)| run.clone())
    }
}

/// Returns for each run whether it is among those of the longest sequence, by tokens, that ascends in the new text.
fn longest_ascending(runs: &[Run]) -> Vec<bool> {
    // Number of tokens up to each run, and the run before it in the sequence.
    let mut best: Vec<(usize, Option<usize>)> = Vec::with_capacity(runs.len());
    for (at, run) in runs.iter().enumerate() {
        let earlier = (0..at).filter(|&other| runs[other].new.end <= run.new.start);
        let before = earlier.max_by_key(|&other| best[other].0);
        let length = before.map_or(0, |other| best[other].0) + run.old.len();
        best.push((length, before));
    }
    let mut is_in = vec![false; runs.len()];
    let mut next = (0..runs.len()).max_by_key(|&at| best[at].0);
    while let Some(at) = next {
        is_in[at] = true;
        next = best[at].1;
    }
    is_in
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(kept: &[Option<usize>], new: usize) -> (Vec<usize>, Vec<usize>) {
        let mut taken = vec![false; new];
        for place in kept.iter().flatten() {
            taken[*place] = true;
        }
        let found = Order::of(kept, &(0..kept.len()), &taken);
        let all: Vec<usize> = (0..kept.len()).collect();
        let inserted = found.inserted(&all).map(|run| run.start).collect();
        let rearranged = found.rearranged.iter().cloned().flatten();
        (rearranged.collect(), inserted)
    }

    #[test]
    fn moved_words_are_rearranged_and_words_in_between_are_inserted() {
        let some = |places: &[usize]| places.iter().map(|&at| Some(at)).collect::<Vec<_>>();
        assert_eq!(order(&some(&[3, 4, 5, 6]), 8), (vec![], vec![]));
        assert_eq!(order(&some(&[4, 5, 0, 1, 2, 3]), 6), (vec![0, 1], vec![]));
        assert_eq!(order(&some(&[0, 1, 4, 5]), 6), (vec![], vec![2, 3]));
        // Two words for a lost one: one of them replaces it.
        let replaced = [Some(0), None, Some(3)];
        assert_eq!(order(&replaced, 4), (vec![], vec![2]));
    }
}
