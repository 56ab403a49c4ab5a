//! Leads to rewritten and translated passages in the window: the leads found, the running search, and the view of the page.

use std::sync::Arc;

use crate::progress::StepProgress;
use crate::state::Check;
use chachong_check::{FoundLead, LeadStep, Leads};
use chachong_compare::Decision;

/// Documents that are searched for rewritten passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeadsOf {
    /// All checked documents.
    All,
    /// Selected documents, with those behind folded rows.
    Marked,
}

/// Commands about leads. A `usize` is the position of a lead in the complete list.
#[derive(Clone, Debug)]
pub enum LeadCommand {
    /// Search for rewritten passages of these documents.
    Search(LeadsOf),
    /// Stop the search; vectors that were computed stay for the next one.
    Stop,
    /// Set whether a search computes the sentence vectors of library members that have none.
    PrepareMembers(bool),
    /// List only leads with a document whose name, record or submission contains the query.
    Filter(String),
    /// Select a lead. `true` also shows the lead instead of the list if the window has no room for both.
    Choose(usize, bool),
    /// Show the list instead of the lead, if the window has no room for both.
    List,
    /// Record that the selected row has been scrolled into view.
    RowShown,
    /// Set a person's decision about a lead; `None` withdraws it.
    Word(usize, Option<Decision>),
    /// Set the note on a lead that a person has decided on.
    Note(usize, String),
    /// Open the page of leads and select this lead.
    Show(usize),
}

/// Leads of the displayed check.
#[derive(Debug, Default)]
pub struct CheckLeads {
    /// Leads of the last search, possibly with documents that were removed since; `None` until a search has ended. The check's
    /// result has only the leads of present documents.
    pub found: Option<Arc<Leads>>,
    /// Generation of the documents that were searched. If it is not the present generation, leads may be missing.
    pub generation: u64,
    /// Progress of the search; `None` if none is running.
    pub searching: Option<StepProgress<LeadStep>>,
    /// Whether the last search was stopped early.
    pub is_stopped: bool,
}

/// View of the page of leads.
#[derive(Debug)]
pub struct LeadsView {
    /// Typed text that filters the leads by the names of their documents.
    pub filter: String,
    /// Positions of the listed leads in the complete list, in display order.
    pub rows: Vec<usize>,
    /// Position of the selected lead in the complete list; 0 if no lead is listed.
    pub chosen: usize,
    /// Whether the lead is shown instead of the list when there is no room for both.
    pub open: bool,
    /// Whether the list scrolls to the selected lead, because keys or another page selected it.
    pub follow: bool,
    /// Whether a search computes missing sentence vectors of library members.
    pub prepare_members: bool,
    /// Whether the model that a search needs is installed.
    pub model: SentenceModel,
}

/// Whether the sentence model is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentenceModel {
    /// The model was found in one of the usual folders.
    There,
    /// No folder has the model, so no search can start.
    Missing,
}

impl Default for LeadsView {
    fn default() -> Self {
        Self {
            filter: String::new(),
            rows: Vec::new(),
            chosen: 0,
            open: false,
            follow: false,
            prepare_members: true,
            model: SentenceModel::There,
        }
    }
}

impl CheckLeads {
    /// Returns whether the list of documents or their contents have changed since the search. `generation` is the present value of
    /// [`Check::generation`].
    pub fn is_outdated(&self, generation: u64) -> bool {
        self.found.is_some() && self.generation != generation
    }
}

impl Check {
    /// Returns the lead at this position in the complete list; `None` beyond its end.
    pub fn lead(&self, position: usize) -> Option<&FoundLead> {
        Some(&self.result.leads.as_ref()?.list.get(position)?.lead)
    }

    /// Returns the number of leads that nobody dismissed; 0 before a search.
    pub fn open_leads(&self) -> usize {
        let list = (self.result.leads.as_ref()).map_or(&[][..], |leads| &leads.list);
        list.iter().filter(|lead| !lead.lead.is_dismissed()).count()
    }
}
