//! State that the window shows, as plain data. Views read it; only the window's `App` changes it.

mod busy;
mod export;
mod leads;
mod recheck;
mod renewal;
mod shared_places;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::attribution_filter::AttributionFilter;
use crate::background_task::BackgroundTask;
use crate::cases::CasesView;
use crate::columns::{Column, Show, SubmissionField};
use crate::decision_filter::DecisionFilter;
use crate::decisions::Decisions;
use crate::dump_dialog::{DumpDialog, DumpPreviews};
use crate::evidence::FirstPairs;
use crate::export::{ExportDialog, ExportProgress};
use crate::identity::Identity;
use crate::leads::{CheckLeads, LeadsView};
use crate::library_view::LibraryView;
use crate::matrix_view::MatrixView;
use crate::page::{Notice, Page, PasswordField, PathField, pair_page};
use crate::pair_table::PairTable;
use crate::pair_view::PairView;
use crate::passages::Passages;
use crate::preferences::LEAST_LINK;
use crate::program_folders::ProgramFolders;
use crate::progress::Progress;
use crate::purpose::Purpose;
use crate::recheck::{CheckRecheck, RecheckView};
use crate::row_names::RowNames;
use crate::selection::Selection;
use crate::server::ServerDialog;
use crate::shared_view::SharedView;
use crate::submission_changes::{ListDialog, StudentDialog};
use crate::submissions::NotedRows;
use crate::verdict_filter::VerdictFilter;
use chachong_check::{
    CheckResult, Document, Evidence, KeptText, Origin, Status, SubmissionSettings,
};
use chachong_compare::{Choices, DocumentIndex, Group, Thresholds};
use chachong_import::{Containment, Passwords};
use chachong_jobs::BlindReview;
use chachong_messages::Language;
use chachong_record::{Corrections, RecordField};
use chachong_simhash::Recipe;

/// Displayed check: its documents and results.
#[derive(Debug)]
pub struct Check {
    /// Result of the check under the choices and settings that were last applied. Documents of the check come first, sorted by name, then
    /// those of libraries.
    pub result: Arc<CheckResult>,
    /// Evidence that the findings of `result` are ranked by: until the figures are computed again, its evidence may be newer.
    pub(crate) ranked_by: Identity<Evidence>,
    /// Groups of documents that the listed pairs link.
    pub groups: Vec<Group>,
    /// State of the search for passages.
    pub passages: Passages,
    /// Strongest finding about each document.
    pub first_pairs: FirstPairs,
    /// The rows: submissions with their documents and findings.
    pub(crate) submissions: NotedRows,
    /// Leads to rewritten and translated passages, which are only searched for on request.
    pub leads: CheckLeads,
    /// Comparison with an earlier check, which is made only on request.
    pub recheck: CheckRecheck,
    /// Choices of the person about what counts as copied. The result is updated to follow them.
    pub choices: Arc<Choices>,
    /// Choices with which the last search for passages began.
    pub(crate) searched_choices: Arc<Choices>,
    /// Class list, and the submissions that the person merged, split and named. The result is updated to follow them.
    pub submission_settings: Arc<SubmissionSettings>,
    /// Whether names are hidden, and the pseudonyms; `None` if names were never hidden.
    pub blind: Option<BlindReview>,
    /// Number of changes to the list of documents or their contents so far. Results computed at a lower number are outdated.
    pub generation: u64,
    /// Number of changes to the order of documents so far. Positions noted at a lower number are invalid.
    pub arrangement: u64,
    /// Progress of the batch that is being read; `None` while none is.
    pub progress: Option<Progress>,
    /// Times of the decisions about passages, and the changes that can be undone.
    pub decisions: Decisions,
    /// Corrections that the person made to bibliographic records. They are kept when the list is cleared, in case the same files are
    /// added again.
    pub corrections: Corrections,
}

