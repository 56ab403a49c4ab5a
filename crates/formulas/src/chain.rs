//! Chains of equal steps in two documents, with gaps of a step or two, in which names are exchanged one for one.
//!
//! Scores are log odds in nats, so that the expected number of chains by chance is `m · n · e^-score` (Karlin and Altschul,
//! PNAS 1990, with λ = 1, as BLAST's E-value).

use crate::formula::Step;
use std::collections::{HashMap, HashSet};

/// Maximum distance, in steps, between consecutive steps of a chain: two may be left out or changed.
const REACH: u32 = 3;
/// Cost of each step that a chain leaves out, in nats. From 0 to 2 the same made rings are found; at 3 the first are missed.
const LEFT_OUT: f64 = 1.0;
/// Number of preceding steps of the chain with which a step's names must agree: names change their meaning from chapter to chapter. From 4
/// to 20 the figures are the same.
const AGREEING: usize = 12;
/// Maximum number of occurrences of a step in a document; a more frequent step is no anchor.
const MOST_OFTEN: usize = 8;
/// Maximum number of pairs of equal steps of two documents that are examined.
const MOST_MATCHES: usize = 40_000;

/// Step of a document that carries evidence.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Telling<'a> {
    pub(crate) step: &'a Step,
    /// Evidence of an equal step, in nats.
    pub(crate) worth: f64,
}

/// Chain of equal steps in two documents.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Chain {
    /// Indexes into the evidence-carrying steps of the two documents, ascending in both.
    pub(crate) pairs: Vec<(u32, u32)>,
    /// Number of different steps in the chain.
    pub(crate) different: usize,
    /// Score in nats.
    pub(crate) score: f64,
}

/// A pair of equal steps and the best chain that ends with it.
struct Match {
    pair: (u32, u32),
    before: Option<usize>,
    score: f64,
}

/// Returns the chains of two documents, the strongest first. No step is in two chains, and none counts twice.
pub(crate) fn chains(a: &[Telling<'_>], b: &[Telling<'_>]) -> Vec<Chain> {
    let mut matches: Vec<Match> = Vec::new();
    let mut at: HashMap<(u32, u32), usize> = HashMap::new();
    for pair in equal(a, b) {
        let mut best = (None, 0.0);
        for back_a in 1..=REACH {
            for back_b in 1..=REACH {
                let Some(before) = pair
                    .0
                    .checked_sub(back_a)
                    .zip(pair.1.checked_sub(back_b))
                    .and_then(|before| at.get(&before))
                else {
                    continue;
                };
                let score = matches[*before].score - LEFT_OUT * f64::from(back_a.max(back_b) - 1);
                if score > best.1 && agrees(a, b, &matches, *before, pair) {
                    best = (Some(*before), score);
                }
            }
        }
        let repeated = best
            .0
            .is_some_and(|before| stands_in(a, &matches, before, pair.0));
        let worth = if repeated {
            0.0
        } else {
            a[pair.0 as usize].worth
        };
        at.insert(pair, matches.len());
        matches.push(Match {
            pair,
            before: best.0,
            score: best.1 + worth,
        });
    }
    taken(a, &matches)
}

