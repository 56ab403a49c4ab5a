//! The text of the document that the page shows, read off the frame. Knows nothing of how it is drawn.

use std::sync::Arc;

use egui::Context;

use super::off_frame::OffFrame;
use super::pair_loaded::{LoadedText, in_order, joins_lines};
use super::reader::ShownText;
use super::state::{Page, State};

/// The documents' generation, and its position.
type Key = (u64, usize);

/// A document's text, or why it cannot be had.
pub(super) type DocumentText = Result<Arc<LoadedText>, Arc<str>>;

/// Loads it.
#[derive(Default)]
pub(super) struct Loader(OffFrame<Key, DocumentText>);

impl Loader {
    /// The text, as soon as it is there.
    pub(super) fn poll(&mut self, state: &State, context: &Context) -> Option<DocumentText> {
        let wanted = wanted(state);
        let (key, text) = (self.0).poll(wanted, context, |&(_, position), _| {
            let document = state.documents.get(position)?;
            let (kept, joins) = (document.reading()?.text.clone(), joins_lines(document));
            Some(move || {
                let text = kept.text().map_err(|error| error.to_string())?;
                let characters: Vec<char> = text.chars().collect();
                Ok(Arc::new(LoadedText {
                    text: ShownText::of(&characters, joins),
                    runs: Vec::new(),
                    passed_over: in_order(kept.exclusions()),
                }))
            })
        })?;
        (Some(*key) == wanted).then(|| text.clone())
    }

    /// Whether it is still to come.
    pub(super) fn is_busy(&self, state: &State) -> bool {
        wanted(state).is_some_and(|key| !self.0.is_ready_for(&key))
    }
}

fn wanted(state: &State) -> Option<Key> {
    let Page::Document(position) = state.page else {
        return None;
    };
    let read = state.documents.get(position)?.reading();
    read.map(|_| (state.generation, position))
}
