//! Search for rewritten passages on a thread, and the sentence vectors that are kept between searches.

use std::sync::Arc;

use crate::work::event_stream::EventStream;
use chachong_check::Fingerprinting;
use chachong_import::model_folders;
use chachong_jobs::{KeptVectors, LeadEvent, Leading, SavedLeads};
use chachong_library::Store;
use chachong_semantics::has_model;
use chachong_window_model::leads::SentenceModel;

/// Running search, and the vectors and leads that are kept for it.
#[derive(Default)]
pub(crate) struct LeadWork {
    /// Search for leads, or their restoration.
    pub(crate) search: EventStream<LeadEvent>,
    /// Sentence vectors of texts that no library stores.
    pub(crate) kept: Arc<KeptVectors>,
    /// Leads of the check that is being reopened, until its documents are there; `None` if none wait.
    saved: Option<SavedLeads>,
}

impl LeadWork {
    /// Returns whether a search or a restoration runs, or leads are to be restored.
    pub(crate) fn is_busy(&self) -> bool {
        self.search.is_running() || self.saved.is_some()
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
