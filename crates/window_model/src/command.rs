//! Commands that a view may give. Views draw and push commands; `App` applies them after the frame.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::attribution_filter::AttributionFilter;
use crate::cases::CaseCommand;
use crate::columns::{Column, Show};
use crate::decision_filter::DecisionFilter;
use crate::decision_list::Subject;
use crate::export::ExportDialog;
use crate::leads::LeadCommand;
use crate::matrix_view::MatrixView;
use crate::member_table::MemberColumn;
use crate::page::Page;
use crate::pair_table::{PairColumn, PairKey};
use crate::pair_view::PairView;
use crate::preferences::{Recognition, ThemeChoice};
use crate::purpose::Purpose;
use crate::recheck::RecheckCommand;
use crate::selection::Mark;
use crate::server::ServerDialog;
use crate::shared_view::SharedCommand;
use crate::submission_changes::SubmissionCommand;
use crate::verdict_filter::VerdictFilter;
use chachong_compare::{Decision, DocumentIndex, DocumentPair, Passage, Reason, Span};
use chachong_import::{Passwords, PictureFiles, TextEncoding};
use chachong_library::{CheckId, DocumentId};
use chachong_messages::Language;
use chachong_record::RecordField;
use chachong_report::FormProfile;
use chachong_simhash::Recipe;

/// Change to what counts in the copied shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Count what a document has in common with a source in the document's shares, or not.
    Source {
        /// Position of the document.
        document: DocumentIndex,
        /// Position of the source.
        source: DocumentIndex,
        /// New state.
        counts: bool,
    },
    /// Count one passage of a pair, or not.
    Passage {
        /// Position of the first document.
        a: DocumentIndex,
        /// Position of the second document.
        b: DocumentIndex,
        /// Passage, as it stands in both documents.
        passage: Passage,
        /// New state.
        counts: bool,
    },
    /// Leave out text for a reason in all documents (`true`), or not.
    LeaveOut(Reason, bool),
}

/// Choice of what a list on the page of a document or a pair shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFilter {
    /// Only the passages of this attribution.
    Attribution(AttributionFilter),
    /// Only the entries of reference lists that have remarks (`true`), or all.
    Remarked(bool),
    /// Only the entries of reference lists that no library has (`true`), or all.
    NotFound(bool),
}

/// Change to a note.
#[derive(Clone, Debug)]
pub struct NoteChange {
    /// Position of the first document of the pair.
    pub a: DocumentIndex,
    /// Position of the second document of the pair; the first again for a note on one document.
    pub b: DocumentIndex,
    /// Unticked passage; `None` means the whole pair or document.
    pub passage: Option<Passage>,
    /// Complete text of the note.
    pub text: String,
    /// Whether typing begins, so that undo restores the note before.
    pub begins: bool,
}

/// Command from the export dialog.
#[derive(Clone, Debug)]
pub enum ExportCommand {
    /// Open the dialog with the remembered choices.
    Open,
    /// Replace what the dialog shows.
    Change(Box<ExportDialog>),
    /// Write the reports.
    Start,
    /// Close the dialog without writing.
    Close,
}

