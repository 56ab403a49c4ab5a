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
use chachong_compare::{Choices, DocumentIndex, StepWatch, Theses};
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

/// Callbacks of a search for leads. Cancellation is also checked while vectors are compared.
pub type LeadWatch<'w> = StepWatch<'w, LeadStep>;

/// Event of a running search.
pub type LeadEvent = StepEvent<LeadStep, Leads, LeadError>;

/// Running job that searches for leads.
pub type Leading = Job<LeadEvent>;

impl Leading {
    /// Starts to search for leads in the background.
    #[must_use]
    pub fn start(search: LeadSearch) -> Self {
        Self::in_steps(move |watch| find_leads(&search, watch))
    }

    /// Restores the leads of a reopened check in the background, including the library documents that they name. The
    /// only event is `Done`.
    #[must_use]
    pub fn restore(saved: SavedLeads, library: Arc<dyn Store>, by: Fingerprinting) -> Self {
        Self::in_steps(move |_| saved.restored(&library, &by).map_err(LeadError::from))
    }
}
