//! Rules by which files are grouped, and the evidence that tells whose they are.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Platform;

/// Rule by which the files of a check are grouped into submissions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Groups files by all evidence, the most trusted first ([`FoundBy`]).
    #[default]
    Auto,
    /// Makes each file a submission.
    File,
    /// Makes each folder or archive directly below the dropped folder a submission.
    Folder,
    /// Makes the files of each student on the class list one submission, and each other file a submission of its own.
    List,
}

impl By {
    /// All rules, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Auto, Self::File, Self::Folder, Self::List];

    /// Returns the name of the rule on the command line and in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::File => "file",
            Self::Folder => "folder",
            Self::List => "list",
        }
    }
}

/// Error for a text that is not the name of a rule ([`By::name`]); contains the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not one of auto, file, folder, list: {0}")]
pub struct UnknownBy(String);

impl FromStr for By {
    type Err = UnknownBy;

    fn from_str(name: &str) -> Result<Self, UnknownBy> {
        let found = Self::ALL.into_iter().find(|by| by.name() == name);
        found.ok_or_else(|| UnknownBy(name.to_owned()))
    }
}

/// Evidence for who handed in a file, from the most trusted kind to the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FoundBy {
    /// A person named the student, or merged or split submissions.
    Person,
    /// A file name that Moodle generated.
    Moodle,
    /// A file name that Canvas generated.
    Canvas,
    /// A file name that Blackboard generated.
    Blackboard,
    /// A match in the class list, by number, name or pinyin.
    List,
    /// A folder with the files of one student.
    Folder,
    /// An archive with the files of one student.
    Archive,
    /// The student that the files state, usually on their covers.
    Record,
    /// The name of the file, usually read by the convention by which the class names its files.
    FileName,
    /// No evidence: the file is a submission of its own.
    File,
}

impl FoundBy {
    /// All kinds of evidence, the most trusted first.
    pub const ALL: [Self; 10] = [
        Self::Person,
        Self::Moodle,
        Self::Canvas,
        Self::Blackboard,
        Self::List,
        Self::Folder,
        Self::Archive,
        Self::Record,
        Self::FileName,
        Self::File,
    ];

    /// Returns the name of the evidence in JSON and in the keys of translations.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Moodle => "moodle",
            Self::Canvas => "canvas",
            Self::Blackboard => "blackboard",
            Self::List => "list",
            Self::Folder => "folder",
            Self::Archive => "archive",
            Self::Record => "record",
            Self::FileName => "file-name",
            Self::File => "file",
        }
    }
}

impl From<Platform> for FoundBy {
    fn from(platform: Platform) -> Self {
        match platform {
            Platform::Moodle => Self::Moodle,
            Platform::Canvas => Self::Canvas,
            Platform::Blackboard => Self::Blackboard,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{By, FoundBy};

    #[test]
    fn names_are_stable() {
        for by in By::ALL {
            assert_eq!(by.name().parse(), Ok(by));
        }
        assert!("teams".parse::<By>().is_err());
        for found in FoundBy::ALL {
            let json = serde_json::to_string(&found).unwrap();
            assert_eq!(json, format!("\"{}\"", found.name()));
        }
        assert!(FoundBy::ALL.is_sorted());
    }
}
