//! Comparison of documents: which pairs share chains of equal steps, and how many such pairs chance would give.

use crate::candidates::candidates;
use crate::chain::{Chain, Telling, chains};
use crate::formula::Formulas;
use crate::rarity::Rarity;
use chachong_text::Span;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Maximum number of pairs as strong that chance may give in the whole comparison for a pair to count.
const MOST_EXPECTED: f64 = 0.01;
/// Maximum number of pairs as strong that chance may give in the whole comparison for a pair to be returned.
const MOST_TOLD: f64 = 1.0;
/// Fewest different equal steps of the best chain of a pair that counts.
const LEAST_STEPS: usize = 3;

/// Two documents that share steps of derivations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FormulasPair {
    /// Index of the first document.
    pub a: u32,
    /// Index of the second document, above `a`.
    pub b: u32,
    /// Pairs of spans of equal steps in the texts of `a` and of `b`, in Unicode scalar values, ascending in `a`.
    /// Repeated steps are included.
    pub places: Vec<(Span, Span)>,
    /// Number of different steps in the strongest chain.
    pub steps: usize,
    /// Number of equally strong pairs that chance is expected to give in the whole comparison; at most 1.
    pub expected: f64,
    /// True if the pair counts as evidence: chance is expected to give at most 0.01 such pairs, and the strongest chain
    /// has at least 3 different steps.
    pub counts: bool,
}

/// Finds the pairs of documents that share chains of equal steps, the least likely by chance first. Pairs of which
/// chance is expected to give more than one are left out. The documents must be answers of different people to one
/// assignment: among 5 or more documents, steps that half of them have are taken for part of the assignment and carry
/// no evidence (copies of one work count once).
#[must_use]
pub fn compare(documents: &[Formulas]) -> Vec<FormulasPair> {
    let submissions: Vec<u32> = (0..).take(documents.len()).collect();
    compare_class(documents, &submissions, &[])
}

/// Finds pairs as [`compare`] does, with more knowledge about the documents. `submissions` has one number per document;
/// documents with equal numbers were handed in together and count as one when steps are counted in the class. Steps in
/// `given` were handed out to everybody and carry no evidence.
#[must_use]
pub fn compare_class(
    documents: &[Formulas],
    submissions: &[u32],
    given: &[Formulas],
) -> Vec<FormulasPair> {
    let mut with_steps = (documents.iter()).filter(|document| document.steps().next().is_some());
    // Most classes have no formulas: then the many steps of `given` need not be counted.
    if with_steps.nth(1).is_none() {
        return Vec::new();
    }
    let rarity = Rarity::of(documents, submissions, given);
    let telling: Vec<Vec<Telling<'_>>> = documents
        .par_iter()
        .map(|document| {
            document
                .steps()
                .map(|step| Telling {
                    step,
                    worth: rarity.worth(step),
                })
                .filter(|telling| telling.worth > 0.0)
                .collect()
        })
        .collect();
    let all_pairs = documents.len() as f64 * (documents.len() as f64 - 1.0) / 2.0;
    let mut pairs: Vec<FormulasPair> = candidates(&telling)
        .into_par_iter()
        .filter_map(|(a, b)| {
            pair(
                (a, b),
                &telling[a as usize],
                &telling[b as usize],
                all_pairs,
            )
        })
        .collect();
    pairs.sort_by(|x, y| {
        x.expected
            .total_cmp(&y.expected)
            .then((x.a, x.b).cmp(&(y.a, y.b)))
    });
    pairs
}

fn pair(
    names: (u32, u32),
    a: &[Telling<'_>],
    b: &[Telling<'_>],
    all_pairs: f64,
) -> Option<FormulasPair> {
    let chains = chains(a, b);
    let best = chains.first()?;
    let places = (a.len() as f64 * b.len() as f64).ln();
    // Each further chain had all places of both to choose from: steps in another order, far apart, are weaker.
    let others = chains[1..]
        .iter()
        .map(|chain| (chain.score - places).max(0.0));
    let score = best.score + others.clone().sum::<f64>() - places;
    let expected = (all_pairs * (-score).exp()).min(all_pairs);
    if expected > MOST_TOLD {
        return None;
    }
    let counting = |chain: &&Chain| chain.different > 1 || chain.score > places;
    let mut places: Vec<(Span, Span)> = chains
        .iter()
        .filter(counting)
        .flat_map(|chain| &chain.pairs)
        .map(|(x, y)| (a[*x as usize].step.span, b[*y as usize].step.span))
        .collect();
    places.sort_unstable();
    Some(FormulasPair {
        a: names.0,
        b: names.1,
        places,
        steps: best.different,
        expected,
        counts: expected <= MOST_EXPECTED && best.different >= LEAST_STEPS,
    })
}
