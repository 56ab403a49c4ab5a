//! Pairs of documents that share features which few documents have.

use std::collections::{BTreeSet, HashMap};

use super::Feature;

/// Returns the pairs of documents (positions `a < b`) that share at least `least` different features, of which each is in at most `most`
/// documents. `documents` has the features of each document, in any order; repeated ones count once.
#[must_use]
pub fn sharing<F>(
    documents: impl IntoIterator<Item = F>,
    most: usize,
    least: u32,
) -> BTreeSet<(u32, u32)>
where
    F: IntoIterator<Item = Feature>,
{
    let mut holders: HashMap<Feature, Vec<u32>> = HashMap::new();
    for (at, features) in (0_u32..).zip(documents) {
        for feature in features {
            let holders = holders.entry(feature).or_default();
            if holders.last() != Some(&at) {
                holders.push(at);
            }
        }
    }
    let mut counts: HashMap<(u32, u32), u32> = HashMap::new();
    for holders in holders.values().filter(|holders| holders.len() <= most) {
        for (nth, a) in holders.iter().enumerate() {
            for b in &holders[nth + 1..] {
                *counts.entry((*a, *b)).or_insert(0) += 1;
            }
        }
    }
    (counts.into_iter())
        .filter(|(_, equal)| *equal >= least)
        .map(|(pair, _)| pair)
        .collect()
}
