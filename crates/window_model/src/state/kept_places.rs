//! Places of all that the program keeps, by the state.

use std::path::PathBuf;

use super::State;
use crate::kept_at::Place;

impl State {
    /// Returns the places of all that is kept: library, preferences, logs.
    pub fn kept_places(&self) -> Vec<Place> {
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
