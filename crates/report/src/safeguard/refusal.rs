//! Reasons why a file is not overwritten, with messages.

use std::path::{Path, PathBuf};

use super::Named;
use chachong_messages::Language;

/// Kind of an input, as it is named to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// Document, or folder or archive of documents.
    Document,
    /// Library, or a file that is kept beside one.
    Library,
    /// File of the assignment, or a form, whose text does not count.
    Template,
    /// Class list, which names the students.
    ClassList,
    /// School's profile for its forms.
    FormProfile,
    /// Folder with models for text recognition or for the search for rewritten passages.
    Model,
    /// Saved check, or list of cases.
    Check,
}

impl InputKind {
    const fn key(self) -> &'static str {
        match self {
            Self::Document => "safeguard.document",
            Self::Library => "safeguard.library",
            Self::Template => "safeguard.template",
            Self::ClassList => "safeguard.class-list",
            Self::FormProfile => "safeguard.form-profile",
            Self::Model => "safeguard.model",
            Self::Check => "safeguard.check",
        }
    }
}

/// Reason why an output must not be written: it would replace or disturb something else.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The output would replace a file that is read or kept.
    #[error("{} is {}, which is read", output.display(), input.display())]
    Input {
        /// File or folder that was to be written.
        output: PathBuf,
        /// Kind of the input.
        kind: InputKind,
        /// Input that would be lost, or the folder that contains it.
        input: PathBuf,
    },
    /// The output would replace another output of the same command.
    #[error("{} and {} are one file", output.display(), other.display())]
    Twice {
        /// File or folder that was to be written.
        output: PathBuf,
        /// The other output.
        other: PathBuf,
    },
    /// The output would replace this file, which this program did not write, or wrote in another format.
    #[error("{} is no report of this program", .0.display())]
    NotOurs(PathBuf),
    /// The output would replace this existing file, and only a new file may be written.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// The folder for the web pages contains files that are no report.
    #[error("{} has other files, such as {}", folder.display(), found.display())]
    Folder {
        /// Folder that the pages were to be written to.
        folder: PathBuf,
        /// Entry that is no report.
        found: PathBuf,
    },
    /// The folder for marked copies is a folder that is read, or inside one.
    #[error("{} belongs to {}, which is read", folder.display(), input.display())]
    Copies {
        /// Folder that the copies were to be written to.
        folder: PathBuf,
        /// Folder that is read.
        input: PathBuf,
    },
    /// A link in the folder of the web pages leads elsewhere; contains its path.
    #[error("{} is a link", .0.display())]
    Link(PathBuf),
}

impl Refusal {
    pub(super) fn input(output: &Path, named: &Named) -> Self {
        Self::Input {
            output: output.to_owned(),
            kind: named.kind,
            input: named.path.clone(),
        }
    }

    /// Returns the output that must not be written.
    #[must_use]
    pub fn output(&self) -> &Path {
        match self {
            Self::Input { output, .. } | Self::Twice { output, .. } => output,
            Self::NotOurs(file) | Self::Exists(file) | Self::Link(file) => file,
            Self::Folder { folder, .. } | Self::Copies { folder, .. } => folder,
        }
    }

    /// Describes the cause, what would be lost, and the remedy, without naming the output.
    #[must_use]
    pub fn cause(&self, language: Language) -> String {
        match self {
            Self::Input { kind, input, .. } => {
                let what = language.text(kind.key());
                language.fill(
                    "safeguard.input",
                    &[("what", &what), ("input", &input.display())],
                )
            }
            Self::Twice { other, .. } => {
                language.fill("safeguard.twice", &[("other", &other.display())])
            }
            Self::NotOurs(_) => language.text("safeguard.not-ours"),
            Self::Exists(_) => language.text("safeguard.exists"),
            Self::Folder { found, .. } => {
                language.fill("safeguard.folder", &[("found", &found.display())])
            }
            Self::Copies { input, .. } => {
                language.fill("safeguard.copies", &[("input", &input.display())])
            }
            Self::Link(_) => language.text("safeguard.link"),
        }
    }

    /// Describes the output, the cause, what would be lost, and the remedy.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let (file, cause) = (self.output().display(), self.cause(language));
        language.fill("report.not-written", &[("file", &file), ("cause", &cause)])
    }
}
