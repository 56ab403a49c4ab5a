//! Identity of a file: the file to which a path leads, or the position of a new file, independent of the path's
//! spelling.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use unicode_normalization::UnicodeNormalization;

/// Number of entries of a folder that are tried to find out whether its names differ by case.
const PROBED: usize = 64;

/// What tells a file from all others on this machine: the device and the file's number on it.
#[cfg(unix)]
type Number = (u64, u64);
/// What tells a file from all others on this machine: the volume and the file's number on it. The file is kept open, since
/// the number may be given to another file once it is closed.
#[cfg(not(unix))]
type Number = std::sync::Arc<same_file::Handle>;

/// Returns what tells the file that a path leads to, through links, from all others; `None` if there is none.
#[cfg(unix)]
fn number(path: &Path) -> Option<Number> {
    use std::os::unix::fs::MetadataExt;
    // A pipe must not be opened: that would wait for its writer.
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn number(path: &Path) -> Option<Number> {
    same_file::Handle::from_path(path)
        .ok()
        .map(std::sync::Arc::new)
}

/// Returns the identity of what standard output leads to, where that is a regular file.
#[cfg(unix)]
pub(super) fn of_stdout() -> Option<Identity> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let stdout = std::io::stdout().as_fd().try_clone_to_owned().ok()?;
    let metadata = fs::File::from(stdout).metadata().ok()?;
    metadata.is_file().then(|| Identity {
        file: Some((metadata.dev(), metadata.ino())),
        places: Vec::new(),
    })
}

#[cfg(not(unix))]
pub(super) fn of_stdout() -> Option<Identity> {
    let handle = same_file::Handle::stdout().ok()?;
    let is_file = handle.as_file().metadata().is_ok_and(|file| file.is_file());
    is_file.then(|| Identity {
        file: Some(std::sync::Arc::new(handle)),
        places: Vec::new(),
    })
}

/// Identity of a file or a folder, which need not exist.
#[derive(Clone, Debug)]
pub(super) struct Identity {
    /// File that the path leads to; `None` if there is none.
    file: Option<Number>,
    /// Places that the path names: its own and, if that is a link, the one it leads to.
    places: Vec<Place>,
}

/// Name below the nearest folder that exists.
#[derive(Clone, Debug)]
struct Place {
    folder: PathBuf,
    number: Number,
    name: PathBuf,
}

impl Identity {
    /// Returns the identity of a path.
    pub(super) fn of(path: &Path) -> Self {
        let mut places: Vec<Place> = Place::of(path).into_iter().collect();
        let is_link = fs::symlink_metadata(path).is_ok_and(|file| file.file_type().is_symlink());
        if is_link {
            let target = path.canonicalize().ok().or_else(|| {
                let target = fs::read_link(path).ok()?;
                Some(path.parent().unwrap_or(Path::new("")).join(target))
            });
            places.extend(target.and_then(|target| Place::of(&target)));
        }
        Self {
            file: number(path),
            places,
        }
    }

    /// Whether both are one file, or a file in the place of the one would stand in the place of the other.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let is_file = self.file.is_some() && self.file == other.file;
        is_file
            || (self.places.iter())
                .any(|place| other.places.iter().any(|other| place.is_same(other)))
    }

    /// Whether this is a file, or would be one, in a folder or below it.
    pub(super) fn is_below(&self, folder: &Path) -> bool {
        // A folder that does not exist has no links.
        let whole = (folder.canonicalize().ok())
            .or_else(|| Place::of(folder).map(|place| place.folder.join(place.name)));
        whole.is_some_and(|whole| {
            let mut paths = self
                .places
                .iter()
                .map(|place| place.folder.join(&place.name));
            paths.any(|path| path != whole && path.starts_with(&whole))
        })
    }
}

