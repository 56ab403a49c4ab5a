//! Writes the log file, crash notes and the marker of a running window, for a person who asks for help. None of these
//! contains the name or text of a document; names are only printed to standard error, by `--verbose`.
//!
//! A program calls [`start`] once. The window also calls [`look_back`], to learn whether an earlier run crashed. All
//! crates of Chachong write to the log with `tracing`.
//!
//! ```
//! // Of a panic's message, only words of the standard library are kept: the rest may be a document's text.
//! let message = "byte index 1 is not a char boundary; it is inside '图' of `图书馆`";
//! assert!(!chachong_log::redacted(message).contains('图'));
//! ```

mod note;
mod panics;
mod printable;
mod redacted;
mod rolling;
mod running;
mod under_way;

use std::path::{Path, PathBuf};

use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

pub use note::{Kind, Note};
pub use panics::note_worker_death;
pub use printable::{PrintableWriter, printable, printable_lines};
pub use redacted::redacted;
pub use rolling::last_lines;
pub use running::{Ended, Running, look_back};
pub use under_way::{CheckMark, UnderWay, set_under_way};

use rolling::Rolling;

/// Version and git revision of the program: `0.2.0 (1a2b3c)`. The revision is empty in a build outside git.
pub const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (",
    env!("CHACHONG_REVISION"),
    ")"
);

/// Environment variable that names another folder for the log. If it is empty, no log is written.
const FOLDER_VARIABLE: &str = "CHACHONG_LOGS";

/// Part of the program that writes the log. It determines the kind of a crash note about a panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The window.
    Window,
    /// A subcommand of the command line.
    Command,
}

/// Returns the folder for the log and the crash notes: the one that the environment variable `CHACHONG_LOGS` names,
/// otherwise that of a portable program, otherwise that of the platform. `None` if the variable is empty or the
/// platform has no such folder; nothing is written then.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(FOLDER_VARIABLE) {
        return (!named.is_empty()).then(|| PathBuf::from(named));
    }
    if let Some(portable) = chachong_paths::portable() {
        return Some(portable.join("logs"));
    }
    let local = dirs::state_dir().or_else(dirs::data_local_dir);
    place(std::env::consts::OS, local, dirs::home_dir())
}

/// Returns the folder for logs on the operating system `system`, given the folder for local data and the home folder.
/// `None` if the folder that this system needs is unknown.
fn place(system: &str, local: Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    match system {
        "macos" => Some(home?.join("Library").join("Logs").join("Chachong")),
        "windows" => Some(local?.join("chachong").join("logs")),
        _ => Some(local?.join("chachong")),
    }
}

/// Starts logging to files in `folder`; `None` writes no files. If `verbose`, also logs to standard error, in more
/// detail and with file names. From then on, each panic leaves a line in the log and a note in the folder; `heading` is
/// the text at the top of each note. A second call does nothing.
pub fn start(part: Part, folder: Option<&Path>, verbose: bool, heading: String) {
    let ours = |level: LevelFilter| Targets::new().with_target("chachong", level);
    let file = folder.map(|folder| {
        tracing_subscriber::fmt::layer()
            .with_ansi(false)
            .with_writer(Rolling::new(folder.to_owned()))
            .with_filter(ours(LevelFilter::INFO))
    });
    let terminal = verbose.then(|| {
        tracing_subscriber::fmt::layer()
            // Colours would be among what is made printable.
            .with_ansi(false)
            .with_writer(|| PrintableWriter::new(std::io::stderr()))
            .with_filter(ours(LevelFilter::DEBUG))
    });
    let logging = tracing_subscriber::registry().with(file).with(terminal);
    if logging.try_init().is_ok() {
        panics::leave_notes(part, folder.map(Path::to_owned), heading);
    }
}

/// Returns options for creating a file that only the person may read.
fn private_file() -> std::fs::OpenOptions {
    let mut options = std::fs::OpenOptions::new();
    options.create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_has_its_own_place_for_logs() {
        let local = || Some(PathBuf::from("local"));
        let home = || Some(PathBuf::from("home"));
        let on = |system| place(system, local(), home()).unwrap();
        assert_eq!(on("linux"), Path::new("local/chachong"));
        assert_eq!(on("windows"), Path::new("local/chachong/logs"));
        assert_eq!(on("macos"), Path::new("home/Library/Logs/Chachong"));
        assert_eq!(place("linux", None, home()), None);
    }

    #[test]
    fn the_version_names_the_revision() {
        assert!(VERSION.starts_with(env!("CARGO_PKG_VERSION")) && VERSION.ends_with(')'));
    }
}
