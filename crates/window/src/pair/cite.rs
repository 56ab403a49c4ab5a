//! Quotation of a passage with its document and its place, for a report or a letter.

use chachong_check::shown::LoadedText;
use chachong_compare::{DocumentIndex, Span};
use chachong_messages::document_name;
use chachong_window_model::state::State;

/// Returns the text of a span as a reader of the print sees it (without running heads and unseen text), in quotation
/// marks, with the name of the document and the place; `None` if the document is gone.
pub(crate) fn cited(
    state: &State,
    (document, text): (DocumentIndex, &LoadedText),
    span: Span,
    place: &str,
) -> Option<String> {
    let document = state.check.result.document(document)?;
    let language = state.language;
    let plain = text.text.between(span.start, span.end, |at| {
        let after = (text.passed_over).partition_point(|one| one.span.end <= at);
        (text.passed_over.get(after)).is_some_and(|one| one.span.start <= at)
    });
    Some(language.fill(
        "passages.cited",
        &[
            ("text", &plain),
            ("name", &document_name(document, language)),
            ("place", &place),
        ],
    ))
}
