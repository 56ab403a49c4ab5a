//! Entries of a case's history: who did what, and when.

use serde::{Deserialize, Serialize};

/// Entry of a case's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseEntry {
    /// Time of the step, in seconds since 1970.
    pub at: i64,
    /// Name of the person who took the step, as the user entered it; empty if nobody was named.
    pub by: String,
    /// Step that was taken.
    pub change: CaseChange,
}

/// Step that somebody took in a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseChange {
    /// The case was opened. Every history begins with this step and contains it only once.
    Opened,
    /// Grounds were recorded; with `None`, the grounds recorded before were withdrawn.
    Grounds(Option<Grounds>),
    /// A note was recorded for the people who decide. No file for the student contains it.
    Note(String),
    /// The state of the case changed to this state.
    State(CaseState),
    /// The student's statement was recorded; with an empty text, the statement recorded before was withdrawn.
    Statement(String),
    /// A file was written from the case.
    Exported {
        /// Kind of the file.
        file: CaseFile,
        /// Seal of the file, by which a later change to the file is detected: 64 hexadecimal digits.
        seal: String,
    },
}

impl CaseChange {
    /// Returns the name of the kind of step, as JSON has it.
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

/// Reason, other than plagiarism, why two documents may have text in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grounds {
    /// The author published the text before.
    OwnPublication,
    /// The source is cited.
    Cited,
    /// Common text, such as an assignment or a method that everybody describes alike.
    CommonText,
    /// Text of a law, a standard or a definition, which has to be repeated word for word.
    LawOrDefinition,
    /// Anything else, in the user's words.
    Other(String),
}

impl Grounds {
    /// All grounds except [`Self::Other`], in the order in which they are offered.
    pub const USUAL: [Self; 4] = [
        Self::OwnPublication,
        Self::Cited,
        Self::CommonText,
        Self::LawOrDefinition,
    ];

    /// Returns the name of the grounds in JSON, CSV and the command line.
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

    /// Returns the user's words for [`Self::Other`]; `None` for all other grounds.
    #[must_use]
    pub fn words(&self) -> Option<&str> {
        match self {
            Self::Other(words) => Some(words),
            _ => None,
        }
    }
}

/// State of a case: how far the people in charge have come.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseState {
    /// Nobody has asked the student yet.
    #[default]
    Open,
    /// The student was asked for a statement.
    Asked,
    /// The student answered.
    Answered,
    /// The people in charge decided, with this outcome.
    Decided(Outcome),
}

impl CaseState {
    /// Names of all states, in the order in which a case usually passes through them.
    pub const NAMES: [&'static str; 4] = ["open", "asked", "answered", "decided"];

    /// Returns the name of the state in JSON, CSV and the command line, without the outcome.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Open => Self::NAMES[0],
            Self::Asked => Self::NAMES[1],
            Self::Answered => Self::NAMES[2],
            Self::Decided(_) => Self::NAMES[3],
        }
    }

    /// Returns the outcome of a decided case; `None` in any other state.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        match self {
            Self::Decided(outcome) => Some(outcome),
            _ => None,
        }
    }
}

/// Outcome of a decided case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The people in charge found no plagiarism.
    NotPlagiarism,
    /// The people in charge found improper citation.
    ImproperCitation,
    /// The people in charge found plagiarism.
    Plagiarism,
    /// Any other outcome, in the user's words.
    Other(String),
}

impl Outcome {
    /// All outcomes except [`Self::Other`], in the order in which they are offered.
    pub const USUAL: [Self; 3] = [
        Self::NotPlagiarism,
        Self::ImproperCitation,
        Self::Plagiarism,
    ];

    /// Returns the name of the outcome in JSON, CSV and the command line.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NotPlagiarism => "not-plagiarism",
            Self::ImproperCitation => "improper-citation",
            Self::Plagiarism => "plagiarism",
            Self::Other(_) => "other",
        }
    }

    /// Returns the user's words for [`Self::Other`]; `None` for all other outcomes.
    #[must_use]
    pub fn words(&self) -> Option<&str> {
        match self {
            Self::Other(words) => Some(words),
            _ => None,
        }
    }
}

/// Kind of file that is written from a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseFile {
    /// File for the committee, the people who decide.
    Committee,
    /// File for the student.
    Student,
    /// The whole case, to be opened in another library.
    Archive,
}

impl CaseFile {
    /// All kinds of files, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Committee, Self::Student, Self::Archive];

    /// Returns the name of the kind in JSON and the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Committee => "committee",
            Self::Student => "student",
            Self::Archive => "archive",
        }
    }
}
