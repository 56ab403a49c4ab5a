//! Folder of the reports: which files are checked, with what outcome, and the names of their reports. One program at a time
//! may use it.
//!
//! The records of the files are kept in a small file there, written anew after each check, so that a restart repeats
//! nothing and forgets nothing.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::entry::State;
pub(super) use super::entry::{Earlier, Entry, Failure};
use chachong_import::OwnTable;
use chachong_library::FileStamp;
use chachong_messages::Language;
use chachong_report::{
    self as report, Content, Inputs, Output, ReportError, ReportFormat, cell, report_path,
    rows_csv, same_name, split_part,
};

/// Name of the file with the state: what is known of each watched file.
const STATE: &str = "chachong-watch.json";
/// Name of the file that the program holds locked.
const LOCK: &str = "chachong-watch.lock";
/// Name of the table of files that cannot be read.
const FAILED: &str = "failed.csv";
/// Content of the state.
const STATE_CONTENT: Content = Content::Json(&["form", "files"]);
const FAILED_CONTENT: Content = Content::Table(OwnTable::Failed);
/// Version number of the format of the state.
const FORM: u32 = 1;
/// Maximum number of earlier contents that are remembered for a file.
const MOST_EARLIER: usize = 20;

/// Returns the files that a watch writes into the folder of the reports, but for the reports.
pub(super) fn outputs(folder: &Path) -> [Output; 3] {
    [
        // One that is damaged is put aside.
        Output::file(&folder.join(STATE), Content::Any),
        Output::file(&folder.join(FAILED), FAILED_CONTENT),
        // It is opened and locked, and nothing is written to it.
        Output::file(&folder.join(LOCK), Content::Any),
    ]
}

/// Reason why a folder of reports cannot be used.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum ReportFolderError {
    /// Another program uses the folder.
    #[error("another program uses the folder")]
    Taken,
    /// A newer program wrote the state.
    #[error("a newer program wrote the state")]
    TooNew,
    /// The folder, the lock or the state cannot be made or read.
    #[error("{} cannot be made or read ({})", .0.display(), .1)]
    Failed(PathBuf, io::Error),
}

/// Folder of the reports, locked for this program.
#[derive(Debug)]
pub(super) struct ReportFolder {
    folder: PathBuf,
    state: State,
    /// Files that only the latest scan of the folder did not find: they may have been moved.
    vanished: BTreeSet<String>,
    /// Kept open: the lock ends with it.
    _lock: File,
}

