//! Folder of a report, written in two steps: every page to a temporary file, then all of them renamed. A report that is
//! cancelled, or whose disk is full, leaves an earlier one as it was.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::page::MARK;
use crate::ReportError;
use crate::file::{delete_left, part_of};

/// Folders within a report that hold only pages, whose names are numbers.
const FOLDERS: [&str; 2] = ["documents", "pairs"];
/// Number of bytes at the beginning of a file among which the mark of our pages must stand.
const HEAD: u64 = 512;
/// Page of the whole check.
const INDEX: &str = "index.html";

/// Pages written so far. Dropping it before [`Folder::finish`] deletes them.
pub(super) struct Folder {
    path: PathBuf,
    /// Pages, by their names from the report's folder, whose temporary files are written.
    written: Mutex<Vec<String>>,
}

impl Folder {
    /// Opens the folder, made if it is not there. Half-written pages of programs that were killed are deleted.
    pub(super) fn open(path: &Path) -> Result<Self, ReportError> {
        for folder in FOLDERS {
            let folder = path.join(folder);
            fs::create_dir_all(&folder).map_err(|source| error(&folder, source))?;
            delete_left(&folder, is_numbered);
        }
        delete_left(path, |name| name == INDEX);
        Ok(Self {
            path: path.to_owned(),
            written: Mutex::default(),
        })
    }

    /// Writes a page to its temporary file.
    pub(super) fn write(&self, name: &str, page: &str) -> Result<(), ReportError> {
        let part = self.part(name);
        lock(&self.written).push(name.to_owned());
        fs::write(&part, page).map_err(|source| error(&self.path.join(name), source))
    }

    /// Renames all pages and deletes pages that only an earlier report had. Files of others stay, whatever their names.
    pub(super) fn finish(self) -> Result<(), ReportError> {
        let mut written = std::mem::take(&mut *lock(&self.written));
        // The index is renamed last: it links to the others.
        written.sort_unstable_by_key(|name| (!name.contains('/'), name.clone()));
        let mut names = written.iter();
        let renamed = names.try_for_each(|name| {
            let file = self.path.join(name);
            fs::rename(self.part(name), &file).map_err(|source| error(&file, source))
        });
        if renamed.is_err() {
            lock(&self.written).extend(written);
            return renamed;
        }
        for folder in FOLDERS {
            self.delete_stale(folder, &written);
        }
        Ok(())
    }

    /// Deletes pages of ours in `folder` that are not in `written`, which is sorted as [`Self::finish`] does. Nothing
    /// links to one that cannot be deleted.
    fn delete_stale(&self, folder: &str, written: &[String]) {
        let entries = fs::read_dir(self.path.join(folder)).into_iter().flatten();
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| is_numbered(name)) else {
                continue;
            };
            let name = format!("{folder}/{name}");
            let key = |name: &String| (!name.contains('/'), name.clone());
            let is_new = written.binary_search_by_key(&key(&name), key).is_ok();
            if !is_new && is_ours(&entry.path()).unwrap_or(false) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    fn part(&self, name: &str) -> PathBuf {
        part_of(&self.path.join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        for name in lock(&self.written).iter() {
            // An error here would hide the one that ended the report.
            let _ = fs::remove_file(self.part(name));
        }
    }
}

/// Returns whether a file has the name of a page: `0001.html`, `0001-0002.html`.
fn is_numbered(name: &str) -> bool {
    let is_number = |part: &str| part.len() >= 4 && part.bytes().all(|b| b.is_ascii_digit());
    let Some(number) = name.strip_suffix(".html") else {
        return false;
    };
    match number.split_once('-') {
        Some((a, b)) => is_number(a) && is_number(b),
        None => is_number(number),
    }
}

/// Returns whether a file begins as our pages do.
fn is_ours(file: &Path) -> io::Result<bool> {
    let mut head = Vec::new();
    File::open(file)?.take(HEAD).read_to_end(&mut head)?;
    Ok(String::from_utf8_lossy(&head).contains(MARK))
}

fn error(file: &Path, source: io::Error) -> ReportError {
    ReportError {
        file: file.to_owned(),
        source,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // A poisoned mutex is safe to use: a name is pushed in one step.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::tests::{DEAD, leave};

    #[test]
    fn stale_pages_go_and_foreign_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let first = Folder::open(folder.path()).unwrap();
        for name in ["documents/0001.html", "documents/0002.html", "index.html"] {
            first.write(name, MARK).unwrap();
        }
        assert!(!at("index.html").exists(), "nothing is there before all is");
        first.finish().unwrap();
        fs::write(at("documents/0003.html"), "<p>someone's own").unwrap();
        fs::write(at("documents/notes.txt"), MARK).unwrap();
        let cancelled = Folder::open(folder.path()).unwrap();
        cancelled.write("index.html", "half").unwrap();
        drop(cancelled);
        assert_eq!(fs::read_to_string(at("index.html")).unwrap(), MARK);
        let second = Folder::open(folder.path()).unwrap();
        second.write("documents/0001.html", MARK).unwrap();
        second.write("index.html", "whole").unwrap();
        second.finish().unwrap();
        let mut names: Vec<String> = (fs::read_dir(at("documents")).unwrap())
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["0001.html", "0003.html", "notes.txt"]);
        assert_eq!(fs::read_to_string(at("index.html")).unwrap(), "whole");
        let entries = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(entries, 3, "no temporary file is left");
    }

    #[test]
    fn pages_that_a_killed_program_left_half_written_go_when_the_folder_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        Folder::open(folder.path()).unwrap();
        let at = |name: &str| folder.path().join(name);
        let gone = [
            leave(&at("documents"), "0001.html", DEAD),
            leave(&at("pairs"), "0001-0002.html", DEAD),
            leave(folder.path(), "index.html", DEAD),
        ];
        let stays = [
            leave(&at("documents"), "0001.html", std::process::id()),
            leave(&at("documents"), "notes.html", DEAD),
            leave(folder.path(), "thesis.pdf", DEAD),
        ];
        Folder::open(folder.path()).unwrap();
        assert!(gone.iter().all(|path| !path.exists()), "{gone:?}");
        assert!(stays.iter().all(|path| path.exists()), "{stays:?}");
    }

    #[test]
    fn only_numbers_are_names_of_pages() {
        for (name, expected) in [
            ("0001.html", true),
            ("0001-0012.html", true),
            ("12345.html", true),
            ("1.html", false),
            ("0001.htm", false),
            ("0001-x.html", false),
            ("index.html", false),
        ] {
            assert_eq!(is_numbered(name), expected, "{name}");
        }
    }
}
