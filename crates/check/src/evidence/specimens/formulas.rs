//! Formulas of documents, and the chains of equal formulas that pairs share.

use chachong_compare::DocumentIndex;
use chachong_formulas::{Formulas, FormulasPair, compare_class};

use super::readings::left_out;
use super::{AlikePlaces, SharedFormulas, Source, exponent, parts_of};
use crate::evidence::files::Files;
use crate::evidence::{EvidenceItem, Found};

/// Returns the formulas of a text, without those of its cover, references and code.
pub(super) fn formulas_of_prose(source: Source<'_>) -> Formulas {
    Formulas::of(source.text, &left_out(source))
}

/// Maximum number of pairs as strong that chance gives among all pairs with a library.
const MOST_EXPECTED: f64 = 0.01;

/// Returns the pairs whose chains of formulas count as shared, where `compared` pairs were looked at. Documents with equal numbers in
/// `submissions` were handed in together; what stands in `given` was handed out.
pub(super) fn shared(
    documents: &[Formulas],
    submissions: &[u32],
    given: &[Formulas],
    files: &Files<'_>,
    compared: u64,
) -> Vec<Found> {
    let counting = compare_class(documents, submissions, given).into_iter();
    let counting = counting.filter(|pair| pair.counts);
    let all = documents.len() as f64 * (documents.len() as f64 - 1.0) / 2.0;
    // Members were chosen because they may share formulas: chance had all of the library to choose from.
    let more = (compared.saturating_sub(files.pairs_of_checked()) as f64 / all.max(1.0)).max(1.0);
    counting
        .map(|pair| {
            (
                [pair.a, pair.b].map(|one| DocumentIndex(one as usize)),
                pair,
            )
        })
        .filter(|&([a, b], _)| files.are_compared(a, b))
        .filter(|&([a, b], ref pair)| {
            files.are_both_checked(a, b) || pair.expected * more <= MOST_EXPECTED
        })
        .map(|([a, b], pair)| {
            let all = [a, b].map(|position| documents[position].formulas.len());
            ((a, b), EvidenceItem::Formulas(formulas(&pair, all)))
        })
        .collect()
}

/// Returns what a pair shares whose documents have `all` formulas.
fn formulas(pair: &FormulasPair, all: [usize; 2]) -> SharedFormulas {
    let places = (pair.places.iter()).map(|&(a, b)| AlikePlaces { a, b });
    let [share_a, share_b] = parts_of(pair.steps, all);
    SharedFormulas {
        steps: pair.steps,
        share_a,
        share_b,
        expected_exponent: exponent(pair.expected),
        places: places.collect(),
    }
}
