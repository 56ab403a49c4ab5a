//! Reasons why a dump cannot be read at all. What is damaged inside one is an [`Item::Broken`](crate::Item::Broken).

use std::path::PathBuf;

/// Error about a whole dump.
#[derive(Debug, thiserror::Error)]
pub enum DumpError {
    /// The operating system refused.
    #[error("{}: the file cannot be read ({source}); check that it exists and that you may read it", file.display())]
    Unreadable {
        /// Path of the file.
        file: PathBuf,
        /// Message of the operating system.
        source: std::io::Error,
    },
    /// None of the kinds that are known.
    #[error(
        "{}: this is no dump: MediaWiki XML, ZIM, JSON Lines or CSV with a field “text” (正文, content) are read, also packed \
         as .bz2, .gz, .zst or .xz", file.display()
    )]
    NotADump {
        /// Path of the file.
        file: PathBuf,
    },
    /// The head of the file, without which nothing in it is found, is damaged.
    #[error("{}: the file is damaged ({detail}); fetch it once more and compare its checksum", file.display())]
    Damaged {
        /// Path of the file.
        file: PathBuf,
        /// What is wrong.
        detail: String,
    },
    /// A piece of another file, or of the file before it changed.
    #[error("{}: the file changed since it was begun; begin it again", file.display())]
    OtherFile {
        /// Path of the file.
        file: PathBuf,
    },
}