/// Pairs of equal steps, ascending.
fn equal(a: &[Telling<'_>], b: &[Telling<'_>]) -> Vec<(u32, u32)> {
    let mut pairs = equal_by(a, b, |step| step.hash);
    pairs.extend(equal_by(a, b, |step| step.row));
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn equal_by(a: &[Telling<'_>], b: &[Telling<'_>], key: impl Fn(&Step) -> u64) -> Vec<(u32, u32)> {
    let mut places: HashMap<u64, Vec<u32>> = HashMap::new();
    for (index, telling) in (0..).zip(b) {
        let places = places.entry(key(telling.step)).or_default();
        if places.len() < MOST_OFTEN {
            places.push(index);
        }
    }
    let mut seen: HashMap<u64, usize> = HashMap::new();
    let mut pairs = Vec::new();
    for (index, telling) in (0_u32..).zip(a) {
        let Some(places) = places.get(&key(telling.step)) else {
            continue;
        };
        let times = seen.entry(key(telling.step)).or_insert(0);
        *times += 1;
        if *times <= MOST_OFTEN && pairs.len() < MOST_MATCHES {
            pairs.extend(places.iter().map(|place| (index, *place)));
        }
    }
    pairs
}

/// The last matches of the chain that ends with `last`, from the end.
fn back(matches: &[Match], last: usize) -> impl Iterator<Item = &Match> {
    let mut next = Some(last);
    std::iter::from_fn(move || {
        let found = &matches[next?];
        next = found.before;
        Some(found)
    })
}

fn stands_in(a: &[Telling<'_>], matches: &[Match], last: usize, index: u32) -> bool {
    let hash = a[index as usize].step.hash;
    back(matches, last)
        .take(4 * AGREEING)
        .any(|found| a[found.pair.0 as usize].step.hash == hash)
}

fn agrees(
    a: &[Telling<'_>],
    b: &[Telling<'_>],
    matches: &[Match],
    last: usize,
    pair: (u32, u32),
) -> bool {
    let steps = |pair: (u32, u32)| (a[pair.0 as usize].step, b[pair.1 as usize].step);
    let (one, other) = steps(pair);
    back(matches, last).take(AGREEING).all(|found| {
        let (before, other_before) = steps(found.pair);
        if one.hash == other.hash && before.hash == other_before.hash {
            return shared_parts(&before.names, &one.names)
                == shared_parts(&other_before.names, &other.names);
        }
        // Of scattered steps only the letters are known; a step in another order says nothing of them.
        one.row != other.row
            || before.row != other_before.row
            || shared_parts(&before.letters, &one.letters)
                == shared_parts(&other_before.letters, &other.letters)
    })
}

/// Returns the roles of names that occur in both steps. They are equal in two documents if one document renamed all
/// names.
pub(crate) fn shared_parts(first: &[(u32, u32)], second: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let (mut x, mut y, mut parts) = (0, 0, Vec::new());
    while let (Some(one), Some(other)) = (first.get(x), second.get(y)) {
        if one.0 == other.0 {
            parts.push((one.1, other.1));
        }
        x += usize::from(one.0 <= other.0);
        y += usize::from(other.0 <= one.0);
    }
    parts.sort_unstable();
    parts
}

/// Takes the best chain, then the best of what is left.
fn taken(a: &[Telling<'_>], matches: &[Match]) -> Vec<Chain> {
    let mut order: Vec<usize> = (0..matches.len()).collect();
    order.sort_by(|x, y| {
        matches[*y]
            .score
            .total_cmp(&matches[*x].score)
            .then(x.cmp(y))
    });
    let (mut used_a, mut used_b, mut hashes) = (HashSet::new(), HashSet::new(), HashSet::new());
    let mut chains = Vec::new();
    for last in order {
        if matches[last].score <= 0.0 {
            break;
        }
        let mut chain = Chain::default();
        let mut lost = 0.0;
        for found in back(matches, last) {
            let gained = found.score - found.before.map_or(0.0, |before| matches[before].score);
            if used_a.contains(&found.pair.0) || used_b.contains(&found.pair.1) {
                // The rest belongs to a stronger chain.
                lost += found.score;
                break;
            }
            if hashes.insert(a[found.pair.0 as usize].step.hash) {
                chain.different += 1;
            } else {
                lost += gained.max(0.0);
            }
            chain.pairs.push(found.pair);
        }
        chain.score = matches[last].score - lost;
        for pair in &chain.pairs {
            used_a.insert(pair.0);
            used_b.insert(pair.1);
        }
        chain.pairs.reverse();
        if chain.different > 0 && chain.score > 0.0 {
            chains.push(chain);
        }
    }
    chains.sort_by(|x, y| y.score.total_cmp(&x.score));
    chains
}

#[cfg(test)]
mod tests {
    use super::{Telling, chains};
    use crate::Formulas;
    use crate::formula::Step;
    use chachong_text::Span;
    use proptest::prelude::*;

    fn telling(of: &Formulas) -> Vec<Telling<'_>> {
        of.steps()
            .map(|step| Telling { step, worth: 4.0 })
            .collect()
    }

    fn lengths(a: &str, b: &str) -> Vec<usize> {
        let (a, b) = (Formulas::of(a, &[]), Formulas::of(b, &[]));
        chains(&telling(&a), &telling(&b))
            .iter()
            .map(|chain| chain.different)
            .collect()
    }

    const FIRST: &str =
        "x = a y + b\nx^2 = (a - y)/b\nx y = a^3 + b\na + x = √(b - y) + 1\nb x = a/y + 2\n";

    #[test]
    fn renamed_throughout_is_one_chain() {
        let renamed =
            "u = c v + d\nu^2 = (c - v)/d\nu v = c^3 + d\nc + u = √(d - v) + 1\nd u = c/v + 2\n";
        assert_eq!(lengths(FIRST, renamed), [5]);
    }

    #[test]
    fn exchanged_in_one_step_is_not_equal() {
        let exchanged =
            "u = c v + d\nu^2 = (c - v)/d\nu c = v^3 + d\nc + u = √(d - v) + 1\nd u = c/v + 2\n";
        assert_eq!(lengths(FIRST, exchanged)[0], 4);
    }

    #[test]
    fn steps_may_be_left_out_and_repeated_ones_count_once() {
        let fewer = "x = a y + b\na + x = √(b - y) + 1\nb x = a/y + 2\n";
        assert_eq!(lengths(FIRST, fewer), [3]);
        let one = "x = a y + b\nz = c y + b\nw = d y + b\n";
        assert_eq!(lengths(one, one), [1]);
    }

    fn step(hash: u64) -> Step {
        Step {
            span: Span { start: 0, end: 1 },
            hash,
            row: hash + 100,
            tokens: 9,
            names: Vec::new(),
            letters: Vec::new(),
        }
    }

    /// The best score over all chains that end with the pair: looks at every pair before it.
    fn slow(a: &[Telling<'_>], b: &[Telling<'_>], (x, y): (usize, usize)) -> f64 {
        if a[x].step.hash != b[y].step.hash {
            return f64::MIN;
        }
        let mut best = 0.0_f64;
        for before_x in x.saturating_sub(3)..x {
            for before_y in y.saturating_sub(3)..y {
                let gap = (x - before_x).max(y - before_y) - 1;
                best = best.max(slow(a, b, (before_x, before_y)) - gap as f64);
            }
        }
        best + a[x].worth
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_best_chain_is_found(a in Just((0..9_u64).collect::<Vec<_>>()).prop_shuffle(), left_out in 0..5_usize) {
            let ordered: Vec<Step> = (0..9).map(step).collect();
            let mixed: Vec<Step> = a.iter().skip(left_out).map(|hash| step(*hash)).collect();
            let worth = |step: &Step| 1.0 + step.hash as f64 * 0.37;
            let x: Vec<Telling<'_>> = ordered.iter().map(|step| Telling { step, worth: worth(step) }).collect();
            let y: Vec<Telling<'_>> = mixed.iter().map(|step| Telling { step, worth: worth(step) }).collect();
            let best = (0..x.len())
                .flat_map(|i| (0..y.len()).map(move |j| (i, j)))
                .map(|pair| slow(&x, &y, pair))
                .fold(f64::MIN, f64::max);
            let chains = chains(&x, &y);
            prop_assert!((chains[0].score - best).abs() < 1e-9, "{} {}", chains[0].score, best);
            let mut seen: Vec<u32> = chains.iter().flat_map(|chain| &chain.pairs).map(|pair| pair.0).collect();
            seen.sort_unstable();
            seen.dedup();
            prop_assert_eq!(seen.len(), chains.iter().map(|chain| chain.pairs.len()).sum::<usize>());
        }
    }
}
