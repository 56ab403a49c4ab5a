//! Attribution of a passage as text: whether each side is cited or quoted, and why.

use chachong_compare::{PairFinding, Passage};

use crate::Report;

/// Returns one line for each of the two sides of a passage, first A, then B. A line states whether the side is cited or quoted, and why.
/// Empty if texts were not compared.
#[must_use]
pub fn attribution_lines(check: Report<'_>, pair: &PairFinding, passage: &Passage) -> Vec<String> {
    let sides = check.result.passage_attribution(pair, passage);
    let sides = sides.into_iter().flatten().zip(["A", "B"]);
    sides
        .map(|(side, name)| {
            let label = check.language.attribution_with_reason(&side);
            check
                .language
                .fill("attribution.side", &[("name", &name), ("label", &label)])
        })
        .collect()
}
