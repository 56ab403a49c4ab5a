//! Prints the text that students handed in earlier themselves, after the table of pairs.

use super::output::print_list;
use super::table::printable;
use chachong_compare::DocumentIndex;
use chachong_report::Report;

/// Prints the share of each document that the same student handed in earlier, which is no accusation; nothing without any.
pub(super) fn print_own_earlier(check: Report<'_>) {
    let (result, language) = (check.result, check.language);
    let line = |document: DocumentIndex| {
        let own = result.own_earlier([document])?;
        let total = result.document_shares(document)?.shown().copied;
        let line = language.own_earlier(own, total, result.lower_estimate(document));
        let name = printable(&result.documents[document].name);
        Some(format!("  {name}\n      {line}"))
    };
    let lines: Vec<String> = result.positions().filter_map(line).collect();
    print_list(language, "origins.own-earlier", &lines);
}
