//! Prepared text with the worth of its terms in one collection: vectors, norms and postings.

use std::sync::Arc;

use super::runs::Runs;
use super::{Background, CommonGrams, Prepared};

/// Number of units in a window.
pub(super) const WINDOW: usize = 5;

/// Prepared text with its terms weighted by a background, ready to be compared.
#[derive(Clone, Debug)]
pub struct Weighed {
    pub(super) text: Prepared,
    /// Runs of tokens of the text.
    pub(super) runs: Runs,
    /// Worth of each token's term, in nats.
    pub(super) worth: Vec<f32>,
    /// Postings of the terms with some worth, sorted by term, then unit.
    pub(super) postings: Vec<Posting>,
    /// Postings of the terms with some worth, sorted by unit, then term.
    pub(super) vectors: Vec<Posting>,
    /// Index of each unit's first entry in `vectors`, followed by the number of entries.
    pub(super) firsts: Vec<u32>,
    /// Length of each unit's vector.
    pub(super) norms: Vec<f32>,
    /// Length of the summed vector of the window that begins at each unit.
    pub(super) wide_norms: Vec<f32>,
    /// Grams that many texts of a library have; `None` without a large library.
    pub(crate) library: Option<Arc<CommonGrams>>,
}

/// Posting: a term in a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Posting {
    pub term: u32,
    pub unit: u32,
    /// Number of occurrences times evidential weight.
    pub weight: f32,
}

impl Weighed {
    /// Weighs the terms of a text by how rare they are in `background`.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a text has fewer than 2^32 terms, as its offsets are 32 bits"
    )]
    pub fn new(mut text: Prepared, background: &Background) -> Self {
        // What is needed for a step only is dropped after it: of a large text each list takes tens of megabytes.
        let runs = Runs::of(&text);
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
        text.counts = Vec::new();
        let worth = (text.terms.iter())
            .map(|&term| background.worth(term))
            .collect();
        text.terms = Vec::new();
        let mut postings = vectors.clone();
        postings.sort_unstable_by_key(|posting| (posting.term, posting.unit));
        let mut weighed = Self {
            runs,
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
        weighed
    }

    /// Returns the prepared text. Its terms were dropped after weighing, so [`Prepared::different_terms`] returns none.
    #[must_use]
    pub const fn text(&self) -> &Prepared {
        &self.text
    }

    /// Returns the approximate memory use in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.text.bytes()
            + self.runs.bytes()
            + size_of::<Posting>() * (self.postings.len() + self.vectors.len())
            + size_of::<f32>() * (self.worth.len() + 3 * self.norms.len())
    }

    /// Returns the entries of a unit's vector, sorted by term.
    pub(super) fn vector(&self, unit: usize) -> &[Posting] {
        &self.vectors[self.firsts[unit] as usize..self.firsts[unit + 1] as usize]
    }

    /// Returns the summed vector of the units `first..end`, sorted by term.
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

/// Returns the cosine of two sparse vectors that are sorted by term, 0..=1; 0 if one is empty.
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
