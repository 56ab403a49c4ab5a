//! Leads to rewritten and translated passages, as the window shows them: what is known, what is sought, the chosen one.

use std::sync::Arc;
use std::time::Instant;

use crate::app::model::state::State;
use crate::check::{FoundLead, LeadStep, Leads, PersonsWord, PlacedLead, PlacedLeads};
use crate::library::LeadWord;

/// Documents whose rewritten passages are sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeadsOf {
    /// All checked documents.
    All,
    /// Marked documents.
    Marked,
}

/// Commands about leads, which are named by their position in the list of all.
#[derive(Clone, Debug)]
pub(crate) enum LeadCommand {
    /// Search for rewritten passages of these documents.
    Search(LeadsOf),
    /// Stop the search; vectors that were computed stay for the next one.
    Stop,
    /// Whether a search computes the vectors of members of the library that have none.
    PrepareMembers(bool),
    /// List the leads of documents whose name contains the query.
    Filter(String),
    /// Choose a lead; `true`: also show it instead of the list where there is no room for both.
    Choose(usize, bool),
    /// Show the list instead of the lead, where there is no room for both.
    List,
    /// The chosen row was scrolled into sight.
    RowShown,
    /// Give a person's word on a lead; `None` takes it back.
    Word(usize, Option<LeadWord>),
    /// Set the note on a lead that has a person's word.
    Note(usize, String),
    /// Go to the page and choose this lead.
    Show(usize),
}

/// Progress of the search under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LeadSearching {
    pub(crate) step: LeadStep,
    pub(crate) done: usize,
    pub(crate) total: usize,
    pub(crate) cancelling: bool,
    /// Time at which the step began; `None` before the first step.
    pub(crate) since: Option<Instant>,
}

/// Leads of the shown check.
#[derive(Debug, Default)]
pub(crate) struct CheckLeads {
    /// Leads that were found; `None` until a search has ended.
    pub(crate) found: Option<Arc<Leads>>,
    /// The same with positions among the present documents.
    pub(crate) placed: Arc<PlacedLeads>,
    /// Arrangement of the documents that `placed` has the positions of; `None` until they are placed.
    placed_for: Option<u64>,
    /// Generation of the documents that were searched; of another one the leads may be incomplete.
    pub(crate) generation: u64,
    /// Progress of the search; `None` while none runs.
    pub(crate) searching: Option<LeadSearching>,
    /// Whether the last search was stopped before its end.
    pub(crate) is_stopped: bool,
    /// Counter of changes to the leads.
    pub(crate) version: u64,
}

/// View of the page of leads.
#[derive(Debug)]
pub(crate) struct LeadsView {
    pub(crate) filter: String,
    /// Positions, in the list of all, of the listed leads.
    pub(crate) rows: Vec<usize>,
    /// Position of the chosen lead.
    pub(crate) chosen: usize,
    /// Whether the lead is shown instead of the list where there is no room for both.
    pub(crate) open: bool,
    /// Whether the list scrolls to the chosen lead, because keys or another page chose it.
    pub(crate) follow: bool,
    /// Whether a search computes the vectors of members of the library that have none.
    pub(crate) prepare_members: bool,
    pub(crate) model: SentenceModel,
}

/// Whether the packaged model of sentences is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SentenceModel {
    There,
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

impl LeadSearching {
    /// Search that has just begun.
    pub(crate) const fn begun() -> Self {
        Self {
            step: LeadStep::Loading,
            done: 0,
            total: 0,
            cancelling: false,
            since: None,
        }
    }
}

impl State {
    /// Returns the leads with the positions of their documents; `None` until they were sought.
    pub(crate) fn leads(&self) -> Option<&PlacedLeads> {
        self.check.leads.found.as_ref()?;
        Some(&self.check.leads.placed)
    }

    /// Returns a lead by its position in the list of all.
    pub(crate) fn lead(&self, position: usize) -> Option<&PlacedLead> {
        self.leads()?.list.get(position)
    }

    /// Takes over the leads of a search, or those of a reopened check.
    pub(crate) fn leads_found(&mut self, leads: Leads) {
        let generation = self.check.generation;
        let own = &mut self.check.leads;
        own.found = Some(Arc::new(leads));
        (own.generation, own.searching, own.is_stopped) = (generation, None, false);
        own.version += 1;
        own.placed_for = None;
        self.arrange_leads();
    }

    /// Forgets all leads.
    pub(crate) fn drop_leads(&mut self) {
        self.check.leads = CheckLeads {
            version: self.check.leads.version + 1,
            ..CheckLeads::default()
        };
        self.arrange_leads();
    }

    /// Places the leads among the present documents, and updates the rows of the page.
    pub(crate) fn arrange_leads(&mut self) {
        let arrangement = self.check.arrangement;
        let leads = &mut self.check.leads;
        if leads.placed_for != Some(arrangement) {
            let found = leads.found.as_ref();
            let placed = found.map(|leads| leads.placed(&self.check.documents));
            leads.placed = Arc::new(placed.unwrap_or_default());
            leads.placed_for = Some(arrangement);
        }
        let wanted = self.leads_view.filter.trim().to_lowercase();
        let leads = Arc::clone(&self.check.leads.placed);
        let named = |lead: &FoundLead| {
            [&lead.a, &lead.b]
                .iter()
                .any(|end| end.name.to_lowercase().contains(&wanted))
        };
        let view = &mut self.leads_view;
        view.rows = (leads.list.iter().enumerate())
            .filter(|(_, lead)| wanted.is_empty() || named(&lead.lead))
            .map(|(position, _)| position)
            .collect();
        // Those that somebody dismissed stand last.
        (view.rows).sort_by_key(|&row| leads.list.get(row).is_some_and(|l| l.lead.is_dismissed()));
        if !view.rows.contains(&view.chosen) {
            view.chosen = view.rows.first().copied().unwrap_or(0);
        }
    }

    /// Sets a person's word on a lead, or takes it back; returns the lead as it is now. `None` if there is no such lead.
    pub(crate) fn set_lead_word(
        &mut self,
        position: usize,
        word: Option<PersonsWord>,
    ) -> Option<FoundLead> {
        let known = self.lead(position)?.lead.clone();
        let mut leads = Leads::clone(self.check.leads.found.as_ref()?);
        let lead = leads.list.iter_mut().find(|lead| **lead == known)?;
        lead.word = word;
        let changed = lead.clone();
        let own = &mut self.check.leads;
        own.found = Some(Arc::new(leads));
        own.version += 1;
        own.placed_for = None;
        self.arrange_leads();
        Some(changed)
    }

    /// Returns the number of leads that nobody dismissed.
    pub(crate) fn open_leads(&self) -> usize {
        let list = self.leads().map_or(&[][..], |leads| &leads.list);
        list.iter().filter(|lead| !lead.lead.is_dismissed()).count()
    }

    /// Whether documents joined or changed since the search.
    pub(crate) fn leads_are_outdated(&self) -> bool {
        let leads = &self.check.leads;
        leads.found.is_some() && leads.generation != self.check.generation
    }
}