/// State of the documents table.
#[derive(Debug, Default)]
pub struct Table {
    /// Column that the person sorts by, and whether ascending. If `None`, [`State::sorted_by`] chooses the column.
    pub sort: Option<(Column, bool)>,
    /// Typed text that filters the documents, and the pairs, by the names, bibliographic records and submissions of documents.
    pub filter: String,
    /// Kind of documents that the table shows.
    pub show: Show,
    /// Verdict or kind of evidence that some pair of a document must have for the document to be shown.
    pub verdict: VerdictFilter,
    /// Decision that a person must have made about a document for it to be shown.
    pub decision: DecisionFilter,
    /// Positions of the documents in the table, in display order.
    pub rows: Vec<DocumentIndex>,
    /// Number of rows that pass the filters, without the documents shown below an unfolded row.
    pub shown: usize,
    /// Checked documents with pages that text recognition could still read.
    pub unrecognised: Vec<DocumentIndex>,
    /// Fields of the bibliographic record that some checked document states.
    pub fields: Vec<RecordField>,
    /// Fields of submissions that are known for some checked submission.
    pub submission_fields: Vec<SubmissionField>,
    /// Main documents ([`Theses::main`](chachong_compare::Theses::main)) of the unfolded submissions, whose other documents are shown as
    /// rows below.
    pub unfolded: BTreeSet<DocumentIndex>,
    /// What the names of the rows have in common.
    pub names: Arc<RowNames>,
    /// State of the table of pairs.
    pub pairs: PairTable,
    /// Selected rows of the documents table.
    pub selection: Selection,
}

/// Settings that change results or what is shown.
#[derive(Debug)]
pub struct Settings {
    /// Maximum distance of listed pairs, in bits; `None` if it depends on the length of the texts.
    pub max_distance: Option<u32>,
    /// Minimum share, in percent, that links two documents of a group.
    pub least_link: u32,
    /// Whether possible passages, which are too weak to count, are shown, with a separate column.
    pub possible: bool,
    /// Recipe that the person chose for making fingerprints.
    pub recipe: Recipe,
    /// Whether new documents are compared with the library too.
    pub against_library: bool,
    /// Passwords for archives that the person entered. They are never saved.
    pub passwords: Passwords,
}

/// State of everything around the pages: notice, fields, dialogs, background tasks.
#[derive(Debug, Default)]
pub struct Shell {
    /// Message above the page; `None` without one.
    pub notice: Option<Notice>,
    /// Field for typing a path; `None` if it is not open.
    pub field: Option<PathField>,
    /// Field for the password of an archive; `None` if it is not open.
    pub password: Option<PasswordField>,
    /// Purpose of the open system dialog; `None` if none is open.
    pub dialog: Option<Purpose>,
    /// Whether files are dragged over the window.
    pub hovering_files: bool,
    /// Export dialog; `None` if it is not open.
    pub export: Option<ExportDialog>,
    /// Dialog for a library on a server; `None` if it is not open.
    pub server: Option<ServerDialog>,
    /// Dialog for the student of a submission; `None` if it is not open.
    pub student: Option<StudentDialog>,
    /// Dialog for the class list; `None` if it is not open.
    pub class_list: Option<ListDialog>,
    /// Dialog for adding dumps to the library; `None` if it is not open.
    pub dump_dialog: Option<DumpDialog>,
    /// Whether the list of unread files is open.
    pub not_read: bool,
    /// Progress of the reports being written; `None` if none are.
    pub exporting: Option<Arc<ExportProgress>>,
    /// Background tasks that are displayed, in the order in which they began.
    pub tasks: Vec<BackgroundTask>,
    /// Whether the welcome page is shown.
    pub welcome: bool,
    /// Version and git revision of the program.
    pub version: String,
    /// Folders of the program's own data, besides the library.
    pub folders: ProgramFolders,
    /// Diagnostic information as last copied; `None` before the first time.
    pub diagnostics: Option<String>,
    /// How file readers are sandboxed, for the page about the program.
    pub containment: AskedContainment,
}

