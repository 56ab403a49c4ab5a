//! Shared texts as plain data: all of them, the rows that the page lists, and the text that it shows.

use std::sync::Arc;

use super::loaded::{Beginnings, LoadedShared};
use crate::app::state::State;
use crate::compare::{SharedText, Span, TextDecision};

/// Shared texts of one search, heaviest first.
#[derive(Debug, Default)]
pub(in crate::app) struct SharedTexts {
    all: Vec<SharedText>,
    /// Positions in `all` of the texts of each document.
    of_document: Vec<Vec<usize>>,
}

/// Commands of the page's views. Texts are named by their position in the list of all.
#[derive(Clone, Debug)]
pub(in crate::app) enum SharedCommand {
    /// List the texts whose beginning, or the name of one of whose documents, contains the query.
    Filter(String),
    /// Choose a text; `true`: also show it instead of the list where there is no room for both.
    Choose(usize, bool),
    /// Show the list instead of the text, where there is no room for both.
    List,
    /// The chosen row was scrolled into sight.
    RowShown,
    /// Set the person's decision on a text; `None` takes it back.
    Decide(usize, Option<TextDecision>),
    /// Go to the page and choose this text.
    Show(usize),
}

/// View of the page of shared texts.
#[derive(Debug, Default)]
pub(in crate::app) struct SharedView {
    pub(in crate::app) filter: String,
    /// Positions of the listed texts.
    pub(in crate::app) rows: Vec<usize>,
    /// Position of the chosen text.
    pub(in crate::app) chosen: usize,
    /// Whether the text is shown instead of the list where there is no room for both.
    pub(in crate::app) open: bool,
    /// Whether the list scrolls to the chosen text, because keys or another page chose it.
    pub(in crate::app) follow: bool,
    /// Beginnings of all texts; `None` until they are read.
    pub(in crate::app) beginnings: Option<Arc<Beginnings>>,
    /// Chosen text; `None` until it is read.
    pub(in crate::app) text: Option<LoadedShared>,
    /// Inputs of `rows`.
    made_from: Option<MadeFrom>,
}

/// Inputs of the rows, which are computed again when one of them changes.
#[derive(Debug)]
struct MadeFrom {
    texts: Arc<SharedTexts>,
    filter: String,
    beginnings: Option<Arc<Beginnings>>,
}

impl SharedTexts {
    /// Builds the shared texts that a search among `documents` documents found.
    pub(in crate::app) fn of(documents: usize, all: Vec<SharedText>) -> Self {
        let mut of_document = vec![Vec::new(); documents];
        for (position, text) in all.iter().enumerate() {
            for places in text.places.chunk_by(|x, y| x.0 == y.0) {
                let here = places.first().and_then(|&(d, _)| of_document.get_mut(d));
                if let Some(here) = here {
                    here.push(position);
                }
            }
        }
        Self { all, of_document }
    }

    pub(in crate::app) fn all(&self) -> &[SharedText] {
        &self.all
    }

    /// Returns the position of the text that has the largest part of a span of a document, at least half of it.
    pub(in crate::app) fn at(&self, document: usize, span: Span) -> Option<usize> {
        let shared = |&position: &usize| {
            let places = self.all.get(position)?.places_in(document);
            let has: u32 = (places.iter()).map(|(_, place)| common(*place, span)).sum();
            (has > 0 && 2 * has >= span.len()).then_some((has, position))
        };
        // Among equal parts the heaviest text wins.
        (self.of_document.get(document)?.iter())
            .filter_map(shared)
            .max_by_key(|&(has, position)| (has, std::cmp::Reverse(position)))
            .map(|(_, position)| position)
    }
}

/// Returns the number of characters that two spans have in common.
pub(super) fn common(one: Span, other: Span) -> u32 {
    (one.end.min(other.end)).saturating_sub(one.start.max(other.start))
}

/// Counts the documents that have a text, each version for itself.
pub(super) fn documents_of(text: &SharedText) -> usize {
    text.places.chunk_by(|x, y| x.0 == y.0).count()
}

impl State {
    /// Returns the shared texts; `None` until passages are known.
    pub(in crate::app) fn shared_texts(&self) -> Option<&Arc<SharedTexts>> {
        Some(&self.copied()?.texts)
    }

    /// Returns the shared text that a span of a document is part of, with its position among all.
    pub(in crate::app) fn shared_text_at(
        &self,
        document: usize,
        span: Span,
    ) -> Option<(usize, &SharedText)> {
        let texts = self.shared_texts()?;
        let position = texts.at(document, span)?;
        Some((position, texts.all.get(position)?))
    }

    /// Updates the rows after a change of texts, filter or beginnings; the chosen text is always one of the rows.
    pub(super) fn arrange_shared(&mut self) {
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
        shared.made_from = Some(MadeFrom {
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
        let named: Vec<bool> = (self.documents.iter())
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

#[cfg(test)]
mod tests {
    use super::super::tests::{shared, state};
    use super::*;

    #[test]
    fn a_passage_leads_to_the_text_that_has_most_of_it() {
        let text = |start: u32, end: u32| shared([0, 2, 3].map(|document| (document, start, end)));
        let texts = SharedTexts::of(4, vec![text(0, 100), text(150, 400), text(380, 500)]);
        let at = |document, start, end| texts.at(document, Span { start, end });
        assert_eq!(at(0, 10, 60), Some(0));
        assert_eq!(at(2, 90, 300), Some(1), "the larger part of it");
        assert_eq!(at(3, 380, 400), Some(1), "of equal ones the heavier");
        assert_eq!(at(0, 90, 150), None, "less than half of it");
        assert_eq!(at(1, 10, 60), None, "another document");
        assert_eq!(at(9, 10, 60), None);
    }

    #[test]
    fn rows_are_those_of_the_filter_and_one_of_them_is_chosen() {
        let mut state = state(4, |documents| {
            vec![
                shared([0, 1, 2].map(|document| (document, 0, documents))),
                shared([1, 2, 3].map(|document| (document, 50, 90))),
            ]
        });
        state.arrange_shared();
        assert_eq!(
            (&state.shared.rows[..], state.shared.chosen),
            (&[0, 1][..], 0)
        );
        state.shared.filter = "00003".to_owned();
        state.arrange_shared();
        assert_eq!((&state.shared.rows[..], state.shared.chosen), (&[1][..], 1));
        // By its words, once they are read.
        state.shared.filter = "Instructions".to_owned();
        state.arrange_shared();
        assert!(state.shared.rows.is_empty());
        let beginnings = ["Title", "The instructions say"].map(Arc::from).to_vec();
        state.shared.beginnings = Some(Arc::new(beginnings));
        state.arrange_shared();
        assert_eq!((&state.shared.rows[..], state.shared.chosen), (&[1][..], 1));
    }
}
