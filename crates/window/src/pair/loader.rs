//! Loads and compares both texts of a pair on a thread: the whole texts, with the runs of each passage and their differences.

use chachong_compare::DocumentPair;
use std::sync::Arc;

use egui::Context;

use crate::async_cache::AsyncCache;
use chachong_check::Copies;
use chachong_check::shown::{Listed, LoadedText, PairSide, pair_texts};
use chachong_window_model::identity::Identity;
use chachong_window_model::page::Page;
use chachong_window_model::pair_view::PairTab;
use chachong_window_model::state::State;

/// Both texts of a pair, or the reason why they cannot be read.
pub(crate) type PairTexts = Result<Arc<[LoadedText; 2]>, Arc<str>>;

/// Inputs of the texts: the generation of the documents, the pair, and the passages of the check.
type Key = (u64, DocumentPair, Identity<Copies>);

/// Loader of both texts of the pair on the page.
pub(crate) type Loader = AsyncCache<Key, PairTexts>;

/// Returns the texts of the pair on the page; `None` until they are loaded, and if the page does not show passages.
pub(crate) fn poll(loader: &mut Loader, state: &State, context: &Context) -> Option<PairTexts> {
    loader.load(wanted(state), state, context, |key| work(key, state))
}

/// Returns the key of the texts that the page shows; `None` if it does not show passages.
pub(crate) fn wanted(state: &State) -> Option<Key> {
    let Page::Pair(a, b) = state.page else {
        return None;
    };
    let shows =
        state.pair.tab == PairTab::Passages && a.max(b).0 < state.check.result.documents.len();
    let copies = state.copied().map(|copied| &copied.copies);
    shows.then(|| (state.check.generation, (a, b), Identity::of_option(copies)))
}

/// Returns the job that a thread does for a pair; `None` if a document was not read.
fn work(key: &Key, state: &State) -> Option<impl FnOnce() -> PairTexts + Send + use<>> {
    let &(_, (a, b), _) = key;
    let side = |position| PairSide::of(state.check.result.document(position)?);
    let sides = [side(a)?, side(b)?];
    let result = &state.check.result;
    let listed = (result.pair(a, b)).map_or_else(Listed::default, |pair| result.listed(&pair));
    Some(move || match pair_texts(&sides, &listed) {
        Ok(texts) => Ok(Arc::new(texts)),
        Err(error) => Err(error.to_string().into()),
    })
}
