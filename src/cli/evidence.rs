//! Evidence beyond text, after the table of pairs.

use std::collections::HashSet;

use super::output::print_stdout;
use super::table::printable;
use chachong_check::PairEvidence;
use chachong_report::Report;

/// Maximum number of pairs shown under one heading.
const SHOWN: usize = 30;

/// Prints what the files of pairs have in common besides text: first of pairs in the table, then of those that nothing
/// else speaks for. Nothing if there is none.
pub(super) fn print_evidence(check: Report<'_>) {
    if check.result.evidence.is_empty() {
        return;
    }
    let only = check.result.evidence_only();
    let of_only: HashSet<_> = only.iter().map(|pair| (pair.a, pair.b)).collect();
    let listed: Vec<&PairEvidence> = (check.result.evidence.iter())
        .filter(|pair| !of_only.contains(&(pair.a, pair.b)))
        .collect();
    let language = check.language;
    print_stdout(&format!(
        "\n{}\n{}",
        language.text("evidence.between"),
        language.text("evidence.between-note")
    ));
    print_pairs(check, &listed);
    if !only.is_empty() {
        print_stdout(&format!(
            "\n{}\n{}",
            language.text("evidence.only"),
            language.text("evidence.only-note")
        ));
        print_pairs(check, &only);
    }
}

fn print_pairs(check: Report<'_>, pairs: &[&PairEvidence]) {
    let language = check.language;
    for pair in pairs.iter().take(SHOWN) {
        let [a, b] =
            [pair.a, pair.b].map(|position| printable(&check.result.documents[position].name));
        print_stdout(&format!(
            "  {}",
            language.fill("evidence.cli-pair", &[("a", &a), ("b", &b)])
        ));
        print_items(check, pair);
    }
    if let more @ 1.. = pairs.len().saturating_sub(SHOWN) {
        print_stdout(&language.fill("evidence.cli-more", &[("count", &more)]));
    }
}

/// Prints the items of one pair, whose documents are called A and B.
pub(super) fn print_items(check: Report<'_>, pair: &PairEvidence) {
    for item in &pair.items {
        // Names of people come from the files.
        let text = printable(&check.language.evidence(item, ["A", "B"]));
        print_stdout(&check.language.fill("evidence.cli-item", &[("text", &text)]));
    }
}
