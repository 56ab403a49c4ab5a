//! Prints a summary of the texts that several documents of a check share.

use super::output::print_stdout;
use super::table::printable;
use chachong_compare::SharedText;
use chachong_jobs::library::template_text;
use chachong_report::{Report, common_source_lines};

/// Maximum number of shared texts shown, in their order.
const NAMED: usize = 5;
/// Maximum number of characters shown of each text.
const BEGINNING: usize = 40;

/// Prints the library sources that many documents used, the number of shared texts and code, and the beginnings of the first ones;
/// nothing if there are none.
pub(super) fn print_shared_texts(check: Report<'_>) {
    for line in common_source_lines(check).iter().take(NAMED) {
        print_stdout(&printable(line));
    }
    print_beginnings(check, "cli.shared-texts", check.result.shared_texts());
    print_beginnings(check, "cli.shared-code", check.result.shared_code());
}

/// Prints the number of texts under this heading, and the beginnings of the first ones; nothing if there are none.
fn print_beginnings(check: Report<'_>, heading: &str, texts: &[SharedText]) {
    let language = check.language;
    if texts.is_empty() {
        return;
    }
    print_stdout(&language.fill(heading, &[("count", &texts.len())]));
    for text in texts.iter().take(NAMED) {
        // A text that cannot be read again is described by its numbers only.
        let words = template_text(&check.result.documents, text).map_or_else(
            |_| String::new(),
            |extracted| {
                extracted
                    .text
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ")
            },
        );
        let mut beginning: String = words.chars().take(BEGINNING).collect();
        if words.chars().nth(BEGINNING).is_some() {
            beginning.push('…');
        }
        print_stdout(&language.fill(
            "cli.shared-text",
            &[
                ("documents", &text.documents),
                ("characters", &text.characters),
                ("text", &printable(&beginning)),
            ],
        ));
    }
}
