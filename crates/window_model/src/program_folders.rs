//! Places of what the program keeps on the machine beside the library.

use std::path::{Path, PathBuf};

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

impl ProgramFolders {
    /// Returns the places of all that is kept: the library in a file, preferences, logs.
    pub fn stored(&self, library: Option<&Path>) -> Vec<StoredPlace> {
        let library = library.map(|file| StoredPlace {
            key: "kept.library",
            path: file.to_owned(),
            folder: file.parent().unwrap_or(file).to_owned(),
        });
        let folder = |key, folder: &Option<PathBuf>| {
            folder.as_ref().map(|folder| StoredPlace {
                key,
                path: folder.clone(),
                folder: folder.clone(),
            })
        };
        let folders = [
            folder("kept.preferences", &self.preferences),
            folder("kept.logs", &self.logs),
        ];
        (library.into_iter())
            .chain(folders.into_iter().flatten())
            .collect()
    }
}
