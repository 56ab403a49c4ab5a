//! Options of the window: how it starts, and what it may use of the machine around it. Plain data.

use std::path::PathBuf;

use chachong_import::Isolation;
use chachong_messages::Language;

/// Wishes with which a person starts the window.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// Paths to import at the start.
    pub paths: Vec<PathBuf>,
    /// Language of the window; `None`: the remembered one, else the system's.
    pub language: Option<Language>,
    /// Whether a window of its own is opened, also where one is open already.
    pub new_window: bool,
    /// Whether the log is printed to standard error.
    pub verbose: bool,
}

/// Options with which the window starts.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Paths to import at the start.
    pub paths: Vec<PathBuf>,
    /// Language of the window; `None`: the remembered one, else the system's.
    pub language: Option<Language>,
    /// Isolation of the parsers; `None`: a child process of this program.
    pub isolation: Option<Isolation>,
    /// Library to open with the window.
    pub library: LibraryChoice,
    /// Whether the window uses the desktop's dialogs and programs.
    pub desktop: Desktop,
    /// Folder for the sample documents; `None`: the system's folder for caches.
    pub samples: Option<PathBuf>,
    /// Folder of the log and of the notes on crashes; `None`: nothing is noted, and no earlier crash is told of.
    pub logs: Option<PathBuf>,
    /// Folder of the preferences, to be shown; `None`: none are kept.
    pub preferences: Option<PathBuf>,
    /// Whether the window welcomes the person.
    pub welcome: Welcome,
    /// Version to be shown; `None`: the program's own. Pictures of tests show the same one after each commit.
    pub version: Option<String>,
}

/// Whether the window welcomes the person and says what stays where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Welcome {
    /// At the first start, as far as the preferences remember one.
    #[default]
    Once,
    /// At this start.
    Now,
}

/// Choice of the library to open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LibraryChoice {
    /// The library used last, else the one in the platform's folder for data.
    #[default]
    Remembered,
    /// The library in this file.
    File(PathBuf),
    /// No library: nothing is kept.
    None,
}

/// Whether the window uses the desktop around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Desktop {
    /// Opens the system's file dialogs, and files with other programs.
    #[default]
    Used,
    /// Starts no other program: paths are typed, and a notice says that a file was not opened.
    LeftAlone,
}
