//! Marker of a running window: a locked file that names the work under way. A marker without a lock was left by a
//! window that crashed. The next start of the window reports this.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::note::{Kind, Note, now};
use super::private_file;
use super::under_way::{CheckMark, UnderWay, set_under_way};
use chachong_paths::make_private_folder;

/// Beginning of a marker's file name.
const PREFIX: &str = "running-";
/// File with the name of the newest note that the person has been told about.
const TOLD: &str = "told";

/// Marker file of a running window, by which the next start notices a crash. A window that crashes leaves the file
/// behind, because only [`Running::end`] and, at the next start, [`look_back`] remove it.
#[derive(Debug)]
pub struct Running {
    file: File,
    path: PathBuf,
    last: UnderWay,
}

impl Running {
    /// Creates the marker in `folder` and locks it; `None` if that fails, for example because the folder is not
    /// writable.
    #[must_use]
    pub fn begin(folder: &Path) -> Option<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        make_private_folder(folder).ok()?;
        // Tests open several windows in one process.
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}{}-{}-{count}.txt", now(), std::process::id());
        let path = folder.join(name);
        let mut options = private_file();
        let file = (options.read(true).write(true).truncate(true).open(&path)).ok()?;
        file.try_lock().ok()?;
        let mut running = Self {
            file,
            path,
            last: UnderWay::NOTHING,
        };
        running.write();
        Some(running)
    }

    /// Records the work that is under way, for crash notes and in the marker. Writes nothing if the work is the same as
    /// before.
    pub fn tell(&mut self, now: UnderWay) {
        if now != self.last {
            set_under_way(now.clone());
            self.last = now;
            self.write();
        }
    }

    fn write(&mut self) {
        let mut note = Note::of_now(Kind::Vanished, String::new(), String::new());
        note.under_way = self.last.clone();
        let text = note.lines();
        // Without the mark the next start offers nothing; the work goes on.
        let _ = self
            .file
            .seek(SeekFrom::Start(0))
            .and_then(|_| self.file.set_len(0))
            .and_then(|()| self.file.write_all(text.as_bytes()));
    }

    /// Removes the marker after the window was closed normally.
    pub fn end(self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Crash, in the window or one of its background threads, that the person has not been told about yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Path of the crash note.
    pub note: PathBuf,
    /// Kind of the crash: [`Kind::Window`], [`Kind::Thread`] or [`Kind::Vanished`].
    pub kind: Kind,
    /// Time of the crash, in seconds since 1970 (UTC), as in [`Note::time`].
    pub time: i64,
    /// Saved check that was open; `None` if no saved check was open.
    pub check: Option<CheckMark>,
}

/// Returns the latest crash of a window, or of one of its background threads, that the person has not been told about;
/// `None` if there is none. Later calls return neither this crash nor an earlier one. First removes the markers of
/// windows that no longer run, and writes a note, with `heading` at its top, for each of them that vanished without a
/// panic while a saved check was open.
#[must_use]
pub fn look_back(folder: &Path, heading: &str) -> Option<Ended> {
    let noted = Note::all(folder);
    let mut vanished = Vec::new();
    for left in left_behind(folder) {
        // A window that panicked has its note already; one that did nothing lost nothing.
        let known = noted.iter().any(|(_, note)| {
            // Numbers of processes are used again: an older note is another window's.
            let is_its_own = note.process == left.process && note.time >= left.time;
            is_its_own && note.kind == Kind::Window
        });
        if !known && left.under_way.check.is_some() {
            // A folder that cannot be written has no marks either.
            vanished.extend(left.write(folder, heading));
        }
    }
    let told = std::fs::read_to_string(folder.join(TOLD)).unwrap_or_default();
    let is_news = |(path, note): &(PathBuf, Note)| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // The note of a window that vanished has the time of its last work: a newer note may have been told meanwhile.
        (*name > *told || vanished.contains(path))
            && matches!(note.kind, Kind::Window | Kind::Thread | Kind::Vanished)
    };
    let (path, note) = Note::all(folder).into_iter().rfind(is_news)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let _ = private_file()
        .write(true)
        .truncate(true)
        .open(folder.join(TOLD))
        .and_then(|mut file| file.write_all(told.as_str().max(&name).as_bytes()));
    Some(Ended {
        kind: note.kind,
        time: note.time,
        check: note.under_way.check,
        note: path,
    })
}

