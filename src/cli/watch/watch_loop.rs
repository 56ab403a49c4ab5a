//! Loop of a watch: queues new files, checks one file at a time, and tries again what failed.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use super::Arguments;
use super::checking::Checker;
use super::content::{self, hash};
use super::journal::{Event, Journal, Line, now_utc};
use super::library_source::{LibrarySource, OpenLibrary};
use super::metrics::Metrics;
use super::outage::Outage;
use super::queue::Queue;
use super::report_folder::{Earlier, Entry, ReportFolder};
use super::stopping::Stop;
use super::task::{Interruption, Outcome, Task};
use crate::cli::error::Completion;
use chachong_import::{
    Watch, WatchCause, WatchEvent, is_own_report, real_path, shown_path, watched_files,
};
use chachong_library::{FileStamp, LibraryError};
use chachong_messages::Language;

/// Interval at which signals, settling files and files that are due again are looked at.
const TICK: Duration = Duration::from_millis(200);
/// Interval at which the whole folder is looked through, in case that a change went unreported.
const LOOK_AGAIN: Duration = Duration::from_mins(10);
/// Maximum extra time that a run for once waits for files which still change.
const PATIENCE: Duration = Duration::from_mins(1);

/// State of a watch.
pub(super) struct WatchLoop<'w> {
    pub(super) arguments: &'w Arguments,
    pub(super) language: Language,
    pub(super) report_folder: ReportFolder,
    pub(super) journal: Journal,
    pub(super) stop: Stop,
    pub(super) metrics: Arc<Metrics>,
    pub(super) checker: Checker<'w>,
    pub(super) source: LibrarySource,
    pub(super) queue: Queue,
    /// Watch of the folder; `None` while the folder is away.
    pub(super) watch: Option<Watch>,
    pub(super) looked: Instant,
    pub(super) folder_outage: Outage,
    /// Library while files are checked; `None` between checks, when it is closed.
    pub(super) opened: Option<OpenLibrary>,
    pub(super) library_outage: Outage,
    /// Whether a file failed.
    pub(super) failed: bool,
}

