//! A check as it is kept: its files, settings, choices and results, and decisions that outlive it. Plain data; knows
//! nothing of where it is kept.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::DocumentId;
use crate::compare::{Choices, PairPassages, Span};
use crate::import::{Format, ImportCause};
use crate::text::Mark;

/// A check's number in its library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CheckId(pub i64);

/// How far a check came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckState {
    /// Files are still to be read.
    Reading,
    /// Texts are still to be compared.
    Comparing,
    /// All is there.
    Done,
}

impl CheckState {
    /// The name in the library.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reading => "reading",
            Self::Comparing => "comparing",
            Self::Done => "done",
        }
    }

    /// The state of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Reading, Self::Comparing, Self::Done]
            .into_iter()
            .find(|state| state.name() == name)
    }
}

/// A saved check, at a glance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedCheck {
    /// Which.
    pub id: CheckId,
    /// What it is called: its first folder, as a rule.
    pub title: String,
    /// When it began, in seconds since 1970.
    pub started: i64,
    /// When it changed last.
    pub changed: i64,
    /// How far it came.
    pub state: CheckState,
    /// How many files of its own it has.
    pub documents: u64,
}

/// Where a document of a check comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// A file that was checked.
    #[default]
    Checked,
    /// A document of the library that it was found to be like.
    Library,
}

/// A file of a saved check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckRow {
    /// Its name, unique among those of its origin.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// Where the row comes from.
    pub origin: Origin,
    /// Its kind; `None` for a folder that could not be entered.
    pub format: Option<Format>,
    /// The kept document, or why it was not read; `None` while it waits.
    pub outcome: Option<Result<DocumentId, ImportCause>>,
}

/// What comparing the texts of a check found, by positions in its rows (checked ones first, each by name).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedResults {
    /// The version of what made them.
    pub version: u32,
    /// The pairs with passages.
    pub pairs: Vec<PairPassages>,
    /// The marks of each row.
    pub marks: Vec<Vec<Mark>>,
    /// Rows whose text could not be read.
    pub unread: Vec<usize>,
    /// Pairs of documents that were compared.
    pub compared: u64,
}

impl SavedResults {
    /// Whether they are of this version of comparing and of so many rows: a library may be damaged, or made to harm.
    #[must_use]
    pub fn fit(&self, version: u32, rows: usize) -> bool {
        self.version == version
            && self.marks.len() == rows
            && (self.pairs.iter()).all(|pair| pair.a < pair.b && pair.b < rows)
            && self.unread.iter().all(|&row| row < rows)
    }
}

/// All that reopening a check needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckContent {
    /// Its rows: the checked ones by name, then the library's by name.
    pub rows: Vec<CheckRow>,
    /// What the person chose, by positions in `rows`.
    pub choices: Choices,
    /// Settings, as the program that made the check wrote them.
    pub settings: serde_json::Value,
    /// What was found, if that is still what it was made from.
    pub results: Option<SavedResults>,
}

/// A person's word on a passage of two documents, whatever check it is met in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Decision {
    /// The document with the smaller number.
    pub a: DocumentId,
    /// The other one.
    pub b: DocumentId,
    /// Where in the text of `a`; an empty span at 0 stands for the whole pair.
    pub in_a: Span,
    /// Where in the text of `b`.
    pub in_b: Span,
    /// When, in seconds since 1970.
    pub decided: i64,
}
