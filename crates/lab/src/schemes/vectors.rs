//! Exact similarities of two vectors of term frequencies: the truth that `SimHash` approximates. Whole numbers until
//! the last step, so that the order of terms changes no bit.

use super::share::share;

/// Scalar products: of the first vector with itself, of the two, and of the second with itself.
struct Products {
    a: u128,
    both: u128,
    b: u128,
}

impl Products {
    fn of(a: &[(u64, u32)], b: &[(u64, u32)]) -> Self {
        let square = |vector: &[(u64, u32)]| {
            let counts = vector.iter().map(|&(_, count)| u128::from(count));
            counts.map(|count| count * count).sum()
        };
        let both = common(a, b).map(|(x, y)| u128::from(x) * u128::from(y));
        Self {
            a: square(a),
            both: both.sum(),
            b: square(b),
        }
    }
}

/// Returns the two frequencies of each term that both sorted vectors contain.
fn common(a: &[(u64, u32)], b: &[(u64, u32)]) -> impl Iterator<Item = (u32, u32)> {
    let mut rest = b.iter().copied().peekable();
    a.iter().filter_map(move |&(term, count)| {
        while rest.next_if(|&(other, _)| other < term).is_some() {}
        let (_, other) = rest.next_if(|&(other, _)| other == term)?;
        Some((count, other))
    })
}

/// Returns the cosine of the angle between the two vectors, 0..=1; 0 without a common term.
pub(super) fn cosine(a: &[(u64, u32)], b: &[(u64, u32)]) -> f64 {
    let products = Products::of(a, b);
    if products.both == 0 {
        return 0.0;
    }
    let lengths = (products.a as f64 * products.b as f64).sqrt();
    (products.both as f64 / lengths).min(1.0)
}

/// Returns the number of different terms in both texts divided by the number in either, 0..=1 (Jaccard 1901).
pub(super) fn jaccard(a: &[(u64, u32)], b: &[(u64, u32)]) -> f64 {
    let both = common(a, b).count();
    share(both, a.len() + b.len() - both)
}

/// Returns 1 - |a - b| / sqrt(|a|^2 + |b|^2), 0..=1: one minus the Euclidean distance divided by its maximum for
/// vectors of these lengths, which they have without a common term. 0 if a vector is empty.
pub(super) fn euclidean(a: &[(u64, u32)], b: &[(u64, u32)]) -> f64 {
    let products = Products::of(a, b);
    let largest = products.a + products.b;
    if products.a == 0 || products.b == 0 {
        return 0.0;
    }
    // |a - b|^2 is a sum of squares, so the difference is never below 0.
    let distance = largest - 2 * products.both;
    1.0 - (distance as f64 / largest as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn figures_are_those_of_the_definitions(
            a in prop::collection::btree_map(0_u64..20, 1_u32..50, 1..12),
            b in prop::collection::btree_map(0_u64..20, 1_u32..50, 1..12),
        ) {
            let at = |map: &BTreeMap<u64, u32>, term| f64::from(map.get(&term).copied().unwrap_or(0));
            let sum = |of: &dyn Fn(u64) -> f64| (0..20).map(of).sum::<f64>();
            let dot = sum(&|term| at(&a, term) * at(&b, term));
            let (square_a, square_b) = (sum(&|term| at(&a, term).powi(2)), sum(&|term| at(&b, term).powi(2)));
            let distance = sum(&|term| (at(&a, term) - at(&b, term)).powi(2)).sqrt();
            let both = a.keys().filter(|term| b.contains_key(term)).count() as f64;
            let either = a.keys().chain(b.keys()).collect::<std::collections::BTreeSet<_>>().len() as f64;
            let lists = [&a, &b].map(|map| map.iter().map(|(&t, &n)| (t, n)).collect::<Vec<_>>());
            let close = |got: f64, slow: f64| (got - slow).abs() < 1e-9;
            prop_assert!(close(cosine(&lists[0], &lists[1]), dot / (square_a.sqrt() * square_b.sqrt())));
            prop_assert!(close(jaccard(&lists[0], &lists[1]), both / either));
            prop_assert!(close(euclidean(&lists[0], &lists[1]), 1.0 - distance / (square_a + square_b).sqrt()));
        }
    }
}
