//! Keys by which a library finds documents with the same derivation: hashes of runs of two and three steps.

use crate::formula::{Formulas, Step};
use crate::ordinary::is_ordinary;
use crate::symbols::mixed;
use chachong_weight::Key;

/// Fewest tokens of a run's steps together.
const LEAST_TOKENS: u32 = 12;
/// Fewest tokens of each step of a run.
const LEAST_OF_STEP: u32 = 5;
/// Most keys of a document.
const MOST_KEYS: usize = 500;

/// Returns the keys of the runs of two and three consecutive steps of a document, each hash once, where the run first begins, in text
/// order. Steps of fewer than five tokens and textbook knowledge are left out before runs are formed; runs of fewer than 12 tokens, or with
/// two equal steps in a row, have no key. If there are more than 500, those with the 500 smallest hashes are kept, so that copies keep the
/// same ones.
#[must_use]
pub fn keys(formulas: &Formulas) -> Vec<Key> {
    let steps: Vec<&Step> = formulas
        .steps()
        .filter(|step| step.tokens >= LEAST_OF_STEP && !is_ordinary(step))
        .collect();
    let mut keys: Vec<Key> = [2, 3]
        .into_iter()
        .flat_map(|length| steps.windows(length))
        .filter(|run| run.iter().map(|step| step.tokens).sum::<u32>() >= LEAST_TOKENS)
        .filter(|run| run.windows(2).all(|two| two[0].hash != two[1].hash))
        .map(|run| Key {
            start: run[0].span.start,
            hash: mixed(&run.iter().map(|step| step.hash).collect::<Vec<_>>()),
            is_stored: true,
        })
        .collect();
    keys.sort_unstable_by_key(|key| (key.hash, key.start));
    keys.dedup_by_key(|key| key.hash);
    keys.truncate(MOST_KEYS);
    keys.sort_unstable();
    keys
}

#[cfg(test)]
mod tests {
    use super::keys;
    use crate::Formulas;

    #[test]
    fn a_copy_has_the_same_keys() {
        let own = "x = (a + b)^2/3\ny = √(x - a) + b\nz = x y + a^3\n";
        let copy = "首先\nu = (d + c)^2/3\n然后 v = √(u - c) + d，\nw = u v + c^3\n";
        let hashes = |text| {
            keys(&Formulas::of(text, &[]))
                .into_iter()
                .map(|key| key.hash)
                .collect::<Vec<_>>()
        };
        assert_eq!(hashes(own).len(), 3);
        assert_eq!(hashes(own), hashes(copy));
        assert!(keys(&Formulas::of("F = m a\nE = m c^2", &[])).is_empty());
    }

    #[test]
    fn keys_are_bounded_and_in_order() {
        let lines: Vec<String> = (1..2000)
            .map(|n| format!("y_{n} = x^{n} + {n} x - a/{n}\n"))
            .collect();
        let keys = keys(&Formulas::of(&lines.concat(), &[]));
        assert_eq!(keys.len(), 500);
        assert!(keys.is_sorted_by_key(|key| key.start));
    }
}
