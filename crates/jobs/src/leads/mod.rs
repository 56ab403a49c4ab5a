//! Search for leads to rewritten and translated passages, in the background. The vectors of a text are computed once
//! and kept in the library or, without one, while the program runs.

mod found;
mod kept_vectors;
mod restoring;
mod searching;
mod vectors;
mod words;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

pub use kept_vectors::KeptVectors;
pub use restoring::SavedLeads;
pub use searching::find_leads;
pub use words::lead_decision;

use crate::{Job, StepEvent};
use chachong_check::{Copies, Document, Fingerprinting, LeadError, LeadStep, Leads};
use chachong_compare::{Choices, DocumentIndex, Theses};
use chachong_library::{Library, Store};

/// Input of a search for leads.
#[derive(Clone, Debug)]
pub struct LeadSearch {
    /// Documents of the check: the checked ones by name, then those of the library that are in the check.
    pub documents: Vec<Document>,
    /// Passages that these documents share, which leads do not repeat; `None` if texts were not compared.
    pub copies: Option<Arc<Copies>>,
    /// Choices of the person, which determine which texts are left out.
    pub choices: Choices,
    /// Versions of one thesis, between which no leads are searched for.
    pub theses: Theses,
    /// Positions of the checked documents to search; `None` for all.
    pub wanted: Option<BTreeSet<DocumentIndex>>,
    /// Library whose members are compared too; `None` without one.
    pub library: Option<Arc<Library>>,
    /// Recipe of the check, for library documents that occur in leads.
    pub by: Fingerprinting,
    /// Whether missing sentence vectors of library members are computed; otherwise these members are not compared.
    pub prepare_members: bool,
    /// Folders in which the sentence model is searched for.
    pub models: Vec<PathBuf>,
    /// Sentence vectors that earlier searches computed of texts that no library keeps.
    pub kept: Arc<KeptVectors>,
    /// Leads of an earlier search, whose decisions by a person are taken over; `None` without one.
    pub earlier: Option<Arc<Leads>>,
    /// Number of threads; `None` means one per processor core.
    pub threads: Option<usize>,
}

/// Callbacks that report the progress of a search and can cancel it; both are called from several threads.
pub struct LeadWatch<'w> {
    /// Receives the current step, the number of its finished units and its total number of units. [`LeadStep`] says what the
    /// units are.
    pub progress: &'w (dyn Fn(LeadStep, usize, usize) + Sync),
    /// Returns whether to stop; called between texts and while vectors are compared.
    pub cancelled: &'w (dyn Fn() -> bool + Sync),
}

/// Event of a running search.
pub type LeadEvent = StepEvent<LeadStep, Leads, LeadError>;

/// Running job that searches for leads.
pub type Leading = Job<LeadEvent>;

impl Leading {
    /// Starts to search for leads in the background.
    #[must_use]
    pub fn start(search: LeadSearch) -> Self {
        Self::spawn(move |reporter| {
            let watch = LeadWatch {
                progress: &|step, done, total| {
                    reporter.tell(LeadEvent::Progress { step, done, total });
                },
                cancelled: &|| reporter.is_cancelled(),
            };
            let found = find_leads(&search, &watch).map(Box::new);
            reporter.tell(LeadEvent::Done(found));
        })
    }

    /// Restores the leads of a reopened check in the background, including the library documents that they name. The
    /// only event is `Done`.
    #[must_use]
    pub fn restore(saved: SavedLeads, library: Arc<dyn Store>, by: Fingerprinting) -> Self {
        Self::spawn(move |reporter| {
            let restored = saved.restored(&library, &by).map(Box::new);
            reporter.tell(LeadEvent::Done(restored.map_err(LeadError::from)));
        })
    }
}
