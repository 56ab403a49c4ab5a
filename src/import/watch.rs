//! Watched folders -> which documents appeared in them, told once they are quiet. Knows nothing of contents, sessions or
//! screens.

mod cause;
mod network;
mod place;
mod thread;
mod waiting;

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

pub use cause::{WatchCause, WatchError};
use place::Place;
use thread::{Message, Watching};

/// Folders under watch, with all their subfolders. Dropping it ends the watch: its thread leaves off by itself, and
/// nobody waits for it (a network drive may keep it for minutes).
#[derive(Debug)]
pub struct Watch {
    /// What happened, in order. It ends (is disconnected) when the last folder is lost.
    pub events: Receiver<WatchEvent>,
    thread: Sender<Message>,
}

/// What happened in the watched folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchEvent {
    /// Documents that are new, were renamed into place or changed, in the order of their paths, below the folder as it
    /// was given. All have an ending that [`super::Format::of`] knows, none is hidden, a lock file or empty, and none has
    /// changed for [`QUIET`]. They may vanish before they are read.
    Appeared(Vec<PathBuf>),
    /// A folder cannot be watched any more (deleted, moved, unmounted), and why. The others still are.
    Lost(PathBuf, WatchCause),
}

/// For how long a file must not change before it is told of: one that is being copied is not read half-written.
pub const QUIET: Duration = Duration::from_millis(1500);

/// How often folders are looked through that the system sends no changes of: network drives, or too many subfolders.
const POLL: Duration = Duration::from_secs(5);

/// How the folders are watched.
#[derive(Clone, Copy, Debug)]
struct Manner {
    quiet: Duration,
    poll: Duration,
    /// Polls even where the system would send changes.
    only_poll: bool,
}

impl Watch {
    /// Watches `folders` and all their subfolders; a folder given twice is watched once. Files that are there already
    /// are not told of until they change: who wants them too looks for them after this, and misses none.
    ///
    /// Takes as long as walking through the folders does: not for the thread that draws.
    pub fn start(folders: Vec<PathBuf>) -> Result<Self, WatchError> {
        let manner = Manner {
            quiet: QUIET,
            poll: POLL,
            only_poll: false,
        };
        Self::start_in(folders, manner).map(|(watch, _)| watch)
    }

    fn start_in(
        folders: Vec<PathBuf>,
        manner: Manner,
    ) -> Result<(Self, JoinHandle<()>), WatchError> {
        let mut places: Vec<Place> = Vec::with_capacity(folders.len());
        for folder in folders {
            let place = Place::of(folder)?;
            if !places.iter().any(|other| other.is_same(&place)) {
                places.push(place);
            }
        }
        let (to_thread, messages) = mpsc::channel();
        let (sender, events) = mpsc::channel();
        let watching = Watching::start(places, manner, to_thread.clone(), sender)?;
        let handle = std::thread::Builder::new()
            .name("watched folders".to_owned())
            .spawn(move || watching.run(&messages))
            .map_err(|error| WatchError {
                folder: PathBuf::new(),
                cause: WatchCause::Refused {
                    detail: error.to_string(),
                },
            })?;
        let watch = Self {
            events,
            thread: to_thread,
        };
        Ok((watch, handle))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // A thread that is gone needs no word.
        let _ = self.thread.send(Message::End);
    }
}

#[cfg(test)]
mod tests;
