//! Crash notes: one readable file for each crash, which the person may read, keep, send or delete.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::under_way::{CheckMark, UnderWay};
use super::{VERSION, private_file};
use chachong_paths::make_private_folder;

/// Beginning of a note's file name; its time follows, so that names sort by time.
const PREFIX: &str = "crash-";
/// Maximum number of notes that are kept.
const MOST: usize = 20;

/// Kind of a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The thread of the window panicked, and the program ended.
    Window,
    /// A background thread of the window panicked, and its job was lost.
    Thread,
    /// A subcommand panicked.
    Command,
    /// A worker process that read a file died, so the file was not read.
    Reader,
    /// The program ended without a panic: it was killed, or the computer went down.
    Vanished,
}

impl Kind {
    const ALL: [Self; 5] = [
        Self::Window,
        Self::Thread,
        Self::Command,
        Self::Reader,
        Self::Vanished,
    ];

    /// Returns the name of the kind, as written in notes. It is the same in every language and version.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Window => "window",
            Self::Thread => "thread",
            Self::Command => "command",
            Self::Reader => "reader",
            Self::Vanished => "vanished",
        }
    }
}

/// Crash note: what happened, where and during which work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Time of the crash, in seconds since 1970 (UTC). For [`Kind::Vanished`], the last time when the work under way
    /// was recorded, which is before the crash.
    pub time: i64,
    /// Kind of the crash.
    pub kind: Kind,
    /// Source position of the panic (file, line and column), or a description of the process that died; empty for
    /// [`Kind::Vanished`].
    pub place: String,
    /// Message of the panic ([`crate::redacted()`]), or the cause of a reader's death. Never contains text of a document;
    /// empty for [`Kind::Vanished`].
    pub cause: String,
    /// Work that was under way when the crash was noted; [`UnderWay::NOTHING`] if none was recorded.
    pub under_way: UnderWay,
    /// Process id of the program.
    pub process: u32,
    /// Version and revision of the program, as in [`crate::VERSION`].
    pub version: String,
}

/// Returns the present time in seconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs().cast_signed())
}

/// Formats a time in UTC, as in notes and their file names: `2026-11-22T18:40:05Z`.
fn written_time(seconds: i64) -> String {
    jiff::Timestamp::from_second(seconds).map_or_else(|_| String::new(), |time| time.to_string())
}

impl Note {
    /// Creates a note about a crash of this process at the present time.
    #[must_use]
    pub fn of_now(kind: Kind, place: String, cause: String) -> Self {
        Self {
            time: now(),
            kind,
            place,
            cause,
            under_way: super::under_way::present(),
            process: std::process::id(),
            version: VERSION.to_owned(),
        }
    }

    /// Returns the lines of the note, without a heading.
    pub(super) fn lines(&self) -> String {
        let check = self.under_way.check.map_or_else(String::new, |check| {
            format!("check: {} {}\n", check.id, check.started)
        });
        format!(
            "time: {}\nversion: {}\nsystem: {} {}\nkind: {}\nplace: {}\ncause: {}\nunder way: {}\n\
             documents: {}\n{check}process: {}\n",
            written_time(self.time),
            self.version,
            std::env::consts::OS,
            std::env::consts::ARCH,
            self.kind.name(),
            self.place,
            self.cause,
            self.under_way.activity,
            self.under_way.documents,
            self.process,
        )
    }