impl ReportFolder {
    /// Makes or opens the folder. A state that is damaged is put aside: then all files are checked again.
    pub(super) fn open(folder: &Path) -> Result<Self, ReportFolderError> {
        let failed = |place: &Path| {
            let place = place.to_owned();
            move |error| ReportFolderError::Failed(place, error)
        };
        std::fs::create_dir_all(folder).map_err(failed(folder))?;
        let place = folder.join(LOCK);
        let lock = (File::options().create(true).truncate(false).write(true))
            .open(&place)
            .map_err(failed(&place))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ReportFolderError::Taken),
            Err(TryLockError::Error(error)) => return Err(failed(&place)(error)),
        }
        sweep(folder);
        let place = folder.join(STATE);
        let state = match std::fs::read(&place) {
            Ok(json) => match serde_json::from_slice::<State>(&json) {
                Ok(state) if state.form > FORM => return Err(ReportFolderError::TooNew),
                Ok(state) => state,
                Err(error) => {
                    tracing::warn!(%error, "the state of the watch is damaged");
                    let aside = folder.join(format!("{STATE}.damaged"));
                    std::fs::rename(&place, aside).map_err(failed(&place))?;
                    State::default()
                }
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => State::default(),
            Err(error) => return Err(failed(&place)(error)),
        };
        Ok(Self {
            folder: folder.to_owned(),
            state: State {
                form: FORM,
                ..state
            },
            vanished: BTreeSet::new(),
            _lock: lock,
        })
    }

    /// Returns the path of the folder.
    pub(super) fn path(&self) -> &Path {
        &self.folder
    }

    /// Returns whether the file `name` with this size and time of change needs no check: it was read and all its reports still exist, or
    /// it was found unreadable.
    pub(super) fn is_done(&self, name: &str, stamp: FileStamp) -> bool {
        let entry = self.state.files.get(name);
        entry.is_some_and(|entry| entry.has(stamp) && self.has_reports(entry))
    }

    /// Records the new size and time of change of a file if its content was checked before and all its reports still exist. Returns
    /// whether this is so.
    pub(super) fn touched(&mut self, name: &str, stamp: FileStamp, sha256: &str) -> bool {
        let is_same = (self.state.files.get(name))
            .is_some_and(|entry| entry.sha256 == sha256 && self.has_reports(entry));
        if let Some(entry) = self.state.files.get_mut(name).filter(|_| is_same) {
            (entry.bytes, entry.modified, entry.gone) = (stamp.bytes, stamp.modified, false);
        }
        is_same
    }

    fn has_reports(&self, entry: &Entry) -> bool {
        let is_there = |report: &String| self.folder.join(report).is_file();
        entry.reports.iter().all(is_there)
    }

    /// Records which files are in the watched folder now. Returns whether this has changed since the last call.
    pub(super) fn note_present(&mut self, there: &BTreeSet<String>) -> bool {
        let mut changed = false;
        self.vanished.clear();
        for (name, entry) in &mut self.state.files {
            let gone = !there.contains(name);
            if gone && !entry.gone {
                self.vanished.insert(name.clone());
            }
            changed |= entry.gone != gone;
            entry.gone = gone;
        }
        changed
    }

    /// Returns the contents that a file had before the one with this hash (empty if it cannot be read): at its place, or at a place
    /// that it was just moved from. A file that was gone for a while is another one, whatever its name; and the same content in a new place
    /// is a copy, unless the file with it went away in the same moment.
    pub(super) fn earlier(
        &self,
        name: &str,
        sha256: &str,
        is_there: impl Fn(&str) -> bool,
    ) -> Vec<Earlier> {
        let before = |name: &str, entry: &Entry| {
            let last = Earlier {
                file: name.to_owned(),
                sha256: entry.sha256.clone(),
            };
            (entry.earlier.iter().cloned())
                .chain([last])
                .collect::<Vec<_>>()
        };
        let here = self.state.files.get(name).filter(|entry| !entry.gone);
        let mut earlier = if let Some(entry) = here {
            before(name, entry)
        } else {
            let moved = self.state.files.iter().find(|(other, entry)| {
                let is_away = !entry.gone || self.vanished.contains(*other);
                let is_same = !sha256.is_empty() && entry.sha256 == sha256;
                is_same && *other != name && is_away && !is_there(other)
            });
            moved.map_or_else(Vec::new, |(other, entry)| before(other, entry))
        };
        let itself = |one: &Earlier| one.file == name && one.sha256 == sha256;
        earlier.retain(|one| !one.sha256.is_empty() && !itself(one));
        let most = earlier.len().saturating_sub(MOST_EARLIER);
        earlier.split_off(most)
    }

    /// Returns the paths, without an ending, of a file's reports on the documents `documents`: those it had before,
    /// else new ones that no other file has.
    pub(super) fn names(
        &self,
        file: &str,
        documents: &[String],
        language: Language,
    ) -> BTreeMap<String, String> {
        let others = (self.state.files.iter()).filter(|(name, _)| *name != file);
        let mut taken: HashSet<String> = others
            .flat_map(|(_, entry)| entry.names.values())
            .map(|name| same_name(name))
            .collect();
        let own = self.state.files.get(file);
        let before = |document: &String| own?.names.get(document).cloned();
        taken.extend(
            documents
                .iter()
                .filter_map(before)
                .map(|name| same_name(&name)),
        );
        let named = documents.iter().map(|document| {
            let name =
                before(document).unwrap_or_else(|| report_path(document, language, &mut taken));
            (document.clone(), name)
        });
        named.collect()
    }

    /// Returns whether the file, or a document in it, could not be read when it was last recorded.
    pub(super) fn is_failed(&self, name: &str) -> bool {
        let entry = self.state.files.get(name);
        entry.is_some_and(|entry| !entry.failures.is_empty())
    }

    /// Replaces what is known about a file and writes the state. Documents that the new entry does not name keep the names of their
    /// reports. If the file was moved, its former name is marked as gone.
    pub(super) fn record(&mut self, name: &str, mut entry: Entry) -> Result<(), ReportError> {
        let last = entry.earlier.last();
        let moved = last.filter(|last| last.file != name && last.sha256 == entry.sha256);
        if let Some(from) = moved.and_then(|last| self.state.files.get_mut(&last.file)) {
            // A file moves but once: the next one with its content is a copy.
            from.gone = true;
            from.sha256.clear();
        }
        if let Some(before) = self.state.files.get(name) {
            for (document, report) in &before.names {
                let names = entry.names.entry(document.clone());
                names.or_insert_with(|| report.clone());
            }
        }
        self.state.files.insert(name.to_owned(), entry);
        self.save()
    }

    /// Writes the state and the table of failures.
    pub(super) fn save(&self) -> Result<(), ReportError> {
        let state = self.folder.join(STATE);
        report::write_file(&state, STATE_CONTENT, &Inputs::default(), |out| {
            Ok(serde_json::to_writer_pretty(out, &self.state)?)
        })?;
        self.write_failures()
    }

    /// Writes the table of what cannot be read now; deletes it if there is no such file.
    fn write_failures(&self) -> Result<(), ReportError> {
        let place = self.folder.join(FAILED);
        let there = self.state.files.values().filter(|entry| !entry.gone);
        let mut rows = there
            .flat_map(|entry| entry.failures.iter().map(|failure| (failure, &entry.at)))
            .map(|(failure, at)| {
                [&failure.file, at, &failure.reason, &failure.remedy]
                    .map(|text| cell(text).into_owned())
            })
            .peekable();
        if rows.peek().is_some() {
            return report::write_file(&place, FAILED_CONTENT, &Inputs::default(), |out| {
                rows_csv(out, OwnTable::Failed, rows)
            });
        }
        Inputs::default().allow(&place, FAILED_CONTENT)?;
        match std::fs::remove_file(&place) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => Err(ReportError {
                file: place,
                source,
            }),
            _ => Ok(()),
        }
    }
}

