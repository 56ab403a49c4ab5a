//! Texts that several documents share: decisions on them, the list, its filter and the chosen text.

use std::sync::Arc;

use crate::decisions::DatedDecision;
use crate::identity::Identity;
use crate::shared_view::{RowsInput, SharedPart};
use crate::state::{Check, State};
use chachong_check::SharedTexts;
use chachong_compare::{DocumentIndex, SharedText, Span};

impl Check {
    /// Returns the person's decision on a shared text, with its time; `None` without one.
    pub fn decision_on(&self, text: &SharedText) -> Option<DatedDecision> {
        let found = self.choices.decided_text(text)?;
        Some((found.decision(), found.decided_at()))
    }
}

impl State {
    /// Returns the texts that several documents share; `None` until passages are known.
    pub fn shared_texts(&self) -> Option<&Arc<SharedTexts>> {
        Some(&self.copied()?.shared_texts)
    }

    /// If no text is shared, opens the part of the page that lists something: the assignment or shared code.
    pub(crate) fn open_shared_part(&mut self) {
        let result = &self.check.result;
        if !result.shared_texts().is_empty() {
            return;
        }
        if result.given_text().is_some() || result.evidence.given_code.is_some() {
            self.shared.part = SharedPart::Assignment;
        } else if !result.shared_code().is_empty() {
            self.shared.part = SharedPart::Code;
        }
    }

    /// Returns the texts that a part of the page of shared texts lists; `None` until they are known.
    pub fn texts_of(&self, part: SharedPart) -> Option<&Arc<SharedTexts>> {
        match part {
            SharedPart::Shared => self.shared_texts(),
            SharedPart::Assignment => Some(self.shared.given.as_ref()?.texts()),
            SharedPart::Code => Some(&self.check.result.evidence.shared_code),
        }
    }

    /// Returns the texts that the displayed part of the page of shared texts lists, without regard to the filter; `None` until they
    /// are known.
    pub fn listed_texts(&self) -> Option<&Arc<SharedTexts>> {
        self.texts_of(self.shared.part)
    }

    /// Returns the document and its spans in which the page shows a text: all that is left out of this document if the person decides so.
    /// `position` is the position of the text among the texts of the displayed part ([`Self::listed_texts`]). `None` if there is no such
    /// text.
    pub fn shown_places(&self, position: usize) -> Option<(DocumentIndex, Vec<Span>)> {
        match self.shared.part {
            SharedPart::Shared => {
                let text = self.shared_texts()?.all().get(position)?;
                let &(document, _) = text.places.first()?;
                let places = text.places_in(document).iter();
                Some((document, places.map(|&(_, span)| span).collect()))
            }
            SharedPart::Code => {
                // The shortest that has room for all of the code: others may have long comments between.
                let code = self.check.result.shared_code().get(position)?;
                let is_short = |span: &Span| span.len() < code.characters;
                let places = code.places.iter();
                let &(document, span) =
                    places.min_by_key(|(_, span)| (is_short(span), span.len()))?;
                Some((document, vec![span]))
            }
            SharedPart::Assignment => {
                let (document, spans) = self.shared.given.as_ref()?.shown(position)?;
                Some((document, spans.to_vec()))
            }
        }
    }

    /// Updates the rows of the page of shared texts after the texts, the filter or the beginnings have changed. If there are rows, one of
    /// them is selected afterwards.
    pub fn arrange_shared(&mut self) {
        let Some(texts) = self.listed_texts().map(Arc::clone) else {
            self.shared.rows.clear();
            self.shared.made_from = None;
            return;
        };
        let first = |text: &SharedText| text.places.first().copied();
        let shared = &mut self.shared;
        let input = RowsInput {
            texts: Identity::of(&texts),
            filter: shared.filter.clone(),
            beginnings: Identity::of_option(shared.beginnings.as_ref()),
        };
        if shared.made_from.as_ref() == Some(&input) {
            shared.chosen_at = texts.all().get(shared.chosen).and_then(first);
            return;
        }
        let before = shared.made_from.as_ref();
        let is_other = before.is_none_or(|before| before.texts != input.texts);
        let rows = self.rows_of(&texts);
        let shared = &mut self.shared;
        if is_other {
            let chosen_at = shared.chosen_at;
            let mut texts = texts.all().iter();
            let known = chosen_at.and_then(|at| texts.position(|text| first(text) == Some(at)));
            (shared.chosen, shared.open) = (known.unwrap_or(0), shared.open && known.is_some());
        }
        if !rows.contains(&shared.chosen) {
            shared.chosen = rows.first().copied().unwrap_or(0);
        }
        shared.chosen_at = texts.all().get(shared.chosen).and_then(first);
        shared.rows = rows;
        shared.made_from = Some(input);
    }

    fn rows_of(&self, texts: &SharedTexts) -> Vec<usize> {
        let wanted = self.shared.filter.trim().to_lowercase();
        if wanted.is_empty() {
            return (0..texts.all().len()).collect();
        }
        let named: Vec<bool> = (self.check.result.positions())
            .map(|document| self.is_called(document, &wanted))
            .collect();
        let is_named = |text: &SharedText| {
            let mut documents = text.places.iter();
            documents.any(|&(document, _)| named.get(document.0).copied().unwrap_or(false))
        };
        let begins = |position: usize| {
            let all = self.shared.beginnings.as_ref();
            all.and_then(|all| all.get(position))
                .is_some_and(|text| text.to_lowercase().contains(&wanted))
        };
        (texts.all().iter().enumerate())
            .filter(|&(position, text)| is_named(text) || begins(position))
            .map(|(position, _)| position)
            .collect()
    }
}
