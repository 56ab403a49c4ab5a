//! Leads to rewritten passages: the requested search, and a person's decision on each lead. Draws nothing.

use std::sync::Arc;

use crate::App;
use crate::update::shared_texts::now;
use crate::work::leads::sentence_model;
use chachong_check::{LeadError, LeadStep, Leads, PersonsWord};
use chachong_compare::{Decision, LONGEST_NOTE};
use chachong_import::model_folders;
use chachong_jobs::{LeadEvent, LeadSearch, Leading};
use chachong_window_model::leads::{LeadCommand, LeadsOf};
use chachong_window_model::page::{NoticeKind, Page};
use chachong_window_model::progress::StepProgress;

impl App {
    pub(crate) fn apply_lead(&mut self, command: LeadCommand) {
        let view = &mut self.state.leads_view;
        match command {
            LeadCommand::Search(of) => self.search_leads(of),
            LeadCommand::Stop => {
                if let Some(searching) = &mut self.state.check.leads.searching {
                    searching.cancelling = self.leads.search.cancel();
                }
            }
            LeadCommand::PrepareMembers(prepare) => view.prepare_members = prepare,
            LeadCommand::Filter(filter) => {
                view.filter = filter;
                self.state.arrange_leads();
            }
            LeadCommand::Choose(position, open) => {
                view.chosen = position;
                view.open |= open;
                view.follow = !open;
            }
            LeadCommand::List => (view.open, view.follow) = (false, true),
            LeadCommand::RowShown => view.follow = false,
            LeadCommand::Word(position, word) => self.give_lead_word(position, word),
            LeadCommand::Note(position, note) => self.set_lead_note(position, &note),
            LeadCommand::Show(position) => {
                self.state.go(Page::Leads);
                if !self.state.leads_view.rows.contains(&position) {
                    self.state.leads_view.filter.clear();
                    self.state.arrange_leads();
                }
                let view = &mut self.state.leads_view;
                (view.chosen, view.open, view.follow) = (position, true, true);
            }
        }
    }

    /// Starts the search for rewritten passages of all checked documents, or of the marked ones.
    fn search_leads(&mut self, of: LeadsOf) {
        if self.leads.search.is_running() {
            return;
        }
        self.state.leads_view.model = sentence_model();
        let copied = self.state.copied();
        let wanted = match of {
            LeadsOf::All => None,
            LeadsOf::Marked => Some(self.state.marked_with_hidden()),
        };
        // Further libraries give sources of copied text only.
        let against = self.library_link.libraries(&self.state).against;
        let own = against.into_iter().find(|against| against.is_own);
        let search = LeadSearch {
            documents: (*self.state.check.result.documents).clone(),
            copies: copied.map(|copied| copied.copies.clone()),
            choices: (*self.state.check.choices).clone(),
            theses: self.state.check.result.theses().clone(),
            wanted,
            by: self.settings().by,
            library: own.map(|own| own.library),
            prepare_members: self.state.leads_view.prepare_members,
            models: model_folders(None),
            kept: Arc::clone(&self.leads.kept),
            earlier: self.state.check.leads.found.clone(),
            threads: self.preferences.threads,
        };
        self.leads.search.start(Leading::start(search));
        let leads = &mut self.state.check.leads;
        leads.searching = Some(StepProgress::begun(LeadStep::Loading));
        leads.is_stopped = false;
        self.state.shell.notice = None;
    }

    /// Applies the progress and the result of the search for rewritten passages.
    pub(crate) fn poll_leads(&mut self) {
        for event in self.leads.search.poll_steps() {
            match event {
                LeadEvent::Progress { step, done, total } => {
                    if let Some(searching) = &mut self.state.check.leads.searching {
                        searching.reach(step, done, total);
                    }
                }
                LeadEvent::Done(Ok(leads)) => self.take_leads(*leads),
                LeadEvent::Done(Err(error)) => self.give_up_leads(&error),
            }
        }
        // A reopened check has its leads when its documents and passages are there.
        if !self.leads.search.is_running()
            && !self.reading.is_running()
            && self.state.copied().is_some()
        {
            let by = self.settings().by;
            self.leads.restore(self.library_link.store(), by);
        }
    }

    fn take_leads(&mut self, leads: Leads) {
        let was_sought = self.state.check.leads.searching.is_some();
        self.state.leads_found(leads);
        if was_sought {
            self.saved_check.save_choices(&self.state);
            let count = self.state.check.open_leads();
            let key = if count == 0 {
                "leads.none-found"
            } else {
                "leads.found"
            };
            self.inform(NoticeKind::Information, |language| {
                language.fill(key, &[("count", &count)])
            });
        }
    }

    fn give_up_leads(&mut self, error: &LeadError) {
        let leads = &mut self.state.check.leads;
        (leads.searching, leads.is_stopped) = (None, true);
        if let LeadError::Cancelled = error {
            self.tell(NoticeKind::Information, "leads.stopped");
        } else {
            self.inform(NoticeKind::Error, |language| language.lead_error(error));
        }
    }

    pub(crate) fn give_lead_word(&mut self, position: usize, word: Option<Decision>) {
        let Some(known) = self.state.check.lead(position).cloned() else {
            return;
        };
        let note = known.word.as_ref().and_then(|word| word.note.clone());
        let at = now();
        let word = word.map(|word| PersonsWord { word, at, note });
        let Some(changed) = self.state.set_lead_word(position, word) else {
            return;
        };
        (self.saved_check).save_lead_word(&self.state, known.word.as_ref(), &changed);
    }

    fn set_lead_note(&mut self, position: usize, note: &str) {
        let Some(known) = self.state.check.lead(position).cloned() else {
            return;
        };
        let Some(mut word) = known.word.clone() else {
            return;
        };
        let note: String = note.trim().chars().take(LONGEST_NOTE).collect();
        word.note = (!note.is_empty()).then_some(note);
        if let Some(changed) = self.state.set_lead_word(position, Some(word)) {
            (self.saved_check).save_lead_word(&self.state, known.word.as_ref(), &changed);
        }
    }
}
