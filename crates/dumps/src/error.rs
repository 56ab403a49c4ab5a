//! Reasons why a dump cannot be read at all. Damage within a dump is an [`Item::Broken`](crate::Item::Broken).

use std::path::PathBuf;

/// Error about a whole dump.
#[derive(Debug, thiserror::Error)]
pub enum DumpError {
    /// The operating system does not let the file be read.
    #[error("{}: the file cannot be read ({source}); check that it exists and that you may read it", file.display())]
    Unreadable {
        /// Path of the file.
        file: PathBuf,
        /// Message of the operating system.
        source: std::io::Error,
    },
    /// The file is none of the known kinds of dumps, or is a pipe or device.
    #[error(
        "{}: this is no dump: MediaWiki XML, ZIM, JSON Lines or CSV with a field “text” (正文, content) are read, also packed \
         as .bz2, .gz, .zst or .xz", file.display()
    )]
    NotADump {
        /// Path of the file.
        file: PathBuf,
    },
    /// The start of the file, without which nothing in it can be found, is damaged.
    #[error("{}: the file is damaged ({detail}); fetch it once more and compare its checksum", file.display())]
    Damaged {
        /// Path of the file.
        file: PathBuf,
        /// Description of the damage, in English, as the reader of the file states it.
        detail: String,
    },
    /// The file has another size, or is another kind of dump, than the file from which the piece was made.
    #[error("{}: the file changed since it was begun; begin it again", file.display())]
    OtherFile {
        /// Path of the file.
        file: PathBuf,
    },
}
