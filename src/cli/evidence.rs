//! Evidence beyond text, after the table of pairs.

use super::output::print_stdout;
use super::table::printable;
use chachong_check::EvidenceItem;
use chachong_compare::DocumentPair;
use chachong_report::Report;

/// Two documents by their positions, with what they have in common.
type Items<'a> = (DocumentPair, &'a [EvidenceItem]);

/// Maximum number of pairs shown under one heading.
const SHOWN: usize = 30;

/// Prints what the files of pairs have in common besides text: first of pairs in the table, in its order, then of those that only
/// name the same people. Nothing if there is none.
pub(super) fn print_evidence(check: Report<'_>) {
    if check.result.evidence.is_empty() {
        return;
    }
    let result = check.result;
    let found =
        |a, b| Some(((a, b), result.pair_evidence(a, b))).filter(|(_, items)| !items.is_empty());
    let listed = (result.findings.pairs.iter()).filter_map(|pair| found(pair.a, pair.b));
    let listed: Vec<Items<'_>> = listed.collect();
    let only = result
        .unlisted_evidence()
        .filter_map(|pair| found(pair.a, pair.b));
    let only: Vec<Items<'_>> = only.collect();
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

fn print_pairs(check: Report<'_>, pairs: &[Items<'_>]) {
    let language = check.language;
    for &((a, b), items) in pairs.iter().take(SHOWN) {
        let [a, b] = [a, b].map(|position| printable(&check.result.documents[position].name));
        print_stdout(&format!(
            "  {}",
            language.fill("evidence.cli-pair", &[("a", &a), ("b", &b)])
        ));
        print_items(check, items);
    }
    if let more @ 1.. = pairs.len().saturating_sub(SHOWN) {
        print_stdout(&language.fill("evidence.cli-more", &[("count", &more)]));
    }
}

/// Prints the items of one pair, whose documents are called A and B.
pub(super) fn print_items(check: Report<'_>, items: &[EvidenceItem]) {
    for item in items {
        // Names of people come from the files.
        let text = printable(&check.language.evidence(item, ["A", "B"]));
        print_stdout(&check.language.fill("evidence.cli-item", &[("text", &text)]));
    }
}
