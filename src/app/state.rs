//! What the window shows, as plain data. Knows nothing of egui: views read it, `App` changes it.

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

/// Where the person is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Documents,
    Pairs,
    Matrix,
    Groups,
    /// The texts that several documents share.
    Shared,
    Library,
    Settings,
    /// One document, by its position.
    Document(usize),
    /// A document of the library.
    Member(DocumentId),
    /// One pair, by positions.
    Pair(usize, usize),
}

/// A message that stays until it is dismissed or replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Notice {
    pub(super) text: String,
    pub(super) kind: NoticeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoticeKind {
    Information,
    Error,
    /// The list was emptied: offers to undo that.
    Cleared,
    /// Passages were not looked for to the end: offers to do it again.
    NotCompared,
    /// Documents were taken out of the library: offers to undo that.
    Removed,
    /// A passage or pair was decided to be no plagiarism: offers to undo that.
    Decided,
    /// A saved check was removed: offers to undo that.
    RemovedCheck,
}

/// A path being typed.
#[derive(Clone, Debug)]
pub(super) struct PathField {
    pub(super) purpose: Purpose,
    /// Why the field is shown, if not by the person's wish.
    pub(super) no_dialog: bool,
    pub(super) text: String,
    /// It was opened just now, and takes the keyboard.
    pub(super) fresh: bool,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "switches of different pages that have nothing to do with each other"
)]
#[derive(Debug)]
pub(super) struct State {
    /// All files, by name.
    pub(super) documents: Vec<Document>,
    /// What fingerprints and, once they are found, passages say.
    pub(super) findings: Findings,
    /// What fingerprints alone say.
    pub(super) near: Arc<Findings>,
    /// Positions in `findings.pairs`: the largest copied share first, then the nearest.
    pub(super) ranked: Vec<usize>,
    /// What the listed pairs connect.
    pub(super) groups: Vec<Group>,
    pub(super) passages: Passages,
    /// What counts, as the person chose it.
    pub(super) choices: Choices,
    /// Counts changes of `passages` and `choices`, from which the findings follow.
    pub(super) copied_version: u64,
    /// Counts changes of `documents`, so that what was computed from older ones is known as such.
    pub(super) generation: u64,
    /// Counts changes of which documents there are in which order: positions of an earlier one name others.
    pub(super) arrangement: u64,
    /// Counts changes of `findings`.
    pub(super) findings_version: u64,
    pub(super) progress: Option<Progress>,
    pub(super) page: Page,
    pub(super) history: Vec<Page>,
    /// The column that the person sorts by, and whether ascending; `None`: the most copied first, or the nearest.
    pub(super) sort: Option<(Column, bool)>,
    pub(super) filter: String,
    pub(super) show: Show,
    pub(super) of_verdict: OfVerdict,
    /// Positions of the documents that the table shows, in its order.
    pub(super) rows: Vec<usize>,
    pub(super) max_distance: Option<u32>,
    /// The least share, in percent, that links two documents of a group.
    pub(super) least_link: u32,
    /// Possible passages are shown, with a column of their own.
    pub(super) possible: bool,
    /// How texts become fingerprints, as the person chose it.
    pub(super) recipe: Recipe,
    /// What made those of `documents`.
    pub(super) fingerprints_by: Recipe,
    pub(super) language: Language,
    pub(super) decided: Decided,
    pub(super) notice: Option<Notice>,
    pub(super) field: Option<PathField>,
    /// A system dialog is open, for this.
    pub(super) dialog: Option<Purpose>,
    pub(super) matrix: MatrixView,
    pub(super) pair: PairView,
    /// The texts of the pair that the page shows.
    pub(super) pair_texts: Option<PairTexts>,
    /// The text of the document that the page shows.
    pub(super) document_text: Option<Loaded>,
    /// What is looked for in it.
    pub(super) find: String,
    /// What decided the bits of the pair that the page shows.
    pub(super) bit_reasons: Option<Result<Arc<BitReasons>, Arc<str>>>,
    pub(super) hovering_files: bool,
    /// The distances of all pairs, for the settings.
    pub(super) histogram: Option<Arc<DistanceHistogram>>,
    pub(super) shelf: Shelf,
    /// What is being done beside.
    pub(super) errands: Vec<Errand>,
    /// A picture of the matrix is being written.
    pub(super) drawing: bool,
    /// New documents are compared with the library, too.
    pub(super) against_library: bool,
    /// What the page of shared texts shows.
    pub(super) shared: SharedView,
    /// Marked rows of the documents table.
    pub(super) selection: Selection,
    /// The list as it was before something was taken out of it.
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

    /// Bits of a fingerprint by the recipe of the listed ones.
    pub(super) fn fingerprint_bits(&self) -> u32 {
        self.fingerprints_by.width()
    }

    pub(super) fn fingerprinted(&self) -> Vec<Fingerprinted> {
        self.documents.iter().map(Document::fingerprinted).collect()
    }

    /// How many documents have this status.
    pub(super) fn count(&self, status: Status) -> usize {
        self.documents[..self.checked()]
            .iter()
            .filter(|d| d.status() == status)
            .count()
    }

    /// How many documents are checked; those after them are the library's.
    pub(super) fn checked(&self) -> usize {
        self.documents
            .partition_point(|document| document.origin == Origin::Checked)
    }

    /// Leaves the pages of documents that are not there any more.
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

    /// Takes in what follows from documents, thresholds and choices.
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

    /// A document that was not read yet.
    pub(in crate::app) fn waiting(name: &str) -> Document {
        Document {
            name: name.into(),
            origin: Origin::Checked,
            path: name.into(),
            format: None,
            outcome: None,
        }
    }

    /// What was read of a document with this fingerprint.
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

    /// All that follows from the documents.
    pub(in crate::app) fn compare(state: &mut State) {
        state.set_figures(crate::app::figures::Wanted::of(state).compute());
    }
}
