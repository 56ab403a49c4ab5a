//! Prints the versions of one thesis, after the table of pairs, and then the pairs that look like versions but are not treated as
//! such.

use super::output::print_stdout;
use super::table::printable;
use chachong_compare::DocumentIndex;
use chachong_messages::document_name;
use chachong_report::Report;

/// Maximum number of theses and of doubtful pairs shown.
const SHOWN: usize = 30;

/// Prints the documents that are versions of one thesis, the newest first, and the pairs that a person must decide on; nothing
/// without any.
pub(super) fn print_versions(check: Report<'_>) {
    let (language, theses) = (check.language, check.result.theses());
    let name = |document: DocumentIndex| {
        printable(&document_name(&check.result.documents[document], language))
    };
    let more = |all: usize| {
        if let more @ 1.. = all.saturating_sub(SHOWN) {
            print_stdout(&language.fill("versions.more", &[("count", &more)]));
        }
    };
    if !theses.all().is_empty() {
        print_stdout(&format!("\n{}", language.text("versions.heading")));
    }
    for thesis in theses.all().iter().take(SHOWN) {
        let ground = language.text(&format!("versions.ground-{}", thesis.ground.name()));
        for (at, version) in thesis.versions.iter().enumerate() {
            let key = match version.same_text_as {
                _ if at == 0 => "versions.newest",
                Some(_) => "versions.same-text",
                None => "versions.earlier",
            };
            let values: [(&str, &dyn std::fmt::Display); 2] = [
                ("name", &name(version.document)),
                ("what", &language.text(key)),
            ];
            let line = language.fill("versions.cli-version", &values);
            print_stdout(&if at == 0 {
                format!("  {line}\n      {ground}")
            } else {
                format!("    {line}")
            });
        }
    }
    more(theses.all().len());
    if !theses.conflicts().is_empty() {
        print_stdout(&format!("\n{}", language.text("versions.doubtful-heading")));
    }
    for conflict in theses.conflicts().iter().take(SHOWN) {
        let (a, b) = (name(conflict.a), name(conflict.b));
        let pair = language.fill("evidence.cli-pair", &[("a", &a), ("b", &b)]);
        let why = language.text(&format!(
            "versions.against-{}",
            conflict.contradiction.name()
        ));
        print_stdout(&format!("  {pair}\n    {why}"));
    }
    more(theses.conflicts().len());
}
