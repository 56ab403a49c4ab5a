//! Recognises folders into which tools unpack packages that no student wrote.

use std::path::Path;

use super::repository::is_gits;
use super::source_files::has_ending;

/// Folders into which tools unpack packages, each into a folder of its own.
const OF_PACKAGES: [&str; 4] = ["node_modules", "bower_components", "site-packages", "venv"];

/// Returns the end of the first part of a place (`folder/folder/name`) that is a folder of packages, if the file lies in one of its
/// folders, or a repository of git, if the file is one of git's own; `None` for all other files, and for those directly in a folder of
/// packages.
pub(super) fn packages_in(place: &str) -> Option<usize> {
    let mut start = 0;
    for part in place.split('/') {
        let end = start + part.len();
        let rest = place.get(end + 1..).unwrap_or_default();
        let repository = place.get(..end).unwrap_or_default();
        let is_of_git = has_ending(Path::new(part), &["git"]) && is_gits(place, repository);
        if is_of_git || is_name_of_packages(part) && rest.contains('/') {
            return Some(end);
        }
        start = end + 1;
    }
    None
}

/// Whether a folder on the disk holds a package that a tool unpacked: it lies where that tool puts them, and has what the tool
/// leaves with each.
pub(super) fn is_package(folder: &Path) -> bool {
    let name = |path: &Path| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_lowercase()
    };
    let Some(packages) = folder.parent() else {
        return false;
    };
    let holds = |folder: &Path, files: &[&str]| files.iter().any(|file| folder.join(file).exists());
    match name(packages).as_str() {
        "node_modules" => name(folder).starts_with(['.', '@']) || holds(folder, &["package.json"]),
        "bower_components" => holds(folder, &["bower.json", ".bower.json", "package.json"]),
        "venv" => holds(packages, &["pyvenv.cfg"]),
        "site-packages" => true,
        _ => false,
    }
}

fn is_name_of_packages(name: &str) -> bool {
    OF_PACKAGES.iter().any(|of| name.eq_ignore_ascii_case(of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_told_from_files_in_folders_of_their_name() {
        let within = |place: &str| packages_in(place).map(|end| place[..end].to_owned());
        assert_eq!(within("a/node_modules/x/i.js").unwrap(), "a/node_modules");
        assert_eq!(
            within("node_modules/x/node_modules/y/i.js").unwrap(),
            "node_modules"
        );
        assert_eq!(within("a/shop.git/description").unwrap(), "a/shop.git");
        assert_eq!(within("a/shop.git/cart.js"), None);
        assert_eq!(within("a/node_modules/cart.js"), None);
        assert_eq!(within("a/__pycache__/cart.py"), None);
    }
}
