//! Everything a view may ask for. Views draw and push commands; `App` applies them after the frame.

use std::path::PathBuf;

use super::copied::PairView;
use super::matrix::MatrixView;
use super::preferences::ThemeChoice;
use super::selection::Mark;
use super::shared_texts::SharedCommand;
use super::state::Page;
use super::table::{Column, Show};
use super::verdict_filter::OfVerdict;
use crate::compare::{Passage, Reason, Span};
use crate::i18n::Language;
use crate::import::TextEncoding;
use crate::library::{CheckId, DocumentId};
use crate::simhash::Recipe;

/// What a path typed by hand, or chosen in a dialog, is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    AddFolder,
    AddFiles,
    SavePairs,
    SaveDocuments,
    /// The picture of the matrix.
    SaveMatrix,
    /// A report of `evaluate --json`, whose threshold is to be taken over.
    TakeThreshold,
    /// A library to open.
    OpenLibrary,
    /// A library to make.
    NewLibrary,
    /// Folders whose documents go into the library without a check.
    FillLibrary,
    /// Templates of the school, which go into the library.
    AddTemplates,
    /// A folder to watch.
    Watch,
}

impl Purpose {
    /// Whether something is to be written there.
    pub(super) const fn is_saving(self) -> bool {
        matches!(
            self,
            Self::SavePairs | Self::SaveDocuments | Self::SaveMatrix | Self::NewLibrary
        )
    }
}

/// What counts in the copied shares, switched on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// In the shares of a document, what it has in common with a source.
    Source(usize, usize, bool),
    /// All passages of a pair, for both documents.
    Pair(usize, usize, bool),
    /// One passage of a pair.
    Passage(usize, usize, Passage, bool),
    /// Whether text is left out for a reason, in all documents.
    LeaveOut(Reason, bool),
}

#[derive(Clone, Debug)]
pub(super) enum Command {
    /// Import these files and folders.
    Add(Vec<PathBuf>),
    /// Ask for a path, by the system's dialog.
    Ask(Purpose),
    /// Ask for a path, by a text field.
    AskByField(Purpose),
    /// The text field's answer.
    FieldAnswered(Purpose, PathBuf),
    CloseField,
    /// Read a document again, by its position, in this encoding (`None`: recognise it).
    ReadAs(usize, Option<TextEncoding>),
    /// Stop reading or looking for passages; what was read stays.
    Cancel,
    /// Stop writing and reading files beside.
    StopErrands,
    /// Look for the passages again.
    CompareAgain,
    Choose(Choice),
    /// Take the last passage or pair that was switched off back.
    UndoDecision,
    /// To the clipboard.
    Copy(String),
    /// Look for this in the text that is shown.
    Find(String),
    /// The page of a pair, at a passage by its place in its list.
    OpenPassage(usize, usize, usize),
    /// The page of a document, at a place of its text.
    OpenPlace(usize, Span),
    /// About the texts that several documents share.
    Shared(SharedCommand),
    /// What the page of the pair shows.
    ShowPair(PairView),
    /// Mark a row of the documents table.
    Mark(usize, Mark),
    /// Mark all rows that it shows.
    MarkAll,
    /// Move among its rows by the keyboard, marking a run or not.
    StepRow(isize, bool),
    /// The row that keys moved to was brought into sight.
    RowShown,
    /// Take the marked documents out of the list (can be undone).
    RemoveMarked,
    /// Read the marked documents again, in this encoding.
    ReadMarkedAs(Option<TextEncoding>),
    /// Open a file with its own program.
    OpenFile(PathBuf),
    /// Show a file in its folder.
    ShowInFolder(PathBuf),
    /// Read the samples that come with the program.
    TrySamples,
    /// Empty the list (can be undone).
    Clear,
    UndoClear,
    Go(Page),
    Back,
    SortBy(Column),
    Filter(String),
    Show(Show),
    /// Those that were found to be this.
    ShowVerdict(OfVerdict),
    /// All documents, whatever is typed or chosen.
    ShowAllDocuments,
    /// Whether possible passages are shown, with a column of their own.
    ShowPossible(bool),
    /// The least share, in percent, that links two documents of a group.
    LeastLink(u32),
    /// Zoom, move or mark in the matrix.
    Matrix(MatrixView),
    /// `None`: by length.
    MaxDistance(Option<u32>),
    /// How texts become fingerprints.
    Recipe(Recipe),
    Language(Language),
    Theme(ThemeChoice),
    /// How large everything is drawn.
    TextSize(f32),
    /// Whether nothing moves by itself.
    ReducedMotion(bool),
    /// `None`: one for each core.
    Threads(Option<usize>),
    DismissNotice,
    /// About the library.
    Library(LibraryCommand),
}

/// What the views of the library and of saved checks may ask for.
#[derive(Clone, Debug)]
pub(super) enum LibraryCommand {
    /// Search for what is typed.
    Search(String),
    /// Whether the page shows the earlier checks instead of the documents.
    ShowChecks(bool),
    /// Mark a member, or all that are shown, or no longer.
    Mark(Vec<DocumentId>, bool),
    /// Take the marked members out (can be undone).
    RemoveMarked,
    UndoRemove,
    /// A document is a template no longer.
    DropTemplate(DocumentId),
    /// Put the checked documents in.
    AddChecked,
    /// Stop putting documents in; what is in stays in.
    StopAdding,
    /// Go on without the library that is being opened.
    StopOpening,
    /// Compare new documents with the library, or not.
    Against(bool),
    /// Open the library that is there without choosing one.
    OpenDefault,
    Unwatch(PathBuf),
    OpenCheck(CheckId),
    /// Forget a saved check (can be undone).
    RemoveCheck(CheckId),
    UndoRemoveCheck,
}
