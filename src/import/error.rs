//! Why a file could not be read, and what the person can do about it. Knows nothing of languages: the interface
//! translates by [`ImportCause::key`].

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Format;

/// One file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{}: {cause}; {}", file.display(), cause.remedy())]
pub struct ImportError {
    /// The file.
    pub file: PathBuf,
    /// Why.
    pub cause: ImportCause,
}

/// The causes. Each has an English message, a remedy, and a key for its translation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ImportCause {
    /// The operating system refused (permission, vanished, input/output error).
    #[error("the file cannot be opened ({detail})")]
    Unreadable {
        /// The system's words.
        detail: String,
    },
    /// A pipe, device or folder with a document's ending.
    #[error("this is not an ordinary file")]
    NotAFile,
    /// A link that leads back to a folder above it.
    #[error("this link leads back to a folder that contains it")]
    LinkLoop,
    /// No bytes.
    #[error("the file is empty (0 bytes)")]
    Empty,
    /// Above [`super::MAXIMUM_FILE_BYTES`].
    #[error("the file is too large ({bytes} bytes; the limit is {limit})")]
    TooLarge {
        /// Its size in bytes.
        bytes: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// A format that we do not read.
    #[error("this format is not supported")]
    NotSupported,
    /// A txt that holds binary data.
    #[error("this is not a text file: it holds binary data")]
    NotText,
    /// The ending says one thing, the content another.
    #[error("the content is not that of a {} file", expected.name())]
    WrongContent {
        /// What the ending says.
        expected: Format,
    },
    /// A docx name on an old binary .doc, or an encrypted docx (both are the same container).
    #[error("this is an old Word file (.doc) or a docx protected by a password")]
    OldWordOrEncrypted,
    /// A password is needed.
    #[error("the file is protected by a password")]
    Encrypted,
    /// Unpacks to more than a document can hold: a zip bomb.
    #[error("the file unpacks to more than {limit} bytes")]
    UnpacksTooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// The reader gave up.
    #[error("the file is damaged or made in a way we cannot read ({detail})")]
    Damaged {
        /// The reader's words.
        detail: String,
    },
    /// The reader crashed; only this file is lost.
    #[error("the reader failed on this file ({detail})")]
    Crashed {
        /// What is known of it.
        detail: String,
    },
    /// The worker needed more memory than it may have.
    #[error("reading it takes more than {limit} bytes of memory")]
    OutOfMemory {
        /// The limit in bytes.
        limit: u64,
    },
    /// The file nests its parts so deeply that the reader's stack ends.
    #[error("its parts are nested too deeply")]
    TooDeep,
    /// More text than a document can hold.
    #[error("it holds more than {limit} bytes of text")]
    TooMuchText {
        /// The limit in bytes.
        limit: u64,
    },
    /// The reader took too long.
    #[error("reading took more than {seconds} seconds")]
    TimedOut {
        /// The limit in seconds.
        seconds: u64,
    },
}

impl ImportCause {
    /// The key of its translation, `import.<key>.reason` and `import.<key>.remedy`.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "unreadable",
            Self::NotAFile => "not-a-file",
            Self::LinkLoop => "link-loop",
            Self::Empty => "empty",
            Self::TooLarge { .. } => "too-large",
            Self::NotSupported => "not-supported",
            Self::NotText => "not-text",
            Self::WrongContent { .. } => "wrong-content",
            Self::OldWordOrEncrypted => "old-word",
            Self::Encrypted => "encrypted",
            Self::UnpacksTooLarge { .. } => "unpacks-too-large",
            Self::Damaged { .. } => "damaged",
            Self::Crashed { .. } => "crashed",
            Self::OutOfMemory { .. } => "out-of-memory",
            Self::TooDeep => "too-deep",
            Self::TooMuchText { .. } => "too-much-text",
            Self::TimedOut { .. } => "timed-out",
        }
    }

    /// The reader's or system's own words, or the figure, that the translated message quotes.
    #[must_use]
    pub fn detail(&self) -> String {
        match self {
            Self::Unreadable { detail } | Self::Damaged { detail } | Self::Crashed { detail } => {
                detail.clone()
            }
            Self::TooLarge { bytes, .. } => format!("{} MB", bytes >> 20),
            Self::UnpacksTooLarge { limit }
            | Self::OutOfMemory { limit }
            | Self::TooMuchText { limit } => {
                format!("{} MB", limit >> 20)
            }
            Self::WrongContent { expected } => expected.name().to_owned(),
            Self::TimedOut { seconds } => seconds.to_string(),
            _ => String::new(),
        }
    }

    /// What the person can do, in English.
    #[must_use]
    pub const fn remedy(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "check that it still exists and that you may read it",
            Self::NotAFile => "copy the document itself into the folder",
            Self::LinkLoop => "remove the link, or add the folder it leads to directly",
            Self::Empty => "ask for the file again: the copy or upload went wrong",
            Self::TooLarge { .. } => "reduce the pictures in it, or save its text as txt",
            Self::NotSupported => {
                "open it in its own program and save it as docx, or print it to pdf"
            }
            Self::NotText => "check what kind of file it is and correct its ending",
            Self::WrongContent { .. } => "check what kind of file it is, or ask for it again",
            Self::OldWordOrEncrypted => {
                "open it in Word or WPS (with its password) and save it as an unprotected docx"
            }
            Self::Encrypted => "open it with its password and save it without one",
            Self::UnpacksTooLarge { .. } => {
                "do not open it if you do not trust its origin; ask for a plain docx"
            }
            Self::Damaged { .. } => {
                "open it in its own program and save it again, or ask for another copy"
            }
            Self::Crashed { .. } => "open it in its own program and save or print it to a new file",
            Self::OutOfMemory { .. } | Self::TooDeep => {
                "do not open it if you do not trust its origin; else print it to a new pdf"
            }
            Self::TooMuchText { .. } => "check that it is a thesis; else split it",
            Self::TimedOut { .. } => "print it to a new pdf, or save its text as txt",
        }
    }
}
