//! A watched folder: which paths are documents in it, and whether it is still the same. Knows nothing of time.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::super::Format;
use super::super::discover::{is_visible, is_visible_name};
use super::{WatchCause, WatchError, network};

/// One folder.
#[derive(Debug)]
pub(super) struct Place {
    /// As it was given.
    pub(super) folder: PathBuf,
    /// The same from the root: what the system's paths begin with.
    absolute: PathBuf,
    /// Without links: macOS tells such paths.
    real: PathBuf,
    identity: Option<(u64, u64)>,
    /// Whether it is polled because the system sends no changes.
    pub(super) is_polled: bool,
}

impl Place {
    /// A folder that can be looked into.
    pub(super) fn of(folder: PathBuf) -> Result<Self, WatchError> {
        let look = || -> std::io::Result<_> {
            let identity = identity(&folder)?;
            // Whether it may be read is only known from reading it.
            std::fs::read_dir(&folder)?;
            let absolute = std::path::absolute(&folder)?;
            let real = folder.canonicalize()?;
            Ok((identity, absolute, real))
        };
        match look() {
            Ok((identity, absolute, real)) => Ok(Self {
                is_polled: network::is_silent(&real),
                folder,
                absolute,
                real,
                identity,
            }),
            Err(error) => Err(WatchError {
                cause: WatchCause::of(&error),
                folder,
            }),
        }
    }

    /// What the system is asked to watch.
    pub(super) fn absolute(&self) -> &Path {
        &self.absolute
    }

    /// Whether both are one folder.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.real == other.real
    }

    /// Whether `path`, as the system told it, is the folder itself.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        path == self.absolute || path == self.real
    }

    /// A path that the system told, below the folder as it was given; `None` for what is not below it or not visible.
    pub(super) fn below(&self, path: &Path) -> Option<PathBuf> {
        let rest = path
            .strip_prefix(&self.absolute)
            .or_else(|_| path.strip_prefix(&self.real))
            .ok()?;
        if rest.as_os_str().is_empty() {
            return Some(self.folder.clone());
        }
        rest.iter()
            .all(is_visible_name)
            .then(|| self.folder.join(rest))
    }

    /// Why it cannot be watched any more, if so.
    pub(super) fn lost(&self) -> Option<WatchCause> {
        match identity(&self.folder) {
            Ok(identity) if identity == self.identity => None,
            Ok(_) => Some(WatchCause::Replaced),
            Err(error) => Some(WatchCause::of(&error)),
        }
    }
}

/// The visible documents in `folder` and its subfolders. What cannot be entered is passed over: finding says so, not
/// watching.
pub(super) fn documents(folder: &Path) -> impl Iterator<Item = PathBuf> {
    WalkDir::new(folder)
        .follow_links(true)
        .into_iter()
        .filter_entry(is_visible)
        .filter_map(Result::ok)
        .filter(|entry| !entry.file_type().is_dir())
        .map(walkdir::DirEntry::into_path)
        .filter(|path| Format::of(path).is_some())
}

/// The drive and the folder's number on it: another one after a drive is gone, since its mount point is a folder too.
#[cfg(unix)]
fn identity(folder: &Path) -> std::io::Result<Option<(u64, u64)>> {
    use std::os::unix::fs::MetadataExt;
    let metadata = folder_metadata(folder)?;
    Ok(Some((metadata.dev(), metadata.ino())))
}

#[cfg(not(unix))]
fn identity(folder: &Path) -> std::io::Result<Option<(u64, u64)>> {
    folder_metadata(folder).map(|_| None)
}

fn folder_metadata(folder: &Path) -> std::io::Result<std::fs::Metadata> {
    let metadata = std::fs::metadata(folder)?;
    if metadata.is_dir() {
        Ok(metadata)
    } else {
        Err(std::io::ErrorKind::NotADirectory.into())
    }
}
