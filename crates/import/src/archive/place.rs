//! Paths that lead into archives: `folder/class.zip/group1.7z/thesis.docx`.

use std::ffi::OsString;
use std::io;
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};

/// Splits a path that leads into an archive into the archive's path and the place inside, with `/`; `None` if it leads
/// into none. An existing file or folder is not in an archive.
pub(super) fn split(path: &Path) -> Option<(PathBuf, String)> {
    if path.symlink_metadata().is_ok() {
        return None;
    }
    // What lies below a file lies in an archive, whatever the file's ending.
    let is_there = |above: &&Path| above.is_file();
    let archive = path.ancestors().skip(1).find(is_there)?;
    let rest = path.strip_prefix(archive).ok()?;
    let parts: Option<Vec<&str>> = rest.iter().map(std::ffi::OsStr::to_str).collect();
    Some((archive.to_owned(), parts?.join("/")))
}

/// Whether a path leads into an archive.
pub(crate) fn is_in_archive(path: &Path) -> bool {
    split(path).is_some()
}

/// Returns the path of a place inside an archive; the archive's own path for the empty place.
pub(crate) fn join(archive: &Path, place: &str) -> PathBuf {
    if place.is_empty() {
        return archive.to_owned();
    }
    // Pushing would take a name like `C:x` for a drive.
    let mut path = OsString::from(archive);
    for part in place.split('/') {
        path.push(MAIN_SEPARATOR_STR);
        path.push(part);
    }
    path.into()
}

/// Returns the name of what stands at a place in the archive or folder `name`; either may be empty.
pub(crate) fn below(name: &str, place: &str) -> String {
    let slash = if name.is_empty() || place.is_empty() {
        ""
    } else {
        "/"
    };
    format!("{name}{slash}{place}")
}

/// Returns the absolute path without links and `..`, like [`Path::canonicalize`], but also for a document inside an
/// archive. Fails if the file, or the archive around the document, does not exist; the archive is not opened.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    match path.canonicalize() {
        Err(error) => match split(path) {
            Some((archive, place)) => Ok(join(&archive.canonicalize()?, &place)),
            None => Err(error),
        },
        real => real,
    }
}

/// Returns the file on disk that contains a document: the path itself or, for a path into an archive, the archive.
#[must_use]
pub fn stamped_file(path: &Path) -> PathBuf {
    split(path).map_or_else(|| path.to_owned(), |(archive, _)| archive)
}

/// Returns whether the file on disk that contains a document exists and is a regular file. If it is an archive, it is
/// not opened. `false` for a folder.
#[must_use]
pub fn is_readable(path: &Path) -> bool {
    stamped_file(path).is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_into_an_archive_only_if_that_is_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("class.zip"), "x").unwrap();
        std::fs::create_dir(at("folder.zip")).unwrap();
        assert_eq!(
            split(&at("class.zip/one/a.docx")),
            Some((at("class.zip"), "one/a.docx".to_owned()))
        );
        assert_eq!(split(&at("class.zip")), None);
        assert_eq!(split(&at("folder.zip/a.docx")), None);
        assert_eq!(split(&at("other.zip/a.docx")), None);
        let real = folder.path().canonicalize().unwrap();
        let member = at("class.zip/one/a.docx");
        assert_eq!(
            real_path(&member).unwrap(),
            real.join("class.zip/one/a.docx")
        );
        assert!(is_readable(&member) && !is_readable(&at("folder.zip/a.docx")));
        assert_eq!(join(&at("class.zip"), "one/a.docx"), member);
        let names = [below("a.zip", "b"), below("", "b"), below("a.zip", "")];
        assert_eq!(names, ["a.zip/b", "b", "a.zip"]);
    }
}
