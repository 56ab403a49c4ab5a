//! Prints how much of each document's copied text is cited or quoted, after the table of pairs.

use chachong_citation::Attribution;
use chachong_compare::{DocumentIndex, DocumentShares, Reason};
use chachong_messages::percent;
use chachong_report::Report;

use super::output::print_stdout;
use super::table::printable;

/// Maximum number of documents shown.
const SHOWN: usize = 30;

/// Prints the copied share of each checked document by attribution, the largest share first, and the attributions that do not count. Prints
/// nothing if nothing is copied and every attribution counts.
pub(super) fn print_attribution(check: Report<'_>) {
    let (result, language) = (check.result, check.language);
    let mut documents: Vec<(DocumentIndex, &DocumentShares)> = (result.positions())
        .filter(|&document| result.origins(document).is_some())
        .filter_map(|document| Some((document, result.document_shares(document)?)))
        .filter(|(_, shares)| shares.net.characters > 0)
        .collect();
    documents.sort_by(|(one, of_one), (other, of_other)| {
        let share = |shares: &DocumentShares| shares.net.share();
        share(of_other)
            .total_cmp(&share(of_one))
            .then(one.cmp(other))
    });
    let off: Vec<String> = (result.shares().into_iter())
        .flat_map(|shares| shares.choices().reasons_left_out())
        .filter(|reason| reason.is_attribution())
        .map(|reason: Reason| language.reason_left_out(reason))
        .collect();
    if documents.is_empty() && off.is_empty() {
        return;
    }
    print_stdout(&format!("\n{}", language.text("attribution.title")));
    if !off.is_empty() {
        let groups = off.join(&language.text("punctuation.comma"));
        print_stdout(&language.fill("attribution.off", &[("groups", &groups)]));
    }
    for &(document, shares) in documents.iter().take(SHOWN) {
        let share =
            |attribution: Attribution| percent(shares.attributed()[attribution as usize].1.share());
        let line = language.fill(
            "attribution.line",
            &[
                ("none", &share(Attribution::None)),
                ("cited", &share(Attribution::Cited)),
                ("quoted", &share(Attribution::Quoted)),
                ("both", &share(Attribution::CitedAndQuoted)),
            ],
        );
        let name = printable(&result.documents[document].name);
        print_stdout(&format!("  {name}\n      {line}"));
    }
    if let more @ 1.. = documents.len().saturating_sub(SHOWN) {
        print_stdout(&language.fill("versions.more", &[("count", &more)]));
    }
}
