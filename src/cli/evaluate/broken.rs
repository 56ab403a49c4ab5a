//! Prints the rejected lines of a file of cases or pairs.

use crate::cli::output::print_stderr;
use crate::cli::table::printable;
use chachong_lab::evaluate::{BrokenLine, LineError};
use chachong_messages::Language;

/// Prints the rejected lines on stderr.
pub(super) fn print_broken_lines(broken: &[BrokenLine], language: Language) {
    for broken in broken {
        print_stderr(&language.fill(
            "evaluate.line",
            &[("line", &broken.line), ("cause", &cause(broken, language))],
        ));
    }
}

fn cause(broken: &BrokenLine, language: Language) -> String {
    match &broken.cause {
        LineError::Form(error) => {
            language.fill("evaluate.line-form", &[("detail", &detail(error))])
        }
        LineError::Misplaced(number) => {
            language.fill("evaluate.line-misplaced", &[("number", number)])
        }
        LineError::Unreadable(error) => {
            language.fill("evaluate.line-unreadable", &[("detail", error)])
        }
    }
}

/// Error text without the line number: each line is parsed by itself, so it is always 1.
fn detail(error: &serde_json::Error) -> String {
    printable(&error.to_string().replace("at line 1 column", "at column"))
}
