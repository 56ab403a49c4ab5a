//! Prints remarks on the documents' reference lists, after the tables of evidence.

use std::collections::BTreeMap;

use super::output::print_list;
use super::table::printable;
use chachong_check::Origin;
use chachong_compare::DocumentIndex;
use chachong_report::Report;

/// Prints one line for each checked document with remarks on its references, with their number by kind, and one line about their
/// look-up in libraries. Prints nothing without any.
pub(super) fn print_references(check: Report<'_>) {
    let (result, language) = (check.result, check.language);
    let line = |position: DocumentIndex| {
        let document = result.document(position)?;
        let of = result.references.document(position)?;
        let remarks = result.references.remarks(position);
        if document.origin != Origin::Checked || remarks == 0 {
            return None;
        }
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        let own = of.remarks.iter().map(|(_, remark)| remark.name());
        let not_listed = of.not_listed.iter().map(|_| "not-listed");
        let shared = result.references.shared_names(position);
        for name in own.chain(not_listed).chain(shared) {
            *kinds.entry(name).or_default() += 1;
        }
        let kinds: Vec<String> = kinds
            .iter()
            .map(|(name, count)| {
                let name = language.text(&format!("reference.kind.{name}"));
                language.fill("reference.count", &[("kind", &name), ("count", count)])
            })
            .collect();
        let values: [(&str, &dyn std::fmt::Display); 3] = [
            ("name", &printable(&document.name)),
            ("entries", &of.references.len()),
            ("remarks", &kinds.join(&language.text("punctuation.comma"))),
        ];
        Some(language.fill("reference.line", &values))
    };
    let mut lines: Vec<String> = result.positions().filter_map(line).collect();
    lines.extend(
        result
            .positions()
            .filter_map(|position| looked_up(check, position)),
    );
    print_list(language, "reference.heading", &lines);
}

/// Returns the result of looking up a checked document's references as text; `None` without references or look-up.
fn looked_up(check: Report<'_>, position: DocumentIndex) -> Option<String> {
    let document = check.result.document(position)?;
    let of = check.result.references.document(position)?;
    let counts = check.language.looked_up_counts(check.result, position);
    let is_said = document.origin == Origin::Checked && !of.references.is_empty();
    let first = counts.first().filter(|_| is_said)?;
    let (name, said) = (printable(&document.name), printable(first));
    let values: [(&str, &dyn std::fmt::Display); 2] = [("name", &name), ("said", &said)];
    Some(check.language.fill("reference.lookup.line", &values))
}
