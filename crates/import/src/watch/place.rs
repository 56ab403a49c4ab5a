//! Watched folder: decides which paths in it are documents, and whether it is still the same folder.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::super::Format;
use super::super::discover::{is_visible, is_visible_name};
use super::super::generated::is_generated;
use super::{WatchCause, WatchError, network};

/// One watched folder.
#[derive(Debug)]
pub(super) struct Place {
    /// Path as it was given.
    pub(super) folder: PathBuf,
    /// Absolute path, with which the system's paths begin.
    absolute: PathBuf,
    /// Path without links, with which paths reported by macOS begin.
    real: PathBuf,
    identity: Option<(u64, u64)>,
    /// Whether the folder is polled because the system does not report its changes.
    pub(super) is_polled: bool,
}

impl Place {
    /// Creates a place for a folder that can be read.
    pub(super) fn of(folder: PathBuf) -> Result<Self, WatchError> {
        let look = || -> std::io::Result<_> {
            let identity = identity(&folder)?;
            // Only reading the folder shows whether reading is allowed.
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

    /// Returns the path that the system is told to watch.
    pub(super) fn absolute(&self) -> &Path {
        &self.absolute
    }

    /// Returns whether this place and `other` are the same folder.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.real == other.real
    }

    /// Whether `path`, as the system reported it, is the folder itself.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        path == self.absolute || path == self.real
    }

    /// Returns a path reported by the system as a path below the folder as it was given; `None` if it is outside, hidden or made by a tool,
    /// or leads out of the folder through a link.
    pub(super) fn below(&self, path: &Path) -> Option<PathBuf> {
        let rest = path
            .strip_prefix(&self.absolute)
            .or_else(|_| path.strip_prefix(&self.real))
            .ok()?;
        if rest.as_os_str().is_empty() {
            return Some(self.folder.clone());
        }
        (rest.iter().all(is_visible_name))
            .then(|| self.folder.join(rest))
            .filter(|path| !is_generated(path, &self.folder))
            .filter(|path| stays_in(&self.real, path))
    }

    /// Returns why the folder cannot be watched any more; `None` if it still can.
    pub(super) fn lost(&self) -> Option<WatchCause> {
        match identity(&self.folder) {
            Ok(identity) if identity == self.identity => None,
            Ok(_) => Some(WatchCause::Replaced),
            Err(error) => Some(WatchCause::of(&error)),
        }
    }
}

/// Lists the documents in a folder and its subfolders that a watch looks at, however old and in no particular order. Empty files and
/// reports of this program are included, though a watch does not report them. Files outside the folder to which links lead are not
/// included, nor what is in folders that cannot be entered: discovery reports them, not watching.
pub fn watched_files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let root = folder.to_owned();
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let stays = move |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !entry.path_is_symlink() || stays_in(&real, entry.path())
    };
    WalkDir::new(folder)
        .follow_links(true)
        .into_iter()
        .filter_entry(move |entry| is_visible(entry) && stays(entry))
        .filter_map(Result::ok)
        .filter(|entry| !entry.file_type().is_dir())
        .map(walkdir::DirEntry::into_path)
        .filter(move |path| is_watched(path) && !is_generated(path, &root))
}

/// Whether a path leads to something in a folder, of which the real path is given. Who may put files into a watched folder
/// may put links there, and the program may be allowed to read more than they are. What is not there leads nowhere else.
fn stays_in(real: &Path, path: &Path) -> bool {
    path.canonicalize()
        .map_or(!path.is_symlink(), |path| path.starts_with(real))
}

/// Opens the file at `path` in a watched folder. Fails with [`std::io::ErrorKind::PermissionDenied`] if a link has
/// replaced the file in the meantime and leads out of the folder.
pub fn open_watched(folder: &Path, path: &Path) -> std::io::Result<std::fs::File> {
    let elsewhere = || std::io::Error::from(std::io::ErrorKind::PermissionDenied);
    let file = std::fs::File::open(path)?;
    let real = path.canonicalize()?;
    if !real.starts_with(folder.canonicalize()?) {
        return Err(elsewhere());
    }
    // What was opened is what lies there, and not what a link led to a moment before.
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let (opened, found) = (file.metadata()?, std::fs::symlink_metadata(&real)?);
        if (opened.dev(), opened.ino()) != (found.dev(), found.ino()) {
            return Err(elsewhere());
        }
    }
    Ok(file)
}

/// Returns whether a path has the extension of a document or, if its extension says nothing, the content of one. Image
/// files do not count: they become documents only if a person says so, not by being in a folder.
pub(super) fn is_watched(path: &Path) -> bool {
    Format::of_file(path).is_some_and(|format| format != Format::Image)
}

/// Returns the device number and the folder's number on it. Both together change when a drive is gone, though its
/// mount point is still a folder.
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
