//! Place of a span in words.

use crate::app::model::state::State;
use crate::app::widgets::grouped::grouped;
use crate::compare::Span;

/// Returns the place of a span in words: by page where pages are known, else by character, counted from 1.
pub(crate) fn place(state: &State, document: usize, span: Span) -> String {
    let language = state.language;
    let pages = state.check.documents[document]
        .reading()
        .map_or(&[][..], |reading| &reading.pages);
    let range = |from: u64, to: u64| {
        if from == to {
            grouped(from)
        } else {
            format!("{}–{}", grouped(from), grouped(to))
        }
    };
    if pages.is_empty() {
        let places = range(u64::from(span.start) + 1, u64::from(span.end));
        language.fill("passages.at-characters", &[("places", &places)])
    } else {
        let page = |at: u32| pages.partition_point(|&start| start <= u64::from(at)) as u64;
        let (from, to) = (page(span.start), page(span.end.saturating_sub(1)));
        let places = range(from.max(1), to.max(1));
        language.fill("passages.on-pages", &[("places", &places)])
    }
}