/// Result of asking how file readers are sandboxed.
#[derive(Debug, Default, PartialEq, Eq)]
pub enum AskedContainment {
    /// No reader has answered yet.
    #[default]
    NotAnswered,
    /// No reader could be started.
    Unknown,
    /// Sandbox that a reader reported.
    Known(Containment),
}

/// Everything that the window displays.
#[derive(Debug)]
pub struct State {
    /// Displayed check: its documents and results.
    pub check: Check,
    /// State of the documents table.
    pub table: Table,
    /// Settings that change results or what is shown.
    pub settings: Settings,
    /// State of the window around the pages: notice, fields, dialogs, background tasks.
    pub shell: Shell,
    /// Displayed page.
    pub page: Page,
    /// Previously displayed pages, the latest last.
    pub history: Vec<Page>,
    /// Language of the window.
    pub language: Language,
    /// State of the matrix page.
    pub matrix: MatrixView,
    /// State of the pair page.
    pub pair: PairView,
    /// Attribution that a passage must have to be shown, on the pages of documents and pairs.
    pub attribution: AttributionFilter,
    /// Whether reference lists show only the entries with remarks.
    pub only_remarked: bool,
    /// Whether reference lists show only the entries that no library has.
    pub only_not_found: bool,
    /// Typed query for finding text in the displayed document.
    pub find: String,
    /// Library and its contents as the window displays them.
    pub library: LibraryView,
    /// Cases of the library as the window displays them.
    pub cases: CasesView,
    /// State of the page of shared texts.
    pub shared: SharedView,
    /// State of the page of leads.
    pub leads_view: LeadsView,
    /// State of the page of the comparison with an earlier check.
    pub recheck_view: RecheckView,
}

impl Check {
    /// Returns the number of bits in the displayed fingerprints.
    pub fn fingerprint_bits(&self) -> u32 {
        self.result.recipe.width()
    }

    /// Returns the result, to be changed in place. It is copied first if it is shared.
    pub fn result_mut(&mut self) -> &mut CheckResult {
        Arc::make_mut(&mut self.result)
    }

    /// Returns the documents, to be changed in place. Results computed from them are not updated.
    pub fn documents_mut(&mut self) -> &mut Vec<Document> {
        Arc::make_mut(&mut self.result_mut().documents)
    }

    /// Counts the checked documents with this status.
    pub fn count(&self, status: Status) -> usize {
        self.result.documents[..self.checked()]
            .iter()
            .filter(|d| d.status() == status)
            .count()
    }

    /// Returns the stored text of a document; `None` for one that was not read.
    pub fn kept_text(&self, position: DocumentIndex) -> Option<&KeptText> {
        Some(&self.result.document(position)?.content()?.text)
    }

    /// Counts the checked documents; library documents come after them.
    pub fn checked(&self) -> usize {
        (self.result.documents).partition_point(|document| document.origin == Origin::Checked)
    }

    /// Returns the positions of the checked documents, in order.
    pub fn checked_positions(&self) -> impl Iterator<Item = DocumentIndex> + use<> {
        (0..self.checked()).map(DocumentIndex)
    }

    /// Returns whether the document at this position is a checked one rather than one of a library; `false` if there is
    /// none.
    pub fn is_checked(&self, position: DocumentIndex) -> bool {
        let document = self.result.document(position);
        document.is_some_and(|document| document.origin == Origin::Checked)
    }
}

impl Table {
    /// Returns whether the submission with this main document is unfolded, so that its other documents are shown as rows.
    pub fn is_unfolded(&self, document: DocumentIndex) -> bool {
        self.unfolded.contains(&document)
    }

    /// Returns what was typed to filter by, without white space around it and in lower case.
    pub fn needle(&self) -> String {
        self.filter.trim().to_lowercase()
    }
}

