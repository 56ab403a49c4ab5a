//! Requests to the library's thread and its answers, as plain data.

use std::path::PathBuf;
use std::sync::Arc;

use crate::work::source_opening::SourceToOpen;
use chachong_case::{Case, CaseEntry, CaseId};
use chachong_check::{CheckResult, Document};
use chachong_import::Isolation;
use chachong_jobs::library::{DumpSummary, MemberDetails};
use chachong_library::{
    About, CheckContent, CheckId, DocumentId, KeptDecision, Library, LibraryError, SavedCheck,
};
use chachong_window_model::library_view::{FoundTexts, Overview};
use chachong_window_model::source_library::SourceFault;

/// Password that a person typed for a server.
pub(crate) struct TypedPassword {
    pub(crate) text: String,
    /// Whether to save the password in the system's keyring.
    pub(crate) keep: bool,
}

impl std::fmt::Debug for TypedPassword {
    /// Leaves the password out, since whatever is printed may end in a log.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("TypedPassword")
    }
}

/// Request to the library's thread. All but the first four are about the library in use, and ignored while there is none.
#[derive(Debug)]
pub(crate) enum LibraryRequest {
    /// Opens a library; `Opened` or `NotOpened` follows.
    Open {
        /// Number of the request, which the reply repeats.
        number: u64,
        file: PathBuf,
        /// Password for a server; `None` if none was typed.
        password: Option<TypedPassword>,
        /// Whether to create the library if it does not exist.
        may_make: bool,
    },
    /// Makes an opened library the one in use.
    Use(Arc<Library>),
    /// Opens a further library; `SourceOpened` follows.
    OpenSource(Box<SourceToOpen>),
    /// Changes a case of this library, whichever library is in use by then; the changed case follows.
    ChangeCase(Arc<Library>, CaseId, CaseStep),
    /// Returns an overview of the library.
    Overview,
    /// Searches the texts of the library for a query.
    SearchTexts(String),
    Remove(Vec<DocumentId>),
    Restore(Vec<DocumentId>),
    /// Adds the checked documents of a check to the library, as a batch of this name. Documents that another library stores are
    /// copied.
    Join(Arc<CheckResult>, String),
    /// Reads files and adds them to the library.
    Fill(Filling),
    /// Reads the details of these members, by document and name.
    Details(Vec<(DocumentId, String)>),
    /// Stops treating a document as a template.
    DropTemplate(DocumentId),
    /// Loads a saved check.
    Check(CheckId),
    RemoveCheck(CheckId),
    /// Loads a case.
    Case(CaseId),
    /// Stores a new case, which follows.
    KeepCase(Box<Case>),
    /// Imports a case, unless the library has it already; the stored case follows.
    BringCase(Box<Case>),
    /// Deletes a case permanently.
    DeleteCase(CaseId),
    /// Returns the decisions about these documents and about their pairs, passages and leads, with their times.
    Decisions(Vec<DocumentId>),
}

/// Step in the history of a case.
#[derive(Debug)]
pub(crate) enum CaseStep {
    /// Adds an entry.
    Add(CaseEntry),
    /// Takes back the last entry that can be taken back.
    TakeBack,
}

/// Files to add to the library without a check.
#[derive(Debug)]
pub(crate) struct Filling {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) isolation: Isolation,
    pub(crate) added_as: AddedAs,
}

/// Kind of documents that files become in the library.
#[derive(Debug)]
pub(crate) enum AddedAs {
    /// Templates of the school.
    Templates,
    /// Members, in a batch of this name; if empty, the batch of each is named after its folder.
    Members(String),
}

/// Answer of the thread.
#[derive(Debug)]
pub(crate) enum LibraryReply {
    /// Library opened, with the number of the request; its overview is `None` if unreadable.
    Opened(u64, Arc<Library>, Option<Box<Overview>>),
    NotOpened(u64, LibraryError),
    Overview(Box<Overview>),
    FoundTexts(FoundTexts),
    /// Progress while documents are added.
    Joining(Joining),
    Joined(Joined),
    Removed(Vec<DocumentId>),
    Check(Box<(SavedCheck, CheckContent)>),
    /// Case as the library has it, and whether to display it, because it is new or was imported.
    Case(CaseId, Box<Case>, bool),
    Decisions(Vec<KeptDecision>),
    /// Details of members, as they were read.
    Details(Vec<(DocumentId, MemberDetails)>),
    Failed(LibraryError),
    /// Further library that was opened, with its file and facts about it; or why it cannot be used.
    SourceOpened(PathBuf, Result<Box<(Arc<Library>, About)>, SourceFault>),
}

/// Progress of adding documents to the library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Joining {
    pub(crate) done: usize,
    /// Number of documents to add; 0 until it is known.
    pub(crate) total: usize,
    /// Whether they are articles of a dump.
    pub(crate) is_dump: bool,
}

/// Result of adding documents to the library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Joined {
    /// Whether the documents were added as templates.
    pub(crate) as_templates: bool,
    pub(crate) added: usize,
    /// Number of files with the content of a document that the library had already.
    pub(crate) known: usize,
    /// Files that could not be read.
    pub(crate) not_read: Vec<Document>,
    /// Dumps that were read, each with the result.
    pub(crate) dumps: Vec<(PathBuf, DumpSummary)>,
}

/// Answer, and the library that it is about, since the window may use another library by now.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) of: Option<Arc<Library>>,
    pub(crate) reply: LibraryReply,
}
