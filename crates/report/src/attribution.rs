//! Attribution of a passage in words: whether each side is cited or quoted, and why.

use chachong_compare::{PairFinding, Passage};

use crate::Report;

/// Returns a line for each side of a passage: its attribution with the reason; none where texts were not compared.
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
