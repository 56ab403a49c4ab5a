//! A saved check as plain data: its files, settings, choices and results, and the decisions that outlive it.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Damage, DocumentId};
use chachong_compare::{Choices, Decision, DocumentIndex, PairPassages, Span, Widespread};
use chachong_import::{Format, ImportCause};
use chachong_text::Mark;

/// Number of a check in its library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CheckId(pub i64);

/// Progress of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckState {
    /// Files are still to be read.
    Reading,
    /// Texts are still to be compared.
    Comparing,
    /// The check is complete.
    Done,
}

impl CheckState {
    /// Returns the name under which a library stores the state.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reading => "reading",
            Self::Comparing => "comparing",
            Self::Done => "done",
        }
    }

    /// Returns the state with this stored name; `None` if the name is unknown.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Reading, Self::Comparing, Self::Done]
            .into_iter()
            .find(|state| state.name() == name)
    }
}

/// Summary of a saved check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedCheck {
    /// Number of the check.
    pub id: CheckId,
    /// Title: usually the name of the checked folder; empty if there is no such name.
    pub title: String,
    /// Time when the check began, in seconds since 1970.
    pub started: i64,
    /// Time of the last change, in seconds since 1970.
    pub changed: i64,
    /// Progress of the check.
    pub state: CheckState,
    /// Number of checked files, library documents not included.
    pub documents: u64,
}

/// Whether a document is checked or comes from a library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// A checked file.
    #[default]
    Checked,
    /// A document of the library that resembles a checked file.
    Library,
}

/// One file of a saved check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckRow {
    /// Displayed name, unique among the rows of the same origin.
    pub name: String,
    /// Path of the file.
    pub path: PathBuf,
    /// Origin of the row.
    pub origin: Origin,
    /// File format; `None` for a folder that could not be entered.
    pub format: Option<Format>,
    /// Stored document, or the reason why the file was not read; `None` if it has not been read yet.
    pub outcome: Option<Result<DocumentId, ImportCause>>,
}

/// Part of a library that could not be compared, because its server did not answer, it is damaged, or a user's limit
/// was reached.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MissingPart {
    /// Name of the library.
    pub library: String,
    /// Server (host and port) of a distributed library that contains the part; `None` if the whole library is missing,
    /// or for damage or limits.
    pub server: Option<String>,
    /// Damage that prevented the comparison; `None` if the part is missing for another reason.
    #[serde(default)]
    pub damage: Option<Damage>,
    /// Text or queries withheld because of a user's limit; `None` if the part is missing for another reason.
    #[serde(default)]
    pub limit: Option<Withheld>,
}

/// What a library withheld from a user who may only check.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Withheld {
    /// Name of the member whose text was partly withheld; `None` if all further queries were refused.
    pub member: Option<String>,
    /// Number of withheld characters; 0 without a member.
    pub characters: u64,
}

impl MissingPart {
    /// Creates a missing part for a server that did not answer. `server` is the host and port within a distributed
    /// library; `None` means that the whole library did not answer.
    #[must_use]
    pub const fn away(library: String, server: Option<String>) -> Self {
        Self {
            library,
            server,
            damage: None,
            limit: None,
        }
    }

    /// Creates a missing part for damage in a library.
    #[must_use]
    pub const fn damaged(library: String, damage: Damage) -> Self {
        Self {
            library,
            server: None,
            damage: Some(damage),
            limit: None,
        }
    }

    /// Creates a missing part for withheld data. `member` holds the name of the member and its number of withheld
    /// characters; `None` means that all further queries were refused.
    #[must_use]
    pub fn withheld(library: String, member: Option<(String, u64)>) -> Self {
        let (member, characters) = member.unzip();
        Self {
            library,
            server: None,
            damage: None,
            limit: Some(Withheld {
                member,
                characters: characters.unwrap_or(0),
            }),
        }
    }

    /// Returns the name of the library's document that the part belongs to; `None` if it belongs to no document, or if the name of the
    /// document cannot be read.
    pub const fn document_name_mut(&mut self) -> Option<&mut String> {
        match (&mut self.damage, &mut self.limit) {
            (Some(damage), _) => damage.name.as_mut(),
            (None, Some(limit)) => limit.member.as_mut(),
            (None, None) => None,
        }
    }
}

/// Results of comparing the texts of a check. Documents are given by their positions in the rows of the check
/// ([`CheckContent::rows`]).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedResults {
    /// Version of the comparison that produced the results.
    pub version: u32,
    /// Pairs of documents with their shared passages.
    pub pairs: Vec<PairPassages>,
    /// Marks of each row that come from other documents and from templates. A mark is a stretch of text that is left out, with the
    /// reason. The marks of a text itself, such as sections and quotations, are stored with the text.
    pub marks: Vec<Vec<Mark>>,
    /// Runs of each row that occur in three or more documents of the check; empty in results from older versions.
    #[serde(default)]
    pub widespread: Vec<Vec<Widespread>>,
    /// Positions of the documents whose text could not be read.
    pub unread: Vec<DocumentIndex>,
    /// Number of pairs that were compared.
    pub compared: u64,
    /// Parts of libraries that could not be compared; empty in results from older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<MissingPart>,
    /// Texts of the templates that the comparison left out; empty in results from older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub templates: Vec<Arc<str>>,
}

impl SavedResults {
    /// Returns whether the results come from this version of the comparison and match a check with `rows` rows. The positions of
    /// documents are verified, because a library may be damaged or malicious; spans in their texts are not.
    #[must_use]
    pub fn fit(&self, version: u32, rows: usize) -> bool {
        self.version == version
            && self.marks.len() == rows
            && self.widespread.len() == rows
            && (self.pairs.iter()).all(|pair| pair.a < pair.b && pair.b.0 < rows)
            && self.unread.iter().all(|row| row.0 < rows)
    }
}

/// Everything needed to reopen a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckContent {
    /// Rows of the check: first the checked files by name, then the library's documents by name.
    pub rows: Vec<CheckRow>,
    /// Choices of the person, which refer to rows by their positions.
    pub choices: Choices,
    /// Settings as JSON, in the form of the program that saved the check.
    pub settings: serde_json::Value,
    /// Results; `None` if there are none or the rows have changed since.
    pub results: Option<SavedResults>,
}

/// A person's decision or note about a document, a pair of documents, a passage or a lead. It applies in every check
/// that contains the documents. If several files of a check have the content of one of them, it applies only to those for which
/// the person decided, as the saved checks tell. For the same two spans there is at most one decision about copied text and one about a
/// lead.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct KeptDecision {
    /// Document with the smaller number.
    pub a: DocumentId,
    /// Document with the larger number; `a` again in a decision about one document.
    pub b: DocumentId,
    /// Span in the text of `a`; an empty span at 0 means the whole pair or document.
    pub in_a: Span,
    /// Span in the text of `b`.
    pub in_b: Span,
    /// Time of the decision, in seconds since 1970.
    #[serde(rename = "decided")]
    pub decided_at: i64,
    /// Note of the person; `None` without one.
    #[serde(default)]
    pub note: Option<String>,
    /// Whether the decision is about a lead, not about copied text.
    #[serde(default)]
    pub is_lead: bool,
    /// Decision of the person. `None` for a note alone, and for a statement about versions of one thesis, which is
    /// encoded in the spans.
    #[serde(default)]
    pub decision: Option<Decision>,
}
