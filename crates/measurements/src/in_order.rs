//! Measured values that two documents share in the same order: the best chain of equal values.
//!
//! Scores are log odds in nats (copied against chance), so that the expected number of chains by chance is
//! `m · n · e^-score` (Karlin & Altschul, PNAS 1990, with λ = 1, as BLAST's E-value).

use crate::any_order::log_odds;
use crate::signals::Signals;
use std::collections::HashMap;

/// The share of readings that a copier leaves as they were.
const KEPT: f64 = 0.8;
/// Cost, in nats, of a pair of different readings between two equal ones: `-ln` of the share that a copier changes.
const CHANGED: f64 = 1.2;
/// Cost, in nats, of a reading that only one document has.
const ADDED: f64 = 0.3;
/// Maximum cost of a gap, in nats: tables in between that were not copied.
const MOST_FOR_A_GAP: f64 = 8.0;
/// How many earlier matches are tried as a match's predecessor.
const LOOKED_BACK: usize = 48;
/// Maximum number of occurrences of a value in a document; more frequent values are no anchors.
const MOST_OFTEN: usize = 6;

/// Returns the evidence of a pair of equal values, in nats: the log odds of copied against chance.
pub(crate) fn worth(chance: f64) -> f64 {
    (KEPT / chance).ln().max(0.0)
}

/// Units in the last place within which a miss is near; the densest width decides.
const NEAR_WIDTHS: [f64; 3] = [1.0, 3.0, 8.0];
/// Minimum number of misses that tell something about the noise.
const FEWEST_MISSES: usize = 8;
/// How many places before and after a chain are looked at.
const LOOKED_BESIDE: u32 = 30;

/// Chain of equal values in two documents.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Chain {
    /// Indexes into the signals of the two documents, ascending in both.
    pub(crate) pairs: Vec<(u32, u32)>,
    /// Sum of the evidence, in nats.
    pub(crate) score: f64,
}

/// Pair of equal values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Match {
    /// Index into the first document's signals.
    pub(crate) a: u32,
    /// Index into the second document's signals.
    pub(crate) b: u32,
    /// Number of readings by which the value is further on in the second document, counting readings without evidence
    /// too.
    pub(crate) shift: i64,
    /// Evidence in nats if the pair before it has the same shift, so that there was no choice of position.
    pub(crate) in_place: f64,
    /// Evidence in nats if any position was possible.
    pub(crate) anywhere: f64,
}

impl Match {
    /// Worth after a pair with the shift `before`.
    fn after(&self, before: i64) -> f64 {
        if self.shift == before {
            self.in_place
        } else {
            self.anywhere
        }
    }
}

/// How many readings further on the second document has what the first has at `x`.
fn shift(a: &Signals, b: &Signals, (x, y): (u32, u32)) -> i64 {
    i64::from(b.all[y as usize].reading) - i64::from(a.all[x as usize].reading)
}

/// Returns all pairs of equal values, ascending. The evidence of a value that both documents contain several times
/// counts once.
pub(crate) fn matches(a: &Signals, b: &Signals) -> Vec<Match> {
    let mut places: HashMap<u64, (Vec<u32>, u32)> = HashMap::new();
    for (index, signal) in b.all.iter().enumerate() {
        places.entry(signal.key).or_default().0.push(index as u32);
    }
    for signal in &a.all {
        if let Some((_, in_a)) = places.get_mut(&signal.key) {
            *in_a += 1;
        }
    }
    let mut found = Vec::new();
    for (index, signal) in a.all.iter().enumerate() {
        let Some((in_b, in_a)) = places.get(&signal.key) else {
            continue;
        };
        let often = (*in_a as usize).min(in_b.len());
        if (*in_a as usize).max(in_b.len()) > MOST_OFTEN {
            continue;
        }
        for other in in_b {
            let often = often as f64;
            found.push(Match {
                a: index as u32,
                b: *other,
                shift: shift(a, b, (index as u32, *other)),
                in_place: worth(signal.rare.max(b.all[*other as usize].rare)) / often,
                anywhere: worth(a.chance(index as u32, b, *other)) / often,
            });
        }
    }
    found
}

/// Returns the chain with the highest score. `matches` must ascend.
pub(crate) fn best_chain(matches: &[Match]) -> Chain {
    let mut scores: Vec<f64> = Vec::with_capacity(matches.len());
    let mut before: Vec<Option<usize>> = Vec::with_capacity(matches.len());
    for (index, next) in matches.iter().enumerate() {
        let mut best = (next.in_place, None);
        for earlier in (index.saturating_sub(LOOKED_BACK)..index).rev() {
            let last = (matches[earlier].a, matches[earlier].b);
            if last.0 < next.a && last.1 < next.b {
                let cost = gap(next.a - last.0 - 1, next.b - last.1 - 1);
                let score = scores[earlier] - cost + next.after(matches[earlier].shift);
                if score > best.0 {
                    best = (score, Some(earlier));
                }
            }
        }
        scores.push(best.0);
        before.push(best.1);
    }
    let Some(mut at) =
        (0..matches.len()).max_by(|x, y| scores[*x].total_cmp(&scores[*y]).then(y.cmp(x)))
    else {
        return Chain::default();
    };
    let score = scores[at];
    let mut pairs = vec![(matches[at].a, matches[at].b)];
    while let Some(earlier) = before[at] {
        pairs.push((matches[earlier].a, matches[earlier].b));
        at = earlier;
    }
    pairs.reverse();
    Chain { pairs, score }
}

