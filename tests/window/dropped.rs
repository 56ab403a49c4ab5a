//! Drop of a file or folder on the window.

use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// Drops a path on the window with its next frame.
pub(crate) fn drop_on<App>(window: &mut egui_kittest::Harness<'_, App>, path: &Path) {
    let file = Arc::new(Dropped(path.to_owned()));
    window.input_mut().dropped_files.push(file);
}
