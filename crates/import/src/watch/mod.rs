//! Watched folders: reports documents that appear in them, once they have stopped changing.

mod cause;
mod event;
mod network;
mod place;
mod thread;
mod waiting;

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

pub use cause::{WatchCause, WatchError};
pub use event::{QUIET, WatchEvent};
use place::Place;
pub use place::{open_watched, watched_files};
use thread::{Manner, Message, Watching};

/// Watch on folders and all their subfolders. Dropping it ends the watch without waiting for its thread, which a
/// network drive may block for minutes.
#[derive(Debug)]
pub struct Watch {
    /// Events, in order. The channel disconnects once the last folder can no longer be watched.
    pub events: Receiver<WatchEvent>,
    thread: Sender<Message>,
}

/// Polling interval for folders whose changes the system does not report: network drives, or too many subfolders.
const POLL: Duration = Duration::from_secs(5);

impl Watch {
    /// Starts to watch `folders` and all their subfolders; a repeated folder is watched once. Existing files are not
    /// reported until they change: a caller that wants them should look for them after this call, and misses none.
    /// Fails if one of the folders cannot be watched.
    ///
    /// This takes as long as a walk through the folders, so do not call it in the thread that draws.
    pub fn start(folders: Vec<PathBuf>) -> Result<Self, WatchError> {
        Self::start_settling(folders, QUIET)
    }

    /// Starts to watch folders like [`Self::start`], but reports a file once it has not changed for the time `quiet`.
    pub fn start_settling(folders: Vec<PathBuf>, quiet: Duration) -> Result<Self, WatchError> {
        let manner = Manner {
            quiet,
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
        // Sending fails only if the thread has already ended.
        let _ = self.thread.send(Message::End);
    }
}

#[cfg(test)]
mod tests;
