//! Finds sentences of a new text that say in other words what a sentence of the old text says.
//!
//! A window of the new text is scored by the rare tokens that it shares with the sentence. Two sentences on one subject share
//! some of them by chance; the other windows of the text show how many. A window with far more is the reworded sentence.

use std::collections::{BTreeSet, HashMap};
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

/// Sentences of a new text, ascending, that have each token.
type Places = HashMap<u32, Vec<usize>>;

/// Wordings of a new text.
pub(super) struct Wordings<'t> {
    old: &'t [Token],
    /// Sentences of the new text.
    sentences: Vec<Range<usize>>,
    /// Where each token is, and where it is without continuing a token of the old text.
    all: Places,
    free: Places,
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
        let in_new = places(new, &of_new, &|_| true);
        let in_old = places(old, of_old, &|_| true);
        let count = of_old.len() + of_new.len();
        let weights = (in_old.keys().chain(in_new.keys())).map(|token| {
            let holders = [&in_old, &in_new].map(|places| places.get(token).map_or(0, Vec::len));
            let holders = holders.iter().sum::<usize>() as f64;
            (*token, ((1.0 + count as f64) / holders).ln())
        });
        Self {
            weights: weights.collect(),
            free: places(new, &of_new, &|token| !taken[token]),
            all: in_new,
            old,
            sentences: of_new,
        }
    }

    /// Returns the tokens of the new text that say what a sentence of the old text says; `None` if nothing does. `between` are the
    /// tokens between what stood before and after the sentence.
    pub(super) fn counterpart(
        &self,
        sentence: &Range<usize>,
        between: Option<&Range<usize>>,
    ) -> Option<Range<usize>> {
        let tokens = self.old[sentence.clone()].iter().map(|token| token.hash);
        let tokens: BTreeSet<u32> = tokens.collect();
        let mut best: Option<(f64, Range<usize>)> = None;
        for width in 1..=WIDEST.min(self.sentences.len()) {
            let (mean, deviation) = spread(&self.parts(&tokens, &self.all, width));
            for (first, part) in self
                .parts(&tokens, &self.free, width)
                .into_iter()
                .enumerate()
            {
                let place = self.sentences[first].start..self.sentences[first + width - 1].end;
                let is_in_place = between
                    .as_ref()
                    .is_some_and(|between| between.start < place.end && place.start < between.end);
                let (least, smallest) = if is_in_place { IN_PLACE } else { ANYWHERE };
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

    /// Returns for each window of `width` sentences of the new text the part of the weight of `tokens` that it has.
    fn parts(&self, tokens: &BTreeSet<u32>, places: &Places, width: usize) -> Vec<f64> {
        let weight = |token: &u32| self.weights.get(token).copied().unwrap_or(0.0);
        let all = tokens.iter().map(weight).sum::<f64>();
        let mut parts = vec![0.0; self.sentences.len() + 1 - width];
        for token in tokens {
            let part = weight(token) / all.max(f64::MIN_POSITIVE);
            let mut counted = 0;
            for &at in places.get(token).into_iter().flatten() {
                // A window counts a token once, however many of its sentences have it.
                let first = (at + 1).saturating_sub(width).max(counted);
                counted = (at + 1).min(parts.len());
                for window in &mut parts[first..counted] {
                    *window += part;
                }
            }
        }
        parts
    }
}

/// Returns in which sentences of a text each of the wanted tokens is.
fn places(
    tokens: &[Token],
    sentences: &[Range<usize>],
    is_wanted: &dyn Fn(usize) -> bool,
) -> Places {
    let mut places = Places::new();
    for (at, sentence) in sentences.iter().enumerate() {
        for token in sentence.clone().filter(|&token| is_wanted(token)) {
            let of_token = places.entry(tokens[token].hash).or_default();
            if of_token.last() != Some(&at) {
                of_token.push(at);
            }
        }
    }
    places
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

#[cfg(test)]
mod tests {
    use super::*;
    use chachong_compare::Prepared;
    use chachong_text::{LineBreaks, normalize};

    #[test]
    fn a_window_has_the_weight_of_the_tokens_in_any_of_its_sentences() {
        let text = "图书馆的灯光一直亮到深夜十二点。管理员老周每天最后离开图书馆的阅览室。窗台上的绿萝长得比去年茂盛许多。";
        let prepared = Prepared::new(&normalize(&text.repeat(3), LineBreaks::Page));
        let tokens = prepared.tokens();
        let of_text = sentences(tokens);
        let is_taken = |token: usize| token.is_multiple_of(3);
        let taken: Vec<bool> = (0..tokens.len()).map(is_taken).collect();
        let wordings = Wordings::of(tokens, tokens, &of_text, &taken);
        let wanted: BTreeSet<u32> = tokens[of_text[1].clone()]
            .iter()
            .map(|token| token.hash)
            .collect();
        let weight = |token: &u32| wordings.weights[token];
        let all: f64 = wanted.iter().map(weight).sum();
        for width in 1..=WIDEST {
            for (places, counts_taken) in [(&wordings.all, true), (&wordings.free, false)] {
                let found = wordings.parts(&wanted, places, width);
                let expected = of_text.windows(width).map(|window| {
                    let window = window.iter().flat_map(Clone::clone);
                    let counted = window.filter(|&token| counts_taken || !taken[token]);
                    let has: BTreeSet<u32> = counted.map(|token| tokens[token].hash).collect();
                    wanted.intersection(&has).map(weight).sum::<f64>() / all
                });
                let expected: Vec<f64> = expected.collect();
                assert_eq!(found.len(), expected.len());
                let differs = |(one, other): (&f64, &f64)| (one - other).abs() > 1e-9;
                assert!(!found.iter().zip(&expected).any(differs), "{found:?}");
            }
        }
    }
}
