//! Reasons why a file could not be read. The interface says each, and what to do, by [`ImportCause::key`].

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{FileKind, Format, UnreadFormat};

/// Error about a file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{}: {cause}", file.display())]
pub struct ImportError {
    /// Path of the file.
    pub file: PathBuf,
    /// Reason why it could not be read.
    pub cause: ImportCause,
}

/// Reasons why a file could not be read. Each has an English message for the log, and a key for the texts of the interface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ImportCause {
    /// The operating system refused access (missing permission, vanished file, input/output error), or the document is no longer in its
    /// archive.
    #[error("the file cannot be opened ({detail})")]
    Unreadable {
        /// Message of the operating system.
        detail: String,
    },
    /// Another program has the file open and lets no other program read it (Windows).
    #[error("another program has the file open and does not let other programs read it")]
    InUse,
    /// Shortcut of Windows instead of the document it points to.
    #[error("this is a shortcut, not the document itself")]
    Shortcut,
    /// Pipe, device or folder instead of a file, or a folder without pictures of pages.
    #[error("this is not a regular file")]
    NotAFile,
    /// Link that leads to a folder that contains it.
    #[error("this link points back to a folder that contains it")]
    LinkLoop,
    /// File of 0 bytes.
    #[error("the file is empty (0 bytes)")]
    Empty,
    /// File, or folder of page pictures, larger than [`super::MAXIMUM_FILE_BYTES`].
    #[error("the file is too large ({bytes} bytes; the limit is {limit})")]
    TooLarge {
        /// Size of the file in bytes.
        bytes: u64,
        /// Limit in bytes.
        limit: u64,
    },
    /// Source file in a folder that is too large to have been written by a person.
    #[error("the source file is larger than {limit} bytes")]
    SourceTooLarge {
        /// Limit in bytes.
        limit: u64,
    },
    /// File of an unknown format, which cannot be read.
    #[error("this format is not supported")]
    NotSupported,
    /// Document of a format that is known by its extension but cannot be read.
    #[error("this format is not supported ({})", kind.name())]
    NoReader {
        /// Kind of the file.
        kind: FileKind,
    },
    /// File with the extension of a text format that contains binary data.
    #[error("this is not a text file; it contains binary data")]
    NotText,
    /// File whose content does not match its extension.
    #[error("{}", if *expected == Format::Archive { "this is not really an archive".to_owned() } else { format!("this is not really a {} file: its content has another format", expected.name()) })]
    WrongContent {
        /// Format of the extension.
        expected: Format,
    },
    /// Plain text in a file with the extension of another format.
    #[error("this is plain text, not a {} file", expected.name())]
    PlainText {
        /// Format of the extension.
        expected: Format,
    },
    /// File whose content has a known format that cannot be read, whatever its extension.
    #[error("the content has a format that is not read ({})", format.key())]
    Unread {
        /// Format of the content.
        format: UnreadFormat,
    },
    /// Old binary .doc or encrypted docx with the extension docx; the two have the same container.
    #[error("this is an old Word file (.doc) or a password-protected docx")]
    OldWordOrEncrypted,
    /// File that is protected by a password.
    #[error("the file is protected by a password")]
    Encrypted,
    /// PDF whose document is an XFA form, which only Adobe Reader shows.
    #[error("this is an XFA form, which only Adobe Reader shows")]
    DynamicForm,
    /// File that unpacks to more than a document can hold, such as a zip bomb.
    #[error("the file unpacks to more than {limit} bytes")]
    UnpacksTooLarge {
        /// Limit in bytes.
        limit: u64,
    },
    /// The parser could not read the content.
    #[error("the file is damaged, or was made in a way that Chachong cannot read ({detail})")]
    Damaged {
        /// Message of the parser.
        detail: String,
    },
    /// The parser crashed; only this file is lost.
    #[error("Chachong failed while reading this file ({detail})")]
    Crashed {
        /// Panic message, or how the worker process ended.
        detail: String,
    },
    /// The worker process reached its memory limit.
    #[error("reading it takes more than {limit} bytes of memory")]
    OutOfMemory {
        /// Limit in bytes.
        limit: u64,
    },
    /// The file nests its parts so deeply that the parser's stack overflowed.
    #[error("the parts of this file are nested too deeply")]
    TooDeep,
    /// The file contains more text than a document can hold.
    #[error("it holds more than {limit} bytes of text")]
    TooMuchText {
        /// Limit in bytes, as [`chachong_text::text_size_above`] counts them.
        limit: u64,
    },
    /// Archive where a single document is expected.
    #[error("this is an archive, not a document")]
    Archive,
    /// Encrypted archive, or one with encrypted members.
    #[error("{}", if *tried { "none of the given passwords opens this archive" } else { "the archive is protected by a password" })]
    ArchiveEncrypted {
        /// Whether passwords were tried on it.
        tried: bool,
    },
    /// File that is one of several parts of an archive.
    #[error("this is one part of an archive that is split into several files")]
    ArchivePart,
    /// Archive in several files, one of which is missing.
    #[error("this is part of an archive in several files, of which {missing} is missing")]
    ArchivePartMissing {
        /// Name of the missing part.
        missing: String,
    },
    /// Archive whose members are compressed by a method that is not supported.
    #[error("it is packed by a method that cannot be read ({method})")]
    ArchiveMethod {
        /// Name or number of the method.
        method: String,
    },
    /// Archive that unpacks to more than [`super::MAXIMUM_UNPACKED`].
    #[error("the archive unpacks to more than {limit} bytes")]
    ArchiveTooLarge {
        /// Limit in bytes.
        limit: u64,
    },
    /// Archive that unpacks to far more than its own size, like those made to fill a disk.
    #[error("the archive unpacks to more than {ratio} times its size")]
    ArchiveRatio {
        /// Limit as a multiple of the size of the archive.
        ratio: u64,
    },
    /// Archive with more members than [`super::MAXIMUM_MEMBERS`], or with more than 2,000 archives inside.
    #[error("the archive holds more than {limit} files")]
    TooManyMembers {
        /// Maximum number of files and folders, or of archives inside.
        limit: u64,
    },
    /// Archive that contains archives nested deeper than [`super::MAXIMUM_DEPTH`].
    #[error("it holds archives nested more than {limit} deep")]
    NestedTooDeep {
        /// Maximum number of archives around a document.
        limit: usize,
    },
    /// Disk without enough space for the unpacked content of an archive.
    #[error("there is no room for temporary files ({detail})")]
    NoTemporaryRoom {
        /// Message of the operating system.
        detail: String,
    },
    /// Reading the file and analysing its text, or unpacking the archive, took too long.
    #[error("working on it took more than {seconds} seconds")]
    TimedOut {
        /// Limit in seconds.
        seconds: u64,
    },
}

