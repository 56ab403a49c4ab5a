//! Texts that several documents share: the list, its filter and the chosen one.

use std::sync::Arc;

use crate::decisions::DatedDecision;
use crate::shared_view::{Beginnings, RowsInput, SharedTexts};
use crate::state::{Check, State};
use chachong_compare::{SharedText, Span};

impl Check {
    /// Returns the person's decision about a shared text; `None` without one.
    pub fn decision_on(&self, text: &SharedText) -> Option<DatedDecision> {
        let found = self.choices.decided_text(text)?;
        Some((found.decision(), found.decided_at()))
    }
}

impl State {
    /// Returns the shared texts; `None` until passages are known.
    pub fn shared_texts(&self) -> Option<&Arc<SharedTexts>> {
        Some(&self.copied()?.texts)
    }

    /// Returns the shared text that contains a span of a document, with its position in the list; `None` if there is
    /// none.
    pub fn shared_text_at(&self, document: usize, span: Span) -> Option<(usize, &SharedText)> {
        let texts = self.shared_texts()?;
        let position = texts.at(document, span)?;
        Some((position, texts.all.get(position)?))
    }

    /// Updates the rows after a change of texts, filter or beginnings; one of the rows is always selected.
    pub fn arrange_shared(&mut self) {
        let Some(texts) = self.shared_texts().map(Arc::clone) else {
            return;
        };
        let shared = &self.shared;
        let same =
            |one: &Option<Arc<Beginnings>>, other: &Option<Arc<Beginnings>>| match (one, other) {
                (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                (one, other) => one.is_none() && other.is_none(),
            };
        let made_from = shared.made_from.as_ref();
        let is_other = made_from.is_none_or(|made| !Arc::ptr_eq(&made.texts, &texts));
        let is_made = made_from.is_some_and(|made| {
            made.filter == shared.filter && same(&made.beginnings, &shared.beginnings)
        });
        if is_made && !is_other {
            return;
        }
        let rows = self.rows_of(&texts);
        let shared = &mut self.shared;
        if is_other {
            (shared.chosen, shared.open) = (0, false);
        }
        if !rows.contains(&shared.chosen) {
            shared.chosen = rows.first().copied().unwrap_or(0);
        }
        shared.rows = rows;
        shared.made_from = Some(RowsInput {
            texts,
            filter: shared.filter.clone(),
            beginnings: shared.beginnings.clone(),
        });
    }

    fn rows_of(&self, texts: &SharedTexts) -> Vec<usize> {
        let wanted = self.shared.filter.trim().to_lowercase();
        if wanted.is_empty() {
            return (0..texts.all.len()).collect();
        }
        let named: Vec<bool> = (self.check.documents.iter())
            .map(|document| document.name.to_lowercase().contains(&wanted))
            .collect();
        let is_named = |text: &SharedText| {
            let mut documents = text.places.iter();
            documents.any(|&(document, _)| named.get(document).copied().unwrap_or(false))
        };
        let begins = |position: usize| {
            let all = self.shared.beginnings.as_ref();
            all.and_then(|all| all.get(position))
                .is_some_and(|text| text.to_lowercase().contains(&wanted))
        };
        (texts.all.iter().enumerate())
            .filter(|&(position, text)| is_named(text) || begins(position))
            .map(|(position, _)| position)
            .collect()
    }
}
