//! Places of what the program keeps on the machine beside the library.

use std::path::PathBuf;

use crate::app::model::state::State;

/// Places of what the program keeps beside the library.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptAt {
    /// Folder of the preferences; `None` if none are kept.
    pub(crate) preferences: Option<PathBuf>,
    /// Folder of the log and of the notes on crashes; `None` if none are written.
    pub(crate) logs: Option<PathBuf>,
}

/// Place of something that the program keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Key of its name.
    pub(crate) key: &'static str,
    /// Its file or folder.
    pub(crate) path: PathBuf,
    /// Folder that shows it.
    pub(crate) folder: PathBuf,
}

impl State {
    /// Returns the places of all that is kept: library, preferences, logs.
    pub(crate) fn kept_places(&self) -> Vec<Place> {
        let kept = &self.shell.kept_at;
        let library = self.shelf.file.as_ref().map(|file| Place {
            key: "kept.library",
            path: file.clone(),
            folder: file.parent().unwrap_or(file).to_owned(),
        });
        let folder = |key, folder: &Option<PathBuf>| {
            folder.as_ref().map(|folder| Place {
                key,
                path: folder.clone(),
                folder: folder.clone(),
            })
        };
        let folders = [
            folder("kept.preferences", &kept.preferences),
            folder("kept.logs", &kept.logs),
        ];
        (library.into_iter())
            .chain(folders.into_iter().flatten())
            .collect()
    }
}
