//! Writing of a report folder in two steps: every page is written to a temporary file, then all files are renamed. If a
//! report is cancelled, the disk is full or another program has a page open, an earlier report stays as it was. While
//! the files are renamed there is no index, so that no index leads to pages of another check.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::file::{create_part, delete_left, part_of};
use crate::safeguard::{Content, Inputs};
use crate::{ReportError, ReportFormat};

/// Folders within a report that hold only pages, whose names are numbers.
pub(crate) const FOLDERS: [&str; 2] = ["documents", "pairs"];
/// Content of the files.
const PAGE: Content = Content::Report(ReportFormat::Html);
/// Ending of the names of pages that are being replaced.
const OLD: &str = ".old";
/// Page of the whole check.
pub(crate) const INDEX: &str = "index.html";

/// Pages written so far. Dropping it before [`Folder::finish`] deletes them.
pub(super) struct Folder<'i> {
    path: PathBuf,
    inputs: &'i Inputs,
    /// Pages, by their names from the report's folder, whose temporary files are written.
    written: Mutex<Vec<String>>,
}

impl<'i> Folder<'i> {
    /// Opens the folder, and creates it if needed. Half-written pages of killed programs are deleted. Fails if [`Inputs::allow_pages`]
    /// refuses the folder.
    pub(super) fn open(path: &Path, inputs: &'i Inputs) -> Result<Self, ReportError> {
        inputs.allow_pages(path)?;
        for folder in FOLDERS {
            let folder = path.join(folder);
            fs::create_dir_all(&folder).map_err(|source| ReportError::at(&folder, source))?;
            delete_left(&folder, |name| is_numbered(without_old(name)));
        }
        delete_left(path, |name| without_old(name) == INDEX);
        Ok(Self {
            path: path.to_owned(),
            inputs,
            written: Mutex::default(),
        })
    }

    /// Writes a page to its temporary file.
    pub(super) fn write(&self, name: &str, page: &str) -> Result<(), ReportError> {
        let part = self.part(name);
        lock(&self.written).push(name.to_owned());
        create_part(&part)
            .and_then(|mut file| file.write_all(page.as_bytes()))
            .map_err(|source| ReportError::at(&self.path.join(name), source))
    }

    /// Renames all pages and deletes pages that only an earlier report had. Files of other programs stay, whatever
    /// their names.
    pub(super) fn finish(self) -> Result<(), ReportError> {
        let mut written = std::mem::take(&mut *lock(&self.written));
        // The index is renamed last: it links to the others.
        written.sort_unstable_by_key(|name| (!name.contains('/'), name.clone()));
        // Nothing is replaced if one of them may not be: links and other files may have come meanwhile.
        let allowed = self.inputs.allow_pages(&self.path).and_then(|()| {
            let mut names = written.iter();
            names.try_for_each(|name| self.inputs.allow(&self.path.join(name), PAGE))
        });
        let renamed = allowed.map_err(ReportError::from);
        let renamed = renamed.and_then(|()| self.replace(&written));
        if renamed.is_err() {
            lock(&self.written).extend(written);
            return renamed;
        }
        for folder in FOLDERS {
            self.delete_stale(folder, &written);
        }
        Ok(())
    }

    /// Renames all pages, `written` with the index last. If one cannot be renamed, the earlier report is put back; new
    /// pages that it does not have stay, but nothing links to them.
    fn replace(&self, written: &[String]) -> Result<(), ReportError> {
        let mut aside = Vec::new();
        // A page that another program has open fails here, before a new one is in place.
        let emptied = written.iter().rev().try_for_each(|name| {
            let file = self.path.join(name);
            match fs::rename(&file, self.old(name)) {
                Ok(()) => aside.push(name),
                Err(source) if source.kind() == io::ErrorKind::NotFound => {}
                Err(source) => return Err(ReportError::at(&file, source)),
            }
            Ok(())
        });
        let renamed = emptied.and_then(|()| {
            written.iter().try_for_each(|name| {
                let file = self.path.join(name);
                fs::rename(self.part(name), &file).map_err(|source| ReportError::at(&file, source))
            })
        });
        for name in aside.into_iter().rev() {
            let old = self.old(name);
            // An error here would hide the first one; what stays aside is deleted with the next report.
            let _ = match renamed {
                Ok(()) => fs::remove_file(old),
                Err(_) => fs::rename(old, self.path.join(name)),
            };
        }
        renamed
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
            if !is_new && is_ours(&entry) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    fn part(&self, name: &str) -> PathBuf {
        part_of(&self.path.join(name))
    }

    /// Returns the temporary file of an earlier report's page while the pages are renamed.
    fn old(&self, name: &str) -> PathBuf {
        self.part(&format!("{name}{OLD}"))
    }
}

impl Drop for Folder<'_> {
    fn drop(&mut self) {
        for name in lock(&self.written).iter() {
            // An error here would hide the one that ended the report.
            let _ = fs::remove_file(self.part(name));
        }
    }
}

