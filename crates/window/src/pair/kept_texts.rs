//! Loads both stored texts of a pair.

use chachong_compare::{DocumentIndex, DocumentPair};
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
#[derive(Default)]
pub(crate) struct Loader(AsyncCache<Key, KeptTexts>);

impl Loader {
    /// Returns the texts of the pair on the page; `None` until they are loaded, and if the page shows no measured
    /// values or formulas.
    pub(crate) fn poll(&mut self, state: &State, context: &Context) -> Option<KeptTexts> {
        (self.0).load(wanted(state), state, context, |&(_, (a, b))| {
            let kept = |position: DocumentIndex| {
                let document = state.check.result.document(position)?;
                Some(document.content()?.text.clone())
            };
            let texts = [kept(a)?, kept(b)?];
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

    /// Returns whether texts that the page shows are not loaded yet.
    pub(crate) fn is_busy(&self, state: &State) -> bool {
        self.0.is_loading(wanted(state))
    }
}

fn wanted(state: &State) -> Option<Key> {
    let (Page::Pair(a, b), PairTab::Evidence) = (state.page, state.pair.tab) else {
        return None;
    };
    let are_read = [a, b].into_iter().all(|position| {
        let document = state.check.result.document(position);
        document.is_some_and(|document| document.content().is_some())
    });
    let shows = are_read
        && (state.check.result.pair_evidence(a, b).iter())
            .any(|item| matches!(item, EvidenceItem::Readings(_) | EvidenceItem::Formulas(_)));
    shows.then_some((state.check.generation, (a, b)))
}
