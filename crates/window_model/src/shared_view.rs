//! Texts that several documents share, as the page shows them.

use std::sync::Arc;

use chachong_compare::{SharedText, Span, TextDecision};

/// Beginnings of the shared texts, in list order; empty if a document can no longer be read.
pub type Beginnings = Vec<Arc<str>>;

/// Commands of the page of shared texts. Texts are named by their position in the list of all.
#[derive(Clone, Debug)]
pub enum SharedCommand {
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

/// Shared texts that a search found, the largest amount of text first.
#[derive(Debug, Default)]
pub struct SharedTexts {
    pub(crate) all: Arc<Vec<SharedText>>,
    /// Positions in `all` of the texts of each document.
    of_document: Vec<Vec<usize>>,
}

/// View of the page of shared texts.
#[derive(Debug, Default)]
pub struct SharedView {
    /// Typed text that filters the shared texts.
    pub filter: String,
    /// Positions of the listed texts.
    pub rows: Vec<usize>,
    /// Position of the selected text.
    pub chosen: usize,
    /// Whether the text is shown instead of the list when there is no room for both.
    pub open: bool,
    /// Whether the list scrolls to the selected text, because keys or another page selected it.
    pub follow: bool,
    /// Beginnings of all texts; `None` until they have been read.
    pub beginnings: Option<Arc<Beginnings>>,
    /// Inputs from which `rows` was computed; `None` before the first time.
    pub made_from: Option<RowsInput>,
}

/// Inputs of the rows; if one changes, the rows are recomputed.
#[derive(Debug)]
pub struct RowsInput {
    /// Shared texts that were filtered.
    pub texts: Arc<SharedTexts>,
    /// Filter that was applied.
    pub filter: String,
    /// Beginnings that were searched; `None` before they were read.
    pub beginnings: Option<Arc<Beginnings>>,
}

/// Counts the documents that contain a text, each version separately.
pub fn documents_of(text: &SharedText) -> usize {
    text.places.chunk_by(|x, y| x.0 == y.0).count()
}

/// Returns the number of characters in the overlap of two spans.
pub fn common(one: Span, other: Span) -> u32 {
    (one.end.min(other.end)).saturating_sub(one.start.max(other.start))
}

impl SharedTexts {
    /// Creates the list of shared texts found among `documents` documents.
    pub fn of(documents: usize, all: Arc<Vec<SharedText>>) -> Self {
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

    /// Returns all shared texts, the largest amount of text first.
    pub fn all(&self) -> &[SharedText] {
        &self.all
    }

    /// Returns the position of the shared text that covers most of a span, at least half of it; `None` if there is
    /// none.
    pub fn at(&self, document: usize, span: Span) -> Option<usize> {
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
