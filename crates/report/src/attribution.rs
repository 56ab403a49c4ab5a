//! Attribution of a passage in words: whether each side is cited or quoted, and why.

use chachong_check::{PassageAttribution, SourceStanding};
use chachong_compare::{PairFinding, Passage};
use chachong_messages::Language;

use crate::Report;

/// Longest part of an entry of a reference list that is shown, in characters.
const LONGEST_ENTRY: usize = 80;

/// Returns a line for each side of a passage: its attribution with the reason; none where texts were not compared.
#[must_use]
pub fn attribution_lines(check: Report<'_>, pair: &PairFinding, passage: &Passage) -> Vec<String> {
    let sides = check.result.passage_attribution(pair, passage);
    let sides = sides.into_iter().flatten().zip(["A", "B"]);
    sides
        .map(|(side, name)| {
            let label = with_reason(&side, check.language);
            check
                .language
                .fill("attribution.side", &[("name", &name), ("label", &label)])
        })
        .collect()
}

/// Returns the label of a passage with its reason.
fn with_reason(side: &PassageAttribution, language: Language) -> String {
    let label = language.attribution(side.attribution);
    let mut reasons = Vec::new();
    if side.covered > 0 {
        reasons.push(language.fill(
            "attribution.covered",
            &[("covered", &side.covered), ("characters", &side.countable)],
        ));
    }
    if let Some(reference) = &side.reference {
        let short = shortened(reference);
        reasons.push(language.fill("attribution.points-to", &[("reference", &short)]));
    }
    if let Some(source) = side.source {
        reasons.push(language.text(source_key(source)));
    }
    if reasons.is_empty() {
        return label;
    }
    let reason = reasons.join(&language.text("punctuation.semicolon"));
    language.fill(
        "attribution.because",
        &[("label", &label), ("reason", &reason)],
    )
}

const fn source_key(source: SourceStanding) -> &'static str {
    match source {
        SourceStanding::Cited => "attribution.source-cited",
        SourceStanding::Listed => "attribution.source-listed",
        SourceStanding::NotListed => "attribution.source-not-listed",
        SourceStanding::OtherWork => "attribution.source-other-work",
    }
}

fn shortened(entry: &str) -> String {
    if entry.chars().nth(LONGEST_ENTRY).is_none() {
        return entry.to_owned();
    }
    let head: String = entry.chars().take(LONGEST_ENTRY).collect();
    format!("{head}…")
}
