//! Finds sentences of a new text that say in other words what a sentence of the old text says.
//!
//! A window of the new text is scored by the rare tokens that it shares with the sentence. Two sentences on one subject share
//! some of them by chance; the other windows of the text show how many. A window with far more is the reworded sentence.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use chachong_text::Token;

use super::sentences::sentences;

/// Maximum number of sentences over which a reworded one may have been spread.
const WIDEST: usize = 3;
/// Number of standard deviations by which a window must exceed the other windows of the text, and the smallest part of the
/// sentence's weight that it must have.
const ANYWHERE: (f64, f64) = (6.0, 0.5);
/// The same where the window stands between what stood before and after the sentence.
const IN_PLACE: (f64, f64) = (4.0, 0.3);

/// Wordings of a new text.
pub(super) struct Wordings<'t> {
    old: &'t [Token],
    /// Sentences of the new text.
    sentences: Vec<Range<usize>>,
    /// Tokens of each of them, and those that no kept token of the old text has.
    sets: Vec<HashSet<u32>>,
    free: Vec<HashSet<u32>>,
    /// Weight of each token: the rarer among the sentences of both texts, the heavier.
    weights: HashMap<u32, f64>,
}

impl<'t> Wordings<'t> {
    /// `taken`: whether each token of the new text continues one of the old text.
    pub(super) fn of(
        old: &'t [Token],
        new: &[Token],
        of_old: &[Range<usize>],
        taken: &[bool],
    ) -> Self {
        let of_new = sentences(new);
        let set = |tokens: &[Token], sentence: &Range<usize>| -> HashSet<u32> {
            tokens[sentence.clone()]
                .iter()
                .map(|token| token.hash)
                .collect()
        };
        let sets: Vec<HashSet<u32>> = of_new.iter().map(|one| set(new, one)).collect();
        let free = of_new.iter().map(|sentence| {
            let tokens = sentence.clone().filter(|&token| !taken[token]);
            tokens.map(|token| new[token].hash).collect()
        });
        let free = free.collect();
        let mut counts: HashMap<u32, u32> = HashMap::new();
        for set in of_old
            .iter()
            .map(|one| set(old, one))
            .chain(sets.iter().cloned())
        {
            for token in set {
                *counts.entry(token).or_default() += 1;
            }
        }
        let all = f64::from(u32::try_from(of_old.len() + sets.len()).unwrap_or(u32::MAX));
        let weights = counts
            .into_iter()
            .map(|(token, count)| (token, ((1.0 + all) / f64::from(count)).ln()));
        Self {
            old,
            sentences: of_new,
            weights: weights.collect(),
            sets,
            free,
        }
    }

    /// Returns the tokens of the new text that say what a sentence of the old text says; `None` if nothing does. `between` are the
    /// tokens between what stood before and after the sentence.
    pub(super) fn counterpart(
        &self,
        sentence: &Range<usize>,
        between: Option<&Range<usize>>,
    ) -> Option<Range<usize>> {
        let tokens: HashSet<u32> = self.old[sentence.clone()]
            .iter()
            .map(|token| token.hash)
            .collect();
        let weight = |token: &u32| self.weights.get(token).copied().unwrap_or(0.0);
        let all: f64 = tokens.iter().map(weight).sum();
        let mut best: Option<(f64, Range<usize>)> = None;
        for width in 1..=WIDEST.min(self.sets.len()) {
            let part = |sets: &[HashSet<u32>]| {
                let shared = tokens
                    .iter()
                    .filter(|token| sets.iter().any(|set| set.contains(token)));
                shared.map(weight).sum::<f64>() / all.max(f64::MIN_POSITIVE)
            };
            let usual: Vec<f64> = self.sets.windows(width).map(part).collect();
            let (mean, deviation) = spread(&usual);
            for (first, free) in self.free.windows(width).enumerate() {
                let place = self.sentences[first].start..self.sentences[first + width - 1].end;
                let is_in_place = between
                    .as_ref()
                    .is_some_and(|between| between.start < place.end && place.start < between.end);
                let (least, smallest) = if is_in_place { IN_PLACE } else { ANYWHERE };
                let part = part(free);
                let above = (part - mean) / deviation.max(0.01);
                if above >= least
                    && part >= smallest
                    && best.as_ref().is_none_or(|(most, _)| above > *most)
                {
                    best = Some((above, place));
                }
            }
        }
        best.map(|(_, place)| place)
    }
}

/// Returns mean and standard deviation.
fn spread(values: &[f64]) -> (f64, f64) {
    let count = f64::from(u32::try_from(values.len().max(1)).unwrap_or(u32::MAX));
    let mean = values.iter().sum::<f64>() / count;
    let variance = values
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / count;
    (mean, variance.sqrt())
}
