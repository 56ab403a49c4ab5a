//! Loads the earlier and present wordings of the chosen document's passages on a thread.

use std::sync::Arc;

use egui::Context;

use crate::async_cache::AsyncCache;
use chachong_check::{BothWordings, RecheckedTexts};
use chachong_compare::DocumentIndex;
use chachong_window_model::page::Page;
use chachong_window_model::recheck::RecheckInput;
use chachong_window_model::state::State;

/// Both wordings of each passage, or the reason why a text cannot be read.
pub(crate) type LoadedWordings = Result<Arc<Vec<BothWordings>>, Arc<str>>;

/// Inputs of the comparison, with or without names, and the chosen document.
type Key = (RecheckInput, DocumentIndex);

/// Loader of the wordings of the chosen document.
#[derive(Default)]
pub(crate) struct Loader(AsyncCache<Key, LoadedWordings>);

impl Loader {
    /// Returns the wordings of the chosen document; `None` until they are read, and while the page of the comparison is
    /// not shown.
    pub(crate) fn poll(&mut self, state: &State, context: &Context) -> Option<LoadedWordings> {
        let wanted = wanted(state);
        let ready = (self.0).poll(wanted.clone(), context, |_, _| {
            let result = Arc::clone(&state.check.result);
            let document = state.rechecked()?.clone();
            Some(move || -> LoadedWordings {
                let Some(recheck) = &result.recheck else {
                    return Ok(Arc::default());
                };
                let texts = RecheckedTexts::read(recheck, &result, &document);
                let texts = texts.map_err(|error| Arc::from(error.to_string()))?;
                let all = document.passages.iter();
                Ok(Arc::new(
                    all.map(|passage| texts.wordings(passage)).collect(),
                ))
            })
        });
        ready
            .filter(|(key, _)| Some(key) == wanted.as_ref())
            .map(|(_, loaded)| loaded.clone())
    }

    /// Returns whether something that the page shows is not loaded yet.
    pub(crate) fn is_busy(&self, state: &State) -> bool {
        wanted(state).is_some_and(|of| !self.0.is_ready_for(&of))
    }
}

fn wanted(state: &State) -> Option<Key> {
    let of = state.check.recheck.of.clone()?;
    let document = state.rechecked()?;
    (state.page == Page::Recheck).then_some((of, document.now))
}
