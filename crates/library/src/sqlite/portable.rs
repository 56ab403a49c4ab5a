//! Creates a library to be carried elsewhere: one file, which gets its name only once it is complete.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::SqliteStore;
use super::opening::{locked, real};
use super::salvage::remove;
use crate::{LibraryError, Store, files_of_library};

/// Ending of the temporary file, after the number of the process.
const PART: &str = ".part";

/// Library that is being written to a temporary file. The file is deleted if this value is dropped before
/// [`PortableLibrary::finish`].
#[derive(Debug)]
pub struct PortableLibrary {
    store: Option<SqliteStore>,
    file: PathBuf,
    part: PathBuf,
}

impl PortableLibrary {
    /// Starts to write a new library under a temporary name. [`Self::finish`] renames it to `file`, replacing an existing file. Fails if
    /// no file can be created in the folder.
    pub fn create(file: &Path) -> Result<Self, LibraryError> {
        sweep(file);
        let mut part = file.as_os_str().to_owned();
        part.push(format!(".{}{PART}", std::process::id()));
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

    /// Returns the store to fill with documents. It never fails before [`Self::finish`].
    pub fn store(&self) -> Result<&dyn Store, LibraryError> {
        match &self.store {
            Some(store) => Ok(store),
            None => Err(LibraryError::NotALibrary {
                file: self.file.clone(),
            }),
        }
    }

    /// Completes the library and renames the temporary file to the final name. Replaces an existing library of this name. Fails with
    /// [`LibraryError::ReadOnly`] if another program uses that library, and if the file cannot be written.
    pub fn finish(mut self) -> Result<(), LibraryError> {
        if let Some(store) = self.store.take() {
            store.into_one_file()?;
        }
        let failed = |error: std::io::Error| LibraryError::CannotOpen {
            file: self.file.clone(),
            detail: error.to_string(),
        };
        if self.file.exists() {
            let Some(_held) = locked(&self.file).map_err(failed)? else {
                return Err(LibraryError::ReadOnly {
                    file: self.file.clone(),
                });
            };
            // They belong to the library that is replaced; its log would count as the new one's.
            for beside in files_of_library(&self.file).into_iter().skip(1) {
                let _ = std::fs::remove_file(beside);
            }
        }
        std::fs::rename(&self.part, &self.file).map_err(failed)
    }
}

impl Drop for PortableLibrary {
    fn drop(&mut self) {
        self.store = None;
        remove(&self.part);
    }
}

/// Deletes the temporary files of [`PortableLibrary`] that killed programs left beside `file`.
fn sweep(file: &Path) {
    let (Some(folder), Some(name)) = (real(file).parent().map(Path::to_owned), file.file_name())
    else {
        return;
    };
    let Ok(entries) = std::fs::read_dir(&folder) else {
        return;
    };
    let name = name.to_string_lossy();
    let part_of = |entry: OsString| {
        let entry = entry.to_string_lossy().into_owned();
        let number = (entry.strip_prefix(&*name)?.strip_prefix('.')?)
            .split_once(PART)?
            .0;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| format!("{name}.{number}{PART}"))
    };
    let parts: BTreeSet<String> = entries
        .filter_map(|entry| part_of(entry.ok()?.file_name()))
        .collect();
    for part in parts {
        let part = folder.join(part);
        // A program that still writes holds the lock.
        if let Ok(Some(held)) = locked(&part) {
            drop(held);
            remove(&part);
        }
    }
}