    /// Parses the text of a note. Missing facts become empty, 0 or `None`. Returns `None` if the text has no valid time or kind.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        let value = |name: &str| {
            text.lines()
                .filter_map(|line| line.split_once(": "))
                .find_map(|(of, value)| (of == name).then_some(value))
        };
        let number = |name: &str| value(name)?.parse().ok();
        let check = value("check").and_then(|check| {
            let (id, started) = check.split_once(' ')?;
            let (id, started) = (id.parse().ok()?, started.parse().ok()?);
            Some(CheckMark { id, started })
        });
        let time: jiff::Timestamp = value("time")?.parse().ok()?;
        let kind = value("kind")?;
        Some(Self {
            time: time.as_second(),
            kind: Kind::ALL.into_iter().find(|known| known.name() == kind)?,
            place: value("place").unwrap_or_default().to_owned(),
            cause: value("cause").unwrap_or_default().to_owned(),
            under_way: UnderWay {
                activity: value("under way").unwrap_or_default().to_owned().into(),
                documents: number("documents").unwrap_or_default(),
                check,
            },
            process: value("process")
                .and_then(|number| number.parse().ok())
                .unwrap_or_default(),
            version: value("version").unwrap_or_default().to_owned(),
        })
    }

    /// Writes the note with a heading into `folder`, and deletes the oldest notes beyond [`MOST`]. Returns its file.
    pub(super) fn write(&self, folder: &Path, heading: &str) -> io::Result<PathBuf> {
        make_private_folder(folder)?;
        let time = written_time(self.time).replace(':', "-");
        let name = format!("{PREFIX}{time}-{}-{}.txt", self.process, self.kind.name());
        let path = folder.join(name);
        let mut file = private_file().write(true).truncate(true).open(&path)?;
        file.write_all(format!("{heading}\n\n{}", self.lines()).as_bytes())?;
        let all = files(folder);
        for old in &all[..all.len().saturating_sub(MOST)] {
            // A note that cannot be deleted does no harm.
            let _ = std::fs::remove_file(old);
        }
        Ok(path)
    }

    /// Reads all crash notes in a folder. Returns each with its file, the oldest first. Files that cannot be read as
    /// notes are skipped.
    #[must_use]
    pub fn all(folder: &Path) -> Vec<(PathBuf, Self)> {
        (files(folder).into_iter())
            .filter_map(|path| {
                let text = std::fs::read_to_string(&path).ok()?;
                Some((path, Self::of_text(&text)?))
            })
            .collect()
    }
}

/// Returns the files of the notes in a folder, the oldest first.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut notes: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(PREFIX) && name.ends_with(".txt")
        })
        .collect();
    notes.sort_unstable();
    notes
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Note of a crash in a thread while a check was compared.
    pub(crate) fn note(time: i64) -> Note {
        Note {
            time,
            kind: Kind::Thread,
            place: "crates/check/src/copies.rs:12:5".to_owned(),
            cause: "index out of bounds: the len is 3 but the index is 7".to_owned(),
            under_way: UnderWay {
                activity: "comparing".into(),
                documents: 120,
                check: Some(CheckMark {
                    id: 17,
                    started: 1_700_000_000,
                }),
            },
            process: 4711,
            version: "0.2.0 (abc)".to_owned(),
        }
    }

    #[test]
    fn a_note_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let mut without = note(1_700_000_100);
        without.under_way = UnderWay::NOTHING;
        without.kind = Kind::Vanished;
        let file = note(1_700_000_000)
            .write(folder.path(), "查重出了故障。")
            .unwrap();
        without.write(folder.path(), "查重出了故障。").unwrap();
        let name = "crash-2023-11-14T22-13-20Z-4711-thread.txt";
        assert_eq!(file.file_name().unwrap(), name);
        let all: Vec<Note> = (Note::all(folder.path()).into_iter())
            .map(|(_, note)| note)
            .collect();
        assert_eq!(all, [note(1_700_000_000), without]);
        let text = std::fs::read_to_string(file).unwrap();
        assert!(
            text.starts_with("查重出了故障。\n\ntime: 2023-11-14T22:13:20Z\n"),
            "{text}"
        );
    }

    #[test]
    fn only_the_newest_notes_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("crash-notes.md"), "not ours").unwrap();
        for time in 0..30 {
            note(1_700_000_000 + time)
                .write(folder.path(), "heading")
                .unwrap();
        }
        let all = Note::all(folder.path());
        assert_eq!(all.len(), MOST);
        assert_eq!(all[0].1.time, 1_700_000_010);
    }

    #[test]
    fn what_is_no_note_is_none() {
        assert_eq!(Note::of_text(""), None);
        assert_eq!(Note::of_text("time: yesterday\nkind: window\n"), None);
        assert_eq!(
            Note::of_text("time: 2023-11-14T22:13:20Z\nkind: flood\n"),
            None
        );
    }
}