/// Returns the name of a page without the ending that it has while it is replaced.
fn without_old(name: &str) -> &str {
    name.strip_suffix(OLD).unwrap_or(name)
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

/// Returns whether an entry is a file, not a link, that begins as our pages do.
fn is_ours(entry: &fs::DirEntry) -> bool {
    entry.file_type().is_ok_and(|kind| kind.is_file()) && PAGE.is_of(&entry.path())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // A poisoned mutex is safe to use: a name is pushed in one step.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::tests::{DEAD, leave};
    use std::sync::LazyLock;

    static NONE: LazyLock<Inputs> = LazyLock::new(Inputs::default);

    /// Beginning of our pages.
    const OURS: &str = concat!(
        r#"<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">"#,
        r#"<meta name="generator" content="Chachong report">"#
    );

    #[test]
    fn pages_replace_no_file_of_others_and_follow_no_link() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let write = || {
            let pages = Folder::open(folder.path(), &NONE)?;
            pages.write("documents/0001.html", OURS)?;
            pages.write("index.html", OURS)?;
            pages.finish()
        };
        write().unwrap();
        fs::write(at("documents/0001.html"), "<p>someone's own").unwrap();
        write().unwrap_err();
        assert_eq!(
            fs::read_to_string(at("documents/0001.html")).unwrap(),
            "<p>someone's own"
        );
        assert_eq!(
            fs::read_dir(at("documents")).unwrap().count(),
            1,
            "no temporary file is left"
        );
        fs::remove_file(at("documents/0001.html")).unwrap();
        #[cfg(unix)]
        {
            let elsewhere = tempfile::tempdir().unwrap();
            fs::remove_dir(at("pairs")).unwrap();
            std::os::unix::fs::symlink(elsewhere.path(), at("pairs")).unwrap();
            write().unwrap_err();
            assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
        }
    }

    #[test]
    fn an_earlier_report_is_put_back_if_a_page_cannot_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["documents/0001.html", "documents/0002.html", "index.html"];
        let pages = |check: &str| {
            let pages = Folder::open(folder.path(), &NONE).unwrap();
            for name in names {
                pages.write(name, &format!("{OURS}{check}")).unwrap();
            }
            pages
        };
        let of_check = |check: &str| {
            names.map(|name| fs::read_to_string(folder.path().join(name)).unwrap())
                == [(); 3].map(|()| format!("{OURS}{check}"))
        };
        pages("first").finish().unwrap();
        let second = pages("second");
        fs::remove_file(second.part("documents/0002.html")).unwrap();
        let error = second.finish().unwrap_err();
        assert_eq!(error.file, folder.path().join("documents/0002.html"));
        assert!(of_check("first"));
        pages("third").finish().unwrap();
        assert!(of_check("third"));
        let documents = fs::read_dir(folder.path().join("documents")).unwrap();
        assert_eq!(documents.count(), 2, "no temporary file is left");
    }

    #[test]
    fn stale_pages_go_and_foreign_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let first = Folder::open(folder.path(), &NONE).unwrap();
        for name in ["documents/0001.html", "documents/0002.html", "index.html"] {
            first.write(name, OURS).unwrap();
        }
        assert!(!at("index.html").exists(), "nothing is there before all is");
        first.finish().unwrap();
        fs::write(at("documents/0003.html"), "<p>someone's own").unwrap();
        fs::write(at("documents/notes.txt"), OURS).unwrap();
        let cancelled = Folder::open(folder.path(), &NONE).unwrap();
        cancelled.write("index.html", "half").unwrap();
        drop(cancelled);
        assert_eq!(fs::read_to_string(at("index.html")).unwrap(), OURS);
        let second = Folder::open(folder.path(), &NONE).unwrap();
        second.write("documents/0001.html", OURS).unwrap();
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
        Folder::open(folder.path(), &NONE).unwrap();
        let at = |name: &str| folder.path().join(name);
        let gone = [
            leave(&at("documents"), "0001.html", DEAD),
            leave(&at("pairs"), "0001-0002.html", DEAD),
            leave(folder.path(), "index.html", DEAD),
            leave(&at("documents"), "0001.html.old", DEAD),
            leave(folder.path(), "index.html.old", DEAD),
        ];
        let stays = [
            leave(&at("documents"), "0001.html", std::process::id()),
            leave(&at("documents"), "notes.html", DEAD),
            leave(folder.path(), "thesis.pdf", DEAD),
        ];
        Folder::open(folder.path(), &NONE).unwrap();
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