/// Returns the score of a chain after examining the values at positions where copied values would be. If strangers
/// measured the same thing with little noise, their values miss each other by little, and equal values are as frequent
/// as such misses. `matches` are those of which the chain was made.
pub(crate) fn score_beside_misses(
    chain: &Chain,
    matches: &[Match],
    a: &Signals,
    b: &Signals,
) -> f64 {
    let misses = misses(chain, a, b);
    let all = (misses.len() + chain.pairs.len()) as f64;
    let near = |width: f64| misses.iter().filter(|miss| **miss <= width + 0.5).count() as f64;
    let local = NEAR_WIDTHS
        .map(|width| near(width) / (2.0 * width * all))
        .into_iter()
        .fold(0.0, f64::max);
    // Without enough places to judge by, equal values anywhere are the measure.
    let judged = misses.len() >= FEWEST_MISSES;
    let (mut score, mut places, mut shifts) = (chain.score, Vec::new(), 0.0);
    let mut last: Option<(u32, u32)> = None;
    for pair in &chain.pairs {
        let (x, y) = *pair;
        let is_in_place = last.is_none_or(|last| shift(a, b, last) == shift(a, b, *pair));
        let chance = if judged && is_in_place {
            a.all[x as usize]
                .rare
                .max(b.all[y as usize].rare)
                .max(local)
        } else {
            a.chance(x, b, y)
        };
        if let Ok(known) = matches.binary_search_by(|known| (known.a, known.b).cmp(pair)) {
            let known = last.map_or(matches[known].in_place, |last| {
                matches[known].after(shift(a, b, last))
            });
            score -= (known - worth(chance)).max(0.0);
        }
        if let Some((before_a, before_b)) = last {
            let (in_a, in_b) = (x - before_a - 1, y - before_b - 1);
            shifts += f64::from(in_a.abs_diff(in_b)) * ADDED;
            places.extend((0..in_a.min(in_b)).map(|_| (local, false)));
        }
        places.push((chance, true));
        last = Some(*pair);
    }
    if !judged {
        return score;
    }
    // Who took every second row kept fewer than a chain takes for granted.
    places.retain(|(chance, _)| *chance < 1.0);
    score.max(log_odds(&places) - shifts)
}

/// By how many units in the last place readings miss that stand at corresponding places: between two pairs with the same shift,
/// before the chain and after it.
fn misses(chain: &Chain, a: &Signals, b: &Signals) -> Vec<f64> {
    let mut misses = Vec::new();
    let mut miss = |x: u32, shift: i64| {
        let signal = a.all[x as usize];
        let place = i64::from(signal.reading) + shift;
        let Ok(at) = b
            .all
            .binary_search_by_key(&place, |other| i64::from(other.reading))
        else {
            return;
        };
        let other = b.all[at];
        if signal.key != other.key {
            misses.push((signal.value - other.value).abs() / signal.unit.max(other.unit));
        }
    };
    for two in chain.pairs.windows(2) {
        let of_both = shift(a, b, two[0]);
        if of_both == shift(a, b, two[1]) {
            (two[0].0 + 1..two[1].0).for_each(|x| miss(x, of_both));
        }
    }
    if let (Some(first), Some(last)) = (chain.pairs.first(), chain.pairs.last()) {
        (first.0.saturating_sub(LOOKED_BESIDE)..first.0).for_each(|x| miss(x, shift(a, b, *first)));
        let end = (last.0 + 1 + LOOKED_BESIDE).min(a.all.len() as u32);
        (last.0 + 1..end).for_each(|x| miss(x, shift(a, b, *last)));
    }
    misses
}

/// What `in_a` and `in_b` readings between two matches cost.
fn gap(in_a: u32, in_b: u32) -> f64 {
    (f64::from(in_a.min(in_b)) * CHANGED + f64::from(in_a.abs_diff(in_b)) * ADDED)
        .min(MOST_FOR_A_GAP)
}

#[cfg(test)]
mod tests {
    use super::{Match, best_chain, gap};
    use proptest::prelude::*;

    /// All chains, one by one.
    fn slow(matches: &[Match], at: usize, last: Option<Match>) -> f64 {
        let mut best: f64 = 0.0;
        for (index, next) in matches.iter().enumerate().skip(at) {
            let gain = match last {
                None => next.in_place,
                Some(last) if last.a < next.a && last.b < next.b => {
                    next.after(last.shift) - gap(next.a - last.a - 1, next.b - last.b - 1)
                }
                Some(_) => continue,
            };
            best = best.max(gain + slow(matches, index + 1, Some(*next)));
        }
        best
    }

    proptest! {
        #[test]
        fn finds_what_trying_all_finds(places in proptest::collection::btree_set((0u32..12, 0u32..12), 0..10)) {
            let made = |(a, b)| Match { a, b, shift: i64::from(b) - i64::from(a), in_place: 2.0 + f64::from((a * 7 + b) % 3), anywhere: f64::from((a + b) % 3) };
            let matches: Vec<Match> = places.into_iter().map(made).collect();
            let chain = best_chain(&matches);
            prop_assert!((chain.score - slow(&matches, 0, None)).abs() < 1e-9);
            prop_assert!(chain.pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
        }
    }
}