/// Command that a person gave during a frame; it is applied afterwards.
#[derive(Clone, Debug)]
pub enum Command {
    /// Import these files and folders.
    Add(Vec<PathBuf>),
    /// Ask for a path by the system's dialog.
    Ask(Purpose),
    /// Ask for a path by a text field.
    AskByField(Purpose),
    /// Path that was entered in the text field.
    FieldAnswered(Purpose, PathBuf),
    /// Close the text field without a path.
    CloseField,
    /// Read the document at this position again, in this encoding (`None`: detect it).
    ReadAs(DocumentIndex, Option<TextEncoding>),
    /// Enter a person's word on a field of the record of the document at this position.
    Correct(DocumentIndex, RecordField, String),
    /// Stop reading or searching for passages; what was read stays.
    Cancel,
    /// Look up the reference lists of all documents in the libraries of the check.
    LookUpReferences,
    /// Stop the tasks: files that are written or read beside the check.
    StopTasks,
    /// Search for passages again.
    CompareAgain,
    /// Set what counts in the copied shares.
    Choose(Choice),
    /// Decide about a pair, or about a document (twice the same position); `None` takes the decision back.
    Decide(DocumentPair, Option<Decision>),
    /// Take back a decision and its note.
    TakeBack(Subject),
    /// Set a note.
    SetNote(NoteChange),
    /// Undo the last decision about a passage, a pair or a shared text.
    UndoDecision,
    /// Copy this text to the clipboard.
    Copy(String),
    /// Set the find query for the text that is shown.
    Find(String),
    /// Open the page of the strongest pair of documents of two rows, by their main documents.
    OpenRows(DocumentIndex, DocumentIndex),
    /// Open the page of a pair at a passage.
    OpenPassage {
        /// Position of the first document.
        a: DocumentIndex,
        /// Position of the second document.
        b: DocumentIndex,
        /// Index of the passage in the pair's list.
        passage: usize,
    },
    /// Open the page of a document at a span of its text.
    OpenPlace {
        /// Position of the document.
        document: DocumentIndex,
        /// Span of its text.
        span: Span,
        /// Whether the picture of the span's page is shown instead of the text.
        pictured: bool,
    },
    /// Command about the texts that several documents share.
    Shared(SharedCommand),
    /// Command about leads to rewritten passages.
    Lead(LeadCommand),
    /// Command about the comparison with an earlier check.
    Recheck(RecheckCommand),
    /// Hide the names of students (`true`) or show them.
    HideNames(bool),
    /// Command about whose the documents are.
    Submission(SubmissionCommand),
    /// Set what the page of the pair shows.
    ShowPair(PairView),
    /// Choose what the lists on the pages of documents and pairs show.
    FilterList(ListFilter),
    /// Command of the export's dialog.
    Export(ExportCommand),
    /// Clear the list (can be undone).
    Clear,
    /// Put back the documents that were removed last.
    UndoClear,
    /// Open a page, and add the present one to the history.
    Go(Page),
    /// Open the previous page.
    Back,
    /// Sort the documents by a column, or reverse the order if it is sorted by already.
    SortBy(Column),
    /// Set the text that filters the documents.
    Filter(String),
    /// Choose which documents the table shows.
    Show(Show),
    /// Show only the documents with this verdict.
    ShowVerdict(VerdictFilter),
    /// Show only the documents with this decision.
    ShowDecision(DecisionFilter),
    /// Show all documents: reset the filters.
    ShowAllDocuments,
    /// Zoom, move or mark in the matrix.
    Matrix(MatrixView),
    /// Close the notice.
    DismissNotice,
    /// Close the welcome for good.
    EndWelcome,
    /// Copy diagnostic information to the clipboard, and show it.
    CopyDiagnostics,
    /// Command about the rows of the documents table, or about files.
    Row(RowCommand),
    /// Command about the table of pairs.
    Pairs(PairCommand),
    /// Change of a setting.
    Setting(SettingCommand),
    /// Command about the library.
    Library(LibraryCommand),
    /// Command about cases.
    Case(CaseCommand),
}

/// Correction of a line that was recognised in the picture of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineCorrection {
    /// Position of the document.
    pub document: DocumentIndex,
    /// SHA-256 of the page's picture, 64 hex digits.
    pub hash: String,
    /// Version of the models and rules of text recognition.
    pub version: String,
    /// Number of the line on the page, from 0.
    pub line: usize,
    /// Corrected text; `None` removes a correction.
    pub text: Option<String>,
}

/// Commands about the table of pairs.
#[derive(Clone, Copy, Debug)]
pub enum PairCommand {
    /// Sort by a column, or reverse the order if the pairs are sorted by it already.
    SortBy(PairColumn),
    /// Show only pairs with this verdict or kind.
    ShowVerdict(VerdictFilter),
    /// Show only pairs with this decision.
    ShowDecision(DecisionFilter),
    /// Show all pairs: reset the filters.
    ShowAll,
    /// Mark a row.
    Mark(PairKey, Mark),
    /// Mark all rows.
    MarkAll,
    /// Move by this number of rows with the keyboard; `true` marks the run of rows up to there.
    Step(isize, bool),
    /// Note that the row that the keys moved to was scrolled into view.
    RowShown,
    /// Show (`true`) or hide the pairs of documents below two submissions.
    Unfold(DocumentPair, bool),
    /// Decide about all marked pairs; `None` takes the decisions back.
    DecideMarked(Option<Decision>),
}

