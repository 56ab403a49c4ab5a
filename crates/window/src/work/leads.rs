//! Search for rewritten passages on a thread, and the sentence vectors that are kept between searches.

use std::sync::Arc;

use crate::work::event_stream::{EventStream, SEARCH_EVENTS};
use chachong_check::Fingerprinting;
use chachong_import::model_folders;
use chachong_jobs::{KeptVectors, LeadEvent, LeadSearch, Leading, SavedLeads};
use chachong_library::Store;
use chachong_semantics::has_model;
use chachong_window_model::leads::SentenceModel;

/// Running search, and the vectors and leads that are kept for it.
#[derive(Default)]
pub(crate) struct LeadWork {
    search: EventStream<LeadEvent>,
    /// Sentence vectors of texts that no library stores.
    kept: Arc<KeptVectors>,
    /// Leads of the check that is being reopened, until its documents are there; `None` if none wait.
    saved: Option<SavedLeads>,
}

impl LeadWork {
    /// Returns whether a search or a restoration runs, or leads are to be restored.
    pub(crate) fn is_busy(&self) -> bool {
        self.search.is_running() || self.saved.is_some()
    }

    /// Returns whether a search or a restoration runs.
    pub(crate) fn is_running(&self) -> bool {
        self.search.is_running()
    }

    /// Returns the vectors that earlier searches computed.
    pub(crate) fn kept(&self) -> &Arc<KeptVectors> {
        &self.kept
    }

    /// Starts a search.
    pub(crate) fn start(&mut self, search: LeadSearch) {
        self.search.start(Leading::start(search));
    }

    /// Keeps the leads of a check that is being reopened until its documents are there.
    pub(crate) fn reopen(&mut self, saved: Option<SavedLeads>) {
        self.saved = saved;
        self.search.end();
    }

    /// Starts to restore the leads of a reopened check, if there are any.
    pub(crate) fn restore(&mut self, library: Option<&Arc<dyn Store>>, by: Fingerprinting) {
        if let (Some(saved), Some(library)) = (self.saved.take(), library) {
            let leading = Leading::restore(saved, Arc::clone(library), by);
            self.search.start(leading);
        }
    }

    /// Returns the events of the search; the last one is `Done`, after which the search is over.
    pub(crate) fn poll(&mut self) -> Vec<LeadEvent> {
        (self.search).poll(SEARCH_EVENTS, |event| matches!(event, LeadEvent::Done(_)))
    }

    /// Requests the end of the search, which then sends an event; returns whether one is running.
    pub(crate) fn cancel(&self) -> bool {
        self.search.cancel()
    }

    /// Ends the search without a result, because the documents that it compares have changed.
    pub(crate) fn drop_search(&mut self) {
        self.search.end();
        self.saved = None;
    }
}

/// Returns whether the packaged model of sentences is in one of the usual folders.
pub(crate) fn sentence_model() -> SentenceModel {
    if has_model(&model_folders(None)) {
        SentenceModel::There
    } else {
        SentenceModel::Missing
    }
}
