//! Errors with which a watch does not begin.

use std::fmt::Display;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use super::report_folder::ReportFolderError;
use chachong_messages::Language;

/// Reason why a watch does not begin.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum WatchError {
    /// The reports or the log would be written into the watched folder.
    #[error("{} is in the watched folder {}", place.display(), folder.display())]
    Inside { place: PathBuf, folder: PathBuf },
    /// The folder of the reports cannot be used.
    #[error("the folder {} cannot be used", folder.display())]
    ReportFolder {
        folder: PathBuf,
        source: ReportFolderError,
    },
    /// The log cannot be written.
    #[error("the log {} cannot be written ({source})", file.display())]
    Log { file: PathBuf, source: io::Error },
    /// Signals cannot be received.
    #[error("signals cannot be received ({0})")]
    Signals(io::Error),
    /// Metrics cannot be answered at the address.
    #[error("metrics cannot be answered at {address} ({source})")]
    Metrics {
        address: SocketAddr,
        source: io::Error,
    },
}

impl WatchError {
    /// Returns file, cause and remedy in words.
    pub(in crate::cli) fn text(&self, language: Language) -> String {
        let fill = |key: &str, file: &Path, detail: &dyn Display| {
            language.fill(key, &[("file", &file.display()), ("detail", detail)])
        };
        match self {
            Self::Inside { place, folder } => language.fill(
                "cli.watch.inside",
                &[("place", &place.display()), ("folder", &folder.display())],
            ),
            Self::ReportFolder { folder, source } => match source {
                ReportFolderError::Taken => fill("cli.watch.taken", folder, &""),
                ReportFolderError::TooNew => fill("cli.watch.too-new", folder, &""),
                ReportFolderError::Failed(place, error) => {
                    fill("cli.watch.no-reports", place, error)
                }
            },
            Self::Log { file, source } => fill("cli.watch.no-log", file, source),
            Self::Signals(error) => fill("cli.watch.no-signals", Path::new(""), error),
            Self::Metrics { address, source } => language.fill(
                "cli.watch.no-metrics",
                &[("address", address), ("detail", source)],
            ),
        }
    }
}