impl ImportCause {
    /// Returns the cause of a file that a parser could not read, with its message.
    pub(crate) fn damaged(detail: &dyn std::fmt::Display) -> Self {
        Self::Damaged {
            detail: detail.to_string(),
        }
    }

    /// Returns the cause of a file that is not what its extension says.
    pub(crate) const fn wrong(expected: Format) -> Self {
        Self::WrongContent { expected }
    }

    /// Returns the translation key, used in `import.<key>.reason` and `import.<key>.remedy`.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "unreadable",
            Self::InUse => "in-use",
            Self::Shortcut => "shortcut",
            Self::NotAFile => "not-a-file",
            Self::LinkLoop => "link-loop",
            Self::Empty => "empty",
            Self::TooLarge { .. } => "too-large",
            Self::SourceTooLarge { .. } => "source-too-large",
            Self::NotSupported | Self::NoReader { .. } => "not-supported",
            Self::NotText => "not-text",
            Self::WrongContent {
                expected: Format::Archive,
            } => "not-an-archive",
            Self::WrongContent { .. } => "wrong-content",
            Self::PlainText { .. } => "plain-text",
            Self::Unread { format } => format.key(),
            Self::OldWordOrEncrypted => "old-word",
            Self::Encrypted => "encrypted",
            Self::DynamicForm => "dynamic-form",
            Self::UnpacksTooLarge { .. } => "unpacks-too-large",
            Self::Damaged { .. } => "damaged",
            Self::Crashed { .. } => "crashed",
            Self::OutOfMemory { .. } => "out-of-memory",
            Self::TooDeep => "too-deep",
            Self::TooMuchText { .. } => "too-much-text",
            Self::TimedOut { .. } => "timed-out",
            Self::Archive => "archive",
            Self::ArchiveEncrypted { tried: false } => "archive-encrypted",
            Self::ArchiveEncrypted { tried: true } => "archive-password",
            Self::ArchivePart => "archive-part",
            Self::ArchivePartMissing { .. } => "archive-part-missing",
            Self::ArchiveMethod { .. } => "archive-method",
            Self::ArchiveTooLarge { .. } => "archive-too-large",
            Self::ArchiveRatio { .. } => "archive-ratio",
            Self::TooManyMembers { .. } => "too-many-members",
            Self::NestedTooDeep { .. } => "nested-too-deep",
            Self::NoTemporaryRoom { .. } => "no-temporary-room",
        }
    }

    /// Returns the cause for a file whose extension belongs to no format that can be read.
    #[must_use]
    pub fn no_reader(path: &Path) -> Self {
        FileKind::of_ending(path).map_or(Self::NotSupported, |kind| Self::NoReader { kind })
    }

    /// Returns the detail that the translated message quotes, such as the message of the parser, or a size or limit with its unit; empty
    /// for causes without one.
    #[must_use]
    pub fn detail(&self) -> String {
        match self {
            Self::Unreadable { detail }
            | Self::Damaged { detail }
            | Self::Crashed { detail }
            | Self::NoTemporaryRoom { detail } => detail.clone(),
            Self::ArchivePartMissing { missing } => missing.clone(),
            Self::ArchiveMethod { method } => method.clone(),
            Self::ArchiveTooLarge { limit } => format!("{} GB", limit >> 30),
            Self::ArchiveRatio { ratio } => ratio.to_string(),
            Self::TooManyMembers { limit } => limit.to_string(),
            Self::NestedTooDeep { limit } => limit.to_string(),
            Self::TooLarge { bytes, .. } => format!("{} MB", bytes >> 20),
            Self::UnpacksTooLarge { limit }
            | Self::SourceTooLarge { limit }
            | Self::OutOfMemory { limit }
            | Self::TooMuchText { limit } => {
                format!("{} MB", limit >> 20)
            }
            Self::WrongContent { expected } | Self::PlainText { expected } => {
                expected.name().to_owned()
            }
            Self::TimedOut { seconds } => seconds.to_string(),
            _ => String::new(),
        }
    }
}
