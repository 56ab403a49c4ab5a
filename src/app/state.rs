//! What the window shows, as plain data. Knows nothing of egui: views read it, `App` changes it.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::bit_terms::BitReasons;
use super::command::Purpose;
use super::copied::{PairView, Passages};
use super::decided::Decided;
use super::document_loaded::Loaded;
use super::errands::Errand;
use super::figures::Figures;
use super::matrix::MatrixView;
use super::pace::time_left;
use super::pair_loaded::PairTexts;
use super::removing::Before;
use super::selection::Selection;
use super::shelf::Shelf;
use super::verdict_filter::OfVerdict;
use crate::compare::{Choices, DistanceHistogram, Fingerprinted, Group, Thresholds};
use crate::i18n::Language;
use crate::import::ImportCause;
use crate::library::DocumentId;
use crate::session::{Document, Findings, Origin, Reading, Status};
use crate::simhash::Recipe;

/// Where the person is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Documents,
    Pairs,
    Matrix,
    Groups,
    Library,
    Settings,
    /// One document, by its position.
    Document(usize),
    /// A document of the library.
    Member(DocumentId),
    /// One pair, by positions.
    Pair(usize, usize),
}

/// A column of the documents table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Name,
    Format,
    Characters,
    /// The total copied share.
    Copied,
    Closest,
    Distance,
    Status,
}

/// Which documents the table shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Show {
    #[default]
    All,
    /// Those in a listed pair.
    Similar,
    /// Failed ones and warnings.
    Problems,
}

/// Reading under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress {
    /// Position in `State::documents` of each document of the running batch.
    pub(super) batch: Vec<usize>,
    pub(super) done: usize,
    /// Being read now.
    pub(super) current: BTreeSet<usize>,
    /// The batch's files are not known yet.
    pub(super) searching: bool,
    /// Nothing is read: fingerprints are made anew from the kept texts.
    pub(super) renewing: bool,
    pub(super) cancelling: bool,
    /// When the batch's files were found.
    pub(super) started: Option<Instant>,
}

impl Progress {
    /// The time that the rest will take if it goes on as until now; `None` while there is too little to tell by.
    pub(super) fn time_left(&self) -> Option<Duration> {
        time_left(self.started?, self.done, self.batch.len())
    }
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

    /// Takes in a batch's files, keeps all documents by name, and moves every position that is kept somewhere.
    pub(super) fn add_batch(&mut self, found: Vec<Document>) {
        let old = self.documents.len();
        let batch_size = found.len();
        self.documents.extend(found);
        let mut order: Vec<usize> = (0..self.documents.len()).collect();
        let key = |d: usize| (self.documents[d].origin, &self.documents[d].name);
        order.sort_by(|&a, &b| key(a).cmp(&key(b)));
        let mut moved = vec![0; order.len()];
        for (to, &from) in order.iter().enumerate() {
            moved[from] = to;
        }
        let mut slots: Vec<Option<Document>> = std::mem::take(&mut self.documents)
            .into_iter()
            .map(Some)
            .collect();
        self.documents = order
            .iter()
            .filter_map(|&from| slots[from].take())
            .collect();
        let to = |page: Page| match page {
            Page::Document(d) => Page::Document(moved[d]),
            // Documents are sorted before and after, so the order within a pair stays.
            Page::Pair(a, b) => Page::Pair(moved[a], moved[b]),
            other => other,
        };
        self.page = to(self.page);
        self.history.iter_mut().for_each(|page| *page = to(*page));
        let mut near = (*self.near).clone();
        for pair in &mut near.pairs {
            (pair.a, pair.b) = (moved[pair.a], moved[pair.b]);
        }
        let mut nearest = vec![None; moved.len()];
        for (from, neighbour) in near.nearest.into_iter().enumerate() {
            nearest[moved[from]] = neighbour.map(|mut n: crate::compare::Neighbour| {
                n.document = moved[n.document];
                n
            });
        }
        near.nearest = nearest;
        self.near = Arc::new(near);
        self.choices = self
            .choices
            .renumbered(|document| moved.get(document).copied());
        self.drop_passages();
        let progress = self.progress.get_or_insert_with(Progress::default);
        progress.searching = false;
        progress.started = Some(Instant::now());
        progress.batch = (old..old + batch_size).map(|d| moved[d]).collect();
        progress.done = progress
            .batch
            .iter()
            .filter(|&&d| self.documents[d].outcome.is_some())
            .count();
        self.before = None;
        self.selection = Selection::default();
        self.changed();
    }

    /// One document is being read again; its old result stays until the new one is there.
    pub(super) fn read_again(&mut self, document: usize) {
        self.progress = Some(Progress {
            batch: vec![document],
            started: Some(Instant::now()),
            ..Progress::default()
        });
    }

    pub(super) fn begin_reading(&mut self, in_batch: usize) {
        if let Some(progress) = &mut self.progress {
            let document = progress.batch[in_batch];
            progress.current.insert(document);
        }
    }

