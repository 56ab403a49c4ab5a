//! State that the window shows, as plain data: views read it, `App` changes it.

use std::sync::Arc;

use super::batch::Progress;
use super::bit_terms::BitReasons;
use super::command::Purpose;
use super::copied::{PairView, Passages};
use super::decided::Decided;
use super::document_loaded::Loaded;
use super::errands::Errand;
use super::figures::Figures;
use super::matrix::MatrixView;
use super::pair_loaded::PairTexts;
use super::preferences::LEAST_LINK;
use super::removing::Before;
use super::selection::Selection;
use super::shared_texts::SharedView;
use super::shelf::Shelf;
use super::table::{Column, Show};
use super::verdict_filter::OfVerdict;
use crate::compare::{Choices, DistanceHistogram, Fingerprinted, Group, Thresholds};
use crate::i18n::Language;
use crate::library::DocumentId;
use crate::session::{Document, Findings, Origin, Status};
use crate::simhash::Recipe;

/// Page that the window shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Documents,
    Pairs,
    Matrix,
    Groups,
    /// Texts that several documents share.
    Shared,
    Library,
    Settings,
    /// One document, by its position.
    Document(usize),
    /// Document of the library.
    Member(DocumentId),
    /// Pair of documents, by their positions.
    Pair(usize, usize),
}

/// Message above the page that stays until it is dismissed or replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Notice {
    pub(super) text: String,
    pub(super) kind: NoticeKind,
}

/// Kind of a notice: its colour, and the button that it offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoticeKind {
    Information,
    Error,
    /// Documents were removed from the list: offers undo.
    Cleared,
    /// Passages were not searched to the end: offers to search again.
    NotCompared,
    /// Documents were removed from the library: offers undo.
    Removed,
    /// A passage or pair was decided to be no plagiarism: offers undo.
    Decided,
    /// A saved check was removed: offers undo.
    RemovedCheck,
}

/// Field in which a path is typed.
#[derive(Clone, Debug)]
pub(super) struct PathField {
    pub(super) purpose: Purpose,
    /// Whether the field is shown because no system dialog could be opened.
    pub(super) no_dialog: bool,
    pub(super) text: String,
    /// Whether the field was opened just now and takes the keyboard.
    pub(super) fresh: bool,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "switches of different pages that have nothing to do with each other"
)]
#[derive(Debug)]
pub(super) struct State {
    /// Documents of the check and, after them, of the library; each sorted by name.
    pub(super) documents: Vec<Document>,
    /// Findings by fingerprints and, once known, by passages.
    pub(super) findings: Findings,
    /// Findings by fingerprints alone.
    pub(super) near: Arc<Findings>,
    /// Indices in `findings.pairs`: largest copied share first, then the nearest.
    pub(super) ranked: Vec<usize>,
    /// Groups of documents that the listed pairs link.
    pub(super) groups: Vec<Group>,
    pub(super) passages: Passages,
    /// Choices of the person: what counts.
    pub(super) choices: Choices,
    /// Counter of changes to `passages` and `choices`, on which the findings depend.
    pub(super) copied_version: u64,
    /// Counter of changes to `documents`; results computed for an earlier generation are outdated.
    pub(super) generation: u64,
    /// Counter of changes to the list and order of documents; positions of an earlier arrangement name other documents.
    pub(super) arrangement: u64,
    /// Counter of changes to `findings`.
    pub(super) findings_version: u64,
    pub(super) progress: Option<Progress>,
    pub(super) page: Page,
    pub(super) history: Vec<Page>,
    /// Column that the person sorts by, and whether ascending; `None`: most copied first, or nearest first.
    pub(super) sort: Option<(Column, bool)>,
    pub(super) filter: String,
    pub(super) show: Show,
    pub(super) of_verdict: OfVerdict,
    /// Positions of the documents that the table shows, in its order.
    pub(super) rows: Vec<usize>,
    pub(super) max_distance: Option<u32>,
    /// Minimum share, in percent, that links two documents of a group.
    pub(super) least_link: u32,
    /// Whether possible passages are shown, with a column of their own.
    pub(super) possible: bool,
    /// Recipe that the person chose for making fingerprints.
    pub(super) recipe: Recipe,
    /// Recipe that made the fingerprints of `documents`.
    pub(super) fingerprints_by: Recipe,
    pub(super) language: Language,
    pub(super) decided: Decided,
    pub(super) notice: Option<Notice>,
    pub(super) field: Option<PathField>,
    /// Purpose of the system dialog that is open; `None` if none is open.
    pub(super) dialog: Option<Purpose>,
    pub(super) matrix: MatrixView,
    pub(super) pair: PairView,
    /// Texts of the pair on the page; `None` until they are loaded.
    pub(super) pair_texts: Option<PairTexts>,
    /// Text of the document on the page; `None` until it is loaded.
    pub(super) document_text: Option<Loaded>,
    /// Find query in the text of the document on the page.
    pub(super) find: String,
    /// Words that decided the bits of the pair on the page; `None` until they are computed.
    pub(super) bit_reasons: Option<Result<Arc<BitReasons>, Arc<str>>>,
    pub(super) hovering_files: bool,
    /// Histogram of all pairs' distances, for the settings.
    pub(super) histogram: Option<Arc<DistanceHistogram>>,
    pub(super) shelf: Shelf,
    /// Errands under way beside the main work.
    pub(super) errands: Vec<Errand>,
    /// Whether a picture of the matrix is being written.
    pub(super) drawing: bool,
    /// Whether new documents are compared with the library too.
    pub(super) against_library: bool,
    /// View of the page of shared texts.
    pub(super) shared: SharedView,
    /// Selected rows of the documents table.
    pub(super) selection: Selection,
    /// Snapshot of the list before the last removal, for undo.
    pub(super) before: Option<Before>,
}

