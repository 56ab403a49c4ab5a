//! Tells the files of git in a repository without a working tree, which no student wrote, from a student's own files beside them.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use walkdir::WalkDir;

use super::Format;

/// Files and folders that git puts into a repository without a working tree.
const NAMES: [&str; 15] = [
    "FETCH_HEAD",
    "HEAD",
    "ORIG_HEAD",
    "branches",
    "config",
    "description",
    "hooks",
    "index",
    "info",
    "logs",
    "objects",
    "packed-refs",
    "refs",
    "shallow",
    "worktrees",
];
/// Those by which git itself knows a repository.
const NEEDED: [&str; 3] = ["HEAD", "objects", "refs"];
/// Maximum number of files and folders looked at in a folder with a name of git's.
const MOST_LOOKED_AT: usize = 500;

/// Whether a folder on the disk is a repository with nothing but git's own files in it.
pub(super) fn is_repository(folder: &Path) -> bool {
    let is_own = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.is_ok_and(|entry| has_name_of_git(&entry.path()) && !is_students(&entry.path()))
    };
    is_known_to_git(folder)
        && std::fs::read_dir(folder).is_ok_and(|mut entries| entries.all(is_own))
}

/// Whether a file or folder on the disk is one of git's own right in a repository.
pub(super) fn is_of_repository(path: &Path) -> bool {
    has_name_of_git(path) && path.parent().is_some_and(is_known_to_git) && !is_students(path)
}

fn has_name_of_git(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    NAMES.iter().any(|of_git| name == *of_git)
}

fn is_known_to_git(folder: &Path) -> bool {
    let has_folder = |name: &str| folder.join(name).is_dir();
    folder.join("HEAD").is_file() && has_folder("objects") && has_folder("refs")
}

/// Whether a folder with a name of git's is a student's: near its top is a file of a known format, and git has none.
fn is_students(path: &Path) -> bool {
    let entries = WalkDir::new(path).min_depth(1).max_depth(3).into_iter();
    let mut files = entries.filter_map(Result::ok).take(MOST_LOOKED_AT);
    files.any(|entry| entry.file_type().is_file() && Format::of(entry.path()).is_some())
}

/// Returns whether a place (`folder/folder/name`) may be that of a file of git in the repository `repository`, which is one of its folders
/// or empty.
pub(super) fn is_gits(place: &str, repository: &str) -> bool {
    let below = place.get(repository.len()..).unwrap_or_default();
    let name = below.trim_start_matches('/').split('/').next();
    name.is_some_and(|name| NAMES.contains(&name)) && Format::of(Path::new(place)).is_none()
}

/// Repositories among the folders of an archive, by the names of its members.
#[derive(Debug, Default)]
pub(super) struct Repositories {
    /// For the path of each repository, whether it has nothing but git's own files in it.
    are_whole: HashMap<String, bool>,
}

impl Repositories {
    /// Finds the repositories of an archive, by the places of all its members.
    pub(super) fn among(places: &[String]) -> Self {
        let mut needed: HashMap<&str, HashSet<&str>> = HashMap::new();
        for place in places {
            for (folder, name) in folders_and_names(place) {
                if NEEDED.contains(&name) {
                    needed.entry(folder).or_default().insert(name);
                }
            }
        }
        needed.retain(|_, names| names.len() == NEEDED.len());
        let mut are_whole: HashMap<String, bool> = HashMap::new();
        for place in places {
            for (folder, _) in folders_and_names(place) {
                if needed.contains_key(folder) {
                    let is_whole = are_whole.entry(folder.to_owned()).or_insert(true);
                    *is_whole &= is_gits(place, folder);
                }
            }
        }
        Self { are_whole }
    }

    /// Returns the end of the part of a place under which a file of git is listed: the repository or, if it has other files too, the file
    /// or folder directly in it; `None` for all files that are not git's.
    pub(super) fn end_in(&self, place: &str) -> Option<usize> {
        let mut repositories = folders_and_names(place).filter_map(|(folder, name)| {
            let is_whole = self.are_whole.get(folder)?;
            let end = match folder {
                "" => name.len(),
                _ if *is_whole => folder.len(),
                _ => folder.len() + 1 + name.len(),
            };
            is_gits(place, folder).then_some(end)
        });
        repositories.next()
    }
}

/// Returns each folder in a place, the outermost first and empty, with the name of what lies in it.
fn folders_and_names(place: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut start = 0;
    place.split('/').map(move |name| {
        let folder = place.get(..start).unwrap_or_default();
        start += name.len() + 1;
        (folder.trim_end_matches('/'), name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_git_in_an_archive_is_told_from_a_students() {
        let places = [
            "张三/HEAD",
            "张三/description",
            "张三/objects/x",
            "张三/refs",
            "李四/HEAD",
            "李四/objects/player.py",
            "李四/refs",
            "李四/main.py",
            "王五/HEAD",
            "王五/objects/x",
        ];
        let places: Vec<String> = places.map(str::to_owned).to_vec();
        let repositories = Repositories::among(&places);
        let named = |place: &str| {
            repositories
                .end_in(place)
                .map(|end| place[..end].to_owned())
        };
        assert_eq!(named("张三/objects/x").unwrap(), "张三");
        assert_eq!(named("张三/description").unwrap(), "张三");
        assert_eq!(named("李四/HEAD").unwrap(), "李四/HEAD");
        assert_eq!(named("李四/main.py"), None);
        assert_eq!(named("李四/objects/player.py"), None);
        assert_eq!(named("王五/HEAD"), None);
        let at_root = ["HEAD", "objects/x/y", "refs", "description"].map(str::to_owned);
        let at_root = Repositories::among(&at_root);
        assert_eq!(at_root.end_in("objects/x/y"), Some("objects".len()));
        assert_eq!(at_root.end_in("description"), Some("description".len()));
    }

    #[test]
    fn a_file_of_git_on_the_disk_is_told_from_a_students() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        for name in [
            "张三/HEAD",
            "张三/objects/x",
            "张三/refs/x",
            "李四/HEAD",
            "李四/objects/player.py",
            "李四/refs/x",
            "李四/main.py",
        ] {
            std::fs::create_dir_all(at(name).parent().unwrap()).unwrap();
            std::fs::write(at(name), "x").unwrap();
        }
        assert!(is_repository(&at("张三")) && !is_repository(&at("李四")));
        assert!(is_of_repository(&at("李四/HEAD")) && is_of_repository(&at("李四/refs")));
        assert!(!is_of_repository(&at("李四/objects")) && !is_of_repository(&at("李四/main.py")));
        assert!(!is_of_repository(&at("HEAD")));
    }
}