    /// Takes in one result. The rows follow with the next [`State::arrange`]: hundreds of results come in one frame.
    pub(super) fn finish_reading(
        &mut self,
        in_batch: usize,
        outcome: Result<Reading, ImportCause>,
    ) {
        if let Some(progress) = &mut self.progress {
            let document = progress.batch[in_batch];
            progress.current.remove(&document);
            progress.done += 1;
            let again = self.documents[document].outcome.replace(outcome).is_some();
            self.generation += 1;
            if again {
                // Its places have other text now: what was chosen there is void.
                self.choices = self.choices.renumbered(|d| (d != document).then_some(d));
                self.drop_passages();
            }
        }
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

    /// The column that the table is sorted by, and whether ascending.
    pub(super) fn sorted_by(&self) -> (Column, bool) {
        self.sort.unwrap_or(if self.copied().is_some() {
            (Column::Copied, false)
        } else {
            (Column::Distance, true)
        })
    }

    /// Sorts by a column, or the other way round if it is sorted by it; a share begins with the largest.
    pub(super) fn sort_by(&mut self, column: Column) {
        let (sorted, ascending) = self.sorted_by();
        self.sort = Some((
            column,
            if sorted == column {
                !ascending
            } else {
                column != Column::Copied
            },
        ));
        self.arrange();
    }

    /// Filters nothing.
    pub(super) fn show_all(&mut self) {
        self.filter.clear();
        self.show = Show::All;
        self.of_verdict = OfVerdict::Any;
        self.arrange();
    }

    pub(super) fn changed(&mut self) {
        self.arrangement += 1;
        self.generation += 1;
        self.arrange();
    }

    /// Which rows the table shows, in which order.
    pub(super) fn arrange(&mut self) {
        let needle = self.filter.to_lowercase();
        let mut similar = vec![false; self.documents.len()];
        for pair in &self.findings.pairs {
            for document in [pair.a, pair.b] {
                if let Some(similar) = similar.get_mut(document) {
                    *similar = true;
                }
            }
        }
        let of_verdict = self.of_verdict.shown(&self.findings);
        let shown = |d: usize| {
            let document = &self.documents[d];
            // A row appears when its document is done; one that a cancel left unread is a row too.
            let done = document.outcome.is_some() || self.progress.is_none();
            let kind = match self.show {
                Show::All => true,
                Show::Similar => similar[d],
                Show::Problems => document.status() != Status::Ok,
            };
            done && kind
                && of_verdict(d)
                && (needle.is_empty() || document.name.to_lowercase().contains(&needle))
        };
        let mut rows: Vec<usize> = (0..self.checked()).filter(|&d| shown(d)).collect();
        let nearest = |d: usize| self.findings.nearest.get(d).copied().flatten();
        let (column, ascending) = self.sorted_by();
        // Documents are by name, and the sort is stable: equal rows stay by name.
        match column {
            Column::Name => {}
            Column::Format => rows.sort_by_key(|&d| self.documents[d].format),
            Column::Characters => {
                rows.sort_by_key(|&d| self.documents[d].reading().map(|r| r.characters));
            }
            Column::Copied => {
                let share = |d: usize| self.document_shares(d).map_or(-1.0, |s| s.net.share());
                let distance = |d: usize| nearest(d).map_or(u32::MAX, |n| n.distance);
                rows.sort_by(|&x, &y| {
                    (share(x).total_cmp(&share(y)))
                        .then_with(|| distance(y).cmp(&distance(x)))
                        .then_with(|| y.cmp(&x))
                });
            }
            Column::Closest => rows.sort_by_cached_key(|&d| {
                self.closest(d).map_or(usize::MAX, |other| other.document)
            }),
            Column::Distance => rows.sort_by_cached_key(|&d| {
                (self.closest(d).and_then(|other| other.distance)).unwrap_or(u32::MAX)
            }),
            Column::Status => rows.sort_by_key(|&d| Reverse(self.documents[d].status())),
        }
        if !ascending {
            rows.reverse();
        }
        self.rows = rows;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::Metadata;
    use crate::simhash::Fingerprint;

    fn waiting(name: &str) -> Document {
        Document {
            name: name.into(),
            origin: Origin::Checked,
            path: name.into(),
            format: None,
            outcome: None,
        }
    }

    fn reading(bits: u64) -> Reading {
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

    fn compare(state: &mut State) {
        state.set_figures(crate::app::figures::Wanted::of(state).compute());
    }

    #[test]
    fn positions_follow_their_documents_when_more_are_added() {
        let mut state = State::new(Language::English, None);
        state.add_batch(vec![waiting("b"), waiting("d")]);
        state.finish_reading(0, Ok(reading(0)));
        state.finish_reading(1, Ok(reading(1)));
        state.progress = None;
        compare(&mut state);
        state.go(Page::Pair(0, 1));
        state.add_batch(vec![waiting("a"), waiting("c")]);
        assert_eq!(state.page, Page::Pair(1, 3));
        assert_eq!(
            (state.findings.pairs[0].a, state.findings.pairs[0].b),
            (1, 3)
        );
        assert_eq!(state.findings.nearest[1].unwrap().document, 3);
        assert_eq!(
            state.rows.len(),
            2,
            "rows appear when their documents are done"
        );
        state.finish_reading(1, Err(ImportCause::Empty));
        assert_eq!(state.documents[2].status(), Status::Failed);
        state.arrange();
        assert_eq!(state.rows.len(), 3);
    }

    #[test]
    fn rows_are_filtered_sorted_and_a_cleared_list_comes_back() {
        let mut state = State::new(Language::English, None);
        state.add_batch(["甲.txt", "乙.txt", "Bx.txt"].map(waiting).to_vec());
        for (i, bits) in [0, 0xffff_ffff, 1].into_iter().enumerate() {
            state.finish_reading(i, Ok(reading(bits)));
        }
        state.progress = None;
        compare(&mut state);
        let names = |state: &State| {
            state
                .rows
                .iter()
                .map(|&d| state.documents[d].name.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&state).len(), 3);
        state.filter = "bX".to_owned();
        state.arrange();
        assert_eq!(names(&state), ["Bx.txt"]);
        state.filter.clear();
        state.show = Show::Similar;
        state.arrange();
        assert_eq!(names(&state).len(), 2);
        state.clear();
        assert!(state.rows.is_empty());
        state.undo_clear();
        assert_eq!(names(&state).len(), 2);
    }
}
