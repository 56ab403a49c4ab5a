//! Opens a further library, unless it is the one in use or already listed under another name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::work::library_messages::TypedPassword;
use chachong_library::{About, Library, LibraryError, is_server};
use chachong_window_model::source_library::SourceFault;

/// Further library to open.
#[derive(Debug)]
pub(crate) struct SourceToOpen {
    pub(crate) file: PathBuf,
    /// Library if it is open already; `None` if not.
    pub(crate) open: Option<Arc<Library>>,
    /// Files of the libraries before it in the list.
    pub(crate) listed: Vec<PathBuf>,
    /// Libraries of `listed` that are open, including those on servers.
    pub(crate) servers: Vec<Arc<Library>>,
    /// File of the library in use; `None` without one.
    pub(crate) in_use: Option<PathBuf>,
    /// Password that the person typed for a server; `None` if none was typed.
    pub(crate) password: Option<TypedPassword>,
}

impl SourceToOpen {
    /// Opens the library with `open` and returns facts about it. `in_use` is the library in use if it is open.
    pub(crate) fn opened(
        self,
        in_use: Option<&Library>,
        open: impl FnOnce() -> Result<Arc<Library>, LibraryError>,
    ) -> Result<Box<(Arc<Library>, About)>, SourceFault> {
        if (self.in_use.iter()).any(|other| is_same_place(&self.file, other)) {
            return Err(SourceFault::IsInUse);
        }
        if (self.listed.iter()).any(|other| is_same_place(&self.file, other)) {
            return Err(SourceFault::IsListed);
        }
        let opened = || {
            if let Some(library) = self.open {
                return Ok(library);
            }
            if !Library::may_exist(&self.file) {
                // Before a person is asked for a password.
                return Err(LibraryError::NotThere {
                    file: self.file.clone(),
                });
            }
            open()
        };
        let library = opened().map_err(SourceFault::Library)?;
        let about = (library.store().about()).map_err(SourceFault::Library)?;
        // A server has many addresses, of which only the library itself says that they lead to one.
        let is_same = |other: &Library| {
            is_server(&self.file)
                && is_server(other.file())
                && (other.store().about()).is_ok_and(|other| other.identity == about.identity)
        };
        if in_use.is_some_and(is_same) {
            return Err(SourceFault::IsInUse);
        }
        if self.servers.iter().any(|other| is_same(other)) {
            return Err(SourceFault::IsListed);
        }
        Ok(Box::new((library, about)))
    }
}

/// Returns whether two names lead to one file, or are one address.
fn is_same_place(a: &Path, b: &Path) -> bool {
    if a == b {
        return true;
    }
    !is_server(a)
        && a.canonicalize()
            .ok()
            .zip(b.canonicalize().ok())
            .is_some_and(|(a, b)| a == b)
}
