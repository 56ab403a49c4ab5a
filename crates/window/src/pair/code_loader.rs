//! Loads both programs of a pair and lays them out on a thread.

use chachong_compare::{DocumentIndex, DocumentPair};
use std::sync::Arc;

use egui::Context;

use crate::async_cache::AsyncCache;
use chachong_check::shown::CodeView;
use chachong_check::{Evidence, EvidenceItem, SharedCode};
use chachong_window_model::identity::Identity;
use chachong_window_model::page::Page;
use chachong_window_model::pair_view::PairTab;
use chachong_window_model::state::State;

/// Both programs of a pair, or the reason why one cannot be read.
pub(crate) type Programs = Result<Arc<CodeView>, Arc<str>>;

/// Inputs of the programs: the generation of the documents, the pair, and its evidence.
type Key = (u64, DocumentPair, Identity<Evidence>);

/// Loader of both programs of the pair on the page.
#[derive(Default)]
pub(crate) struct Loader(AsyncCache<Key, Programs>);

impl Loader {
    /// Returns the programs of the pair on the page; `None` until they are laid out.
    pub(crate) fn poll(&mut self, state: &State, context: &Context) -> Option<Programs> {
        let wanted = wanted(state);
        let shown = wanted.clone();
        let ready = (self.0).poll(wanted, context, |&(_, (a, b), _), _| {
            let code = shared(state, a, b)?.clone();
            let documents = Arc::clone(&state.check.result.documents);
            Some(move || {
                let pair = [documents.get(a.0), documents.get(b.0)];
                let [Some(a), Some(b)] = pair else {
                    return Ok(Arc::default());
                };
                let view = CodeView::of([a, b], &code);
                view.map(Arc::new).map_err(|error| error.to_string().into())
            })
        });
        let (key, programs) = ready?;
        (Some(key) == shown.as_ref()).then(|| programs.clone())
    }

    /// Returns whether programs that the page shows are not laid out yet.
    pub(crate) fn is_busy(&self, state: &State) -> bool {
        wanted(state).is_some_and(|key| !self.0.is_ready_for(&key))
    }
}

/// Returns the code that a pair shares; `None` without any.
pub(crate) fn shared(state: &State, a: DocumentIndex, b: DocumentIndex) -> Option<&SharedCode> {
    let mut items = state.check.result.pair_evidence(a, b).iter();
    items.find_map(|item| match item {
        EvidenceItem::Code(code) => Some(code),
        _ => None,
    })
}

fn wanted(state: &State) -> Option<Key> {
    let (Page::Pair(a, b), PairTab::Code) = (state.page, state.pair.tab) else {
        return None;
    };
    let evidence = Identity::of(&state.check.result.evidence);
    (shared(state, a, b)).map(|_| (state.check.generation, (a, b), evidence))
}
