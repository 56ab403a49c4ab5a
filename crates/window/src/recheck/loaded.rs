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
pub(crate) type Loader = AsyncCache<Key, LoadedWordings>;

/// Returns the wordings of the chosen document; `None` until they are read, and while the page of the comparison is
/// not shown.
pub(crate) fn poll(
    loader: &mut Loader,
    state: &State,
    context: &Context,
) -> Option<LoadedWordings> {
    loader.load(wanted(state), state, context, |_| {
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
    })
}

/// Returns the key of the wordings that the page shows; `None` if it shows none.
pub(crate) fn wanted(state: &State) -> Option<Key> {
    let of = state.check.recheck.of.clone()?;
    let document = state.rechecked()?;
    (state.page == Page::Recheck).then_some((of, document.now))
}