/// Removes the markers that no running window holds, and returns their content.
fn left_behind(folder: &Path) -> Vec<Note> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut left: Vec<Note> = entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX))
        .filter_map(|entry| {
            let path = entry.path();
            let mut file = File::options().read(true).write(true).open(&path).ok()?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock | TryLockError::Error(_)) => return None,
                Ok(()) => {}
            }
            let mut text = String::new();
            let read = file.read_to_string(&mut text);
            let _ = std::fs::remove_file(&path);
            read.ok()?;
            Note::of_text(&text)
        })
        .collect();
    left.sort_by_key(|note| note.time);
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::note::tests::note;

    fn busy() -> UnderWay {
        note(0).under_way
    }

    fn count(folder: &Path) -> usize {
        std::fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn a_window_that_is_closed_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut running = Running::begin(folder.path()).unwrap();
        running.tell(busy());
        assert_eq!(count(folder.path()), 1);
        running.end();
        assert_eq!(count(folder.path()), 0);
        assert_eq!(look_back(folder.path(), "heading"), None);
    }

    #[test]
    fn a_window_that_vanished_is_told_of_once_with_its_check() {
        let folder = tempfile::tempdir().unwrap();
        let mut running = Running::begin(folder.path()).unwrap();
        running.tell(busy());
        assert_eq!(look_back(folder.path(), "heading"), None, "it still runs");
        // Dropping closes the file, as the system does with a killed program's.
        drop(running);
        let ended = look_back(folder.path(), "heading").unwrap();
        assert_eq!((ended.kind, ended.check), (Kind::Vanished, busy().check));
        let text = std::fs::read_to_string(&ended.note).unwrap();
        assert!(
            text.contains("under way: comparing\ndocuments: 120\ncheck: 17 "),
            "{text}"
        );
        assert_eq!(look_back(folder.path(), "heading"), None);
    }

    #[test]
    fn a_window_that_vanished_is_told_of_after_a_newer_crash() {
        let folder = tempfile::tempdir().unwrap();
        let mut running = Running::begin(folder.path()).unwrap();
        running.tell(busy());
        let newer = note(now() + 3_600).write(folder.path(), "heading").unwrap();
        let told = || look_back(folder.path(), "heading").map(|ended| (ended.kind, ended.note));
        assert_eq!(told(), Some((Kind::Thread, newer)));
        drop(running);
        assert_eq!(told().map(|(kind, _)| kind), Some(Kind::Vanished));
        assert_eq!(told(), None);
    }

    #[test]
    fn a_window_that_vanished_without_work_is_not_told_of() {
        let folder = tempfile::tempdir().unwrap();
        drop(Running::begin(folder.path()).unwrap());
        assert_eq!(look_back(folder.path(), "heading"), None);
        assert_eq!(count(folder.path()), 0);
    }

    #[test]
    fn a_window_that_panicked_has_one_note() {
        let folder = tempfile::tempdir().unwrap();
        let mut running = Running::begin(folder.path()).unwrap();
        running.tell(busy());
        let mut panicked = note(1_800_000_000);
        (panicked.kind, panicked.process) = (Kind::Window, std::process::id());
        let file = panicked.write(folder.path(), "heading").unwrap();
        drop(running);
        let ended = look_back(folder.path(), "heading").unwrap();
        assert_eq!((ended.note, ended.kind), (file, Kind::Window));
        assert_eq!(Note::all(folder.path()).len(), 1);
    }

    #[test]
    fn damaged_marks_and_failed_commands_are_not_told_of() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("running-1-2-3.txt"), [0xff, 0, 7]).unwrap();
        let mut of_command = note(1_700_000_000);
        of_command.kind = Kind::Command;
        of_command.write(folder.path(), "heading").unwrap();
        of_command.kind = Kind::Reader;
        of_command.write(folder.path(), "heading").unwrap();
        assert_eq!(look_back(folder.path(), "heading"), None);
    }
}
