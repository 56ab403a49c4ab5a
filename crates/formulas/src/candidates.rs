//! Selection of the pairs of documents to compare: those that share several steps that few documents have.

use crate::chain::Telling;
use std::collections::{BTreeSet, HashMap};

/// Maximum number of documents with a step that leads to pairs. In a class of more than twenty times as many documents,
/// the maximum is a twentieth of them.
const MOST_HOLDERS: usize = 64;
/// Minimum number of different steps that a pair shares.
const LEAST_STEPS: u32 = 2;

/// Returns the pairs of documents (indexes `a < b`), ascending.
pub(crate) fn candidates(documents: &[Vec<Telling<'_>>]) -> Vec<(u32, u32)> {
    let mut pairs = sharing(documents, |telling| telling.step.hash);
    pairs.extend(sharing(documents, |telling| telling.step.row));
    pairs.into_iter().collect()
}

/// Pairs that share several steps with the same key.
fn sharing(
    documents: &[Vec<Telling<'_>>],
    key: impl Fn(&Telling<'_>) -> u64,
) -> BTreeSet<(u32, u32)> {
    let mut holders: HashMap<u64, Vec<u32>> = HashMap::new();
    for (index, document) in (0_u32..).zip(documents) {
        for telling in document {
            let holders = holders.entry(key(telling)).or_default();
            if holders.last() != Some(&index) {
                holders.push(index);
            }
        }
    }
    let most = MOST_HOLDERS.max(documents.len() / 20);
    let mut counts: HashMap<(u32, u32), u32> = HashMap::new();
    for holders in holders.values().filter(|holders| holders.len() <= most) {
        for (nth, a) in holders.iter().enumerate() {
            for b in &holders[nth + 1..] {
                *counts.entry((*a, *b)).or_insert(0) += 1;
            }
        }
    }
    counts
        .into_iter()
        .filter(|(_, equal)| *equal >= LEAST_STEPS)
        .map(|(pair, _)| pair)
        .collect()
}
