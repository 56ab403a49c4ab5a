//! A prepared text with the worth of its terms in one collection: vectors, lengths, postings. Knows nothing of other texts.

use std::sync::Arc;

use super::runs::Runs;
use super::{Background, CommonGrams, Prepared};

/// Units in a window.
pub(super) const WINDOW: usize = 5;

/// A prepared text, its terms weighed against a background.
#[derive(Clone, Debug)]
pub struct Weighed {
    pub(super) text: Prepared,
    /// Its runs of tokens.
    pub(super) runs: Runs,
    /// For each token: what its term is worth.
    pub(super) worth: Vec<f32>,
    /// Terms that are worth something, by term, then unit.
    pub(super) postings: Vec<Posting>,
    /// The same by unit, then term.
    pub(super) vectors: Vec<Posting>,
    /// The first of its `vectors` for each unit, and their number at the end.
    pub(super) firsts: Vec<u32>,
    /// For each unit: the length of its vector.
    pub(super) norms: Vec<f32>,
    /// For each unit: the length of the summed vector of the window that begins there.
    pub(super) wide_norms: Vec<f32>,
    /// What a library has often; `None` without a large one.
    pub(super) library: Option<Arc<CommonGrams>>,
}

/// A term in a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Posting {
    pub term: u32,
    pub unit: u32,
    /// Times x worth.
    pub weight: f32,
}

impl Weighed {
    /// Weighs the terms of a text.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a text has fewer than 2^32 terms, as its offsets are 32 bits"
    )]
    pub fn new(text: Prepared, background: &Background) -> Self {
        let mut vectors = Vec::with_capacity(text.counts.len());
        let mut firsts = Vec::with_capacity(text.unit_count() + 1);
        for unit in 0..text.unit_count() {
            firsts.push(vectors.len() as u32);
            vectors.extend(
                text.counts[text.counts_of(unit)]
                    .iter()
                    .filter_map(|count| {
                        let weight = count.times as f32 * background.worth(count.term);
                        (weight > 0.0).then_some(Posting {
                            term: count.term,
                            unit: count.unit,
                            weight,
                        })
                    }),
            );
        }
        firsts.push(vectors.len() as u32);
        let mut postings = vectors.clone();
        postings.sort_unstable_by_key(|posting| (posting.term, posting.unit));
        let worth = text
            .terms
            .iter()
            .map(|&term| background.worth(term))
            .collect();
        let mut weighed = Self {
            runs: Runs::of(&text),
            text,
            worth,
            postings,
            vectors,
            firsts,
            norms: Vec::new(),
            wide_norms: Vec::new(),
            library: background.library().cloned(),
        };
        let lengths = |width: usize| -> Vec<f32> {
            let units = weighed.text.unit_count();
            (0..units)
                .map(|unit| length(&weighed.sum(unit, (unit + width).min(units))))
                .collect()
        };
        (weighed.norms, weighed.wide_norms) = (lengths(1), lengths(WINDOW));
        // What the vectors were made of is not needed again, and a third of the whole.
        weighed.text.counts = Vec::new();
        weighed.text.terms = Vec::new();
        weighed
    }

    /// The text, without its terms.
    #[must_use]
    pub const fn text(&self) -> &Prepared {
        &self.text
    }

    /// Bytes of memory, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.text.bytes()
            + self.runs.bytes()
            + size_of::<Posting>() * (self.postings.len() + self.vectors.len())
            + size_of::<f32>() * (self.worth.len() + 3 * self.norms.len())
    }

    /// The terms of a unit, in order of terms.
    pub(super) fn vector(&self, unit: usize) -> &[Posting] {
        &self.vectors[self.firsts[unit] as usize..self.firsts[unit + 1] as usize]
    }

    /// The summed vector of units, in order of terms.
    pub(super) fn sum(&self, first: usize, end: usize) -> Vec<(u32, f32)> {
        let mut all: Vec<(u32, f32)> = self.vectors
            [self.firsts[first] as usize..self.firsts[end] as usize]
            .iter()
            .map(|posting| (posting.term, posting.weight))
            .collect();
        if end > first + 1 {
            // A stable sort: floating-point sums depend on the order.
            all.sort_by_key(|&(term, _)| term);
            all.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 += next.1;
                }
                same
            });
        }
        all
    }
}

fn length(vector: &[(u32, f32)]) -> f32 {
    vector.iter().map(|(_, w)| w * w).sum::<f32>().sqrt()
}

/// The cosine of two sparse vectors in order of terms, 0..=1.
pub(super) fn cosine(a: &[(u32, f32)], b: &[(u32, f32)]) -> f32 {
    let (mut i, mut j, mut dot) = (0, 0, 0.0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        match x.0.cmp(&y.0) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                dot += x.1 * y.1;
                i += 1;
                j += 1;
            }
        }
    }
    let lengths = length(a) * length(b);
    if lengths > 0.0 { dot / lengths } else { 0.0 }
}
