//! A prepared text with the worth of its terms in one collection. Knows nothing of other texts.

use super::{Background, Prepared};

/// A prepared text, its terms weighed against a background.
#[derive(Clone, Debug)]
pub struct Weighed<'a> {
    pub(super) text: &'a Prepared,
    /// For each of the text's counts: times x weight.
    pub(super) weights: Vec<f32>,
    /// For each unit: the length of its vector.
    pub(super) norms: Vec<f32>,
    /// For each token: what its term is worth.
    pub(super) worth: Vec<f32>,
}

impl<'a> Weighed<'a> {
    /// Weighs the terms of a text.
    #[must_use]
    pub fn new(text: &'a Prepared, background: &Background) -> Self {
        let weights: Vec<f32> = text
            .counts
            .iter()
            .map(|count| count.times as f32 * background.weight(count.term))
            .collect();
        let norms = (0..text.unit_count())
            .map(|unit| norm(&weights[text.counts_of(unit)]))
            .collect();
        let worth = text
            .terms
            .iter()
            .map(|&term| background.weight(term))
            .collect();
        Self {
            text,
            weights,
            norms,
            worth,
        }
    }

    /// The terms of a unit with their weights, in order of terms.
    pub(super) fn vector(&self, unit: usize) -> impl Iterator<Item = (u32, f32)> + '_ {
        let range = self.text.counts_of(unit);
        self.text.counts[range.clone()]
            .iter()
            .map(|count| count.term)
            .zip(self.weights[range].iter().copied())
    }

    /// The summed vector of units, in order of terms.
    pub(super) fn sum(&self, units: impl Iterator<Item = usize>) -> Vec<(u32, f32)> {
        let mut all: Vec<(u32, f32)> = units.flat_map(|unit| self.vector(unit)).collect();
        all.sort_unstable_by_key(|&(term, _)| term);
        all.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        all
    }
}

/// Sparse vectors of a text's windows: each unit with the `width - 1` after it.
pub(super) struct Windows {
    /// Term and weight, by window, then term; without those that weigh nothing.
    pub terms: Vec<(u32, f32)>,
    pub firsts: Vec<u32>,
    pub norms: Vec<f32>,
}

impl Windows {
    pub fn new(text: &Weighed<'_>, width: usize) -> Self {
        let units = text.text.unit_count();
        let windows = if units == 0 {
            0
        } else {
            units.saturating_sub(width - 1).max(1)
        };
        let mut all = Self {
            terms: Vec::new(),
            firsts: Vec::with_capacity(windows + 1),
            norms: Vec::with_capacity(windows),
        };
        for window in 0..windows {
            all.firsts.push(all.terms.len() as u32);
            let vector = text.sum(window..(window + width).min(units));
            all.norms
                .push(vector.iter().map(|(_, w)| w * w).sum::<f32>().sqrt());
            all.terms
                .extend(vector.into_iter().filter(|&(_, w)| w > 0.0));
        }
        all.firsts.push(all.terms.len() as u32);
        all
    }
    pub fn len(&self) -> usize {
        self.norms.len()
    }
    pub fn range(&self, window: usize) -> std::ops::Range<usize> {
        self.firsts[window] as usize..self.firsts[window + 1] as usize
    }
}

fn norm(weights: &[f32]) -> f32 {
    weights.iter().map(|w| w * w).sum::<f32>().sqrt()
}

/// The cosine of two sparse vectors in order of terms, 0..=1.
pub(super) fn cosine(a: &[(u32, f32)], b: &[(u32, f32)]) -> f32 {
    let length = |v: &[(u32, f32)]| v.iter().map(|(_, w)| w * w).sum::<f32>().sqrt();
    let (mut i, mut j, mut dot) = (0, 0, 0.0);
    while i < a.len() && j < b.len() {
        match a[i].0.cmp(&b[j].0) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                dot += a[i].1 * b[j].1;
                i += 1;
                j += 1;
            }
        }
    }
    let lengths = length(a) * length(b);
    if lengths > 0.0 { dot / lengths } else { 0.0 }
}
