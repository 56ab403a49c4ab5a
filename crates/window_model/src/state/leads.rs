//! Changes to the leads of the displayed check, and to the rows of their page.

use std::sync::Arc;

use chachong_check::{FoundLead, LeadEnd, Leads, PersonsWord, PlacedLead};
use chachong_compare::DocumentIndex;

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
    pub(crate) fn drop_leads(&mut self) {
        self.check.leads = CheckLeads::default();
        self.place_leads();
    }

    /// Matches the leads to the present documents, and updates the rows of the page.
    pub(crate) fn place_leads(&mut self) {
        let found = self.check.leads.found.as_ref();
        let placed = found.map(|leads| Arc::new(leads.placed(&self.check.result.documents)));
        self.check.result_mut().leads = placed;
        self.arrange_leads();
    }

    /// Updates the rows of the page of leads: those that pass the filter, in list order, with dismissed leads last.
    pub fn arrange_leads(&mut self) {
        let wanted = self.leads_view.filter.trim().to_lowercase();
        let leads = (self.check.result.leads.as_ref()).map_or(&[][..], |leads| &leads.list);
        let listed = self.check.result.documents.len();
        let is_called = |document: DocumentIndex, end: &LeadEnd| {
            if document.0 < listed {
                return self.is_called(document, &wanted);
            }
            // The check does not list this member of a library.
            !self.check.is_blind() && end.name.to_lowercase().contains(&wanted)
        };
        let named =
            |lead: &PlacedLead| is_called(lead.a, &lead.lead.a) || is_called(lead.b, &lead.lead.b);
        let mut rows: Vec<usize> = (leads.iter().enumerate())
            .filter(|(_, lead)| wanted.is_empty() || named(lead))
            .map(|(position, _)| position)
            .collect();
        // Those that somebody dismissed stand last.
        rows.sort_by_key(|&row| leads.get(row).is_some_and(|l| l.lead.is_dismissed()));
        let view = &mut self.leads_view;
        view.rows = rows;
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::state::tests::read;
    use chachong_check::{SubmissionSettings, submissions_of};
    use chachong_compare::Span;
    use chachong_semantics::LeadKind;

    #[test]
    fn hidden_names_find_no_lead() {
        let mut state = read(&[("Doe.txt", 0), ("Roe.txt", 0)]);
        let submissions = submissions_of(
            &state.check.result.documents,
            &SubmissionSettings::default(),
        );
        state.check.result_mut().submissions = Arc::new(submissions);
        let end = |name: &str| LeadEnd {
            name: name.into(),
            kept: None,
        };
        let span = Span { start: 0, end: 1 };
        let lead = FoundLead {
            a: end("Doe.txt"),
            b: end("Roe.txt"),
            in_a: span,
            in_b: span,
            kind: LeadKind::Rewritten,
            expected_by_chance: 0.1,
            sentences: Vec::new(),
            word: None,
        };
        state.leads_found(Leads {
            list: vec![lead],
            ..Leads::default()
        });
        let found = |state: &mut State, typed: &str| {
            state.leads_view.filter = typed.to_owned();
            state.arrange_leads();
            state.leads_view.rows.len()
        };
        assert_eq!(
            (found(&mut state, " DOE "), found(&mut state, "poe")),
            (1, 0)
        );
        state.hide_names(true);
        assert_eq!(
            (found(&mut state, "doe"), found(&mut state, "student 02")),
            (0, 1)
        );
    }
}
