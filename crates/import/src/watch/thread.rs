//! Thread of a watch: receives the system's events, searches folders again if it may have missed some, and reports
//! files that have stopped changing.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{Config, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

use super::super::own_report::is_own_report;
use super::place::{Place, is_watched, watched_files};
use super::waiting::{Stamp, Waiting};
use super::{WatchCause, WatchError, WatchEvent};

/// Settings of a watch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub(super) quiet: Duration,
    pub(super) poll: Duration,
    /// Whether folders are polled even where the system would report changes.
    pub(super) only_poll: bool,
}

/// Message to the watch's thread.
#[derive(Debug)]
pub(super) enum Message {
    /// Event or error from the system.
    Told(notify::Result<Event>),
    /// Request of the watch's owner to end.
    End,
}

/// Interval at which waiting files are looked at.
const TICK: Duration = Duration::from_millis(250);

/// Interval at which the folders are looked at: nobody reports that a drive was unmounted or a parent folder renamed.
const CHECK: Duration = Duration::from_secs(5);

/// State of the watch's thread.
pub(super) struct Watching {
    places: Vec<Place>,
    /// Watcher of the system; `None` where the system has no watches left to give.
    system: Option<RecommendedWatcher>,
    poll: Option<PollWatcher>,
    manner: Manner,
    to_thread: Sender<Message>,
    events: Sender<WatchEvent>,
    waiting: Waiting,
    /// New subfolders, each with the time to look through it again: files put into it before the system watched it are
    /// reported by nobody.
    new_folders: Vec<(PathBuf, Instant)>,
}

impl Watching {
    /// Starts watching `places`.
    pub(super) fn start(
        places: Vec<Place>,
        manner: Manner,
        to_thread: Sender<Message>,
        events: Sender<WatchEvent>,
    ) -> Result<Self, WatchError> {
        let mut waiting = Waiting::new(manner.quiet);
        // First the existing files are listed, then the watch begins: changes in between are found by the thread's
        // first look.
        for path in places.iter().flat_map(|place| watched_files(&place.folder)) {
            if let Some(stamp) = Stamp::of(&path) {
                waiting.know(path, stamp);
            }
        }
        let handler = to_thread.clone();
        let system = notify::recommended_watcher(move |told| {
            // Sending fails only once the thread has ended, and then nobody needs the event.
            let _ = handler.send(Message::Told(told));
        })
        .ok();
        let mut watching = Self {
            places,
            system,
            poll: None,
            manner,
            to_thread,
            events,
            waiting,
            new_folders: Vec::new(),
        };
        for at in 0..watching.places.len() {
            watching.watch(at)?;
        }
        Ok(watching)
    }

    /// Has the system watch the folder at index `at`, or polls it if the system refuses.
    fn watch(&mut self, at: usize) -> Result<(), WatchError> {
        let Some(place) = self.places.get_mut(at) else {
            return Ok(());
        };
        if !place.is_polled
            && !self.manner.only_poll
            && let Some(system) = &mut self.system
        {
            if system
                .watch(place.absolute(), RecursiveMode::Recursive)
                .is_ok()
            {
                return Ok(());
            }
            // Some subfolders may be watched already: their watches must be given back, other folders need them.
            let _ = system.unwatch(place.absolute());
        }
        place.is_polled = true;
        let refused = |error: &notify::Error| WatchError {
            folder: place.folder.clone(),
            cause: WatchCause::Refused {
                detail: error.to_string(),
            },
        };
        let poll = match &mut self.poll {
            Some(poll) => poll,
            none => {
                let handler = self.to_thread.clone();
                let config = Config::default()
                    .with_poll_interval(self.manner.poll)
                    .with_compare_contents(false);
                let made = PollWatcher::new(
                    move |told| {
                        let _ = handler.send(Message::Told(told));
                    },
                    config,
                );
                none.insert(made.map_err(|error| refused(&error))?)
            }
        };
        poll.watch(place.absolute(), RecursiveMode::Recursive)
            .map_err(|error| refused(&error))
    }

    /// Runs until the owner ends the watch or no folder is left.
    pub(super) fn run(mut self, messages: &Receiver<Message>) {
        self.look_again(Instant::now());
        let (mut ticked, mut checked) = (Instant::now(), Instant::now());
        while !self.places.is_empty() {
            let is_idle = self.waiting.is_idle() && self.new_folders.is_empty();
            let heard = match messages.recv_timeout(if is_idle { CHECK } else { TICK }) {
                Ok(Message::Told(told)) => self.hear(told),
                Err(RecvTimeoutError::Timeout) => true,
                Ok(Message::End) | Err(RecvTimeoutError::Disconnected) => return,
            };
            let now = Instant::now();
            // A folder on a slow drive is not looked at for every change in it.
            if !heard || now.saturating_duration_since(checked) >= CHECK {
                self.check();
                checked = Instant::now();
            }
            if now.saturating_duration_since(ticked) >= TICK {
                self.look_into_new_folders(now);
                let mut due = self.waiting.due(now, Stamp::of);
                // A person may have reports written into the folder that is watched.
                due.retain(|path| !is_own_report(path));
                if !due.is_empty() && self.events.send(WatchEvent::Appeared(due)).is_err() {
                    return;
                }
                ticked = Instant::now();
            }
        }
    }