/// Commands about rows of the documents table, and about the files behind them.
#[derive(Clone, Debug)]
pub enum RowCommand {
    /// Mark a row, by the position of its document.
    Mark(DocumentIndex, Mark),
    /// Mark all rows that the documents table shows.
    MarkAll,
    /// Move by this number of rows with the keyboard; `true` marks the run of rows up to there.
    StepRow(isize, bool),
    /// Note that the row that the keys moved to was scrolled into view.
    RowShown,
    /// Show (`true`) or hide the documents that stand behind the row of a submission.
    Unfold(DocumentIndex, bool),
    /// Join these documents as versions of one thesis (`true`), or part each from its other versions (can be undone).
    OneThesis(BTreeSet<DocumentIndex>, bool),
    /// Remove the marked documents from the list (can be undone).
    RemoveMarked,
    /// Read the marked documents again, in this encoding (`None`: detect it).
    ReadMarkedAs(Option<TextEncoding>),
    /// Read these documents again, with recognition of the pages that are only pictures.
    Recognise(Vec<DocumentIndex>),
    /// Compare the text of these pdfs with what their pages show: a sample of the pages, or all (`true`).
    ComparePages(Vec<DocumentIndex>, bool),
    /// Read the image files that were passed over, as documents of this kind.
    ReadPictures(PictureFiles),
    /// Show (`true`) or close the list of the files that were not read.
    ShowNotRead(bool),
    /// Replace the text of a recognised line by a person's, or take that back.
    CorrectLine(LineCorrection),
    /// Ask for the password of the archive at this position.
    AskPassword(DocumentIndex),
    /// Open the archive that was asked for with these passwords too.
    Unlock(Passwords),
    /// Close the field for the password.
    LeaveLocked,
    /// Open a file with the system's program for it.
    OpenFile(PathBuf),
    /// Show a file in its folder.
    ShowInFolder(PathBuf),
    /// Read the samples that come with the program.
    TrySamples,
}

/// Commands that change a setting, which is remembered for the next start.
#[derive(Clone, Debug)]
pub enum SettingCommand {
    /// Set the maximum distance, in bits, of near-duplicates; `None`: depends on the length of the texts.
    MaxDistance(Option<u32>),
    /// Set the recipe, by which texts become fingerprints.
    Recipe(Recipe),
    /// Set the language of the window.
    Language(Language),
    /// Set the theme.
    Theme(ThemeChoice),
    /// Set the zoom factor of the whole window.
    TextSize(f32),
    /// Switch animations off or on.
    ReducedMotion(bool),
    /// Set when pages that are only pictures are recognised.
    Recognition(Recognition),
    /// Set the number of threads; `None`: one for each core.
    Threads(Option<usize>),
    /// Show or hide possible passages and their column.
    ShowPossible(bool),
    /// Set the minimum share, in percent, that links two documents of a group.
    LeastLink(u32),
    /// Set what the school says of itself on its forms.
    FormProfile(Box<FormProfile>),
}

/// Commands about further libraries that serve as sources, each named by its file.
#[derive(Clone, Debug)]
pub enum SourceCommand {
    /// Open the dialog for a further library on a server.
    AskServer,
    /// Compare checks with the library (`true`) or not.
    Switch(PathBuf, bool),
    /// Take the library from the list; its file stays.
    Remove(PathBuf),
}

/// Commands about the library and saved checks.
#[derive(Clone, Debug)]
pub enum LibraryCommand {
    /// Search the texts and the names of the library's documents for the typed text.
    SearchTexts(String),
    /// Show the earlier checks on the page (`true`) or the documents (`false`).
    ShowChecks(bool),
    /// Sort the members by a column, or reverse the order if they are sorted by it already.
    SortBy(MemberColumn),
    /// Show only the members of this batch; `None`: of all.
    ShowBatch(Option<String>),
    /// Name the batch of the documents that are added next.
    NameBatch(String),
    /// Mark these members (`true`) or unmark them (`false`).
    Mark(Vec<DocumentId>, bool),
    /// Remove the marked members from the library (can be undone).
    RemoveMarked,
    /// Put the members back that were removed last.
    UndoRemove,
    /// Stop treating a document as a template.
    DropTemplate(DocumentId),
    /// Add the checked documents to the library.
    AddChecked,
    /// Add the dumps of the dialog to the library.
    AddDumps,
    /// Close the dialog about dumps, and stop looking at them.
    CloseDumps,
    /// Stop adding documents to the library; what was added stays.
    StopAdding,
    /// Pause adding a dump (`true`), or go on.
    PauseAdding(bool),
    /// Go on without the library that is being opened.
    StopOpening,
    /// Compare new documents with the library, or not.
    Against(bool),
    /// Command about the further libraries.
    Source(SourceCommand),
    /// Open the default library.
    OpenDefault,
    /// Open the dialog for a library on a server.
    AskServer,
    /// Replace the fields of the dialog for a server.
    ChangeServer(Box<ServerDialog>),
    /// Close the dialog for a server without connecting.
    CloseServer,
    /// Connect to the library of the dialog.
    ConnectServer,
    /// Stop watching a folder.
    Unwatch(PathBuf),
    /// Reopen a saved check.
    OpenCheck(CheckId),
    /// Delete a saved check (can be undone).
    RemoveCheck(CheckId),
    /// Put back the saved check that was removed last.
    UndoRemoveCheck,
}
