//! Library of a watch: opened while theses are checked and closed between, so that others may write to it. It may be away
//! for a while.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::stopping::Stop;
use chachong_check::Fingerprinting;
use chachong_jobs::library::library_frequencies;
use chachong_library::{Library, LibraryError, is_server};

/// Place of a watch's library, and how the watch uses the library.
#[derive(Debug)]
pub(super) struct LibrarySource {
    pub(super) place: PathBuf,
    /// Whether checked theses join the library.
    pub(super) add: bool,
    /// Method of fingerprinting, without the library's document frequencies.
    pub(super) by: Fingerprinting,
}

/// Open library.
#[derive(Debug)]
pub(super) struct OpenLibrary {
    pub(super) library: Arc<Library>,
    /// Method of fingerprinting, with the library's document frequencies.
    pub(super) by: Fingerprinting,
    /// Whether nothing can be kept in the library now.
    pub(super) read_only: bool,
}

impl OpenLibrary {
    /// Closes the library, and saves its index for a later start.
    pub(super) fn close(self) {
        if !self.read_only {
            // An index that could not be saved is rebuilt from the rows when it is next needed.
            let _ = self.library.refresh_index();
        }
    }
}

impl LibrarySource {
    /// Opens the library. Fails if it does not exist, instead of creating it: a thesis compared with an empty library would seem to have no
    /// sources. With `add`, also fails if the library is read-only.
    pub(super) fn open(&self, stop: &Stop) -> Result<OpenLibrary, LibraryError> {
        self.is_there()?;
        let library = Library::open_existing(&self.place)?;
        let why_read_only = library.store().why_read_only();
        let read_only = why_read_only.is_some();
        if let Some(why) = why_read_only
            && self.add
        {
            return Err(why);
        }
        let mut by = self.by.clone();
        if by.needs_documents() {
            let store = library.store().as_ref();
            if let Some(counted) = library_frequencies(store, &mut |_, _| !stop.is_requested())? {
                by = by.with_documents(counted);
            }
        }
        Ok(OpenLibrary {
            library: Arc::new(library),
            by,
            read_only,
        })
    }

    /// Fails if the library's file is missing or empty. A server is not asked. An open file could still be read after its folder or drive
    /// was replaced.
    pub(super) fn is_there(&self) -> Result<(), LibraryError> {
        if is_server(&self.place) {
            return Ok(());
        }
        let file = self.place.clone();
        match std::fs::metadata(&self.place) {
            Ok(metadata) if metadata.is_file() && metadata.len() == 0 => {
                Err(LibraryError::NotThere { file })
            }
            Ok(_) => Ok(()),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(LibraryError::NotThere { file })
            }
            Err(error) => Err(LibraryError::CannotOpen {
                file,
                detail: error.to_string(),
            }),
        }
    }

    /// Returns the place without a user's name and password.
    pub(super) fn shown(&self) -> String {
        shown(&self.place)
    }

    /// Replaces the place, which may contain a password, in a text by its form without a password.
    pub(super) fn without_password(&self, text: &str) -> String {
        text.replace(&*self.place.to_string_lossy(), &self.shown())
    }
}

fn shown(place: &Path) -> String {
    let text = place.to_string_lossy();
    let Some((scheme, rest)) = text.split_once("://") else {
        return text.into_owned();
    };
    let rest = rest.split('?').next().unwrap_or_default();
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    format!("{scheme}://{host}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        let of = |place: &str| shown(Path::new(place));
        assert_eq!(
            of("postgres://kc:p@ss@db.example:5432/theses?password=x"),
            "postgres://db.example:5432/theses"
        );
        assert_eq!(of("/srv/l@b.chachong"), "/srv/l@b.chachong");
    }

    #[test]
    fn a_library_that_is_not_there_is_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let source = LibrarySource {
            place: folder.path().join("library.chachong"),
            add: true,
            by: Fingerprinting::default(),
        };
        let missing: Result<(), LibraryError> = Err(LibraryError::NotThere {
            file: source.place.clone(),
        });
        assert_eq!(source.is_there(), missing);
        std::fs::write(&source.place, "").unwrap();
        assert_eq!(source.is_there(), missing);
        std::fs::write(&source.place, "x").unwrap();
        assert!(source.is_there().is_ok());
    }
}