    /// Handles an event from the system; `false` if something is wrong with a folder.
    fn hear(&mut self, told: notify::Result<Event>) -> bool {
        let now = Instant::now();
        let event = match told {
            Ok(event) => event,
            Err(error) => {
                if matches!(error.kind, notify::ErrorKind::MaxFilesWatch) {
                    self.poll_instead(&error.paths);
                    self.look_again(now);
                }
                return false;
            }
        };
        if event.need_rescan() {
            self.look_again(now);
        }
        let (is_gone, may_be_new) = match event.kind {
            // Reading changes nothing, and the program's own reading is reported too.
            EventKind::Access(kind) if kind != AccessKind::Close(AccessMode::Write) => return true,
            EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(RenameMode::From)) => {
                (true, false)
            }
            EventKind::Modify(ModifyKind::Name(_))
            | EventKind::Create(_)
            | EventKind::Any
            | EventKind::Other => (false, true),
            EventKind::Modify(_) | EventKind::Access(_) => (false, false),
        };
        if is_gone {
            for path in &event.paths {
                if let Some(at) = self.places.iter().position(|place| place.is_at(path)) {
                    // A folder made anew in the place of a lost one is not watched.
                    let cause = self.places[at].lost().unwrap_or(WatchCause::Replaced);
                    self.lose(at, cause);
                }
            }
        }
        for path in &event.paths {
            if let Some(path) = self.places.iter().find_map(|place| place.below(path)) {
                self.note(path, is_gone, may_be_new, now);
            }
        }
        true
    }

    fn note(&mut self, path: PathBuf, is_gone: bool, may_be_new: bool, now: Instant) {
        let Ok(metadata) = std::fs::metadata(&path) else {
            self.waiting.forget(&path);
            return;
        };
        if is_gone {
            self.waiting.forget(&path);
        }
        if !metadata.is_dir() {
            self.note_file(path, now);
        } else if may_be_new && !self.places.iter().any(|place| place.folder == path) {
            self.look_into(&path, now);
            self.new_folders.push((path, now + self.manner.quiet));
        }
    }

    fn note_file(&mut self, path: PathBuf, now: Instant) {
        if is_watched(&path)
            && let Some(stamp) = Stamp::of(&path)
        {
            self.waiting.note(path, stamp, now);
        }
    }

    fn look_into(&mut self, folder: &Path, now: Instant) {
        for path in watched_files(folder) {
            self.note_file(path, now);
        }
    }

    fn look_into_new_folders(&mut self, now: Instant) {
        let due = |(_, when): &mut (PathBuf, Instant)| *when <= now;
        let folders: Vec<(PathBuf, Instant)> = self.new_folders.extract_if(.., due).collect();
        for (folder, _) in folders {
            self.look_into(&folder, now);
        }
    }

    /// Looks through all folders, since changes may have gone unreported: a file that is not as it was known is new.
    fn look_again(&mut self, now: Instant) {
        let folders: Vec<PathBuf> = self
            .places
            .iter()
            .map(|place| place.folder.clone())
            .collect();
        for folder in folders {
            self.look_into(&folder, now);
        }
    }

    /// Polls folders because the system has no watches left for new subfolders at `paths` (any folder, if `paths` is
    /// empty).
    fn poll_instead(&mut self, paths: &[PathBuf]) {
        for at in 0..self.places.len() {
            let place = &mut self.places[at];
            let is_meant =
                paths.is_empty() || paths.iter().any(|path| path.starts_with(place.absolute()));
            if place.is_polled || !is_meant {
                continue;
            }
            if let Some(system) = &mut self.system {
                let _ = system.unwatch(place.absolute());
            }
            place.is_polled = true;
            // Polling is never refused; if it were, the next check of the folder would report no worse.
            let _ = self.watch(at);
        }
    }

    /// Finds folders that are gone and reports them.
    fn check(&mut self) {
        for at in (0..self.places.len()).rev() {
            if let Some(cause) = self.places[at].lost() {
                self.lose(at, cause);
            }
        }
    }

    fn lose(&mut self, at: usize, cause: WatchCause) {
        let place = self.places.remove(at);
        // The system may have ended its watch already.
        if !place.is_polled
            && let Some(system) = &mut self.system
        {
            let _ = system.unwatch(place.absolute());
        } else if let Some(poll) = &mut self.poll {
            let _ = poll.unwatch(place.absolute());
        }
        let is_elsewhere = self
            .places
            .iter()
            .any(|other| other.below(place.absolute()).is_some());
        if !is_elsewhere {
            self.waiting.forget(&place.folder);
        }
        // Without a listener the next report ends the thread.
        let _ = self.events.send(WatchEvent::Lost(place.folder, cause));
    }
}
