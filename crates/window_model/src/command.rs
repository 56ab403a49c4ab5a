//! Commands of the views. Views draw and push commands; `App` applies them after the frame.

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

/// Change to the text that counts in copied shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Counts text that a document shares with a source, or leaves it out.
    Source {
        /// Position of the document.
        document: DocumentIndex,
        /// Position of the source.
        source: DocumentIndex,
        /// Whether the text counts from now on.
        counts: bool,
    },
    /// Counts one passage of a pair, or leaves it out.
    Passage {
        /// Position of the first document.
        a: DocumentIndex,
        /// Position of the second document.
        b: DocumentIndex,
        /// Passage, as a span of each document.
        passage: Passage,
        /// Whether the text counts from now on.
        counts: bool,
    },
    /// In all documents, leaves out (`true`) or counts (`false`) the text to which this reason applies, such as quoted text.
    LeaveOut(Reason, bool),
}

/// Choice of what a list on the page of a document or a pair shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFilter {
    /// Only the passages that pass this filter by attribution.
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
    /// Passage that the note is about, which the person judged not plagiarism; `None` if the note is about the whole pair or document.
    pub passage: Option<Passage>,
    /// Complete text of the note.
    pub text: String,
    /// Whether typing has just begun, so that undo restores the previous note.
    pub begins: bool,
}

/// Command of the export dialog.
#[derive(Clone, Debug)]
pub enum ExportCommand {
    /// Open the dialog with the remembered choices.
    Open,
    /// Replace the content of the dialog.
    Change(Box<ExportDialog>),
    /// Write the reports.
    Start,
    /// Close the dialog without writing.
    Close,
}