impl Shell {
    /// Returns whether a dialog is open over the page, so that keys do not act on the page.
    pub const fn has_dialog(&self) -> bool {
        self.export.is_some()
            || self.server.is_some()
            || self.student.is_some()
            || self.class_list.is_some()
            || self.dump_dialog.is_some()
            || self.not_read
    }

    /// Stores the background tasks that are displayed; without an export among them its progress is dropped.
    pub fn show_tasks(&mut self, tasks: Vec<BackgroundTask>) {
        if !tasks.contains(&BackgroundTask::Export) {
            self.exporting = None;
        }
        self.tasks = tasks;
    }

    /// Opens the field for typing a path; `no_dialog` if it replaces a missing system dialog.
    pub fn open_field(&mut self, purpose: Purpose, no_dialog: bool) {
        let text = if purpose.is_saving() {
            let folder = std::env::home_dir().unwrap_or_default();
            let file = folder.join(purpose.default_file_name());
            file.display().to_string()
        } else {
            String::new()
        };
        self.field = Some(PathField {
            purpose,
            no_dialog,
            text,
            fresh: true,
        });
    }

    /// Opens the field for the password of an archive.
    pub fn ask_password(&mut self, archive: &Document) {
        self.password = Some(PasswordField {
            path: archive.path.clone(),
            name: archive.name.clone(),
            text: String::new(),
            fresh: true,
        });
    }

    /// Stores previews of dumps in their dialog if it is still open; otherwise drops them.
    pub fn show_previews(&mut self, previews: DumpPreviews) {
        if let Some(dialog) = &mut self.dump_dialog {
            dialog.seen = Some(previews);
        }
    }
}

impl State {
    /// Returns the initial state: no documents, no library, default settings. `max_distance` is in bits; `None` makes it depend on
    /// the length of the texts.
    pub fn new(language: Language, max_distance: Option<u32>) -> Self {
        Self {
            check: Check {
                result: Arc::new(empty(Recipe::THESIS)),
                ranked_by: Identity::default(),
                groups: Vec::new(),
                passages: Passages::default(),
                first_pairs: FirstPairs::default(),
                submissions: NotedRows::default(),
                leads: CheckLeads::default(),
                recheck: CheckRecheck::default(),
                choices: Arc::default(),
                searched_choices: Arc::default(),
                submission_settings: Arc::default(),
                blind: None,
                generation: 0,
                arrangement: 0,
                progress: None,
                decisions: Decisions::default(),
                corrections: Corrections::default(),
            },
            table: Table::default(),
            settings: Settings {
                max_distance,
                least_link: LEAST_LINK,
                possible: false,
                recipe: Recipe::THESIS,
                against_library: true,
                passwords: Passwords::default(),
            },
            shell: Shell {
                version: chachong_log::VERSION.to_owned(),
                ..Shell::default()
            },
            page: Page::Documents,
            history: Vec::new(),
            language,
            matrix: MatrixView::default(),
            pair: PairView::default(),
            attribution: AttributionFilter::Any,
            only_remarked: false,
            only_not_found: false,
            find: String::new(),
            library: LibraryView::default(),
            cases: CasesView::default(),
            shared: SharedView::default(),
            leads_view: LeadsView::default(),
            recheck_view: RecheckView::default(),
        }
    }

    /// Returns the present thresholds: the distances of fingerprints up to which pairs are listed.
    pub fn thresholds(&self) -> Thresholds {
        Thresholds {
            max_distance: self.settings.max_distance,
            width: self.check.result.recipe.width(),
        }
    }

