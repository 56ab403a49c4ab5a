//! Files and folders in which the program stores its own data.

use std::path::{Path, PathBuf};

/// Folders of the program's own data, besides the library.
#[derive(Clone, Debug, Default)]
pub struct ProgramFolders {
    /// Folder of the preferences; `None` if none are saved.
    pub preferences: Option<PathBuf>,
    /// Folder of the log and of the crash notes; `None` if none are written.
    pub logs: Option<PathBuf>,
}

/// File or folder of the program's own data, for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPlace {
    /// Key of the place's name in the translations.
    pub key: &'static str,
    /// File or folder with the data.
    pub path: PathBuf,
    /// Folder that contains `path`; `path` itself if it is a folder.
    pub folder: PathBuf,
}

impl ProgramFolders {
    /// Returns the places of all stored data: library file, preferences and logs. `library` is `None` without a library.
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
