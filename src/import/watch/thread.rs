//! The thread of a watch: hears what the system tells, looks again where it may have missed something, tells what is
//! quiet. Knows nothing of who listens.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{Config, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

use super::super::Format;
use super::place::{Place, documents};
use super::waiting::{Stamp, Waiting};
use super::{Manner, WatchCause, WatchError, WatchEvent};

/// What the thread is told.
#[derive(Debug)]
pub(super) enum Message {
    /// By the system.
    Told(notify::Result<Event>),
    /// By the watch's owner.
    End,
}

/// How often waiting files are looked at.
const TICK: Duration = Duration::from_millis(250);

/// How often the folders are looked at: nobody tells that a drive was unmounted or a folder above was renamed.
const CHECK: Duration = Duration::from_secs(5);

/// What the thread has.
pub(super) struct Watching {
    places: Vec<Place>,
    /// `None` where the system has no watches left to give.
    system: Option<RecommendedWatcher>,
    poll: Option<PollWatcher>,
    manner: Manner,
    to_thread: Sender<Message>,
    events: Sender<WatchEvent>,
    waiting: Waiting,
    /// New subfolders, and when they are looked through again: what was put into them before the system watched them
    /// is told by nobody.
    new_folders: Vec<(PathBuf, Instant)>,
}

impl Watching {
    /// Watches from now on.
    pub(super) fn start(
        places: Vec<Place>,
        manner: Manner,
        to_thread: Sender<Message>,
        events: Sender<WatchEvent>,
    ) -> Result<Self, WatchError> {
        let mut waiting = Waiting::new(manner.quiet);
        // First what is there, then the watch: what comes in between is found by the thread's first look.
        for path in places.iter().flat_map(|place| documents(&place.folder)) {
            if let Some(stamp) = Stamp::of(&path) {
                waiting.know(path, stamp);
            }
        }
        let handler = to_thread.clone();
        let system = notify::recommended_watcher(move |told| {
            // Once the thread is gone nobody wants to know.
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

    /// Has the system watch a folder, or polls it.
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
            // Some subfolders may be watched already: they use up what others need.
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

    /// Until the owner ends it or no folder is left.
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
                let due = self.waiting.due(now, Stamp::of);
                if !due.is_empty() && self.events.send(WatchEvent::Appeared(due)).is_err() {
                    return;
                }
                ticked = Instant::now();
            }
        }
    }

    /// Takes in what the system told. `false`: something is wrong with a folder.
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
            // Reading changes nothing, and our own reading is told too.
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
                    // One made anew in its place is not watched.
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
        if Format::of(&path).is_some()
            && let Some(stamp) = Stamp::of(&path)
        {
            self.waiting.note(path, stamp, now);
        }
    }

    fn look_into(&mut self, folder: &Path, now: Instant) {
        for path in documents(folder) {
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

    /// Changes may have gone untold: what is not as it was known is news.
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

    /// The system has no watches left for new subfolders at `paths` (any, if it does not say where).
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
            // Polling is never refused; were it, the folder's next check would be no worse.
            let _ = self.watch(at);
        }
    }

    /// Tells which folders are no more.
    fn check(&mut self) {
        for at in (0..self.places.len()).rev() {
            if let Some(cause) = self.places[at].lost() {
                self.lose(at, cause);
            }
        }
    }

    fn lose(&mut self, at: usize, cause: WatchCause) {
        let place = self.places.remove(at);
        // The system may have let go of it already.
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
        // Without a listener the next telling ends the thread.
        let _ = self.events.send(WatchEvent::Lost(place.folder, cause));
    }
}
