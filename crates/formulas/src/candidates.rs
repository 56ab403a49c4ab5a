//! Selection of the pairs of documents to compare: those that share several steps that few documents have.

use crate::chain::Telling;
use chachong_weight::sharing;

/// Maximum number of documents with a step that leads to pairs. In a class of more than twenty times as many documents,
/// the maximum is a twentieth of them.
const MOST_HOLDERS: usize = 64;
/// Minimum number of different steps that a pair shares.
const LEAST_STEPS: u32 = 2;

/// Returns the pairs of documents (indexes `a < b`), ascending.
pub(crate) fn candidates(documents: &[Vec<Telling<'_>>]) -> Vec<(u32, u32)> {
    let most = MOST_HOLDERS.max(documents.len() / 20);
    let by = |key: fn(&Telling<'_>) -> u64| {
        let keys = documents.iter().map(|document| document.iter().map(key));
        sharing(keys, most, LEAST_STEPS)
    };
    let mut pairs = by(|telling| telling.step.hash);
    pairs.extend(by(|telling| telling.step.row));
    pairs.into_iter().collect()
}
