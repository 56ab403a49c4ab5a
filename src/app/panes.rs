//! State that each page keeps for itself, with the background loaders that fill it.

use std::sync::Arc;

use egui::Context;

use crate::app::document::text::DocumentPane;
use crate::app::matrix::Matrix;
use crate::app::model::page::Page;
use crate::app::model::state::State;
use crate::app::off_frame::OffFrame;
use crate::app::pair::panes::PairPanes;
use crate::app::shared_texts::pane::SharedPane;
use crate::app::{document, pair, shared_texts};
use crate::compare::DistanceHistogram;
use crate::library::Store;

/// Panes of the pages and their loaders.
#[derive(Default)]
pub(crate) struct Panes {
    pub(crate) document: DocumentPane,
    pub(crate) pair: PairPanes,
    pub(crate) shared: SharedPane,
    pub(crate) matrix: Matrix,
    /// Histogram that the settings show; `None` until it is computed.
    pub(crate) histogram: Option<Arc<DistanceHistogram>>,
    document_text: document::loader::Loader,
    pair_texts: pair::loader::Loader,
    bits: pair::bit_reasons::Loader,
    shared_texts: shared_texts::Loader,
    histograms: OffFrame<u64, Arc<DistanceHistogram>>,
}

impl Panes {
    /// Takes over what the loaders have finished, and starts to load what the page shows. `library` holds the members'
    /// texts; `None` while no library is open.
    pub(crate) fn poll(
        &mut self,
        state: &mut State,
        library: Option<&Arc<dyn Store>>,
        context: &Context,
    ) {
        self.pair.loaded = self.pair_texts.poll(state, context);
        self.document.loaded = self.document_text.poll(state, library, context);
        // Results already read stay for the next visit of the page.
        if state.page == Page::Shared {
            state.shared.beginnings = self.shared_texts.beginnings(state, context);
            state.arrange_shared();
            self.shared.loaded = self.shared_texts.text(state, context);
        }
        self.pair.reasons = pair::bit_reasons::poll(&mut self.bits, state, context);
        self.histogram = self.histogram(state, context);
    }

    /// Histogram of all pairs' distances; `None` unless the settings show it, and until it is computed.
    fn histogram(&mut self, state: &State, context: &Context) -> Option<Arc<DistanceHistogram>> {
        let shown = state.page == Page::Settings && !state.check.documents.is_empty();
        let wanted = shown.then_some(state.check.generation);
        let ready = self.histograms.poll(wanted, context, |_, _| {
            let documents = state.fingerprinted();
            Some(move || Arc::new(DistanceHistogram::of(&documents)))
        });
        ready.map(|(_, histogram)| Arc::clone(histogram))
    }

    /// Returns whether something that the page shows is not loaded yet.
    pub(crate) fn is_busy(&self, state: &State) -> bool {
        let histogram = state.page == Page::Settings
            && !state.check.documents.is_empty()
            && !self.histograms.is_ready_for(&state.check.generation);
        histogram
            || self.pair_texts.is_busy(state)
            || self.document_text.is_busy(state)
            || self.shared_texts.is_busy(state)
            || pair::bit_reasons::is_to_come(state, self.pair.reasons.as_ref())
    }
}
