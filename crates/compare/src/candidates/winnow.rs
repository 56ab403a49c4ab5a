//! Winnowing: selection of the few hashes that represent a text's shingles (Schleimer, Wilkerson and Aiken 2003).

use std::collections::VecDeque;

/// Returns the indices of the smallest hash of every window of `window` hashes, the last one of equal hashes, in
/// order. Two texts with `window` consecutive hashes in common have one of those selected in both. Fewer hashes than
/// a window count as one window.
pub(super) fn winnow(hashes: &[u64], window: usize) -> Vec<usize> {
    let window = window.clamp(1, hashes.len().max(1));
    let mut selected = Vec::with_capacity(2 * hashes.len() / (window + 1) + 1);
    // Indices that may still become the minimum of a window; their hashes are strictly increasing.
    let mut waiting: VecDeque<usize> = VecDeque::with_capacity(window);
    for (place, &hash) in hashes.iter().enumerate() {
        while waiting.back().is_some_and(|&last| hashes[last] >= hash) {
            waiting.pop_back();
        }
        waiting.push_back(place);
        if waiting
            .front()
            .is_some_and(|&first| first + window <= place)
        {
            waiting.pop_front();
        }
        if let Some(&smallest) = waiting.front()
            && place + 1 >= window
            && selected.last() != Some(&smallest)
        {
            selected.push(smallest);
        }
    }
    selected
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn by_hand(hashes: &[u64], window: usize) -> Vec<usize> {
        let mut selected: Vec<usize> = hashes
            .windows(window.min(hashes.len()).max(1))
            .enumerate()
            .map(|(from, hashes)| {
                let smallest = hashes.iter().min().unwrap();
                from + hashes.iter().rposition(|hash| hash == smallest).unwrap()
            })
            .collect();
        selected.dedup();
        selected
    }

    #[test]
    fn the_example_of_the_paper() {
        let hashes = [
            77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98,
        ];
        let selected: Vec<u64> = winnow(&hashes, 4)
            .into_iter()
            .map(|at| hashes[at])
            .collect();
        assert_eq!(selected, [17, 17, 8, 39, 17]);
    }

    proptest! {
        #[test]
        fn equals_the_definition(hashes in prop::collection::vec(0_u64..20, 0..80), window in 1_usize..12) {
            prop_assert_eq!(winnow(&hashes, window), by_hand(&hashes, window));
        }

        #[test]
        fn a_shared_window_is_selected_in_both_texts(
            before in prop::collection::vec(any::<u64>(), 0..30),
            other in prop::collection::vec(any::<u64>(), 0..30),
            shared in prop::collection::vec(any::<u64>(), 6..30),
            after in prop::collection::vec(any::<u64>(), 0..30),
        ) {
            let a = [before, shared.clone(), after.clone()].concat();
            let b = [other, shared.clone()].concat();
            let values = |hashes: &[u64]| -> Vec<u64> {
                winnow(hashes, 6).into_iter().map(|at| hashes[at]).collect()
            };
            let (in_a, in_b) = (values(&a), values(&b));
            prop_assert!(shared.iter().any(|hash| in_a.contains(hash) && in_b.contains(hash)));
        }
    }
}
