//! View of the page of shared texts, and its commands.

use std::sync::Arc;

use crate::identity::Identity;
use chachong_check::{GivenPieces, SharedTexts};
use chachong_compare::{DocumentIndex, SharedText, Span, TextDecision};

/// Beginning of each shared text, in list order; empty for a text whose document can no longer be read.
pub type Beginnings = Vec<Arc<str>>;

/// Part of the page of shared texts that is displayed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SharedPart {
    /// Text and code of the assignment, which all students were given.
    Assignment,
    /// Texts that several documents share.
    #[default]
    Shared,
    /// Program code that several documents share.
    Code,
}

/// Commands of the page of shared texts. A `usize` is the position of a text in the unfiltered list of its part.
#[derive(Clone, Debug)]
pub enum SharedCommand {
    /// List only texts whose beginning contains the query, or that occur in a document whose name, record
    /// or submission contains it.
    Filter(String),
    /// Select a text. `true` also shows the text instead of the list if the window has no room for both.
    Choose(usize, bool),
    /// Show the list instead of the text, if the window has no room for both.
    List,
    /// Record that the selected row has been scrolled into view.
    RowShown,
    /// Set the person's decision on a text of this part; `None` withdraws it.
    Decide(SharedPart, usize, Option<TextDecision>),
    /// Open the page and select a text of this part, which must not be [`SharedPart::Assignment`].
    Show(SharedPart, usize),
    /// Open the page and display this part.
    Part(SharedPart),
}

/// View of the page of shared texts.
#[derive(Debug, Default)]
pub struct SharedView {
    /// Part of the page that is displayed.
    pub part: SharedPart,
    /// Pieces of the assignment; `None` until they have been found.
    pub given: Option<Arc<GivenPieces>>,
    /// Typed text that filters the shared texts.
    pub filter: String,
    /// Positions of the listed texts in the unfiltered list of the part.
    pub rows: Vec<usize>,
    /// Position of the selected text in the unfiltered list of the displayed `part`; 0 if no row is listed.
    pub chosen: usize,
    /// Whether the text is shown instead of the list when there is no room for both.
    pub open: bool,
    /// Document and span of the first place of the selected text, by which it is found again in another list; `None` if no text is
    /// selected.
    pub chosen_at: Option<(DocumentIndex, Span)>,
    /// Whether the list scrolls to the selected text, because keys or another page selected it.
    pub follow: bool,
    /// Beginnings of all texts of the part; `None` until they have been read.
    pub beginnings: Option<Arc<Beginnings>>,
    /// Inputs from which `rows` was computed; `None` before the first time.
    pub made_from: Option<RowsInput>,
}

/// Inputs from which the rows of the page of shared texts are computed. The rows are computed again when an input changes.
#[derive(Debug, PartialEq)]
pub struct RowsInput {
    /// Shared texts that were filtered.
    pub texts: Identity<SharedTexts>,
    /// Filter that was applied.
    pub filter: String,
    /// Identity of the beginnings that were searched, or of no value before they were read.
    pub beginnings: Identity<Beginnings>,
}

/// Counts the documents that contain a text. Versions of one thesis count separately.
pub fn documents_of(text: &SharedText) -> usize {
    text.places.chunk_by(|x, y| x.0 == y.0).count()
}
