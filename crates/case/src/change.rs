//! Entries of a case's history: what somebody did, and when.

use serde::{Deserialize, Serialize};

/// Entry of a case's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseEntry {
    /// Time, in seconds since 1970.
    pub at: i64,
    /// Who did it, as the user entered it; empty if nobody was named.
    pub by: String,
    /// Step that was taken.
    pub change: CaseChange,
}

/// Step that somebody took in a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseChange {
    /// The case was opened: the first entry of every history, and no other.
    Opened,
    /// Grounds were recorded; `None`: those recorded before were taken back.
    Grounds(Option<Grounds>),
    /// Note of the people who decide. No file for the student has it.
    Note(String),
    /// The case reached a state.
    State(CaseState),
    /// The student's statement was recorded; an empty one: the statement recorded before was taken back.
    Statement(String),
    /// A file was written for somebody.
    Exported {
        /// Kind of the file.
        file: CaseFile,
        /// Seal of the file: 64 hexadecimal digits.
        seal: String,
    },
}

impl CaseChange {
    /// Name in JSON.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Opened => "opened",
            Self::Grounds(_) => "grounds",
            Self::Note(_) => "note",
            Self::State(_) => "state",
            Self::Statement(_) => "statement",
            Self::Exported { .. } => "exported",
        }
    }
}

/// Reason, besides plagiarism, for which two documents may have text in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grounds {
    /// The author published the text before.
    OwnPublication,
    /// The source is cited.
    Cited,
    /// Common text, such as an assignment or a method that everybody describes alike.
    CommonText,
    /// Law, standard or definition, which is not to be reworded.
    LawOrDefinition,
    /// Anything else, in the user's words.
    Other(String),
}

impl Grounds {
    /// Grounds that need no further words, in the order in which they are offered.
    pub const USUAL: [Self; 4] = [
        Self::OwnPublication,
        Self::Cited,
        Self::CommonText,
        Self::LawOrDefinition,
    ];

    /// Name in JSON, CSV and the command line.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::OwnPublication => "own-publication",
            Self::Cited => "cited",
            Self::CommonText => "common-text",
            Self::LawOrDefinition => "law-or-definition",
            Self::Other(_) => "other",
        }
    }

    /// The user's words; `None` for the usual grounds.
    #[must_use]
    pub fn words(&self) -> Option<&str> {
        match self {
            Self::Other(words) => Some(words),
            _ => None,
        }
    }
}

/// State of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseState {
    /// Open: nobody asked the student yet.
    #[default]
    Open,
    /// The student was asked.
    Asked,
    /// The student answered.
    Answered,
    /// The people in charge decided, with this outcome.
    Decided(Outcome),
}

impl CaseState {
    /// Names of all states, in order.
    pub const NAMES: [&'static str; 4] = ["open", "asked", "answered", "decided"];

    /// Name in JSON, CSV and the command line, without the outcome.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Open => Self::NAMES[0],
            Self::Asked => Self::NAMES[1],
            Self::Answered => Self::NAMES[2],
            Self::Decided(_) => Self::NAMES[3],
        }
    }

    /// Outcome of a decided case; `None` before.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        match self {
            Self::Decided(outcome) => Some(outcome),
            _ => None,
        }
    }
}

/// What was decided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// No plagiarism.
    NotPlagiarism,
    /// Improper citation.
    ImproperCitation,
    /// Plagiarism.
    Plagiarism,
    /// Anything else, in the user's words.
    Other(String),
}

impl Outcome {
    /// Outcomes that need no further words, in the order in which they are offered.
    pub const USUAL: [Self; 3] = [
        Self::NotPlagiarism,
        Self::ImproperCitation,
        Self::Plagiarism,
    ];

    /// Name in JSON, CSV and the command line.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NotPlagiarism => "not-plagiarism",
            Self::ImproperCitation => "improper-citation",
            Self::Plagiarism => "plagiarism",
            Self::Other(_) => "other",
        }
    }

    /// The user's words; `None` for the usual outcomes.
    #[must_use]
    pub fn words(&self) -> Option<&str> {
        match self {
            Self::Other(words) => Some(words),
            _ => None,
        }
    }
}

/// File that is written from a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseFile {
    /// For the committee.
    Committee,
    /// For the student.
    Student,
    /// Whole case, to be opened in another library.
    Archive,
}

impl CaseFile {
    /// All files, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Committee, Self::Student, Self::Archive];

    /// Name in JSON and the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Committee => "committee",
            Self::Student => "student",
            Self::Archive => "archive",
        }
    }
}
