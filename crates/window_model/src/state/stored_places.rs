//! Places of all that the program keeps, by the state.

use std::path::PathBuf;

use super::State;
use crate::program_folders::StoredPlace;

impl State {
    /// Returns the places of all that is kept: library, preferences, logs.
    pub fn stored_places(&self) -> Vec<StoredPlace> {
        let kept = &self.shell.folders;
        let library = self.library.file.as_ref().map(|file| StoredPlace {
            key: "kept.library",
            path: file.clone(),
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
            folder("kept.preferences", &kept.preferences),
            folder("kept.logs", &kept.logs),
        ];
        (library.into_iter())
            .chain(folders.into_iter().flatten())
            .collect()
    }
}