impl State {
    pub(super) fn new(language: Language, max_distance: Option<u32>) -> Self {
        Self {
            documents: Vec::new(),
            findings: Findings::default(),
            near: Arc::default(),
            ranked: Vec::new(),
            groups: Vec::new(),
            passages: Passages::default(),
            choices: Choices::default(),
            copied_version: 0,
            generation: 0,
            arrangement: 0,
            findings_version: 0,
            progress: None,
            page: Page::Documents,
            history: Vec::new(),
            sort: None,
            filter: String::new(),
            show: Show::All,
            of_verdict: OfVerdict::Any,
            rows: Vec::new(),
            max_distance,
            least_link: LEAST_LINK,
            possible: false,
            recipe: Recipe::THESIS,
            fingerprints_by: Recipe::THESIS,
            language,
            decided: Decided::default(),
            notice: None,
            field: None,
            dialog: None,
            matrix: MatrixView::default(),
            pair: PairView::default(),
            pair_texts: None,
            document_text: None,
            find: String::new(),
            bit_reasons: None,
            hovering_files: false,
            histogram: None,
            shelf: Shelf::default(),
            errands: Vec::new(),
            drawing: false,
            against_library: true,
            shared: SharedView::default(),
            selection: Selection::default(),
            before: None,
        }
    }

    pub(super) fn thresholds(&self) -> Thresholds {
        Thresholds {
            max_distance: self.max_distance,
            width: self.fingerprints_by.width(),
        }
    }

    /// Returns the number of bits of a fingerprint by the recipe of the listed ones.
    pub(super) fn fingerprint_bits(&self) -> u32 {
        self.fingerprints_by.width()
    }

    pub(super) fn fingerprinted(&self) -> Vec<Fingerprinted> {
        self.documents.iter().map(Document::fingerprinted).collect()
    }

    /// Counts the checked documents with this status.
    pub(super) fn count(&self, status: Status) -> usize {
        self.documents[..self.checked()]
            .iter()
            .filter(|d| d.status() == status)
            .count()
    }

    /// Counts the checked documents; the documents after them are the library's.
    pub(super) fn checked(&self) -> usize {
        self.documents
            .partition_point(|document| document.origin == Origin::Checked)
    }

    /// Leaves pages of documents that are no longer in the list.
    pub(super) fn leave_what_is_gone(&mut self) {
        let documents = self.documents.len();
        let is_there = |page: &Page| match *page {
            Page::Document(document) => document < documents,
            Page::Pair(a, b) => a.max(b) < documents,
            _ => true,
        };
        self.history.retain(is_there);
        if !is_there(&self.page) {
            self.back();
        }
    }

    pub(super) fn go(&mut self, page: Page) {
        if page != self.page {
            self.history.push(self.page);
            self.page = page;
            self.pair = PairView::default();
            if let Page::Document(_) = page {
                self.find.clear();
            }
        }
    }

    pub(super) fn back(&mut self) {
        self.page = self.history.pop().unwrap_or(Page::Documents);
        self.pair = PairView::default();
    }

    /// Takes over the results computed from documents, thresholds and choices.
    pub(super) fn set_figures(&mut self, figures: Figures) {
        self.findings_version += 1;
        self.near = figures.near;
        self.findings = figures.findings;
        self.ranked = figures.ranked;
        self.groups = figures.groups;
        if let (Passages::Found(copied), Some(shares)) = (&mut self.passages, figures.shares) {
            copied.shares = shares;
        }
        self.arrange();
    }

    pub(super) fn changed(&mut self) {
        self.arrangement += 1;
        self.generation += 1;
        self.arrange();
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::import::Metadata;
    use crate::session::Reading;
    use crate::simhash::Fingerprint;

    /// Document that was not read yet.
    pub(in crate::app) fn waiting(name: &str) -> Document {
        Document {
            name: name.into(),
            origin: Origin::Checked,
            path: name.into(),
            format: None,
            outcome: None,
        }
    }

    /// Result of reading a document with this fingerprint.
    pub(in crate::app) fn reading(bits: u64) -> Reading {
        Reading {
            characters: 10,
            countable: 9,
            kept: None,
            fingerprint: Some(Fingerprint(bits)),
            pages: Vec::new(),
            encoding: None,
            reader: None,
            metadata: Box::new(Metadata::default()),
            warnings: Vec::new(),
            text: crate::session::KeptText::new(
                &crate::import::decode_text("夜".as_bytes()).unwrap(),
            ),
            counted: Arc::default(),
        }
    }

    /// Computes everything that depends on the documents.
    pub(in crate::app) fn compare(state: &mut State) {
        state.set_figures(crate::app::figures::Wanted::of(state).compute());
    }
}
