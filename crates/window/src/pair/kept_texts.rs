//! Loads both stored texts of a pair.

use chachong_compare::DocumentPair;
use std::sync::Arc;

use egui::Context;

use crate::async_cache::AsyncCache;
use chachong_check::EvidenceItem;
use chachong_window_model::page::Page;
use chachong_window_model::pair_view::PairTab;
use chachong_window_model::state::State;

/// Both texts of a pair by characters, or the reason why one cannot be read.
pub(crate) type KeptTexts = Result<Arc<[Vec<char>; 2]>, Arc<str>>;

/// Generation of the documents and the pair that the texts belong to.
type Key = (u64, DocumentPair);

/// Loader of both texts of the pair whose measured values or formulas are displayed.
pub(crate) type Loader = AsyncCache<Key, KeptTexts>;

/// Returns the texts of the pair on the page; `None` until they are loaded, and if the page shows no measured
/// values or formulas.
pub(crate) fn poll(loader: &mut Loader, state: &State, context: &Context) -> Option<KeptTexts> {
    loader.load(wanted(state), state, context, |&(_, (a, b))| {
        let texts = [
            state.check.kept_text(a)?.clone(),
            state.check.kept_text(b)?.clone(),
        ];
        Some(move || {
            let characters = |side: usize| {
                let text = texts[side].text().map_err(|error| error.to_string());
                text.map(|text| text.chars().collect::<Vec<char>>())
            };
            match (characters(0), characters(1)) {
                (Ok(a), Ok(b)) => Ok(Arc::new([a, b])),
                (Err(reason), _) | (_, Err(reason)) => Err(Arc::from(reason)),
            }
        })
    })
}

/// Returns the key of the texts whose measured values or formulas the page shows; `None` if it shows none.
pub(crate) fn wanted(state: &State) -> Option<Key> {
    let (Page::Pair(a, b), PairTab::Evidence) = (state.page, state.pair.tab) else {
        return None;
    };
    let are_read = state.check.kept_text(a).is_some() && state.check.kept_text(b).is_some();
    let shows = are_read
        && (state.check.result.pair_evidence(a, b).iter())
            .any(|item| matches!(item, EvidenceItem::Readings(_) | EvidenceItem::Formulas(_)));
    shows.then_some((state.check.generation, (a, b)))
}