impl Place {
    /// Returns the place of a path; `None` for one that names no file (`/`) or leads nowhere.
    fn of(path: &Path) -> Option<Self> {
        let path = std::path::absolute(path).ok()?;
        let (mut folder, mut name) = (path.parent()?.to_owned(), PathBuf::from(path.file_name()?));
        let folder = loop {
            if let Ok(folder) = folder.canonicalize() {
                break folder;
            }
            let missing = folder.components().next_back()?;
            name = Path::new(&missing).join(name);
            folder.pop().then_some(())?;
        };
        // What does not exist has no links: here `..` is the name before it taken away.
        let mut whole = folder;
        for part in name.components() {
            match part {
                Component::ParentDir => {
                    whole.pop();
                }
                Component::CurDir => {}
                part => whole.push(part),
            }
        }
        let folder = whole.ancestors().skip(1).find(|above| above.is_dir())?;
        Some(Self {
            number: number(folder)?,
            name: whole.strip_prefix(folder).ok()?.to_owned(),
            folder: folder.to_owned(),
        })
    }

    fn is_same(&self, other: &Self) -> bool {
        self.number == other.number
            && (self.name == other.name
                || (folded(&self.name) == folded(&other.name) && ignores_case(&self.folder)))
    }
}

/// Returns a name as systems compare names that differ neither by case nor by the form of their letters.
fn folded(name: &Path) -> String {
    name.to_string_lossy().to_lowercase().nfc().collect()
}

/// Whether names in a folder that differ by case alone are one name. Where no name in it can tell, what is usual on the
/// system decides.
fn ignores_case(folder: &Path) -> bool {
    let other = |name: &OsStr| {
        let name = name.to_str()?;
        let upper = name.to_uppercase();
        let other = if upper == name {
            name.to_lowercase()
        } else {
            upper
        };
        (other != name).then_some(other)
    };
    let entries = fs::read_dir(folder).into_iter().flatten();
    for entry in entries.flatten().take(PROBED) {
        if let Some(other) = other(&entry.file_name()) {
            let same = number(&entry.path());
            return same.is_some() && same == number(&folder.join(other));
        }
    }
    cfg!(any(windows, target_os = "macos"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_has_one_identity_whatever_it_is_called() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir(at("in")).unwrap();
        fs::write(at("in/a.txt"), "x").unwrap();
        let same =
            |one: &str, other: &str| Identity::of(&at(one)).is_same(&Identity::of(&at(other)));
        fs::hard_link(at("in/a.txt"), at("hard")).unwrap();
        for other in ["in/a.txt", "in/../in/a.txt", "in/./a.txt", "hard"] {
            assert!(same("in/a.txt", other), "{other}");
        }
        for other in ["in/b.txt", "a.txt", "in"] {
            assert!(!same("in/a.txt", other), "{other}");
        }
        // Files that do not exist yet.
        for other in ["new.json", "in/../new.json", "none/../new.json"] {
            assert!(same("new.json", other), "{other}");
        }
        assert!(same("none/x", "none/./deep/../x") && !same("none/x", "x"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(at("in/a.txt"), at("link")).unwrap();
            symlink(at("in"), at("folder")).unwrap();
            symlink("new.json", at("dangling")).unwrap();
            assert!(same("in/a.txt", "link") && same("in/a.txt", "folder/a.txt"));
            assert!(same("in/b.txt", "folder/b.txt") && same("new.json", "dangling"));
        }
        let below = |name: &str| Identity::of(&at(name)).is_below(&at("in"));
        assert!(below("in/a.txt") && below("in/new/x") && !below("hard") && !below("in"));
        let new = Identity::of(&at("new/sub/x"));
        assert!(
            new.is_below(&at("new")) && new.is_below(&at("new/sub")) && !new.is_below(&at("sub"))
        );
    }

    #[test]
    fn case_tells_names_apart_only_where_the_folder_does() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("Entry"), "").unwrap();
        let is_same = dir.path().join("eNTRY").exists();
        let of = |name: &str| Identity::of(&dir.path().join(name));
        assert_eq!(of("new.json").is_same(&of("NEW.json")), is_same);
        assert_eq!(of("entry").is_same(&of("Entry")), is_same);
        assert_eq!(folded(Path::new("Ä")), folded(Path::new("a\u{308}")));
    }
}
