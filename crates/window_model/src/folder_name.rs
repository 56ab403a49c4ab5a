//! Names of checks, and of batches of documents in a library, taken from folders.

use std::path::{Path, PathBuf};

/// Returns the name of a check of these files and folders. It is the name of the only path (with its extension if it is a file), or else
/// that of the innermost folder that contains all of them; empty if there is none.
pub fn check_name(paths: &[PathBuf]) -> String {
    match paths {
        [one] => name(Some(one)),
        _ => name(common_folder(paths)),
    }
}

/// Returns the name of the innermost folder that contains all these files; empty if there is none.
pub fn folder_name(files: &[PathBuf]) -> String {
    name(common_folder(files))
}

/// Returns the name of the folder that a file came from. It is the given folder that contains the file, or the file's parent folder
/// if the file itself was given; empty if there is none.
pub fn given_folder_name(given: &[PathBuf], file: &Path) -> String {
    let found = given.iter().find(|given| file.starts_with(given));
    let folder = found.map(PathBuf::as_path).filter(|given| *given != file);
    name(folder.or_else(|| file.parent()))
}

fn common_folder(paths: &[PathBuf]) -> Option<&Path> {
    let first = paths.first()?;
    let mut folders = first.ancestors().skip(1);
    folders.find(|folder| paths.iter().all(|path| path.starts_with(folder)))
}

fn name(path: Option<&Path>) -> String {
    let name = path.and_then(Path::file_name);
    name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_files_are_named_after_their_folder() {
        let paths = |paths: &[&str]| paths.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(check_name(&paths(&["/a/class"])), "class");
        assert_eq!(check_name(&paths(&["/a/class/x.txt"])), "x.txt");
        let files = paths(&["/a/class/x.txt", "/a/class/y.txt"]);
        assert_eq!(check_name(&files), "class");
        assert_eq!(check_name(&paths(&["/a/class/x", "/a/y", "/a/z"])), "a");
        assert_eq!(check_name(&paths(&["/x", "/y"])), "");
        assert_eq!(check_name(&[]), "");
        assert_eq!(folder_name(&files[..1]), "class");
        let given = paths(&["/a/class", "/b/one.txt"]);
        let name = |file: &str| given_folder_name(&given, Path::new(file));
        assert_eq!(name("/a/class/jia/x.txt"), "class");
        assert_eq!(name("/b/one.txt"), "b");
        assert_eq!(name("/c/two.txt"), "c");
    }
}
