//! Place of a span in words.

use chachong_compare::{DocumentIndex, Span};
use chachong_messages as i18n;
use chachong_window_model::state::State;

/// Returns the place of a span of a document in words: by page where pages are known, else by character.
pub(crate) fn place(state: &State, document: DocumentIndex, span: Span) -> String {
    let content = state.check.result.documents[document].content();
    let pages = content.map_or(&[][..], |content| &content.pages);
    i18n::place(pages, span, state.language)
}
