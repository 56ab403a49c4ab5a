//! Measured values that two documents share in any order, as after sorting rows: a likelihood ratio over the set of
//! values.
//!
//! The alternative to chance is a copier who took a share `q` of the values, averaged over several `q`. By Markov's
//! inequality, chance gives a ratio of `e^score` or more in at most `e^-score` of all pairs.

use crate::signals::Signals;
use std::collections::HashMap;

/// Shares of readings that a copier may have taken.
const SHARES: [f64; 4] = [0.9, 0.5, 0.2, 0.08];

/// Pairs equal values in any order, each value at most once. Returns (pairs of indexes into the signals of `a` and `b`,
/// ascending in `a`; score in nats).
pub(crate) fn shared_set(a: &Signals, b: &Signals) -> (Vec<(u32, u32)>, f64) {
    let mut places: HashMap<u64, Vec<u32>> = HashMap::new();
    for (index, signal) in b.all.iter().enumerate().rev() {
        places.entry(signal.key).or_default().push(index as u32);
    }
    let mut pairs = Vec::new();
    let mut chances = Vec::new();
    let mut seen: HashMap<u64, bool> = HashMap::new();
    for (index, signal) in a.all.iter().enumerate() {
        let other = places.get_mut(&signal.key).and_then(Vec::pop);
        if let Some(other) = other {
            pairs.push((index as u32, other));
        }
        if seen.insert(signal.key, true).is_none() {
            let chance = match other {
                Some(other) => a.chance(index as u32, b, other),
                None => signal.chance.max(b.density(signal)),
            };
            // A value that is certain to be there says nothing.
            if chance < 1.0 {
                chances.push((chance, other.is_some()));
            }
        }
    }
    (pairs, log_odds(&chances))
}

/// Returns the logarithm of the mean likelihood ratio over [`SHARES`]. Each value is given as (probability by chance,
/// whether it is shared).
pub(crate) fn log_odds(chances: &[(f64, bool)]) -> f64 {
    let scores = SHARES.map(|share| {
        chances
            .iter()
            .map(|(chance, is_shared)| {
                let copied = share + (1.0 - share) * chance;
                if *is_shared {
                    (copied / chance).ln()
                } else {
                    ((1.0 - copied) / (1.0 - chance)).ln()
                }
            })
            .sum::<f64>()
    });
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    most + (scores.iter().map(|score| (score - most).exp()).sum::<f64>() / SHARES.len() as f64).ln()
}

#[cfg(test)]
mod tests {
    use super::log_odds;

    #[test]
    fn chance_alone_gives_no_odds() {
        // The mean ratio over all outcomes is 1, whatever the chances.
        let chances = [0.3, 0.05, 0.6, 0.2];
        let mean: f64 = (0..16u32)
            .map(|outcome| {
                let shared = |place: usize| outcome >> place & 1 == 1;
                let probability: f64 = chances
                    .iter()
                    .enumerate()
                    .map(|(place, chance)| if shared(place) { *chance } else { 1.0 - chance })
                    .product();
                let case: Vec<(f64, bool)> = chances
                    .iter()
                    .enumerate()
                    .map(|(place, chance)| (*chance, shared(place)))
                    .collect();
                probability * log_odds(&case).exp()
            })
            .sum();
        assert!((mean - 1.0).abs() < 1e-9);
    }
}
