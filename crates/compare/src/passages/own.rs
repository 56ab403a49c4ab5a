//! Own text inside a run: stretches that are likelier written independently than copied, even by a heavy paraphrase.

use std::ops::Range;

use super::Parameters;
use super::parameters::KINDS;
use super::tile::Tile;
use super::trim::{kinds, weight};
use super::weighed::Weighed;

/// Side of a run, divided into what was copied and own text.
#[derive(Debug)]
pub(super) struct Divided {
    /// Ranges of tokens of the text (not relative to the run) that are more likely copied than written independently, in order.
    /// The other tokens of the run are the author's own text.
    pub parts: Vec<Range<usize>>,
    /// First token of the run.
    start: usize,
    /// Evidence, in nats, that the first tokens of the run were copied, by the number of these tokens.
    sums: Vec<f64>,
}

impl Divided {
    /// Divides a run of tokens into copied parts and the author's own text.
    ///
    /// The rates inside a copy are not those of the run: where copied sentences and own ones alternate, the run's own
    /// rates are those of a heavily edited copy, in which nothing is surprising. They are the expected ones at first,
    /// then those of the parts found and the expected ones mixed.
    pub fn of(
        text: &Weighed,
        run: &Range<usize>,
        tiles: &[Tile],
        elsewhere: &Range<usize>,
        p: &Parameters,
    ) -> Self {
        let kinds = kinds(tiles, run, elsewhere);
        let mut inside = p.inside;
        let mut scores = Vec::new();
        let mut parts = Vec::new();
        for _ in 0..ROUNDS {
            let score: [f32; KINDS] =
                std::array::from_fn(|kind| (inside[kind] / p.outside[kind]).ln());
            scores = run
                .clone()
                .zip(&kinds)
                .map(|(token, &kind)| score[usize::from(kind)] * weight(text, token, p))
                .collect();
            parts = divided(&scores, p.own_evidence);
            inside = rates_in(&kinds, &parts, p);
        }
        let mut sum = 0.0;
        let mut sums = vec![0.0];
        for score in scores {
            sum += f64::from(score);
            sums.push(sum);
        }
        for part in &mut parts {
            *part = run.start + part.start..run.start + part.end;
        }
        Self {
            parts,
            start: run.start,
            sums,
        }
    }

    /// Returns the evidence that tokens of the run are the author's own text, in nats; negative if they are more likely
    /// copied.
    pub fn own_evidence(&self, tokens: Range<usize>) -> f64 {
        self.sums[tokens.start - self.start] - self.sums[tokens.end - self.start]
    }
}

/// Number of times that a run is divided, each time with the rates of the parts found before.
const ROUNDS: usize = 2;

/// Returns the rates of the kinds in copied parts, mixed with the expected rates, so that an exchanged word is not own
/// text even where all around it was copied to the letter.
fn rates_in(kinds: &[u8], parts: &[Range<usize>], p: &Parameters) -> [f32; KINDS] {
    let mut counts = p.inside.map(|rate| rate * p.prior);
    for &kind in parts.iter().flat_map(|part| &kinds[part.clone()]) {
        counts[usize::from(kind)] += 1.0;
    }
    let all: f32 = counts.iter().sum();
    std::array::from_fn(|kind| {
        p.inside[kind] * (1.0 - p.own_rates) + counts[kind] / all * p.own_rates
    })
}

/// Divides tokens into copied parts and own text so that the sum of the copied parts' scores, less `cost` for each
/// stretch of own text, is largest; returns the copied parts, in order.
///
/// So each stretch of own text scores -`cost` or less, and each copied part between two such stretches `cost` or more
/// (Viterbi's algorithm for a hidden Markov model of two states).
fn divided(scores: &[f32], cost: f32) -> Vec<Range<usize>> {
    // Largest sums of a division that ends in copied text and in own text, and for each token whether the best way to
    // have it in copied text, and in own text, is a change.
    let cost = f64::from(cost);
    let (mut copied, mut own) = (0.0_f64, -cost);
    let mut changes = Vec::with_capacity(scores.len());
    for &score in scores {
        let to_own = copied - cost;
        changes.push((own > copied, to_own > own));
        (copied, own) = (copied.max(own) + f64::from(score), own.max(to_own));
    }
    let mut parts = Vec::new();
    let mut end = (copied >= own).then_some(scores.len());
    for (token, &(ends_own, ends_copied)) in changes.iter().enumerate().rev() {
        match end {
            Some(last) if ends_own => {
                parts.push(token..last);
                end = None;
            }
            None if ends_copied => end = Some(token),
            _ => {}
        }
    }
    if let Some(last) = end.filter(|&last| last > 0) {
        parts.push(0..last);
    }
    parts.reverse();
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Largest sum over all divisions, each tried.
    fn slow(scores: &[f32], cost: f32) -> f32 {
        (0..1_u32 << scores.len())
            .map(|own| value(scores, cost, |token| own >> token & 1 == 0))
            .fold(f32::NEG_INFINITY, f32::max)
    }

    fn value(scores: &[f32], cost: f32, is_copied: impl Fn(usize) -> bool) -> f32 {
        let mut sum = 0.0;
        for (token, score) in scores.iter().enumerate() {
            if is_copied(token) {
                sum += score;
            } else if token == 0 || is_copied(token - 1) {
                sum -= cost;
            }
        }
        sum
    }

    proptest! {
        #[test]
        fn no_division_is_better(
            scores in prop::collection::vec((-20_i8..20).prop_map(f32::from), 0..12),
            cost in (0_u8..30).prop_map(f32::from),
        ) {
            let parts = divided(&scores, cost);
            prop_assert!(parts.iter().all(|part| part.start < part.end && part.end <= scores.len()));
            prop_assert!(parts.windows(2).all(|pair| pair[0].end < pair[1].start), "{parts:?}");
            let is_copied = |token| parts.iter().any(|part| part.contains(&token));
            let (found, best) = (value(&scores, cost, is_copied), slow(&scores, cost));
            prop_assert!((found - best).abs() < 1e-3, "{found} of {best}");
        }
    }

    #[test]
    fn a_stretch_is_cut_out_from_its_evidence_on() {
        let scores = |own: usize| [vec![2.0; 20], vec![-0.5; own], vec![2.0; 20]].concat();
        assert_eq!(divided(&scores(20), 12.0), vec![0..60; 1]);
        assert_eq!(divided(&scores(30), 12.0), [0..20, 50..70]);
        assert!(divided(&[], 12.0).is_empty());
        assert!(divided(&[-1.0; 40], 12.0).is_empty());
    }
}
