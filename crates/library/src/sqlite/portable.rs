//! Creates a library to be carried elsewhere: one file, which gets its name only once it is complete.

use std::path::{Path, PathBuf};

use super::SqliteStore;
use crate::{LibraryError, Store};

/// Library that is being written to a temporary file. The file is deleted if this value is dropped before
/// [`PortableLibrary::finish`].
#[derive(Debug)]
pub struct PortableLibrary {
    store: Option<SqliteStore>,
    file: PathBuf,
    part: PathBuf,
}

impl PortableLibrary {
    /// Starts to write a new library. [`Self::finish`] renames it to `file`.
    pub fn create(file: &Path) -> Result<Self, LibraryError> {
        let mut part = file.as_os_str().to_owned();
        part.push(format!(".{}.part", std::process::id()));
        let part = PathBuf::from(part);
        remove(&part);
        match SqliteStore::open(&part) {
            Ok(store) => Ok(Self {
                store: Some(store),
                file: file.to_owned(),
                part,
            }),
            Err(error) => {
                // On a full disk the file was created, but empty.
                remove(&part);
                Err(error)
            }
        }
    }

    /// Returns the store to fill with documents.
    pub fn store(&self) -> Result<&dyn Store, LibraryError> {
        match &self.store {
            Some(store) => Ok(store),
            None => Err(LibraryError::NotALibrary {
                file: self.file.clone(),
            }),
        }
    }

    /// Completes the library and renames the temporary file to the final name.
    pub fn finish(mut self) -> Result<(), LibraryError> {
        if let Some(store) = self.store.take() {
            store.into_one_file()?;
        }
        std::fs::rename(&self.part, &self.file).map_err(|error| LibraryError::CannotOpen {
            file: self.file.clone(),
            detail: error.to_string(),
        })
    }
}

impl Drop for PortableLibrary {
    fn drop(&mut self) {
        self.store = None;
        remove(&self.part);
    }
}

/// Deletes a library file and the files that `SQLite` creates beside it; missing ones are ignored.
fn remove(part: &Path) {
    for ending in ["", "-wal", "-shm", ".lock"] {
        let mut name = part.as_os_str().to_owned();
        name.push(ending);
        let _ = std::fs::remove_file(name);
    }
}
