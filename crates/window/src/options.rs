//! Options of the window: how it starts, and what it may use of the machine around it. Plain data.

use std::path::PathBuf;

use chachong_import::Isolation;
use chachong_messages::Language;

/// Arguments with which a person starts the window.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// Paths to read at the start.
    pub paths: Vec<PathBuf>,
    /// Language of the window; `None` means the remembered one, else the system's.
    pub language: Option<Language>,
    /// Whether to open another window even if one is already open.
    pub new_window: bool,
    /// Whether the log is printed to standard error.
    pub verbose: bool,
}

/// Everything that the window needs at its start.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Paths to read at the start.
    pub paths: Vec<PathBuf>,
    /// Language of the window; `None` means the remembered one, else the system's.
    pub language: Option<Language>,
    /// Where files are read; `None` means in child processes of this program.
    pub isolation: Option<Isolation>,
    /// Library to open with the window.
    pub library: LibraryChoice,
    /// Whether the window uses the desktop's dialogs and programs.
    pub desktop: Desktop,
    /// Folder for the sample documents; `None` means the system's cache folder.
    pub samples: Option<PathBuf>,
    /// Folder of the log and of the crash notes; `None` disables both.
    pub logs: Option<PathBuf>,
    /// Folder of the preferences; `None` if none are saved.
    pub preferences: Option<PathBuf>,
    /// Whether the window shows the welcome page.
    pub welcome: Welcome,
    /// Displayed version; `None` means the program's own. Tests set it, so that their pictures of the window do not change with
    /// each commit.
    pub version: Option<String>,
}

/// Whether the window shows the welcome page, which explains where data is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Welcome {
    /// Only until a person has closed it once, which the preferences remember. Never if preferences cannot be saved.
    #[default]
    Once,
    /// At this start in any case.
    Now,
}

/// Which library to open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LibraryChoice {
    /// The library that was used last, or else the default library in the platform's data folder.
    #[default]
    Remembered,
    /// The library in this file.
    File(PathBuf),
    /// No library, so that no check is saved.
    None,
}

/// Whether the window uses the desktop's dialogs and programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Desktop {
    /// Opens the system's file dialogs, and opens files with other programs.
    #[default]
    Used,
    /// Starts no other program and opens no system dialog: a person types paths, and a notice says that a file was not opened.
    LeftAlone,
}