    /// Updates the positions of documents in pages and dialogs after documents moved. `to` returns the new position of a document;
    /// `None` if it is gone: then its pages are left and its dialogs are closed.
    pub(crate) fn follow_documents(&mut self, to: impl Fn(DocumentIndex) -> Option<DocumentIndex>) {
        let page = |page: &Page| match *page {
            Page::Document(document) => to(document).map(Page::Document),
            Page::Pair(a, b) => Some(pair_page(to(a)?, to(b)?)),
            other => Some(other),
        };
        self.history = self.history.iter().filter_map(page).collect();
        match page(&self.page) {
            Some(page) => self.page = page,
            None => self.back(),
        }
        let shell = &mut self.shell;
        shell.student = (shell.student.take()).and_then(|dialog| {
            let document = to(dialog.document)?;
            Some(StudentDialog { document, ..dialog })
        });
        shell.export = (shell.export.take()).and_then(|dialog| {
            let scope = dialog.scope.moved(&to)?;
            Some(ExportDialog { scope, ..dialog })
        });
    }

    /// Opens a page and adds the previous one to the history.
    pub fn go(&mut self, page: Page) {
        if page != self.page {
            self.history.push(self.page);
            self.page = page;
            self.pair = self.opening_view(page);
            if let Page::Document(_) = page {
                self.find.clear();
            }
            if page == Page::Shared {
                self.open_shared_part();
            }
        }
    }

    /// Returns to the previous page, or to the documents table if there is none.
    pub fn back(&mut self) {
        self.page = self.history.pop().unwrap_or(Page::Documents);
        self.pair = self.opening_view(self.page);
    }

    /// Updates everything that depends on the positions of documents after some were added, removed or moved: rows, leads, and the
    /// comparison with an earlier check.
    pub fn changed(&mut self) {
        self.check.arrangement += 1;
        self.check.generation += 1;
        self.table.unfolded.clear();
        self.table.pairs.clear();
        self.arrange();
        self.place_leads();
        self.outdate_recheck();
    }
}

/// Returns the result of a check without documents.
pub(crate) fn empty(recipe: Recipe) -> CheckResult {
    let thresholds = Thresholds {
        width: recipe.width(),
        ..Thresholds::default()
    };
    CheckResult {
        recipe,
        ..CheckResult::of(Vec::new(), thresholds)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use chachong_check::{DocumentContent, fingerprint};
    use chachong_simhash::Fingerprint;

    /// Makes a document that has not been read yet, for tests.
    pub fn waiting(name: &str) -> Document {
        Document::checked(name, None, None)
    }

    /// Makes the result of reading a document with this fingerprint, for tests.
    pub fn content(bits: u64) -> DocumentContent {
        DocumentContent {
            characters: 10,
            countable: 9,
            encoding: None,
            fingerprint: Some(Fingerprint(bits)),
            warnings: Vec::new(),
            ..fingerprint(&chachong_import::decode_text("夜".as_bytes()).unwrap())
        }
    }

    #[test]
    fn the_progress_of_an_export_ends_with_it() {
        let mut shell = State::new(Language::English, None).shell;
        shell.exporting = Some(Arc::default());
        shell.show_tasks(vec![BackgroundTask::Picture, BackgroundTask::Export]);
        assert!(shell.exporting.is_some());
        shell.show_tasks(vec![BackgroundTask::Picture]);
        assert!(shell.exporting.is_none());
    }

    /// Makes a state with documents, each given by its name and its fingerprint, that were read but not compared, for tests.
    pub fn read(documents: &[(&str, u64)]) -> State {
        let mut state = State::new(Language::English, None);
        state.add_batch(documents.iter().map(|(name, _)| waiting(name)).collect());
        for (position, &(_, bits)) in documents.iter().enumerate() {
            state.finish_reading(position, Ok(content(bits)));
        }
        state.check.progress = None;
        state
    }

    /// Makes a state with documents as [`read`] does, and compares them, for tests.
    pub fn compared(documents: &[(&str, u64)]) -> State {
        let mut state = read(documents);
        compare(&mut state);
        state
    }

    /// Computes everything that depends on the documents, for tests.
    pub fn compare(state: &mut State) {
        let figures = crate::figures::FiguresInput::of(state, false).compute();
        assert!(state.set_figures(figures));
    }
}
