//! How the window starts, and what it may use of the machine around it: plain data. Knows nothing of what is done with it.

use std::path::PathBuf;

use crate::i18n::Language;
use crate::import::Isolation;

/// How the window starts.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What to import at once.
    pub paths: Vec<PathBuf>,
    /// Instead of the remembered or the system's language.
    pub language: Option<Language>,
    /// Where files are parsed; `None` is a child process of this program.
    pub isolation: Option<Isolation>,
    /// Which library is opened with the window.
    pub library: LibraryChoice,
    /// What is asked of other programs.
    pub desktop: Desktop,
    /// Where the samples are put; `None` is where the system keeps caches.
    pub samples: Option<PathBuf>,
}

/// A library to open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LibraryChoice {
    /// The one that was used last, else the one in the platform's folder for data.
    #[default]
    Remembered,
    /// This one.
    File(PathBuf),
    /// None: nothing is kept.
    None,
}

/// Whether the window turns to the desktop around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Desktop {
    /// It opens the system's file dialogs, and files with their own programs.
    #[default]
    Used,
    /// It starts nothing: paths are typed, and that a file is not opened is said.
    LeftAlone,
}
