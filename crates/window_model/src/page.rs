//! Displayed page, and the notice or input field above it.

use chachong_compare::DocumentIndex;
use std::path::PathBuf;

use crate::purpose::Purpose;
use chachong_case::CaseId;
use chachong_library::{CheckId, DocumentId};
use chachong_messages::Language;

/// Page that the window displays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// Table of the checked documents, or the start page while there are none.
    Documents,
    /// List of similar pairs.
    Pairs,
    /// Matrix of all documents.
    Matrix,
    /// Groups of linked documents, as a list and a drawing.
    Groups,
    /// Texts that several documents share.
    Shared,
    /// Leads to rewritten and translated passages.
    Leads,
    /// Decisions and notes of a person.
    Decisions,
    /// Comparison with an earlier check.
    Recheck,
    /// Cases that the library keeps.
    Cases,
    /// One case of the library.
    Case(CaseId),
    /// Members, earlier checks and further libraries.
    Library,
    /// Settings of the program.
    Settings,
    /// Information about the program: version, folders, licences.
    About,
    /// The user manual.
    Guide,
    /// One document, by its position.
    Document(DocumentIndex),
    /// Document of the library.
    Member(DocumentId),
    /// Pair of documents, by their positions.
    Pair(DocumentIndex, DocumentIndex),
}

impl Page {
    /// True for pages that show documents or results of the check; false for the library, its members and cases, the settings, the
    /// guide and the page about the program.
    #[must_use]
    pub const fn is_of_check(self) -> bool {
        !matches!(
            self,
            Self::Cases
                | Self::Case(_)
                | Self::Library
                | Self::Member(_)
                | Self::Settings
                | Self::About
                | Self::Guide
        )
    }
}

/// Message above the page that stays until it is dismissed or replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Message in each language, so that it follows a change of the window's language.
    texts: [(Language, String); Language::ALL.len()],
    /// Kind, which determines the colour and the button.
    pub kind: NoticeKind,
    /// File that the notice offers to open or show in its folder; `None` without one.
    pub file: Option<PathBuf>,
}

impl Notice {
    /// Creates a notice without a file; `text` returns its message in a language.
    pub fn new(kind: NoticeKind, text: impl Fn(Language) -> String) -> Self {
        Self {
            texts: Language::ALL.map(|(language, _)| (language, text(language))),
            kind,
            file: None,
        }
    }

    /// Returns the notice with an offer to open this file or show it in its folder.
    #[must_use]
    pub fn with_file(self, file: PathBuf) -> Self {
        Self {
            file: Some(file),
            ..self
        }
    }

    /// Returns the message in a language.
    pub fn text(&self, language: Language) -> &str {
        let text = self.texts.iter().find(|(of, _)| *of == language);
        text.map_or("", |(_, text)| text.as_str())
    }
}

/// Kind of a notice, which determines its colour and its button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// Message about something that went as intended.
    Information,
    /// Message about files that wait until the present ones are read.
    Queued,
    /// Message about something that failed.
    Error,
    /// The search for passages was stopped or failed: offers to search again.
    NotCompared,
    /// Documents were removed from the library: offers undo.
    Removed,
    /// A person decided something, wrote a note, or removed documents from the list: offers undo.
    Decision,
    /// A saved check was removed: offers undo.
    RemovedCheck,
    /// A case was deleted: offers undo.
    DeletedCase,
    /// Image files were skipped: offers to read them as documents.
    Pictures,
    /// A saved check has earlier versions of the documents: offers to compare with it.
    EarlierCheck(CheckId),
    /// This many documents could not be read again, one after another; their earlier content stays.
    NotReadAgain(usize),
    /// The program crashed last time: offers to open the saved check that was open then; `None` if no saved check was open.
    Ended(Option<CheckId>),
}

/// Field in which a path is typed.
#[derive(Clone, Debug)]
pub struct PathField {
    /// Purpose of the path.
    pub purpose: Purpose,
    /// Whether the field replaces a system dialog that could not be opened, and says so.
    pub no_dialog: bool,
    /// Path as typed so far.
    pub text: String,
    /// Whether the field was just opened and takes the keyboard focus.
    pub fresh: bool,
}

/// Field in which the password of an archive is typed.
#[derive(Clone)]
pub struct PasswordField {
    /// Path of the archive.
    pub path: PathBuf,
    /// Displayed name of the archive.
    pub name: String,
    /// Password as typed so far.
    pub text: String,
    /// Whether the field was just opened and takes the keyboard focus.
    pub fresh: bool,
}

/// Leaves the password out, since whatever is printed may end in a log.
impl std::fmt::Debug for PasswordField {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PasswordField({})", self.name)
    }
}

/// Returns the page of a pair; the order of the two positions does not matter.
pub fn pair_page(a: DocumentIndex, b: DocumentIndex) -> Page {
    Page::Pair(a.min(b), a.max(b))
}
