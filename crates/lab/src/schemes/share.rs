//! Shares of what two sorted lists have in common.

/// Returns the number of entries that two sorted lists have in common. An entry counts as often as both lists contain
/// it.
pub(super) fn shared(a: &[u64], b: &[u64]) -> usize {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        shared += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    shared
}

/// Returns the share of the longer list that both lists contain, 0..=1.
pub(super) fn of_larger(a: &[u64], b: &[u64]) -> f64 {
    share(shared(a, b), a.len().max(b.len()))
}

/// Returns the share of the shorter list that both lists contain, 0..=1.
pub(super) fn of_smaller(a: &[u64], b: &[u64]) -> f64 {
    share(shared(a, b), a.len().min(b.len()))
}

/// Returns `part` as a share of `whole`, 0..=1; 0 if `whole` is 0.
pub(crate) fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn shared_entries_are_counted_like_sheep(mut a in prop::collection::vec(0_u64..6, 0..12), mut b in prop::collection::vec(0_u64..6, 0..12)) {
            a.sort_unstable();
            b.sort_unstable();
            let mut left = b.clone();
            let slow = a
                .iter()
                .filter(|x| {
                    let at = left.iter().position(|y| y == *x);
                    at.map(|at| left.remove(at)).is_some()
                })
                .count();
            prop_assert_eq!(shared(&a, &b), slow);
        }
    }
}