impl WatchLoop<'_> {
    /// Works until a stop is requested or, for a run for once, all is done.
    pub(super) fn run(&mut self) -> Completion {
        // A library that is away from the beginning is logged before the first thesis comes.
        self.open_library(Instant::now());
        let begun = Instant::now();
        while !self.stop.is_requested() {
            let now = Instant::now();
            self.poll_folder(now);
            if self.arguments.once && self.is_done(begun, now) {
                break;
            }
            let may_check = self.library_outage.may_try(now) && self.queue.has_next(now);
            if may_check && self.open_library(now) {
                self.check_next(now);
            } else {
                self.wait(now);
            }
            self.metrics.lock().waiting = self.queue.len();
        }
        self.stop.service().stopping();
        self.close_library();
        let is_left = self.queue.has_left() || self.watch.is_none();
        self.journal.write(&Line {
            waiting: Some(self.queue.len()),
            ..Line::of(Event::Stopped)
        });
        // To be stopped is no failure. With `--once`, work left undone is.
        Completion::complete_if(!self.arguments.once || (!self.failed && !is_left))
    }

    /// Whether a run for once has nothing more to do: all is checked, or what is left cannot be checked now.
    fn is_done(&self, begun: Instant, now: Instant) -> bool {
        let is_away = self.folder_outage.is_on() || self.library_outage.is_on();
        let waits = self.queue.is_settling()
            && now.saturating_duration_since(begun) < self.arguments.settle + PATIENCE;
        is_away || !(waits || self.queue.has_next(now))
    }

    /// Waits a moment, or until something happens in the folder. The library is closed meanwhile unless files wait for
    /// it, so that other programs can use it.
    fn wait(&mut self, now: Instant) {
        if self.queue.has_next(now) {
            // Files wait for the library.
        } else {
            self.close_library();
            if self.library_outage.is_on() && self.library_outage.may_try(now) {
                self.open_library(now);
            }
        }
        let Some(watch) = &self.watch else {
            std::thread::sleep(TICK);
            return;
        };
        match watch.events.recv_timeout(TICK) {
            Ok(event) => self.handle_event(event),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                self.lose_folder(&WatchCause::Missing, Instant::now());
            }
        }
    }

    /// Handles the events of the folder. Opens the folder again if it was away, and logs the files that are settled
    /// now.
    fn poll_folder(&mut self, now: Instant) {
        if self.watch.is_none() && self.folder_outage.may_try(now) {
            self.open_folder(now);
        }
        while let Some(watch) = &self.watch {
            match watch.events.try_recv() {
                Ok(event) => self.handle_event(event),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.lose_folder(&WatchCause::Missing, now),
            }
        }
        if self.watch.is_some() && now.saturating_duration_since(self.looked) >= LOOK_AGAIN {
            self.scan_folder(now);
        }
        for path in self.queue.take_settled(now, content::stamp) {
            self.log_found(&path);
        }
    }

    fn handle_event(&mut self, event: WatchEvent) {
        match event {
            WatchEvent::Appeared(paths) => {
                for path in paths {
                    if self.is_unchecked(&path) && self.queue.add(path.clone()) {
                        self.log_found(&path);
                    }
                }
            }
            WatchEvent::Lost(_, cause) => self.lose_folder(&cause, Instant::now()),
        }
    }

    fn open_folder(&mut self, now: Instant) {
        let folder = self.arguments.folder.clone();
        match Watch::start_settling(vec![folder], self.arguments.settle) {
            Ok(watch) => {
                self.watch = Some(watch);
                if self.folder_outage.end() {
                    self.journal.write(&Line::of(Event::FolderBack));
                }
                self.metrics.lock().folder_up = true;
                // After the watch began, so that nothing is missed between.
                self.scan_folder(now);
            }
            Err(error) => self.lose_folder(&error.cause, now),
        }
    }

    fn lose_folder(&mut self, cause: &WatchCause, now: Instant) {
        self.watch = None;
        self.metrics.lock().folder_up = false;
        if self.folder_outage.begin(now) {
            let folder = &self.arguments.folder;
            self.journal.write(&Line {
                cause: Some(cause.key().to_owned()),
                message: Some(self.language.watch_error(folder, cause)),
                again: Some(!self.arguments.once),
                ..Line::of(Event::FolderAway)
            });
        }
    }

    /// Looks through the whole folder for files that are not dealt with.
    fn scan_folder(&mut self, now: Instant) {
        self.looked = now;
        let mut there = BTreeSet::new();
        for path in watched_files(&self.arguments.folder) {
            if let Some(stamp) = content::stamp(&path) {
                let name = self.name(&path);
                if !self.report_folder.is_done(&name, stamp) && !is_own_report(&path) {
                    self.queue.settle(path, stamp, now);
                }
                there.insert(name);
            }
            if self.stop.is_requested() {
                return;
            }
        }
        if self.report_folder.note_present(&there) {
            self.save();
        }
    }

    /// Name of a file below the folder.
    fn name(&self, path: &Path) -> String {
        shown_path(path.strip_prefix(&self.arguments.folder).unwrap_or(path))
    }

    fn is_unchecked(&self, path: &Path) -> bool {
        content::stamp(path)
            .is_some_and(|stamp| !self.report_folder.is_done(&self.name(path), stamp))
    }

    fn log_found(&self, path: &Path) {
        let line = Line::about(Event::Found, &self.name(path));
        self.journal.write(&line);
    }

    /// Writes the state. If the folder of reports is full or away, the next report fails too and is logged.
    fn save(&self) {
        if let Err(error) = self.report_folder.save() {
            tracing::warn!(%error, "the state of the watch was not written");
        }
    }

    /// Opens the library if it is closed; returns whether it is open.
    fn open_library(&mut self, now: Instant) -> bool {
        let there = match &self.opened {
            Some(_) => self.source.is_there(),
            None => self.source.open(&self.stop).map(|opened| {
                self.opened = Some(opened);
            }),
        };
        match there {
            Ok(()) => {
                if self.queue.len() == 0 {
                    self.library_is_back();
                }
                true
            }
            Err(error) => {
                self.lose_library(&error, now);
                false
            }
        }
    }

    fn close_library(&mut self) {
        if let Some(opened) = self.opened.take() {
            opened.close();
        }
    }

    fn lose_library(&mut self, error: &LibraryError, now: Instant) {
        self.opened = None;
        self.metrics.lock().library_up = false;
        if self.library_outage.begin(now) {
            let message = self.language.library_error(error.log());
            self.journal.write(&Line {
                cause: Some(error.key().to_owned()),
                message: Some(self.source.without_password(&message)),
                again: Some(!self.arguments.once),
                waiting: Some(self.queue.len()),
                ..Line::of(Event::LibraryAway)
            });
        }
    }

    fn library_is_back(&mut self) {
        self.metrics.lock().library_up = true;
        if self.library_outage.end() {
            self.journal.write(&Line::of(Event::LibraryBack));
        }
    }

    /// Checks the next file; the library is open.
    fn check_next(&mut self, now: Instant) {
        let Some((path, tries)) = self.queue.next(now) else {
            return;
        };
        let name = self.name(&path);
        let is_wanted =
            |stamp: &FileStamp| !self.report_folder.is_done(&name, *stamp) && !is_own_report(&path);
        let Some(stamp) = content::stamp(&path).filter(is_wanted) else {
            // It vanished before it was checked, was reported twice, or is a report that was not whole before.
            return;
        };
        let sha256 = match hash(&self.arguments.folder, &path, &self.stop) {
            Ok(Some(sha256)) => sha256,
            Ok(None) => return self.queue.put_back(path, tries),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(error) => return self.record_unreadable(path, tries, &name, stamp, &error),
        };
        if self.report_folder.touched(&name, stamp, &sha256) {
            self.journal.write(&Line::about(Event::Unchanged, &name));
            return self.save();
        }
        let begun = Instant::now();
        let earlier = self.earlier(&name, &sha256);
        match self.check(&path, &name, (stamp, &sha256), &earlier) {
            Ok(outcome) => {
                self.library_is_back();
                let entry = Entry {
                    bytes: stamp.bytes,
                    modified: stamp.modified,
                    sha256,
                    at: now_utc(),
                    earlier,
                    ..Entry::default()
                };
                self.record_outcome(path, tries, &name, entry, outcome, begun);
            }
            Err(Interruption::Stopped) => self.queue.put_back(path, tries),
            Err(Interruption::Changing) => {
                if let Some(changed) = content::stamp(&path) {
                    self.queue.settle(path, changed, Instant::now());
                }
            }
            Err(Interruption::Away(error)) => {
                self.queue.put_back(path, tries);
                self.lose_library(&error, Instant::now());
            }
            Err(Interruption::Later(cause, message)) => {
                self.postpone(path, tries, &name, cause, message);
            }
        }
    }

    fn check(
        &self,
        path: &Path,
        name: &str,
        (stamp, sha256): (FileStamp, &str),
        earlier: &[Earlier],
    ) -> Result<Outcome, Interruption> {
        let Some(opened) = &self.opened else {
            return Err(Interruption::Stopped);
        };
        let folder = real_path(&self.arguments.folder).unwrap_or_default();
        let earlier: Vec<(PathBuf, String)> = (earlier.iter())
            .map(|one| (folder.join(&one.file), one.sha256.clone()))
            .collect();
        let task = Task {
            path,
            name,
            stamp,
            sha256,
            earlier: &earlier,
            names: &|documents| self.report_folder.names(name, documents, self.language),
            reports: self.report_folder.path(),
        };
        self.checker.check(&task, opened, &self.stop)
    }

    pub(super) fn earlier(&self, name: &str, sha256: &str) -> Vec<Earlier> {
        let is_there = |other: &str| self.arguments.folder.join(other).exists();
        self.report_folder.earlier(name, sha256, is_there)
    }
}
