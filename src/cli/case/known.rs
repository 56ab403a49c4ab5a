//! Prints the cases that concern the documents of a check.

use chachong_check::{CheckResult, cases_of};
use chachong_library::Store;
use chachong_messages::Language;

use crate::cli::error::CliError;
use crate::cli::output::print_stderr;

/// Prints the numbers of the library's cases that concern the documents. Names are left out because they may be hidden. No report of the
/// check contains these numbers.
pub(in crate::cli) fn print_known_cases(
    library: &dyn Store,
    result: &CheckResult,
    language: Language,
) {
    let known = match cases_of(library, &result.documents) {
        Ok(known) => known,
        Err(error) => {
            // The check is as good without.
            CliError::from(error).report(language);
            return;
        }
    };
    if known.is_empty() {
        return;
    }
    let numbers: Vec<String> = (known.iter())
        .map(|known| known.case.id.0.to_string())
        .collect();
    print_stderr(&language.fill(
        "cli.case.concern",
        &[
            ("count", &known.len()),
            (
                "numbers",
                &numbers.join(&language.text("punctuation.comma")),
            ),
        ],
    ));
}
