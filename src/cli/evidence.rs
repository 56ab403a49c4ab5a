//! Prints the evidence beyond text, after the table of pairs.

use super::output::print_stdout;
use super::table::printable;
use chachong_check::EvidenceItem;
use chachong_compare::DocumentPair;
use chachong_messages::document_name;
use chachong_report::Report;

/// Two documents by their positions, and their common evidence.
type Items<'a> = (DocumentPair, &'a [EvidenceItem]);

/// Maximum number of pairs shown under one heading.
const SHOWN: usize = 30;

/// Prints the evidence beyond text: first that of the pairs in the table, in the same order, then that of pairs which share only names or
/// reference entries. Prints nothing if there is none.
pub(super) fn print_evidence(check: Report<'_>) {
    if check.result.evidence.pairs.is_empty() {
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
        let [a, b] = [a, b]
            .map(|position| printable(&document_name(&check.result.documents[position], language)));
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

/// Prints the evidence of one pair, whose documents are called A and B.
pub(super) fn print_items(check: Report<'_>, items: &[EvidenceItem]) {
    for item in items {
        // Names of people come from the files.
        let text = printable(&check.language.evidence(item, ["A", "B"]));
        print_stdout(&check.language.fill("evidence.cli-item", &[("text", &text)]));
    }
}
