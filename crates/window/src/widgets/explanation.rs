//! A document's status in words: reason and remedy, or warnings.

use crate::widgets::labels::one_line;
use chachong_check::{Document, Status};
use chachong_window_model::state::State;

/// Explains the status of a document: reason and remedy of a failure, or the warnings.
pub(crate) fn explanation(document: &Document, state: &State) -> String {
    let language = state.language;
    if let Some(cause) = document.failure() {
        return one_line(&language.reason(cause))
            + &language.text("punctuation.semicolon")
            + &language.remedy(cause);
    }
    match document.status() {
        Status::Waiting => language.text("documents.not-reached"),
        _ => document.content().map_or_else(String::new, |content| {
            let warnings: Vec<String> = content
                .warnings
                .iter()
                .map(|warning| language.warning_of(warning, content.pages.len()))
                .collect();
            if warnings.is_empty() {
                language.text("documents.read-well")
            } else {
                warnings.join("\n")
            }
        }),
    }
}