/// User command given during a frame and applied after it.
#[derive(Clone, Debug)]
pub enum Command {
    /// Ask for a path in a system dialog.
    Ask(Purpose),
    /// Ask for a path in a text field.
    AskByField(Purpose),
    /// Use the path that was entered in the text field.
    FieldAnswered(Purpose, PathBuf),
    /// Close the text field without a path.
    CloseField,
    /// Read the document at this position again, in this encoding; `None` detects the encoding.
    ReadAs(DocumentIndex, Option<TextEncoding>),
    /// Set a field of the bibliographic record of the document at this position to the user's text; an empty text means that the document
    /// does not state the field.
    Correct(DocumentIndex, RecordField, String),
    /// Stop reading or searching for passages; what was read stays.
    Cancel,
    /// Look up the reference lists of all documents in the libraries of the check.
    LookUpReferences,
    /// Stop the background tasks that write or read files.
    StopTasks,
    /// Search for passages again.
    CompareAgain,
    /// Change the text that counts in copied shares.
    Choose(Choice),
    /// Decide about a pair, or about a document (given as a pair with the same position twice); `None` withdraws the decision.
    Decide(DocumentPair, Option<Decision>),
    /// Withdraw a decision and its note; the subject says what it was about.
    TakeBack(Subject),
    /// Change a note.
    SetNote(NoteChange),
    /// Undo the last decision, change or removal that can be undone ([`Step`](crate::decisions::Step)).
    Undo,
    /// Copy this text to the clipboard.
    Copy(String),
    /// Set the search query for the displayed text.
    Find(String),
    /// Open the page of the strongest pair of documents of two submissions, each given by its main document
    /// ([`Theses::main`](chachong_compare::Theses::main)).
    OpenRows(DocumentIndex, DocumentIndex),
    /// Open the page of a pair at the passage with this index in the pair's list of passages.
    OpenPassage(DocumentPair, usize),
    /// Open the page of a document at a span of its text.
    OpenPlace(DocumentIndex, Span),
    /// Open the page of a document at the picture of the page on which a span of its text begins.
    OpenPicture(DocumentIndex, Span),
    /// Run a command about texts that several documents share.
    Shared(SharedCommand),
    /// Run a command about leads to rewritten passages.
    Lead(LeadCommand),
    /// Run a command about the comparison with an earlier check.
    Recheck(RecheckCommand),
    /// Hide the names of students (`true`) or show them.
    HideNames(bool),
    /// Run a command about the grouping of documents into submissions.
    Submission(SubmissionCommand),
    /// Change the view on the page of the pair.
    ShowPair(PairView),
    /// Filter a list on the page of a document or a pair.
    FilterList(ListFilter),
    /// Run a command of the export dialog.
    Export(ExportCommand),
    /// Remove all documents from the list (can be undone).
    Clear,
    /// Open a page and add the current page to the history.
    Go(Page),
    /// Open the previous page.
    Back,
    /// Sort the documents by a column, or reverse the order if they are sorted by it already.
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
    /// Change the view of the matrix: zoom, move or mark.
    Matrix(MatrixView),
    /// Close the notice.
    DismissNotice,
    /// Close the welcome message permanently.
    EndWelcome,
    /// Copy diagnostic information to the clipboard, and display it.
    CopyDiagnostics,
    /// Run a command about rows of the documents table, or about files.
    Row(RowCommand),
    /// Run a command about the table of pairs.
    Pairs(PairCommand),
    /// Change a setting.
    Setting(SettingCommand),
    /// Run a command about the library.
    Library(LibraryCommand),
    /// Run a command about cases.
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

/// Command about the table of pairs.
#[derive(Clone, Copy, Debug)]
pub enum PairCommand {
    /// Sort by a column, or reverse the order if the pairs are sorted by it already.
    SortBy(PairColumn),
    /// Show only pairs with this verdict or kind of evidence.
    ShowVerdict(VerdictFilter),
    /// Show only pairs with this decision.
    ShowDecision(DecisionFilter),
    /// Show all pairs: reset the filters.
    ShowAll,
    /// Change the selection at the row of this pair, in the way that the second value states.
    Mark(PairKey, Mark),
    /// Select all rows.
    MarkAll,
    /// Move the keyboard focus down by this number of rows (up if negative); `true` also marks the rows passed over.
    Step(isize, bool),
    /// Record that the row with the keyboard focus has been scrolled into view.
    RowShown,
    /// Show (`true`) or hide the pairs of documents below a pair of submissions, which are given by their main documents.
    Unfold(DocumentPair, bool),
    /// Decide about the pairs of all selected rows; `None` withdraws the decisions.
    DecideMarked(Option<Decision>),
}

/// Command about rows of the documents table, or about the files behind them.
#[derive(Clone, Debug)]
pub enum RowCommand {
    /// Change the selection at the row of the document at this position, in the way that the second value states.
    Mark(DocumentIndex, Mark),
    /// Select all rows that the documents table shows.
    MarkAll,
    /// Move the keyboard focus down by this number of rows (up if negative); `true` also marks the rows passed over.
    StepRow(isize, bool),
    /// Record that the row with the keyboard focus has been scrolled into view.
    RowShown,
    /// Show (`true`) or hide, below the row of a submission, given by its main document
    /// ([`Theses::main`](chachong_compare::Theses::main)), its other documents.
    Unfold(DocumentIndex, bool),
    /// Join these documents as versions of one thesis (`true`), or separate each from its other versions (can be undone).
    OneThesis(BTreeSet<DocumentIndex>, bool),
    /// Remove the selected documents from the list, with those behind folded rows (can be undone).
    RemoveMarked,
    /// Read the selected documents again, with those behind folded rows, in this encoding (`None`: detect it).
    ReadMarkedAs(Option<TextEncoding>),
    /// Read these documents again, with text recognition for pages without text.
    Recognise(Vec<DocumentIndex>),
    /// Compare the text of these PDFs with what their pages look like, by text recognition: on all pages (`true`) or on a sample of them.
    ComparePages(Vec<DocumentIndex>, bool),
    /// Read the skipped image files, each as a document or those of a folder together, as this value states.
    ReadPictures(PictureFiles),
    /// Show (`true`) or close the list of files that were not read.
    ShowNotRead(bool),
    /// Replace the text of a recognised line by the user's, or remove that correction.
    CorrectLine(LineCorrection),
    /// Ask for the password of the archive at this position.
    AskPassword(DocumentIndex),
    /// Open the locked archive, trying these passwords as well.
    Unlock(Passwords),
    /// Close the password field, and leave the archive locked.
    LeaveLocked,
    /// Open a file in the system's default program.
    OpenFile(PathBuf),
    /// Show a file in the system's file manager.
    ShowInFolder(PathBuf),
    /// Read the samples that come with the program.
    TrySamples,
}

/// Command that changes a setting, which is kept for the next start.
#[derive(Clone, Debug)]
pub enum SettingCommand {
    /// Set the maximum distance, in bits, of listed pairs; `None` makes it depend on the length of the texts.
    MaxDistance(Option<u32>),
    /// Set the recipe that turns texts into fingerprints.
    Recipe(Recipe),
    /// Set the language of the window.
    Language(Language),
    /// Set the theme.
    Theme(ThemeChoice),
    /// Set the zoom factor of the whole window; 1 is the system's size.
    TextSize(f32),
    /// Turn animations off (`true`) or on.
    ReducedMotion(bool),
    /// Set when text recognition runs for pages without text.
    Recognition(Recognition),
    /// Set the number of threads; `None` uses one per core.
    Threads(Option<usize>),
    /// Show (`true`) or hide possible passages, which are too weak to count, and their column.
    ShowPossible(bool),
    /// Set the minimum share, in percent, that links two documents of a group.
    LeastLink(u32),
    /// Set the school's data on its forms.
    FormProfile(Box<FormProfile>),
}

/// Command about a further library that serves as a source, given by its file.
#[derive(Clone, Debug)]
pub enum SourceCommand {
    /// Open the dialog to add a library on a server.
    AskServer,
    /// Compare checks with this library (`true`), or stop doing so.
    Switch(PathBuf, bool),
    /// Remove the library from the list; its file stays.
    Remove(PathBuf),
}

/// Command about the library or saved checks.
#[derive(Clone, Debug)]
pub enum LibraryCommand {
    /// Search the texts and names of the library's documents for this text.
    SearchTexts(String),
    /// Show the saved checks on the library's page (`true`), or the documents.
    ShowChecks(bool),
    /// Sort the members by a column, or reverse the order if they are sorted by it already.
    SortBy(MemberColumn),
    /// Show only the members that were added in the batch with this name; `None` shows all.
    ShowBatch(Option<String>),
    /// Set the name of the batch of the documents that are added next.
    NameBatch(String),
    /// Mark these members (`true`) or unmark them (`false`).
    Mark(Vec<DocumentId>, bool),
    /// Remove the marked members from the library (can be undone).
    RemoveMarked,
    /// Restore the members that were removed last.
    UndoRemove,
    /// Stop treating a document as a template: a handed-out text that does not count.
    DropTemplate(DocumentId),
    /// Add the checked documents to the library.
    AddChecked,
    /// Add the dumps of the dialog to the library.
    AddDumps,
    /// Close the dialog about dumps, and stop their preview.
    CloseDumps,
    /// Stop adding documents to the library; those already added stay.
    StopAdding,
    /// Pause adding a dump (`true`), or continue.
    PauseAdding(bool),
    /// Continue without the library that is being opened.
    StopOpening,
    /// Compare new documents with the library (`true`), or stop doing so.
    Against(bool),
    /// Run a command about further libraries.
    Source(SourceCommand),
    /// Open the default library.
    OpenDefault,
    /// Open the dialog for a library on a server.
    AskServer,
    /// Replace the fields of the dialog for a server.
    ChangeServer(Box<ServerDialog>),
    /// Close the dialog for a server without connecting.
    CloseServer,
    /// Connect to the server in the dialog.
    ConnectServer,
    /// Stop watching a folder.
    Unwatch(PathBuf),
    /// Reopen a saved check.
    OpenCheck(CheckId),
    /// Delete a saved check (can be undone).
    RemoveCheck(CheckId),
    /// Restore the saved check that was removed last.
    UndoRemoveCheck,
}
