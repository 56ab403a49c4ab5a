//! Texts that several documents share, as the page shows them.

use std::sync::Arc;

use crate::identity::Identity;
use chachong_check::{GivenPieces, SharedTexts};
use chachong_compare::{DocumentIndex, SharedText, Span, TextDecision};

/// Beginnings of the shared texts, in list order; empty if a document can no longer be read.
pub type Beginnings = Vec<Arc<str>>;

/// Part of the page of shared texts that is listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SharedPart {
    /// Text and code that was taken for given: the assignment.
    Assignment,
    /// Texts that several documents share.
    #[default]
    Shared,
    /// Program code that several documents share.
    Code,
}

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
    /// Set the person's decision on a text of this part; `None` takes it back.
    Decide(SharedPart, usize, Option<TextDecision>),
    /// Go to the page and choose this text of this part, which is no assignment.
    Show(SharedPart, usize),
    /// Go to the page and list this part of it.
    Part(SharedPart),
}

/// View of the page of shared texts.
#[derive(Debug, Default)]
pub struct SharedView {
    /// Part of the page that is listed.
    pub part: SharedPart,
    /// Pieces of the assignment; `None` until they have been found.
    pub given: Option<Arc<GivenPieces>>,
    /// Typed text that filters the shared texts.
    pub filter: String,
    /// Positions of the listed texts.
    pub rows: Vec<usize>,
    /// Position of the selected text.
    pub chosen: usize,
    /// Whether the text is shown instead of the list when there is no room for both.
    pub open: bool,
    /// First place of the selected text, by which it is found again in another list.
    pub chosen_at: Option<(DocumentIndex, Span)>,
    /// Whether the list scrolls to the selected text, because keys or another page selected it.
    pub follow: bool,
    /// Beginnings of all texts; `None` until they have been read.
    pub beginnings: Option<Arc<Beginnings>>,
    /// Inputs from which `rows` was computed; `None` before the first time.
    pub made_from: Option<RowsInput>,
}

/// Inputs of the rows, which are computed again when one of them changes.
#[derive(Debug, PartialEq)]
pub struct RowsInput {
    /// Shared texts that were filtered.
    pub texts: Identity<SharedTexts>,
    /// Filter that was applied.
    pub filter: String,
    /// Beginnings that were searched; of no value before they were read.
    pub beginnings: Identity<Beginnings>,
}

/// Counts the documents that contain a text, each version separately.
pub fn documents_of(text: &SharedText) -> usize {
    text.places.chunk_by(|x, y| x.0 == y.0).count()
}

/// Returns the number of characters in the overlap of two spans.
pub fn common(one: Span, other: Span) -> u32 {
    (one.end.min(other.end)).saturating_sub(one.start.max(other.start))
}
