//! Text about the place of a span.

use chachong_compare::{DocumentIndex, Span};
use chachong_messages as i18n;
use chachong_window_model::state::State;

/// Returns the place of a span of a document as text: by page if pages are known, otherwise by character.
pub(crate) fn place(state: &State, document: DocumentIndex, span: Span) -> String {
    let content = state.check.result.documents[document].content();
    let pages = content.map_or(&[][..], |content| &content.pages);
    i18n::place(pages, span, state.language)
}
