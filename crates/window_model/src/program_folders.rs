//! Places of what the program keeps on the machine beside the library.

use std::path::PathBuf;

/// Places of what the program keeps beside the library.
#[derive(Clone, Debug, Default)]
pub struct ProgramFolders {
    /// Folder of the preferences; `None` if none are kept.
    pub preferences: Option<PathBuf>,
    /// Folder of the log and of the notes on crashes; `None` if none are written.
    pub logs: Option<PathBuf>,
}

/// Place of something that the program keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPlace {
    /// Key of the place's name in the translations.
    pub key: &'static str,
    /// File or folder that is kept.
    pub path: PathBuf,
    /// Folder that shows it.
    pub folder: PathBuf,
}
