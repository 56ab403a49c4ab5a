//! How files are put together, and what told whose they are.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Platform;

/// How the files of a check are put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// By all evidence, in the order of [`FoundBy`].
    #[default]
    Auto,
    /// Each file is a submission.
    File,
    /// Each folder or archive directly below the dropped folder is a submission.
    Folder,
    /// The files of each student of the class list are a submission, each other file is one.
    List,
}

impl By {
    /// All ways, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Auto, Self::File, Self::Folder, Self::List];

    /// Name on the command line and in JSON.
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

/// The text is no name of a [`By`].
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

/// Evidence that told whose files they are, the most trusted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FoundBy {
    /// A person said so.
    Person,
    /// A name that Moodle gave.
    Moodle,
    /// A name that Canvas gave.
    Canvas,
    /// A name that Blackboard gave.
    Blackboard,
    /// The class list, by number, name or pinyin.
    List,
    /// A folder of the student.
    Folder,
    /// An archive of the student.
    Archive,
    /// Covers that state the same student.
    Record,
    /// The way in which the class names its files.
    FileName,
    /// Nothing but the file itself.
    File,
}

impl FoundBy {
    /// All kinds, the most trusted first.
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

    /// Name in JSON and in the keys of texts.
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