/// Deletes the temporary files of [`report::write_file`] that a killed program left. The lock is held, so no program writes here, even if a
/// running process has the process number in the name of such a file.
fn sweep(folder: &Path) {
    for entry in WalkDir::new(folder).into_iter().filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy();
        let finished = split_part(&name).map(|(name, _)| name);
        // Other programs have temporary files of such names, too.
        let is_ours = |name: &str| {
            let endings = ReportFormat::ALL.map(ReportFormat::name);
            name.rsplit_once('.')
                .is_some_and(|(_, ending)| endings.contains(&ending))
        };
        if entry.file_type().is_file() && finished.is_some_and(is_ours) {
            // One that cannot be deleted does no harm.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAMP: FileStamp = FileStamp {
        bytes: 3,
        modified: 7,
    };

    fn entry(sha256: &str) -> Entry {
        Entry {
            bytes: STAMP.bytes,
            modified: STAMP.modified,
            sha256: sha256.to_owned(),
            ..Entry::default()
        }
    }

    fn earlier(file: &str, sha256: &str) -> Earlier {
        Earlier {
            file: file.to_owned(),
            sha256: sha256.to_owned(),
        }
    }

    #[test]
    fn what_is_recorded_is_known_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let mut report_folder = ReportFolder::open(folder.path()).unwrap();
        assert!(matches!(
            ReportFolder::open(folder.path()),
            Err(ReportFolderError::Taken)
        ));
        std::fs::write(folder.path().join("a_report.html"), "x").unwrap();
        let known = Entry {
            reports: vec!["a_report.html".to_owned()],
            ..entry("aa")
        };
        report_folder.record("a.txt", known).unwrap();
        drop(report_folder);
        let mut report_folder = ReportFolder::open(folder.path()).unwrap();
        assert!(report_folder.is_done("a.txt", STAMP) && !report_folder.is_done("b.txt", STAMP));
        let later = FileStamp {
            modified: 8,
            ..STAMP
        };
        assert!(!report_folder.is_done("a.txt", later));
        // Touched only: the content is the same.
        assert!(
            !report_folder.touched("a.txt", later, "bb")
                && report_folder.touched("a.txt", later, "aa")
        );
        assert!(report_folder.is_done("a.txt", later));
        // A report that somebody deleted is wanted again.
        std::fs::remove_file(folder.path().join("a_report.html")).unwrap();
        assert!(
            !report_folder.is_done("a.txt", later) && !report_folder.touched("a.txt", later, "aa")
        );
    }

    #[test]
    fn a_damaged_state_is_put_aside_and_a_newer_one_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(STATE), "{\"form\":1,\"fil").unwrap();
        drop(ReportFolder::open(folder.path()).unwrap());
        assert!(folder.path().join("chachong-watch.json.damaged").is_file());
        std::fs::write(folder.path().join(STATE), "{\"form\":9,\"files\":{}}").unwrap();
        assert!(matches!(
            ReportFolder::open(folder.path()),
            Err(ReportFolderError::TooNew)
        ));
    }

    #[test]
    fn earlier_contents_are_those_of_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let mut report_folder = ReportFolder::open(folder.path()).unwrap();
        report_folder.record("a.txt", entry("v1")).unwrap();
        let of = |report_folder: &ReportFolder, name: &str, sha256: &str| {
            report_folder.earlier(name, sha256, |other| other == "a.txt")
        };
        assert_eq!(of(&report_folder, "a.txt", "v2"), [earlier("a.txt", "v1")]);
        // The same content at the same place has no earlier one; a copy beside it is another file.
        assert!(
            of(&report_folder, "a.txt", "v1").is_empty()
                && of(&report_folder, "b.txt", "v1").is_empty()
        );
        let second = Entry {
            earlier: vec![earlier("a.txt", "v1")],
            ..entry("v2")
        };
        report_folder.record("a.txt", second).unwrap();
        let moved =
            |report_folder: &ReportFolder, to: &str| report_folder.earlier(to, "v2", |_| false);
        let both = [earlier("a.txt", "v1"), earlier("a.txt", "v2")];
        assert_eq!(moved(&report_folder, "sub/c.txt"), both);
        // The same look misses the one and finds the other.
        assert!(report_folder.note_present(&BTreeSet::new()));
        assert_eq!(moved(&report_folder, "sub/c.txt"), both);
        let there = Entry {
            earlier: both.to_vec(),
            ..entry("v2")
        };
        report_folder.record("sub/c.txt", there).unwrap();
        // It moves but once, and a file of its old name is another thesis, in the next year.
        let copied = report_folder.earlier("d.txt", "v2", |other| other == "sub/c.txt");
        assert!(copied.is_empty() && of(&report_folder, "a.txt", "v9").is_empty());
        // Nothing is known of the content of files that cannot be read: they are not the same one.
        let unreadable = Entry {
            earlier: both.to_vec(),
            ..entry("")
        };
        report_folder.record("locked.txt", unreadable).unwrap();
        let locked = report_folder.earlier("locked too.txt", "", |_| false);
        assert!(locked.is_empty(), "{locked:?}");
        // One that has been gone for a while was not moved.
        assert!(
            report_folder.note_present(&BTreeSet::new())
                && !report_folder.note_present(&BTreeSet::new())
        );
        assert!(moved(&report_folder, "d.txt").is_empty());
    }

    #[test]
    fn reports_keep_their_names_and_never_share_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut report_folder = ReportFolder::open(folder.path()).unwrap();
        let english = Language::English;
        let of = |report_folder: &ReportFolder, name: &str| {
            report_folder.names(name, &[name.to_owned()], english)
        };
        let first = of(&report_folder, "b?.txt");
        assert_eq!(first["b?.txt"], "b_.txt_report");
        let known = Entry {
            names: first.clone(),
            ..entry("x")
        };
        report_folder.record("b?.txt", known).unwrap();
        assert_eq!(of(&report_folder, "b_.txt")["b_.txt"], "b_.txt (2)_report");
        assert_eq!(of(&report_folder, "b?.txt"), first);
        // Unreadable now: its name stays its own.
        report_folder.record("b?.txt", entry("y")).unwrap();
        assert_eq!(of(&report_folder, "b?.txt"), first);
    }

    #[test]
    fn what_a_killed_program_left_is_swept_away() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        for name in [
            "a.html.123.part",
            "sub/a.json.7.part",
            "sub/a.part",
            "a.x1.part",
        ] {
            std::fs::write(folder.path().join(name), "x").unwrap();
        }
        drop(ReportFolder::open(folder.path()).unwrap());
        let is_there = |name: &str| folder.path().join(name).exists();
        assert!(is_there("sub/a.part") && is_there("a.x1.part"));
        assert!(!is_there("a.html.123.part") && !is_there("sub/a.json.7.part"));
    }

    #[test]
    fn failures_stand_in_a_table_while_they_last() {
        let folder = tempfile::tempdir().unwrap();
        let mut report_folder = ReportFolder::open(folder.path()).unwrap();
        let broken = Entry {
            failures: vec![Failure {
                file: "=x.pdf".to_owned(),
                cause: "damaged".to_owned(),
                reason: "it is damaged".to_owned(),
                remedy: "ask for it again".to_owned(),
            }],
            ..entry("z")
        };
        report_folder.record("=x.pdf", broken).unwrap();
        let table = std::fs::read_to_string(folder.path().join(FAILED)).unwrap();
        assert!(
            table.contains("'=x.pdf") && table.contains("ask for it again"),
            "{table}"
        );
        assert!(report_folder.is_failed("=x.pdf") && report_folder.is_done("=x.pdf", STAMP));
        report_folder.record("=x.pdf", entry("zz")).unwrap();
        assert!(!folder.path().join(FAILED).exists());
    }
}
