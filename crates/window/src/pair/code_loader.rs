//! Loads both programs of a pair and lays them out on a thread.

use chachong_compare::DocumentPair;
use std::sync::Arc;

use egui::Context;

use crate::async_cache::AsyncCache;
use chachong_check::Evidence;
use chachong_check::shown::CodeView;
use chachong_window_model::identity::Identity;
use chachong_window_model::page::Page;
use chachong_window_model::pair_view::PairTab;
use chachong_window_model::state::State;

/// Both programs of a pair, or the reason why one cannot be read.
pub(crate) type Programs = Result<Arc<CodeView>, Arc<str>>;

/// Inputs of the programs: the generation of the documents, the pair, and the evidence of the check.
type Key = (u64, DocumentPair, Identity<Evidence>);

/// Loader of both programs of the pair on the page.
pub(crate) type Loader = AsyncCache<Key, Programs>;

/// Returns the programs of the pair on the page; `None` until they are laid out, and if the page does not show
/// code.
pub(crate) fn poll(loader: &mut Loader, state: &State, context: &Context) -> Option<Programs> {
    loader.load(wanted(state), state, context, |&(_, (a, b), _)| {
        let code = state.check.result.evidence.code_places(a, b)?.clone();
        let documents = Arc::clone(&state.check.result.documents);
        Some(move || {
            let pair = [documents.get(a.0), documents.get(b.0)];
            let [Some(a), Some(b)] = pair else {
                return Ok(Arc::default());
            };
            let view = CodeView::of([a, b], &code);
            view.map(Arc::new).map_err(|error| error.to_string().into())
        })
    })
}

/// Returns the key of the programs that the page shows; `None` if it shows none.
pub(crate) fn wanted(state: &State) -> Option<Key> {
    let (Page::Pair(a, b), PairTab::Code) = (state.page, state.pair.tab) else {
        return None;
    };
    let evidence = &state.check.result.evidence;
    (evidence.code_places(a, b)).map(|_| (state.check.generation, (a, b), Identity::of(evidence)))
}
