//! Changes to the leads of the displayed check, and to the rows of their page.

use std::sync::Arc;

use chachong_check::{FoundLead, Leads, PersonsWord};

use super::State;
use crate::leads::CheckLeads;

impl State {
    /// Stores the leads that a search found or that were saved with a reopened check.
    pub fn leads_found(&mut self, leads: Leads) {
        let generation = self.check.generation;
        let own = &mut self.check.leads;
        own.found = Some(Arc::new(leads));
        (own.generation, own.searching, own.is_stopped) = (generation, None, false);
        self.place_leads();
    }

    /// Discards all leads.
    pub fn drop_leads(&mut self) {
        self.check.leads = CheckLeads::default();
        self.place_leads();
    }

    /// Matches the leads to the present documents, and updates the rows of the page.
    pub fn place_leads(&mut self) {
        let found = self.check.leads.found.as_ref();
        let placed = found.map(|leads| Arc::new(leads.placed(&self.check.result.documents)));
        self.check.result_mut().leads = placed;
        self.arrange_leads();
    }

    /// Updates the rows of the page of leads: those that pass the filter, in list order, with dismissed leads last.
    pub fn arrange_leads(&mut self) {
        let wanted = self.leads_view.filter.trim().to_lowercase();
        let leads = (self.check.result.leads.as_ref()).map_or(&[][..], |leads| &leads.list);
        let named = |lead: &FoundLead| {
            [&lead.a, &lead.b]
                .iter()
                .any(|end| end.name.to_lowercase().contains(&wanted))
        };
        let view = &mut self.leads_view;
        view.rows = (leads.iter().enumerate())
            .filter(|(_, lead)| wanted.is_empty() || named(&lead.lead))
            .map(|(position, _)| position)
            .collect();
        // Those that somebody dismissed stand last.
        (view.rows).sort_by_key(|&row| leads.get(row).is_some_and(|l| l.lead.is_dismissed()));
        if !view.rows.contains(&view.chosen) {
            view.chosen = view.rows.first().copied().unwrap_or(0);
        }
    }

    /// Sets a person's decision about the lead at this position, or removes it (`None`). Returns the changed lead; `None` if there
    /// is no such lead.
    pub fn set_lead_word(
        &mut self,
        position: usize,
        word: Option<PersonsWord>,
    ) -> Option<FoundLead> {
        let known = self.check.lead(position)?.clone();
        let mut leads = Leads::clone(self.check.leads.found.as_ref()?);
        let lead = leads.list.iter_mut().find(|lead| **lead == known)?;
        lead.word = word;
        let changed = lead.clone();
        self.check.leads.found = Some(Arc::new(leads));
        self.place_leads();
        Some(changed)
    }
}
