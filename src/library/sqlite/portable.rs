//! A library that is made to be carried elsewhere: one file, which has its name only once it is whole. Knows nothing of
//! what is put in.

use std::path::{Path, PathBuf};

use super::SqliteStore;
use crate::library::{LibraryError, Store};

/// A library being made at a place of its own. Dropped unfinished it leaves nothing.
#[derive(Debug)]
pub struct PortableLibrary {
    store: Option<SqliteStore>,
    file: PathBuf,
    part: PathBuf,
}

impl PortableLibrary {
    /// Begins one that will be `file`.
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
                // On a full disk its file was made, and nothing in it.
                remove(&part);
                Err(error)
            }
        }
    }

    /// Where to put what it is to hold.
    pub fn store(&self) -> Result<&dyn Store, LibraryError> {
        match &self.store {
            Some(store) => Ok(store),
            None => Err(LibraryError::NotALibrary {
                file: self.file.clone(),
            }),
        }
    }

    /// Gives it its name.
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

/// The file and what stands beside it; what is not there need not go.
fn remove(part: &Path) {
    for ending in ["", "-wal", "-shm", ".lock"] {
        let mut name = part.as_os_str().to_owned();
        name.push(ending);
        let _ = std::fs::remove_file(name);
    }
}
